"""When all is over: both orders of battle as they were, and what happened, in words (TOCS-5.0-3). Nothing of it is told before."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pbem.documents.document import Block, table
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.resolution import reveal_sea
from pbem.rulesets.tocs.rules.battle import computed
from pbem.rulesets.tocs.rules.supply import KINDS
from pbem.rulesets.tocs.units import STATES, Unit


@rule("TOCS-5.0-3")
def orders_of_battle(game: Game, board: Board) -> tuple[Block, ...]:
    """Every unit of both sides, where it began, where it stands or when it fell, and both sides' supplies."""
    return tuple(
        b
        for staff in game.sides
        for b in _forces(say("THE {side} ORDER OF BATTLE", side=staff.adjective.upper()), board.forces[staff.id])
    )


def _forces(title: str, forces: Forces) -> tuple[Block, ...]:
    rows = [(say("unit"), say("steps, state"), say("where"), say("began at"))]
    for unit in sorted(forces.units.values(), key=lambda u: forces.counter(u).call):
        counter = forces.counter(unit)
        begun = str(counter.setup) if counter.setup else say("off the map")
        left = f"{counter.steps - unit.lost}/{counter.steps}"
        left += "" if unit.status == "dead" else f" {say(STATES[unit.state])}"
        rows.append((counter.call, left, _fate(unit), begun))
    stores = (say("{kind} at {place}: {sp} SP", kind=say(KINDS[s.kind]), place=s.hex, sp=s.sp) for s in forces.sources.values())
    flyers = (
        say("{call} {name}: {box}", call=craft.call, name=craft.name, box=say(craft.box)) for craft in forces.air.aircraft.values()
    )
    worth = [say("points counted: {worth}", worth="; ".join(f"{v.points} {v.what}" for v in forces.objectives))]
    return table(title, rows, (*flyers, *reveal_sea.ships(forces), *stores, *(worth if forces.objectives else ())))


def _fate(unit: Unit) -> str:
    gone = {
        "dead": say("destroyed, turn {fell}", fell=unit.fell),
        "off": say("never came"),
        "waiting": say("waits off the map"),
        "split": say("divided into halves"),
        "joined": say("in its company"),
        "left": say("left the map"),
    }
    return gone.get(unit.status, str(unit.hex))


def annals(board: Board, events: tuple[Any, ...]) -> tuple[str, ...]:
    """The events of a record in words, a line each, as the historian will have them; kept for the last letter."""
    return tuple(line for event in events if (said := LINES.get(type(event))) for line in said(board, event))


PLACED = {
    "moved": phrase("  {call} moved to {rest}"), "moved on": phrase("  {call} moved on to {rest}"),
    "retreated": phrase("  {call} withdrew to {rest}"), "withdrew": phrase("  {call} withdrew to {rest}"),
    "advanced": phrase("  {call} advanced to {rest}"), "broke through": phrase("  {call} broke through to {rest}"),
    "battle": phrase("  {call} after the battle at {rest}"), "field battle": phrase("  {call} after the field battle at {rest}"),
    "engaged": phrase("  {call} in contact at {rest}"), "recovered": phrase("  {call} recovered at {rest}"),
    "other bank": phrase("  {call} on the other bank at {rest}"), "went over": phrase("  {call} changed boats at {rest}"),
}  # fmt: skip
RETOLD = (
    *((re.compile(rf"  (?P<call>\S+) {why}, (?P<rest>\d.*)"), said) for why, said in PLACED.items()),
    (re.compile(r"  (?P<call>\S+) scouted (?P<rest>\S+: .*)"), phrase("  {call} reconnoitred {rest}")),
    (re.compile(r"  (?P<call>\S+) will attack (?P<hex>\S+)"), phrase("  {call} ordered to attack {hex}")),
    (re.compile(r"  (?P<battle>battle \d+ at [^:]+): it goes on"), phrase("  {battle}: both sides remain in contact")),
    (re.compile(r"  (?P<battle>battle \d+ at [^:]+): (?P<side>\S+) holds the hex"), phrase("  {battle}: held by the {side} side")),
    (re.compile(r" (?P<rolled>2d6 = \d+: |)it goes on"), phrase(" {rolled}turn continues")),
    (re.compile(r" (?P<rolled>2d6 = \d+: |)the turn ends"), phrase(" {rolled}turn over")),
)
"""How a letter says what the annals are kept with: words of the first days, by which a stored campaign is still compared."""


def retold(line: str) -> str:
    """A line of the annals in a letter's words."""
    found = ((kept.fullmatch(line), said) for kept, said in RETOLD)
    return next((say(said, **match.groupdict()) for match, said in found if match), line)


def _turn(_: Board, event: e.TurnBegan) -> Iterator[str]:
    yield say("TURN {turn}", turn=event.turn)


def _patched(_: Board, event: e.ForcesPatched) -> Iterator[str]:
    yield say(" the module is patched for {side}", side=event.side)


def _impulse(_: Board, event: e.ImpulseBegan) -> Iterator[str]:
    yield say(" impulse {impulse}, {phasing}", impulse=event.impulse, phasing=event.phasing)


def _activated(board: Board, event: e.UnitActivated) -> Iterator[str]:
    yield say("  {call} activated", call=_call(board, event.side, event.unit))


def _changed(board: Board, event: e.UnitChanged) -> Iterator[str]:
    side, unit = event.side, event.unit
    yield f"  {_call(board, side, unit.id)} {say(event.why)}, {unit.hex}, {_strength(board, side, unit)}"


def _destroyed(_: Board, event: e.UnitDestroyed) -> Iterator[str]:
    yield say("  {call} destroyed at {hex} ({why})", call=event.call, hex=event.unit.hex, why=say(event.why))


def _scouted(_: Board, event: e.HexScouted) -> Iterator[str]:
    how, answer = say("probed") if event.probe else say("scouted"), say("occupied") if event.occupied else say("empty")
    yield f"  {event.call} {how} {event.hex}: {answer}"


def _attack(board: Board, event: e.AttackOrdered) -> Iterator[str]:
    attack = event.attack
    yield say("  {call} will attack {target}", call=_call(board, event.side, attack.unit), target=attack.target)


def _battle(_: Board, event: e.BattleRolled) -> Iterator[str]:
    ours, theirs = event.attacker, event.defender
    yield say(
        "  battle {number} at {place}, {level}: {attack} to {defence}, {cell}",
        number=event.fight.number,
        place=event.fight.hex,
        level=say(event.fight.level),
        attack=ours.total,
        defence=theirs.total,
        cell=event.cell,
    )
    for side in (ours, theirs):
        yield f"   {side.side}: {'; '.join(map(computed, (*side.lines, *side.shifts)))}"


def _fought(_: Board, event: e.BattleFought) -> Iterator[str]:
    holder = say("it goes on") if event.engaged else say("{holder} holds the hex", holder=event.holder)
    yield say("  battle {number} at {hex}: {holder}", number=event.number, hex=event.hex, holder=holder)


def _source(_: Board, event: e.SourceChanged) -> Iterator[str]:
    source = event.source
    if event.why != "moved":
        yield say(
            "  {side} {kind} at {hex}: {why}, {sp} SP",
            side=event.side,
            kind=say(KINDS[source.kind]),
            hex=source.hex,
            why=say(event.why),
            sp=source.sp,
        )


def _source_lost(_: Board, event: e.SourceLost) -> Iterator[str]:
    kind, where = say(KINDS[event.source.kind]), event.source.hex
    yield say("  {side} {kind} at {hex} lost: {why}", side=event.side, kind=kind, hex=where, why=say(event.why))


def _air_fight(_: Board, event: e.AirFought) -> Iterator[str]:
    """A fight in the air, and what it cost in all."""
    lost = (
        sum(r.attacker_lost + r.attacker_home for r in event.rounds),
        sum(r.defender_lost + r.defender_home for r in event.rounds),
    )
    yield say(
        "  fight in the air over {hex}: {attacker} {attacking} against {defending}; {ours} and {theirs} lost or driven off",
        hex=event.hex, attacker=event.attacker, attacking=say(event.attacking), defending=say(event.defending), ours=lost[0],
        theirs=lost[1],
    )  # fmt: skip


def _mission(_: Board, event: e.SortieFlew) -> Iterator[str]:
    sortie = event.sortie
    yield say(
        "  {side} {calls}: {kind} at {hex}, {why}", side=event.side, calls=", ".join(sortie.flying), kind=worded(sortie.kind),
        hex=sortie.goal, why=say(event.why),
    )  # fmt: skip


def _flight(_: Board, event: e.FlightFlown) -> Iterator[str]:
    met = "; ".join(f"{leg.hex} {say(leg.result)}" for leg in event.legs)
    end = str(event.zone) if event.zone else say("never came to its zone")
    yield f"  {event.side} {event.flight.call}: {end}{f' ({met})' if met else ''}"


def _flak(board: Board, event: e.FlakFired) -> Iterator[str]:
    call = _call(board, event.side, event.unit.id)
    yield say("  {call} fires at {what} over {hex}: {result}", call=call, what=say(event.at), hex=event.hex, result=event.result)


def _came_down(_: Board, event: e.StickLanded) -> Iterator[str]:
    for landing in event.landings:
        where = str(landing.landed) if landing.landed else say("lost")
        yield say("  {call} jumps over {planned}: {where}", call=landing.call or say("1 SP"), planned=landing.planned, where=where)


def _struck(_: Board, event: e.AirStruck) -> Iterator[str]:
    what = worded(event.attacked) if event.attacked else say("nothing found")
    yield say("  {call} strikes {hex}: {what}, {cell}", call=event.sortie, hex=event.hex, what=what, cell=event.cell)


def _bombed(_: Board, event: e.BombsFell) -> Iterator[str]:
    yield say("  {call} bombs {hex}: {cell}", call=event.flight, hex=event.hex, cell=event.cell)


def _turn_end(_: Board, event: e.TurnEndThrown) -> Iterator[str]:
    thrown = f"2d6 = {event.throw.total}: " if event.throw else ""
    yield f" {thrown}{say('the turn ends') if event.ended else say('it goes on')}"


def _call(board: Board, side: str, unit: str) -> str:
    return board.forces[side].counters[unit].call


def _strength(board: Board, side: str, unit: Unit) -> str:
    steps = board.forces[side].counter(unit).steps
    return f"{steps - unit.lost}/{steps} {say(STATES[unit.state])}"


LINES: Mapping[type[Value], Callable[[Board, Any], Iterator[str]]] = {
    e.TurnBegan: _turn, e.ForcesPatched: _patched, e.ImpulseBegan: _impulse, e.UnitActivated: _activated, e.UnitChanged: _changed,
    e.UnitDestroyed: _destroyed, e.HexScouted: _scouted, e.AttackOrdered: _attack, e.BattleRolled: _battle, e.BattleFought: _fought,
    e.SourceChanged: _source, e.SourceLost: _source_lost, e.TurnEndThrown: _turn_end,
    e.AirFought: _air_fight, e.SortieFlew: _mission, e.FlightFlown: _flight, e.FlakFired: _flak, e.StickLanded: _came_down,
    e.AirStruck: _struck, e.BombsFell: _bombed, **reveal_sea.LINES,
}  # fmt: skip
"""What the historian is told of each class of events, once all is over; the others make no line."""

"""When all is over: both orders of battle as they were, and what happened, in words (TOCS-5.0-3). Nothing of it is told before."""

from collections.abc import Iterator
from typing import Any

from pbem.documents.document import Block, table
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.battle import reckoned
from pbem.rulesets.tocs.rules.supply import KINDS
from pbem.rulesets.tocs.units import STATES, Unit


@rule("TOCS-5.0-3")
def orders_of_battle(game: Game, board: Board) -> tuple[Block, ...]:
    """Every unit of both sides, where it began, where it stands or when it fell, and both sides' supplies."""
    return tuple(
        b
        for staff in game.sides
        for b in _camp(say("THE {side} ORDER OF BATTLE", side=staff.adjective.upper()), board.camps[staff.id])
    )


def _camp(title: str, camp: Forces) -> tuple[Block, ...]:
    rows = [(say("unit"), say("steps, state"), say("where"), say("began at"))]
    for unit in sorted(camp.units.values(), key=lambda u: camp.counter(u).call):
        counter = camp.counter(unit)
        begun = str(counter.setup) if counter.setup else say("off the map")
        left = f"{counter.steps - unit.lost}/{counter.steps} {say(STATES[unit.state])}"
        rows.append((counter.call, left, _fate(unit), begun))
    stores = (say("{kind} at {place}: {sp} SP", kind=say(KINDS[s.kind]), place=s.hex, sp=s.sp) for s in camp.sources.values())
    return table(title, rows, (*stores, *(say("{points} for {what}", points=v.points, what=v.what) for v in camp.objectives)))


def _fate(unit: Unit) -> str:
    gone = {
        "dead": say("destroyed, turn {fell}", fell=unit.fell),
        "off": say("never came"),
        "waiting": say("waits off the map"),
        "split": say("divided into halves"),
        "joined": say("in its company"),
    }
    return gone.get(unit.status, str(unit.hex))


def annals(board: Board, events: tuple[Any, ...]) -> tuple[str, ...]:
    """The events of a record in words, a line each, as the historian will have them; kept for the last letter."""
    return tuple(line for event in events for line in _line(board, event))


def _line(board: Board, event: Any) -> Iterator[str]:  # noqa: C901, PLR0912 - a flat table
    match event:
        case e.TurnBegan(turn):
            yield say("TURN {turn}", turn=turn)
        case e.ModuleMended(side=side):
            yield say(" the module is patched for {side}", side=side)
        case e.ImpulseBegan(impulse, phasing):
            yield say(" impulse {impulse}, {phasing}", impulse=impulse, phasing=phasing)
        case e.UnitActivated(side=side, unit=unit):
            yield say("  {call} activated", call=_call(board, side, unit))
        case e.UnitChanged(side, unit, why):
            yield f"  {_call(board, side, unit.id)} {say(why)}, {unit.hex}, {_strength(board, side, unit)}"
        case e.UnitDestroyed(call=call, unit=unit, why=why):
            yield say("  {call} destroyed at {hex} ({why})", call=call, hex=unit.hex, why=say(why))
        case e.HexScouted(call=call, hex=hex_, probe=probe, occupied=occupied):
            yield f"  {call} {say('probed') if probe else say('scouted')} {hex_}: {say('occupied') if occupied else say('empty')}"
        case e.AttackOrdered(side, attack):
            yield say("  {call} will attack {target}", call=_call(board, side, attack.unit), target=attack.target)
        case e.BattleRolled():
            yield from _battle(event)
        case e.BattleFought(number=number, hex=hex_, holder=holder, engaged=engaged):
            yield say(
                "  battle {number} at {hex}: {holder}",
                number=number,
                hex=hex_,
                holder=say("it goes on") if engaged else say("{holder} holds the hex", holder=holder),
            )
        case e.SourceChanged(side, source, why) if why != "moved":
            yield say(
                "  {side} {kind} at {hex}: {why}, {sp} SP",
                side=side,
                kind=say(KINDS[source.kind]),
                hex=source.hex,
                why=say(why),
                sp=source.sp,
            )
        case e.SourceLost(side, source, why):
            yield say("  {side} {kind} at {hex} lost: {why}", side=side, kind=say(KINDS[source.kind]), hex=source.hex, why=say(why))
        case e.TurnEndThrown(ended=ended, throw=throw):
            yield f" {f'2d6 = {throw.total}: ' if throw else ''}{say('the turn ends') if ended else say('it goes on')}"


def _battle(event: e.BattleRolled) -> Iterator[str]:
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
        yield f"   {side.side}: {'; '.join(map(reckoned, (*side.lines, *side.shifts)))}"


def _call(board: Board, side: str, unit: str) -> str:
    return board.camps[side].counters[unit].call


def _strength(board: Board, side: str, unit: Unit) -> str:
    steps = board.camps[side].counter(unit).steps
    return f"{steps - unit.lost}/{steps} {say(STATES[unit.state])}"

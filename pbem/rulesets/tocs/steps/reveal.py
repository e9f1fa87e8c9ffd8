"""When all is over: both orders of battle as they were, and what happened, in words (TOCS-5.0-3). Nothing of it is told before."""

from collections.abc import Iterator
from typing import Any

from pbem.kernel.rulebook import rule
from pbem.reports.document import Block, table
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.camp import Camp
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.pieces import STATES, Unit


@rule("TOCS-5.0-3")
def orders_of_battle(game: Game, board: Board) -> tuple[Block, ...]:
    """Every unit of both sides, where it began, where it stands or when it fell, and both sides' supplies."""
    return tuple(b for staff in game.sides for b in _camp(f"THE {staff.adjective.upper()} ORDER OF BATTLE", board.camps[staff.id]))


def _camp(title: str, camp: Camp) -> tuple[Block, ...]:
    rows = [("unit", "steps, state", "where", "began at")]
    for unit in sorted(camp.units.values(), key=lambda u: camp.counter(u).call):
        counter = camp.counter(unit)
        begun = str(counter.setup) if counter.setup else "off the map"
        rows.append((counter.call, f"{counter.steps - unit.lost}/{counter.steps} {STATES[unit.state]}", _fate(unit), begun))
    stores = (f"{s.kind} at {s.hex}: {s.sp} SP" for s in camp.sources.values())
    return table(title, rows, (*stores, *(f"{v.points} for {v.what}" for v in camp.objectives)))


def _fate(unit: Unit) -> str:
    gone = {"dead": f"destroyed, turn {unit.fell}", "off": "never came", "waiting": "waits off the map",
            "split": "divided into halves", "joined": "in its company"}
    return gone.get(unit.status, str(unit.hex))


def annals(board: Board, events: tuple[Any, ...]) -> tuple[str, ...]:
    """The events of a record in words, a line each, as the historian will have them; kept for the last letter."""
    return tuple(line for event in events for line in _line(board, event))


def _line(board: Board, event: Any) -> Iterator[str]:  # noqa: C901, PLR0912 - a flat table
    match event:
        case e.TurnBegan(turn):
            yield f"TURN {turn}"
        case e.ModuleMended(side=side):
            yield f" the module is patched for {side}"
        case e.ImpulseBegan(impulse, phasing):
            yield f" impulse {impulse}, {phasing}"
        case e.UnitActivated(side=side, unit=unit):
            yield f"  {_call(board, side, unit)} activated"
        case e.UnitChanged(side, unit, why):
            yield f"  {_call(board, side, unit.id)} {why}, {unit.hex}, {_strength(board, side, unit)}"
        case e.UnitDestroyed(call=call, unit=unit, why=why):
            yield f"  {call} destroyed at {unit.hex} ({why})"
        case e.HexScouted(call=call, hex=hex_, probe=probe, occupied=occupied):
            yield f"  {call} {'probed' if probe else 'scouted'} {hex_}: {'occupied' if occupied else 'empty'}"
        case e.AttackOrdered(side, attack):
            yield f"  {_call(board, side, attack.unit)} will attack {attack.target}"
        case e.BattleRolled():
            yield from _battle(event)
        case e.BattleFought(number=number, hex=hex_, holder=holder, engaged=engaged):
            yield f"  battle {number} at {hex_}: {'it goes on' if engaged else f'{holder} holds the hex'}"
        case e.SourceChanged(side, source, why) if why != "moved":
            yield f"  {side} {source.kind} at {source.hex}: {why}, {source.sp} SP"
        case e.SourceLost(side, source, why):
            yield f"  {side} {source.kind} at {source.hex} lost: {why}"
        case e.TurnEndThrown(ended=ended, throw=throw):
            yield f" {f'2d6 = {throw.total}: ' if throw else ''}{'the turn ends' if ended else 'it goes on'}"


def _battle(event: e.BattleRolled) -> Iterator[str]:
    ours, theirs = event.attacker, event.defender
    yield f"  battle {event.fight.number} at {event.fight.hex}, {event.fight.level}: {ours.total} to {theirs.total}, {event.cell}"
    for side in (ours, theirs):
        yield f"   {side.side}: {'; '.join((*side.lines, *side.shifts))}"


def _call(board: Board, side: str, unit: str) -> str:
    return board.camps[side].counters[unit].call


def _strength(board: Board, side: str, unit: Unit) -> str:
    steps = board.camps[side].counter(unit).steps
    return f"{steps - unit.lost}/{steps} {STATES[unit.state]}"

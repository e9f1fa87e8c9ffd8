"""The reports of a battle that was fought in another ruleset: how it ended, in the items of the form (MASL-4.1).

A body of men loses a step with half of what stood for it, and none is brought back. Who does not hold the hex withdraws to an own
hex beside it, the attacker first of all to where it came from; while one of its units has no way back, both sides stay in it.
"""

from collections.abc import Iterator, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.battlefield import BattleOutcome, TroopLeft
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.field_units import Force
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.rules.after_action import RESULTS
from pbem.rulesets.tocs.rules.bridges import standing
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.field_battle import back, best_state
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.units import STATES, Unit
from pbem.rulesets.tocs.view import View

ENGAGED = "engaged"
DESTROYED = "destroyed"
"""A word of the form, as a field commander would write it."""
HALF = 2


class _Side(Value, eq=False):
    """A side at the end: its force, the steps that each unit has left, the hexes that each may fall back to, the best first."""

    force: Force
    view: View
    left: Mapping[str, int]
    ways: Mapping[str, tuple[Hex, ...]]

    @property
    def alive(self) -> bool:
        """Is anybody left?"""
        return any(self.left.values())

    @property
    def may_leave(self) -> bool:
        """Has everybody who is left a way back?"""
        return all(self.ways[unit] for unit, steps in self.left.items() if steps)


@rule("MASL-2.2-1", "MASL-4.1-1", "MASL-4.1-2", "MASL-4.1-3", "TOCS-W19.5-5")
def reports(game: Game, board: Board, number: int, outcome: BattleOutcome) -> dict[str, tuple[str, ...]]:
    """By side, the items of its report that must be right, in lines of the form. LookupError where the battle is not out."""
    battle = next((found for found in board.public.fields.values() if found.number == number), None)
    if battle is None:
        raise LookupError(f"battle {number} is not out")
    sides = {side: _side(game, board, side, number, outcome) for side in (battle.attacker, battle.defender)}
    result = _result(sides[battle.attacker], sides[battle.defender], outcome)
    return {side: tuple(_lines(own, result, outcome.turns)) for side, own in sides.items()}


def _side(game: Game, board: Board, side: str, number: int, outcome: BattleOutcome) -> _Side:
    view, force = board.view(game, side), board.forces[side].force(number)
    if force is None:
        raise LookupError(f"battle {number}: {side} has given no force")
    came = {attack.unit: attack.origin for attack in force.attacks}
    told = {troop.name: troop for troop in outcome.troops[side]}
    left = {unit.id: _steps(view, unit, told.get(view.forces.counter(unit).call)) for unit in force.units}
    ways = {unit.id: _ways(view, force, unit, came.get(unit.id)) for unit in force.units}
    return _Side(force, view, left, ways)


@rule("MASL-2.2-1")
def _steps(view: View, unit: Unit, told: TroopLeft | None) -> int:
    """The steps that a unit has left: of those that it went in with as many as stood for what is lost, halves up; one at the least
    while anybody of it is left."""
    before = view.forces.counter(unit).steps - unit.lost
    if told is None or not told.left:
        return 0
    lost = (HALF * (told.of - told.left) * before + told.of) // (HALF * told.of)
    return max(1, before - lost)


def _ways(view: View, force: Force, unit: Unit, came: Hex | None) -> tuple[Hex, ...]:
    """Where a unit may fall back to: where it came from, then the other own hexes beside the battle that it can enter."""
    counter, here = view.forces.counter(unit), Position(unit.hex, unit.bank)
    open_ = (place for place in back(view, force) if entry(view, counter, here, place))
    return tuple(sorted(open_, key=lambda place: (place != came, place)))


def _result(attacker: _Side, defender: _Side, outcome: BattleOutcome) -> str:
    """ "attacker", "defender" or "engaged"; a side of which nobody is left holds nothing."""
    if not attacker.alive:
        return "defender"
    if not defender.alive:
        return "attacker"
    beaten = {"attacker": defender, "defender": attacker}.get(outcome.holder)
    return outcome.holder if beaten is not None and beaten.may_leave else ENGAGED


def _lines(own: _Side, result: str, turns: int) -> Iterator[str]:
    force, place = own.force, own.force.hex
    stays = result in (ENGAGED, force.role)
    yield f"RESULT {next(word for word, holds in RESULTS.items() if holds == result).upper()}"
    yield f"TURNS FOUGHT {turns}"
    left = dict(own.left)
    if stays and not own.alive:  # of both sides nobody is left: a step of who holds still does
        left[force.units[0].id] = 1
    yield f"OWN UNITS {' ; '.join(_fate(own, unit, left[unit.id], place if stays else None) for unit in force.units)}"
    if standing(own.view, place):
        yield "BRIDGE WHOLE"
    yield f"PERIMETER {'PART' if result == ENGAGED else 'ALL' if stays else 'NONE'} OF {place}"
    yield "PRISONERS 0 TAKEN, 0 LOST"


@rule("TOCS-W19.4-6")
def _fate(own: _Side, unit: Unit, steps: int, place: Hex | None) -> str:
    """`B/504 2 fatigued 14.12`; who has lost half of what it went in with is one state the worse."""
    counter = own.view.forces.counter(unit)
    if not steps:
        return f"{counter.call} {DESTROYED}"
    before = counter.steps - unit.lost
    worn = HALF * steps <= before and steps < before
    state = min(best_state(unit) + worn, len(STATES) - 1)
    return f"{counter.call} {steps} {STATES[state]} {place or own.ways[unit.id][0]}"

"""What the rules oblige the referee to do at the end of an Action Phase for units that no line moved: those of a failed sheet go
toward their rally hexes, defenders that are more than a hex off it toward their position."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.barriers import barred
from pbem.rulesets.tcs.rules.boundaries import is_within
from pbem.rulesets.tcs.rules.movement import Country, cheapest_way, spent_in, to_move_mode
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.sheets import DEFENSES, OpSheet
from pbem.rulesets.tcs.standing_orders.so_asked import IsInTheOpen
from pbem.rulesets.tcs.told_events import ModeChanged, MoveBegan, OwnTold, UnitsIdled, UnitsObliged
from pbem.rulesets.tcs.units import MOST_VEHICLES, TacticalUnit, vehicles_on
from pbem.rulesets.tcs.view import TacticalForces


@rule("TCSB-6-25", "TCSB-6-28")
def obliged(moment: Moment, side: str, unit: TacticalUnit) -> tuple[OwnTold, ...]:
    """How a unit that has done nothing sets out by itself; () where nothing obliges it, or it cannot."""
    forces = moment.board.forces[side]
    sheet = forces.sheet_of(unit)
    if moment.game.switches["command"] == "off" or sheet is None or not _free(unit):
        return ()
    if sheet.type == "attack" and sheet.status == "implemented":
        return _urged(moment, side, unit, sheet)
    goals = _goals(sheet)
    if not goals or min(distance(unit.hex, goal) for goal in goals) <= (sheet.status != "failed"):
        return ()
    over = _country(moment, forces)
    ready = _on_the_move(moment.game.book, unit)
    goal = min(goals, key=lambda hex_: (distance(unit.hex, hex_), hex_))
    way = cheapest_way(over, ready, goal, lambda hex_: sheet.status == "failed" or _inside(hex_, sheet))
    path = _as_room_allows(forces, unit, _reached(over, ready, way))
    if not path:
        return ()
    return _sets_out(
        side, unit, ready, path, UnitsObliged(side, unit.id, sheet.id, "rally" if sheet.status == "failed" else "position")
    )


def _sets_out(side: str, unit: TacticalUnit, ready: TacticalUnit, path: tuple[Hex, ...], why: UnitsObliged) -> tuple[OwnTold, ...]:
    """A unit goes by itself, and its side is told why. ready: the same in move mode."""
    turned = () if ready.mode == unit.mode else (ModeChanged(side, unit.id, "move", ready.spent),)
    return (why, *turned, MoveBegan(side, (unit.id,), path))


def _country(moment: Moment, forces: TacticalForces) -> Country:
    """The ground with the barriers that the side knows of."""
    return Country(moment.game.book, moment.game.ground, moment.board.smoke, barred=barred(moment.game.book, forces))


IDLE_TURNS = 2
"""From the second idle turn in a row a unit goes by itself."""


@rule("TCSB-6-26")
def idled(moment: Moment, side: str) -> tuple[OwnTold, ...]:
    """Units of an attack that have done nothing in this Action Phase, and could have: how many turns in a row."""
    found: dict[int, list[str]] = {}
    for unit in moment.board.forces[side].units.values():
        turns = unit.idle + 1 if _idles(moment, side, unit) else 0
        if turns != unit.idle:
            found.setdefault(turns, []).append(unit.id)
    return tuple(UnitsIdled(side, tuple(units), turns) for turns, units in sorted(found.items()))


def _idles(moment: Moment, side: str, unit: TacticalUnit) -> bool:
    """Is it on an attack, free to act, not where its stage is, and has it neither moved nor fired?"""
    sheet = moment.board.forces[side].sheet_of(unit)
    if moment.game.switches["command"] == "off" or sheet is None or sheet.type != "attack" or sheet.status != "implemented":
        return False
    return _free(unit) and not unit.under_fire and not unit.held and unit.hex not in _ahead(sheet)


def _ahead(sheet: OpSheet) -> tuple[Hex, ...]:
    """Where an attack goes now: to its stage, else to its objective."""
    return sheet.now.hexes if sheet.now else sheet.objective


@rule("TCSB-6-26")
def _urged(moment: Moment, side: str, unit: TacticalUnit, sheet: OpSheet) -> tuple[OwnTold, ...]:
    """A unit that was idle goes one hex along its stage's cheapest way, if no enemy that its side has spotted could fire at it."""
    if unit.idle + 1 < IDLE_TURNS or not _idles(moment, side, unit) or (sheet.now and sheet.now.kind == "hold"):
        return ()
    over = _country(moment, moment.board.forces[side])
    ready = _on_the_move(moment.game.book, unit)
    goal = min(_ahead(sheet), key=lambda hex_: (distance(unit.hex, hex_), hex_))
    way = _reached(over, ready, cheapest_way(over, ready, goal, lambda hex_: _inside(hex_, sheet)))[:1]
    path = _as_room_allows(moment.board.forces[side], unit, way)
    if not path or moment.ask(side, IsInTheOpen(path[0])):
        return ()
    return _sets_out(side, unit, ready, path, UnitsObliged(side, unit.id, sheet.id, "advance"))


def _goals(sheet: OpSheet) -> tuple[Hex, ...]:
    if sheet.status == "failed":
        return sheet.rally
    return sheet.objective if sheet.type in DEFENSES else ()


def _free(unit: TacticalUnit) -> bool:
    """Has it done nothing in this phase, and could it?"""
    acted = unit.spent or unit.acted or unit.over or unit.fired or unit.overwatch
    return not (acted or unit.paralyzed or unit.suppressed or unit.rides)


def _on_the_move(book: ChartBook, unit: TacticalUnit) -> TacticalUnit:
    return unit if unit.mode == "move" else replace(unit, mode="move", spent=to_move_mode(book, unit))


def _inside(hex_: Hex, sheet: OpSheet) -> bool:
    return is_within(hex_, sheet.left, sheet.right)


@rule("TCS3-10-2")
def _as_room_allows(forces: TacticalForces, unit: TacticalUnit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """A path up to the last hex of it that has room for a vehicle more."""
    if not unit.counter.vehicle:
        return path
    while path and vehicles_on(unit.counter, unit.steps) + _vehicles(forces, path[-1]) > MOST_VEHICLES:
        path = path[:-1]
    return path


def _vehicles(forces: TacticalForces, hex_: Hex) -> int:
    return sum(vehicles_on(other.counter, other.steps) for other in forces.at(hex_))


def _reached(over: Country, unit: TacticalUnit, path: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """As far along a path as its MP reach."""
    for number, hex_ in enumerate(path):
        spent = spent_in(over, unit, hex_)
        if spent is None:
            return path[:number]
        unit = replace(unit, hex=hex_, spent=spent)
    return path

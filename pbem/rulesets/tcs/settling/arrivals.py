"""Groups that come onto the map as a turn begins (TCSB-28-1)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.arrivals import Arrival
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.units import MOST_VEHICLES, Unit, vehicles_on
from pbem.rulesets.tcs.view import Forces


@rule("TCSB-28-1")
def arrived(board: Board, turn: int) -> tuple[t.UnitsArrived, ...]:
    """Who comes onto the map: all that are due by this turn and find room at the edge; the others wait behind it."""
    events = list[t.UnitsArrived]()
    for side, forces in sorted(board.forces.items()):
        enemies = {unit.hex for other, of in board.forces.items() if other != side for unit in of.units.values()}
        come = _come(forces, turn, enemies)
        events += [t.UnitsArrived(side, come)] if come else []
    return tuple(events)


@rule("TCS3-10-2", "TCSB-5-6")
def _come(forces: Forces, turn: int, enemies: set[Hex]) -> tuple[Unit, ...]:
    """Those of a side, each at the first hex of its group that no enemy is in and that has room; who rides comes with its
    carrier."""
    vehicles: dict[Hex, int] = {}
    for unit in forces.units.values():
        vehicles[unit.hex] = vehicles.get(unit.hex, 0) + vehicles_on(unit.counter, unit.steps)
    placed: dict[str, Unit] = {}
    for arrival in (one for one in forces.due if one.turn <= turn):
        for unit in sorted(arrival.units, key=lambda unit: bool(unit.rides)):
            if place := _place(arrival, unit, placed, vehicles, enemies):
                placed[unit.id] = replace(unit, hex=place)
                vehicles[place] = vehicles.get(place, 0) + vehicles_on(unit.counter, unit.steps)
    return tuple(placed.values())


def _place(
    arrival: Arrival, unit: Unit, placed: dict[str, Unit], vehicles: dict[Hex, int], enemies: set[Hex]
) -> Hex | None:  # fmt: skip
    if unit.rides:
        return placed[unit.rides].hex if unit.rides in placed else None
    more = vehicles_on(unit.counter, unit.steps)
    free = (hex_ for hex_ in arrival.hexes if hex_ not in enemies)
    return next((hex_ for hex_ in free if not more or vehicles.get(hex_, 0) + more <= MOST_VEHICLES), None)

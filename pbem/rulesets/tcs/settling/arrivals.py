"""Who comes onto the map as a turn begins."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.arrivals import GroupArrival
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.units import MOST_VEHICLES, TacticalUnit, vehicles_on
from pbem.rulesets.tcs.view import TacticalForces


class _Incomer(Value):
    """How a unit that is due comes in: as it then stands, None where it waits; the hexes in which it met the enemy before."""

    call: str
    unit: TacticalUnit | None
    met: tuple[Hex, ...] = ()


@rule("TCSB-28-1")
def arrived(board: TacticalBoard, turn: int) -> tuple[t.EntryBarred | t.UnitsArrived, ...]:
    """Groups that are due, as far as there is room at the edge; the others wait behind it. Their side is told which hexes it found
    the enemy in, as of a move (TCSB-20-7): where they come in, or that they wait, would tell it anyhow."""
    events = list[t.EntryBarred | t.UnitsArrived]()
    for side, forces in sorted(board.forces.items()):
        enemies = {unit.hex for other, of in board.forces.items() if other != side for unit in of.units.values()}
        entries = tuple(_entries(forces, turn, enemies))
        come = tuple(entry.unit for entry in entries if entry.unit)
        events += [*_barred(side, entries), *((t.UnitsArrived(side, come),) if come else ())]
    return tuple(events)


@rule("TCSB-5-6", "TCSB-20-7")
def _barred(side: str, entries: tuple[_Incomer, ...]) -> Iterator[t.EntryBarred]:
    """The hexes in which the enemy stood, each with all whom he kept out of it."""
    for place in dict.fromkeys(hex_ for entry in entries for hex_ in entry.met):
        yield t.EntryBarred(side, tuple(entry.call for entry in entries if place in entry.met), place)


@rule("TCS3-10-2", "TCSB-5-6")
def _entries(forces: TacticalForces, turn: int, enemies: set[Hex]) -> Iterator[_Incomer]:
    """Those of a side that are due, each at the first hex of its group that no enemy is in and that has room; who rides comes with
    its carrier."""
    vehicles: dict[Hex, int] = {}
    for unit in forces.units.values():
        vehicles[unit.hex] = vehicles.get(unit.hex, 0) + vehicles_on(unit.counter, unit.steps)
    placed: dict[str, Hex] = {}
    for arrival in (one for one in forces.due if one.turn <= turn):
        for unit in sorted(arrival.units, key=lambda unit: bool(unit.rides)):
            entry = _ridden(unit, placed) if unit.rides else _incomer(arrival, unit, vehicles, enemies)
            if entry.unit:
                placed[entry.call] = entry.unit.hex
                vehicles[entry.unit.hex] = vehicles.get(entry.unit.hex, 0) + vehicles_on(unit.counter, unit.steps)
            yield entry


def _ridden(unit: TacticalUnit, placed: dict[str, Hex]) -> _Incomer:
    return _Incomer(unit.id, replace(unit, hex=placed[unit.rides]) if unit.rides in placed else None)


def _incomer(arrival: GroupArrival, unit: TacticalUnit, vehicles: dict[Hex, int], enemies: set[Hex]) -> _Incomer:
    more, met = vehicles_on(unit.counter, unit.steps), list[Hex]()
    for place in arrival.hexes:
        if more and vehicles.get(place, 0) + more > MOST_VEHICLES:
            continue  # full of its own: nobody looks there
        if place not in enemies:
            return _Incomer(unit.id, replace(unit, hex=place), tuple(met))
        met.append(place)
    return _Incomer(unit.id, None, tuple(met))

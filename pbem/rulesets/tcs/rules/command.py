"""Command: how big a sheet is, what it gains, when it comes into force, when it ends (TCSB-6)."""

from collections.abc import Collection
from typing import NamedTuple

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import TacticalUnit, vehicles_on
from pbem.rulesets.tcs.view import PublicKnowledge, TacticalForces

PLATOONS = ("infantry_platoon", "engineer_platoon")
STAFF_OF = 9
"""A battalion of fewer units in play has no staff that counts: what a small module has of one is none (ours)."""


def force_of(forces: TacticalForces, sheet: OpSheet) -> tuple[TacticalUnit, ...]:
    """The units of a sheet that live."""
    return tuple(forces.units[name] for name in sheet.force if name in forces.units)


@rule("TCSB-6-8", "TCSB-6-11")
def whole_force(forces: TacticalForces, sheet: OpSheet) -> tuple[TacticalUnit, ...]:
    """The units of a sheet that live, on the map and still to come: what it is prepared for."""
    return (*force_of(forces, sheet), *(unit for unit in forces.awaited if unit.id in sheet.force))


@rule("TCSB-6-14")
def has_anybody(forces: TacticalForces, sheet: OpSheet) -> bool:
    """Is anybody of its force left, or still to come? A sheet without is prepared for nobody (ours)."""
    return bool(whole_force(forces, sheet))


@rule("TCSB-6-8", "TCS3-5-1", "TCS3-5-2")
def size(book: ChartBook, forces: TacticalForces, sheet: OpSheet) -> int:
    """The size of a sheet in companies, 1 to 9: less with a battalion's staff, more for each other sheet of its force."""
    ends = book.modifiers("op-sheet-size")["clamp"].extras
    return max(whole(ends, "lo"), min(whole(ends, "hi"), companies(book, forces, sheet)))


@rule("TCSB-6-8")
def largest(book: ChartBook) -> int:
    """How many companies a sheet holds at most."""
    return whole(book.modifiers("op-sheet-size")["clamp"].extras, "hi")


@rule("TCSB-6-8", "TCS3-5-1", "TCS3-5-2")
def companies(book: ChartBook, forces: TacticalForces, sheet: OpSheet) -> int:
    """The same before it is held to its bounds."""
    chart = book.modifiers("op-sheet-size")
    points = sum(_points(book, unit) for unit in whole_force(forces, sheet))
    per = _value(chart["to_size"].value)
    found = max(1, (2 * points + per) // (2 * per))
    if has_staff(forces, sheet):
        found += _value(chart["battalion_staff"].value)
    others = [
        s for s in forces.sheets.values() if s.status == "unimplemented" and set(s.force) & set(sheet.force) and s.id != sheet.id
    ]
    return found + _value(chart["sheets_in_the_works"].value) * len(others)


def _points(book: ChartBook, unit: TacticalUnit) -> int:
    chart = book.modifiers("op-sheet-size")
    if unit.counter.carrier:
        return 0
    kind = "infantry_platoon" if unit.counter.type in PLATOONS else "vehicle" if unit.counter.vehicle else "section"
    return _value(chart[kind].value) * (vehicles_on(unit.counter, unit.steps) if kind == "vehicle" else 1)


def _value(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"no whole number: {value!r}")
    return value


def has_staff(forces: TacticalForces, sheet: OpSheet) -> bool:
    """Is a whole battalion on it, large enough to have a staff that counts?"""
    battalions: dict[str, set[str]] = {}
    for unit in forces.units.values():
        if not unit.counter.carrier:
            battalions.setdefault(unit.battalion, set()).add(unit.id)
    return any(len(units) >= STAFF_OF and units <= set(sheet.force) for units in battalions.values())


@rule("TCSB-6-11", "TCSB-6-12", "TCSB-6-13", "TCSB-25-4")
def gain(book: ChartBook, forces: TacticalForces, sheet: OpSheet, now: PublicKnowledge) -> int:
    """Weighted turns that a sheet gains in a turn: by the worst that fits any of its force, or by night, for vehicles three times
    as many; none in the turn it is written."""
    if sheet.written == now.turn and now.turn:
        return 0
    chart, force = book.modifiers("command-weights"), whole_force(forces, sheet)
    if any(unit.before or unit.gave_before for unit in force):
        worst = "in_action"
    elif now.dark or any(forces.sheet_of(unit) for unit in force):
        worst = "assigned_or_night"
    else:
        worst = "unassigned"
    times = _value(chart["vehicle_sheet"].value) if all(unit.counter.vehicle or unit.rides for unit in force) else 1
    return _value(chart[worst].value) * times


class Prep(NamedTuple):
    """What a sheet needs on two dice read as tens and units (99: no roll does), and the column it stands in, from 1 (0: none)."""

    needed: int
    column: int


@rule("TCSB-6-15")
def preparation(book: ChartBook, sheet: OpSheet, companies: int) -> Prep:
    """The number or more that brings a sheet of this size into force."""
    chart = book.sheet("command-prep")
    column = chart.column_at(sheet.weighted, sheet.type)
    if column is None:
        return Prep(99, 0)
    token = chart.cell(str(companies), chart.labels[column])
    return Prep(99 if token == "-" else int(token), column + 1)


def chance(needed: int) -> int:
    """How likely two dice read as tens and units make a number or more, in percent."""
    fits = sum(10 * tens + ones >= needed for tens in range(1, 7) for ones in range(1, 7))
    return (fits * 100 + 18) // 36


@rule("TCSB-6-24")
def has_failed(forces: TacticalForces, sheet: OpSheet) -> bool:
    """Has its force lost the share of steps that ends the mission?"""
    lost = sheet.begun - forces.steps(sheet.force)
    return bool(sheet.begun) and lost * 100 >= sheet.begun * sheet.fail_percent


@rule("TCSB-6-22", "TCSB-6-23")
def is_finished(sheet: OpSheet, held: Collection[Hex], enemies_near: Collection[Hex]) -> bool:
    """Does its side hold all that an attack or a move is to take, with no enemy that could fire within a hex of it?"""
    return sheet.type in ("attack", "move") and not enemies_near and set(sheet.objective) <= set(held)

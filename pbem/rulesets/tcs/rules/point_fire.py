"""Point fire: the net value, three dice in order, and the Mortar line (TCSB-12)."""

from collections.abc import Iterable, Iterator

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.chart import Sheet, SheetRow
from pbem.kernel.charts.entries import section, texts, whole
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.range_effects import point_shift, reaches_by_point
from pbem.rulesets.tcs.rules.rolls import NEVER, meets, throw_for
from pbem.rulesets.tcs.rules.shifts import Shift, drms_of, shifts, total
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit

CHART = "point-fire"
DUG_IN = "dug_in"


class PointFire(Value):
    """A point fire. value: the gun's, or a tenth of a sheaf's; away: hexes; flank: it comes from the flank or the rear; smoke:
    markers on the line and in the hex; dark: by night, the target's hex not lit."""

    unit: TacticalUnit
    value: int
    away: int
    flank: bool = False
    smoke: int = 0
    dark: bool = False


class PointTarget(Value):
    """What is fired at. protected: in protective terrain or defilade; dug: levels that a gun is dug in by (1 for a sheet)."""

    counter: PrintedUnit
    protected: bool = False
    dug: int = 0


class PointShot(Value):
    """A point fire as it is to be thrown. net: fire value less defense plus modifiers; needed: the number or more, - for never."""

    net: int
    needed: str
    counting: tuple[Shift, ...]


class Struck(Value):
    """A shot as it fell. rolled: the three digits; hit."""

    rolled: int
    hit: bool


@rule("TCSB-9-3", "TCSB-12-15", "TCSB-3-5")
def is_point_target(counter: PrintedUnit) -> bool:
    """May it be attacked by point fire? Armor, guns and B targets, one by one; other men are left alone."""
    return counter.target != "A" or counter.gun


@rule("TCSB-12-1", "TCSB-12-9", "TCSB-16-6")
def point_shifts(charts: ChartBook, fire: PointFire, target: PointTarget) -> tuple[Shift, ...]:
    """The modifiers of the net value."""
    unit = fire.unit
    amounts = {
        "range": point_shift(charts, unit.counter.point_class, fire.away) or 0,
        "flank": int(fire.flank),
        "suppressed": int(unit.suppressed),
        "buttoned": int(unit.buttoned),
        "moved": int(unit.mode == "move"),
        "protective": int(target.protected),
        DUG_IN: target.dug if target.counter.gun else 0,
        "smoke": -fire.smoke,
        "night": int(fire.dark),
    }
    return shifts(drms_of(charts.sheet(CHART)), amounts)


@rule("TCSB-7-3", "TCSB-12-1")
def known(counting: Iterable[Shift]) -> tuple[Shift, ...]:
    """Those of them that the firer's desk knows: its own, the way's, the ground's; how a target is dug in it does not see."""
    return tuple(shift for shift in counting if shift.id != DUG_IN)


@rule("TCSB-12-1", "TCSB-12-2", "TCSB-12-4", "TCSB-9-7")
def aimed(charts: ChartBook, fire: PointFire, target: PointTarget) -> PointShot:
    """What a point fire needs. Below the first column, or out of range, it cannot hit; above the last it uses the last."""
    counting = point_shifts(charts, fire, target)
    net = fire.value - target.counter.defense + total(counting)
    reaches = reaches_by_point(charts, fire.unit.counter, fire.away)
    return PointShot(net, needed_for(charts, net) if reaches else NEVER[0], counting)


def needed_for(charts: ChartBook, net: int) -> str:
    """The number or more on three dice for a net value."""
    sheet = charts.sheet(CHART)
    columns = [int(label) for label in sheet.labels]
    if net < columns[0]:
        return NEVER[0]
    return sheet.rows["hit"].cells[columns.index(min(net, columns[-1]))]


@rule("TCSB-9-6", "TCSB-12-2", "TCSB-12-3", "TCSB-12-10", "TCS3-4-1")
def fire_at_point(charts: ChartBook, dice: Dice, occasion: str, shot: PointShot) -> Struck:
    """Throws one point fire: its digits or more hit."""
    rolled = throw_for(dice, occasion, charts.sheet(CHART))
    return Struck(rolled.value, meets(rolled.value, shot.needed))


@rule("TCS3-2.11-1")
def mortar_needed(charts: ChartBook, defense: int) -> str:
    """The number or more by which a sheaf or mortar fire hits a P target in its hex: by its defense alone."""
    line = section(charts.sheet(CHART).extras, "mortar_line")
    cells = texts(line, "cells")
    return cells[min(defense, len(cells) - 1)]


@rule("TCSB-16-12", "TCS3-2.11-1")
def fire_on_mortar_line(charts: ChartBook, dice: Dice, occasion: str, defense: int) -> Struck:
    """Throws once for one sheaf or mortar fire against one P target of the hex."""
    rolled = throw_for(dice, occasion, charts.sheet(CHART))
    return Struck(rolled.value, meets(rolled.value, mortar_needed(charts, defense)))


@rule("TCSB-12-14")
def multifire_hits(charts: ChartBook, defense: int, rolls: int, rolled: int) -> int:
    """How many hits one throw stands for by the multifire chart, in place of so many on the Mortar line; KeyError where the chart
    has no such row (`multifire_rows` splits any number into rows that it has)."""
    row = next((row for row in _rows(charts.sheet("multifire"), defense) if whole(row.extras, "rolls") == rolls), None)
    if row is None:
        raise KeyError(f"no row of {rolls} rolls against {defense}")
    return sum(meets(rolled, cell) for cell in row.cells)


@rule("TCSB-12-14")
def multifire_rows(charts: ChartBook, defense: int, rolls: int) -> tuple[int, ...]:
    """Numbers of rolls that the chart has rows for, the largest first, which add up to those that are due; a single one is 1."""
    sizes = sorted((whole(row.extras, "rolls") for row in _rows(charts.sheet("multifire"), defense)), reverse=True)
    parts: list[int] = []
    for size in (*sizes, 1):
        while rolls >= size:
            parts.append(size)
            rolls -= size
    return tuple(parts)


def _rows(sheet: Sheet, defense: int) -> Iterator[SheetRow]:
    most = max(whole(row.extras, "defense") for row in sheet.rows.values())
    return (row for row in sheet.rows.values() if whole(row.extras, "defense") == min(defense, most))

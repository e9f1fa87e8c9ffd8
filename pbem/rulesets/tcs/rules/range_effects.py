"""What range does to fire: a factor of area strength, a shift of point fire; and the printed range (TCSB-9-7, TCSB-12-5)."""

from fractions import Fraction

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.rules.rolls import NEVER, cell_of
from pbem.rulesets.tcs.units import PrintedUnit

CHART = "range-effects"


@rule("TCSB-11-3")
def area_factor(charts: ChartBook, row: str, away: int) -> Fraction:
    """What the strength of an area firer of a class is multiplied by; 0 where it does not reach. KeyError for no such class."""
    cell = _cell(charts, row, away)
    return Fraction(0) if cell in NEVER else Fraction(cell)


@rule("TCSB-12-5")
def point_shift(charts: ChartBook, row: str, away: int) -> int | None:
    """What range adds to the net value of a gun of a class; None where it does not reach. KeyError for no such class."""
    cell = _cell(charts, row, away)
    return None if cell in NEVER else int(cell)


@rule("TCSB-9-7", "TCSB-3-8")
def reaches_by_area(charts: ChartBook, counter: PrintedUnit, away: int) -> bool:
    """Has a unit area fire at a range? Nothing fires past the range printed on it."""
    return counter.area > 0 and away <= counter.area_range and area_factor(charts, counter.area_class, away) > 0


@rule("TCSB-9-7", "TCSB-3-8")
def reaches_by_point(charts: ChartBook, counter: PrintedUnit, away: int) -> bool:
    """Has a unit point fire at a range? Only those with a point value make point fires."""
    return counter.point > 0 and away <= counter.point_range and point_shift(charts, counter.point_class, away) is not None


def _cell(charts: ChartBook, row: str, away: int) -> str:
    sheet = charts.sheet(CHART)
    return cell_of(sheet, row, sheet.column_at(away))

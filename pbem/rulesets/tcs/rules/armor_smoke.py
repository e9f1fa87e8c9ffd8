"""Smoke of tanks: fired by American ones, made on the move by Panthers; and falling back in place of fire (TCSARM-4.6, 4.10)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.rules.impulses import EXTRA
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit

FIRED, ON_THE_MOVE = "us_tank_smoke", "panther_smoke"


@rule("TCSARM-4.6-1")
def may_fire_smoke(unit: TacticalUnit, away: int) -> bool:
    """May a tank fire smoke at a hex in its sight, so far away? Within the range of its gun."""
    return unit.counter.smoke == FIRED and 0 < away <= unit.counter.point_range


@rule("TCSARM-4.6-2")
def may_smoke_on_the_move(unit: TacticalUnit) -> bool:
    """May a tank make smoke in its own hex while it moves? Once in a segment."""
    return unit.counter.smoke == ON_THE_MOVE and not unit.smoked


@rule("TCSARM-4.10-1")
def is_quick(charts: ChartBook, counter: PrintedUnit) -> bool:
    """Has a counter 6 MP or more on its back?"""
    return counter.back >= whole(section(charts.grid("syr").extras, "fall_back"), "from_mp")


@rule("TCSARM-4.10-1", "TCSARM-4.10-2")
def may_fall_back(charts: ChartBook, unit: TacticalUnit, segment: str) -> bool:
    """May a unit run in place of its overwatch fire? If it is quick enough; men in the normal phase alone, and once."""
    able = is_quick(charts, unit.counter) and not (unit.rides or unit.paralyzed) and unit.steps > 0
    return able and (unit.counter.armor or not (unit.withdrew or segment in EXTRA))

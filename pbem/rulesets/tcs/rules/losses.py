"""Losses: steps, what dies with a carrier, whom a hit may take instead (TCSB-10)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, text
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.rolls import meets, throw_as
from pbem.rulesets.tcs.units import PLATOON_COUNTERS, TacticalUnit


@rule("TCSB-10-1", "TCSB-10-2", "TCSB-10-7", "TCSB-3-13")
def lose(unit: TacticalUnit, steps: int) -> TacticalUnit:
    """A unit that has lost steps; at none it is destroyed, and what is over passes to nobody."""
    return replace(unit, steps=max(0, unit.steps - steps))


@rule("TCSB-12-10", "TCSB-10-7")
def hit_by_point_fire(unit: TacticalUnit) -> TacticalUnit:
    """A vehicle or gun that was hit is out of action; a counter of several loses a step."""
    several = unit.counter.type in PLATOON_COUNTERS or unit.counter.gun
    return lose(unit, 1 if several else unit.steps)


@rule("TCSB-10-6")
def rider_after_hit(charts: ChartBook, dice: Dice, occasion: str, rider: TacticalUnit) -> TacticalUnit:
    """What becomes of a rider whose carrier point fire or an AT roll destroyed."""
    spec = section(charts.sheet("point-fire").extras, "riders")
    thrown = throw_as(dice, occasion, text(spec, "dice"))
    return lose(rider, 1) if meets(thrown.value, text(spec, "loses_at")) else rider


@rule("TCSB-9-10")
def fired_at(unit: TacticalUnit) -> TacticalUnit:
    """A unit that was fired at, whatever came of it."""
    return replace(unit, under_fire=True)

"""Direct fire by artillery on the map: its tubes, what they fire, what it costs (TCS3-2.12-1 to 2.12-4)."""

from fractions import Fraction

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import number, section, whole
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.plots import Battery
from pbem.rulesets.tcs.rules.range_effects import area_factor
from pbem.rulesets.tcs.rules.rolls import halves_up

CHART = "artillery-values"


@rule("TCS3-2.12-1")
def may_fire_direct(battery: Battery) -> bool:
    """A battery that fired indirect does not fire direct in that turn, be it what it plotted in an earlier one; direct fire takes
    one battery fire of HE."""
    return battery.spent == 0 and battery.now is None and battery.he > 0


@rule("TCS3-2.12-3")
def direct_strength(charts: ChartBook, battery: Battery, away: int) -> Fraction:
    """Area strength of one tube's sheaf at a hex in its sight: half the value, by the range; those at one hex are added."""
    chart = charts.records(CHART)
    value = whole(chart[battery.caliber], "efs") * number(section(chart.extras, "direct"), "area_factor")
    return value * area_factor(charts, "area_gun", away)


@rule("TCS3-2.12-4")
def direct_point_value(charts: ChartBook, battery: Battery) -> int:
    """Fire value of one sheaf in a point fire: a tenth of the table's; men in the hex are attacked by it as well."""
    chart = charts.records(CHART)
    divisor = whole(section(chart.extras, "direct"), "point_divided_by")
    return max(1, halves_up(Fraction(whole(chart[battery.caliber], "efs"), divisor)))

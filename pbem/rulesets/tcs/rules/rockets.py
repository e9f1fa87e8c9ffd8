"""Rockets: they fall where they fall, half in an inner, half in an outer zone (TCS3-2.8)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import Hex, disc, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

CHART = "rockets"


class RocketImpact(Value):
    """What rockets do to a hex: the strength that attacks all in it, and the markers of smoke they leave."""

    place: Hex
    strength: int
    smoke: int


@rule("TCS3-2.8-1", "TCS3-2.8-2", "TCS3-2.8-3")
def barrage(charts: ChartBook, kind: str, point: Hex) -> tuple[RocketImpact, ...]:
    """Every hex of a barrage around its adjustment point, which nothing adjusts; KeyError for a kind that the chart has not."""
    chart = charts.records(CHART)
    record, smoke = chart[kind], section(chart.extras, "smoke")
    inner = whole(record, "inner")

    def impact(place: Hex) -> RocketImpact:
        zone = "inner" if distance(point, place) <= inner else "outer"
        return RocketImpact(place, whole(record, f"{zone}_strength"), whole(smoke, zone))

    return tuple(impact(place) for place in disc(point, whole(record, "outer")))

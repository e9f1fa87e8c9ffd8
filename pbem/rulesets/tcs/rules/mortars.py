"""Mortars: what they reach, smoke and light (TCS3-8)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import flag, whole
from pbem.kernel.rulebook import rule

CHART = "mortars"


@rule("TCSB-9-7")
def mortar_reaches(charts: ChartBook, mortar: str, away: int) -> bool:
    """Is a hex neither too near nor too far for a mortar of the chart?"""
    record = charts.records(CHART)[mortar]
    return whole(record, "min_range") <= away <= whole(record, "range")


@rule("TCS3-8-1")
def may_lay_smoke(charts: ChartBook, mortar: str) -> bool:
    """May a mortar fire smoke? Those of 81 mm and more."""
    return flag(charts.records(CHART)[mortar], "smoke")


@rule("TCS3-8-2")
def may_give_light(charts: ChartBook, mortar: str) -> bool:
    """May a mortar fire illumination? American ones of 60 mm and all that are larger."""
    return flag(charts.records(CHART)[mortar], "illum")

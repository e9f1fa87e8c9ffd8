"""Smoke and illumination: what leaves markers, how they thin out (TCSB-19)."""

from collections.abc import Iterable, Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule

CHART = "smoke-illum"
Smoke = Mapping[Hex, int]


@rule("TCS3-2.1-1", "TCS3-2.3-5", "TCS3-2.4-1")
def laid(charts: ChartBook, smoke: Smoke, source: str, places: Iterable[Hex]) -> dict[Hex, int]:
    """The markers after sheafs or mortar fires of a kind came down in these hexes, one hex for each of them."""
    added = whole(charts.records(CHART)[source], "markers")
    found = dict(smoke)
    for place in places:
        if added:
            found[place] = found.get(place, 0) + added
    return found


@rule("TCS3-2.1-2", "TCSB-2-15")
def thinned(smoke: Smoke) -> dict[Hex, int]:
    """What is left after Clean-Up: half of each hex's markers go, halves up, so that a single one is gone."""
    return {place: markers // 2 for place, markers in smoke.items() if markers // 2}


@rule("TCSB-19-9", "TCSB-2-15")
def lights_after_clean_up(lights: Iterable[Hex]) -> frozenset[Hex]:
    """Illumination is out after Clean-Up, whatever was lit."""
    return frozenset()


@rule("TCSB-19-7", "TCS3-2.5-1", "TCS3-2.5-3")
def lit(lights: frozenset[Hex], place: Hex) -> frozenset[Hex]:
    """The lit hexes with one more, placed exactly where it was wanted."""
    return lights | {place}

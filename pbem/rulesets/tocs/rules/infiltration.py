"""Infiltration: what the throw is modified by (TOCS-W10.2-5). Facts in, a modifier out."""

from pbem.kernel.charts.chart import Check
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

COVER = ("woods", "forest", "jungle", "bocage", "suburb", "city")
OPEN = ("open", "farmland", "polder")


class Approach(Value):
    """The facts of an infiltration. elr, ml: the infiltrator's less the best defender's; the rest as the chart has it."""

    elr: int = 0
    ml: int = 0
    night: bool = False
    bright: bool = False
    fog: bool = False
    precipitation: bool = False
    cover: bool = False
    open_approach: bool = False
    reconnoitred: bool = False
    works: bool = False
    alert: bool = False
    no_company: bool = False
    stretched: bool = False
    national: int = 0


@rule("TOCS-W10.2-5")
def modifier(chart: Check, facts: Approach) -> int:
    """The modifier to the throw: training and morale, darkness and weather, ground, and how wakeful the defender is."""
    worth = {name: int(str(drm.value)) for name, drm in chart.drms.items() if isinstance(drm.value, int)}
    dark = worth["night"] - int(facts.bright) if facts.night else worth["fog"] if facts.fog else 0
    held = {
        "rain_or_snow": facts.precipitation, "cover": facts.cover, "open_approach": facts.open_approach and not facts.night,
        "reconnoitred": facts.reconnoitred, "works": facts.works, "alert": facts.alert, "no_company": facts.no_company,
        "stretched": facts.stretched,
    }  # fmt: skip
    halves = _half(chart, "elr_difference", facts.elr) + _half(chart, "ml_difference", facts.ml)
    return halves + dark + sum(worth[name] for name, so in held.items() if so) + facts.national


def _half(chart: Check, name: str, difference: int) -> int:
    """Half of a difference, toward zero, within the chart's bounds."""
    drm, half = chart.drms[name], int(difference / 2)
    return max(drm.lo if drm.lo is not None else half, min(drm.hi if drm.hi is not None else half, half))

"""Who spots what: sight, posture, what the hex offers, and what is told of a stack (TCSB-7)."""

from collections.abc import Iterable, Sequence

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import flag, number, section, whole
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.sight import SightTable, TurnVisibility, in_sight
from pbem.rulesets.tcs.units import TacticalUnit

VEHICLE_MOVES = frozenset({"tracked", "halftrack", "wheeled", "towed"})
"""Move classes that are spotted as vehicles; towed guns are among them."""


class Spotted(Value):
    """What is looked at. terrain: of its hex; dug_in: it has a dug-in modifier or uses a position; fired: it fired this turn."""

    unit: TacticalUnit
    terrain: str
    dug_in: bool = False
    fired: bool = False


@rule("TCSB-7-7", "TCSB-7-3")
def spotting_row(target: Spotted) -> str:
    """The row of the chart: foot or vehicle; moving, fired this turn until Clean-Up, whatever has become of the mark, or neither;
    of two the wider counts."""
    kind = "vehicle" if target.unit.counter.move in VEHICLE_MOVES else "foot"
    if target.unit.mode == "move":
        return f"{kind}_moving"
    unit = target.unit
    fired = target.fired or unit.fired or unit.overwatch or unit.gave_fire
    return f"{kind}_fired" if fired else f"{kind}_hidden"


@rule("TCSB-27-7")
def offers(charts: ChartBook, target: Spotted) -> str:
    """The column of the chart: what the hex offers to hide in; what is dug in is never easier to see than in protective ground."""
    return "dug_in" if target.dug_in else offered(charts, target.terrain)


@kept(256)
def offered(charts: ChartBook, terrain: str) -> str:
    """What terrain offers to hide in: the columns open, soft and protective."""
    record = charts.records("terrain-effects")[terrain]
    if flag(record, "protective"):
        return "protective"
    return "soft" if number(record, "cover") < 0 else "open"


@rule("TCSB-7-3", "TCSB-1-11")
def spotting_range(charts: ChartBook, target: Spotted) -> int:
    """How near one must be to spot it, in hexes."""
    return int(charts.sheet("spotting").cell(spotting_row(target), offers(charts, target)))


@rule("TCSB-7-8")
def is_near_enough(charts: ChartBook, viewer: TacticalUnit, place: Hex) -> bool:
    """Is a hex near enough for a viewer? Buttoned up it sees no farther than the chart allows."""
    return not viewer.buttoned or distance(viewer.hex, place) <= _buttoned_limit(charts)


@kept(4)
def _buttoned_limit(charts: ChartBook) -> int:
    return whole(section(charts.sheet("spotting").extras, "observer"), "buttoned_limit")


@rule("TCSB-7-8")
def may_see(charts: ChartBook, table: SightTable, air: TurnVisibility, viewer: TacticalUnit, place: Hex) -> bool:
    """Does a viewer see a hex? Buttoned up it sees no farther than the chart allows; neighbours it sees all the same."""
    return is_near_enough(charts, viewer, place) and in_sight(charts, table, air, viewer.hex, place)


@rule("TCSB-7-3", "TCSB-7-9")
def is_spotted_by_any(
    charts: ChartBook, table: SightTable, air: TurnVisibility, viewers: Iterable[TacticalUnit], target: Spotted
) -> bool:
    """Is a unit shown, since any of these enemies spots it? Adjacent ones always do, whatever lies between them. After Clean-Up it
    is shown as long as any does. Most are too far off in the air of the turn, which is cheaply told."""
    place = target.unit.hex
    away = [(distance(viewer.hex, place), viewer) for viewer in viewers]
    near = [(far, viewer) for far, viewer in away if far <= max(1, air.reach) or place in air.lit]
    if any(far <= 1 for far, _ in near):
        return True
    limit = spotting_range(charts, target) if near else 0
    return any(far <= limit and may_see(charts, table, air, viewer, place) for far, viewer in near)


class StackShown(Value):
    """What an enemy stack shows: its top counter or marker, and, when asked, the target classes in it."""

    top: str
    classes: tuple[str, ...]


@rule("TCS3-10-1")
def shown(stack: Sequence[str], classes: Iterable[str]) -> StackShown:
    """What may be known of an enemy stack from its top down: the top alone, and truly which target classes it holds."""
    return StackShown(stack[0], tuple(sorted(set(classes))))


def protective(charts: ChartBook, terrain: str) -> bool:
    """Is this protective terrain?"""
    return flag(charts.records("terrain-effects")[terrain], "protective")


def terrain_cover(charts: ChartBook, terrain: str) -> int:
    """What a hex's terrain gives against area fire, 0 or below."""
    return whole(charts.records("terrain-effects")[terrain], "cover")

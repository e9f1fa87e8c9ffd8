"""Missions of artillery: what may be plotted, the adjustment ladder, what is fired and what it costs (TCSB-18, TCS3-2)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.plots import Battery, PlottedMission, Round
from pbem.rulesets.tcs.rules.rolls import NEVER, Roll, can_fail, cell_of, halves_up, meets, throw_for
from pbem.rulesets.tcs.rules.scatter import Aimed, axes
from pbem.rulesets.tcs.units import TacticalUnit

Fault = Literal["", "sight", "trp", "rate", "ammunition", "axis", "delay", "continuation", "direct", "light", "none"]
CHART = "artillery-adjustment"


class Observer(Value):
    """An observer when a mission is executed. unit: None when it is destroyed; clear: it sees the adjustment point; away: hexes to
    the target; on_fragord: of tcs-armor."""

    unit: TacticalUnit | None
    clear: bool
    away: int = 0
    on_fragord: bool = False


class Point(Value):
    """An adjustment point. place: None off the map; target: of the mission; off: hexes it was thrown; by_range: the setting
    `observer_range`."""

    place: Hex | None
    target: Hex
    off: int = 0
    by_range: bool = False


class Adjustment(Value):
    """An adjustment as it fell. needed: the number or more; roll: None where nothing was thrown; ended: the observer is gone."""

    needed: str
    roll: Roll | None
    adjusted: bool
    ended: bool = False


def aim_of(mission: PlottedMission) -> Aimed:
    """Where its sheafs are laid."""
    return Aimed(mission.target, mission.pattern, mission.axis)


@rule("TCS3-2.10-1")
def rate_of_fire(charts: ChartBook, battery: Battery) -> int:
    """Battery fires that a battery has in a turn; of rockets barrages."""
    if battery.rockets:
        return whole(section(charts.records("rockets").extras, "rate"), "per_turn")
    return whole(charts.records("artillery-values")[battery.caliber], "rof")


@rule("TCSB-18-3", "TCSB-18-8")
@rule("TCS3-2.1-5", "TCS3-2.1-6", "TCS3-2.2-1", "TCS3-2.5-1", "TCS3-2.6-1", "TCS3-2.6-2", "TCS3-2.12-1", "TCS3-2.13-1")
def fault_of(charts: ChartBook, battery: Battery, mission: PlottedMission, observer_sees: bool) -> Fault:
    """Why a mission cannot be plotted, "" if it can. observer_sees: its observer sees the target hex now."""
    if mission.fires < 1 or battery.tubes < 1:
        return "none"
    if battery.direct:
        return "direct"
    if mission.goes_on and battery.delay:
        return "delay"
    if mission.goes_on and battery.last != mission.target:
        return "continuation"
    if mission.blind and mission.trp != mission.target and not mission.goes_on:
        return "trp"
    return _fault_of_fire(charts, battery, mission) or ("sight" if _needs_eyes(mission) and not observer_sees else "")


def _fault_of_fire(charts: ChartBook, battery: Battery, mission: PlottedMission) -> Fault:
    if mission.round == "illum" and mission.fires != fires_for_light(charts, battery.tubes):
        return "light"
    if battery.spent + mission.fires > rate_of_fire(charts, battery):
        return "rate"
    if mission.fires > battery.stock(mission.round):
        return "ammunition"
    return "axis" if mission.pattern == "linear" and mission.axis not in axes(charts) else ""


def _needs_eyes(mission: PlottedMission) -> bool:
    return not mission.blind and not mission.goes_on


@rule("TCSB-6-6", "TCS3-2.1-4", "TCS3-2.1-3")
def may_observe(unit: TacticalUnit) -> bool:
    """Any ground unit may spot for any battery of its side, while it can look."""
    return unit.steps > 0 and not unit.paralyzed


@rule("TCS3-2.7-1", "TCS3-2.7-2")
def may_be_checked(mission: PlottedMission, point_placed: bool) -> bool:
    """May its owner check fire? An observed mission until the adjustment point is placed, one without an observer never."""
    return not mission.blind and not point_placed


@rule("TCS3-2.6-1")
def needs_adjustment(mission: PlottedMission) -> bool:
    """Is there anything to adjust? Not for a blind mission, which falls on its TRP, nor for one that goes on."""
    return not mission.blind and not mission.goes_on and mission.round != "illum"


@rule("TCSB-18-6")
def due(plotted: int, battery: Battery) -> int:
    """The turn in which a mission plotted in a turn is fired."""
    return plotted + battery.delay


@rule("TCS3-2.2-3", "TCS3-2.2-4", "TCS3-2.2-7", "TCS3-2.2-8")
def adjustment_needed(charts: ChartBook, clear: bool, off: int) -> str:
    """The number or more on two dice, by day as by night: by the observer's line to the point and its distance to the target."""
    sheet = charts.sheet(CHART)
    return cell_of(sheet, "clear" if clear else "not_clear", sheet.column_at(off))


@rule("TCSARM-4.8-2")
def observer_shift(charts: ChartBook, eyes: Observer, setting: bool) -> int:
    """What the observer's distance takes from the dice, where the setting `observer_range` is on."""
    band = section(charts.sheet(CHART).extras, "observer_band")
    if not setting:
        return 0
    if eyes.on_fragord or eyes.away > whole(band, "far_to"):
        return whole(band, "maximum")
    return whole(band, "far" if eyes.away > whole(band, "near_to") else "near")


@rule("TCSB-18-13", "TCS3-2.2-4", "TCS3-2.2-5")
def adjust(charts: ChartBook, dice: Dice, occasion: str, eyes: Observer, of: Point) -> Adjustment:
    """Throws the adjustment of a mission. An observer that is suppressed has no clear line; one destroyed or paralyzed ends it."""
    if eyes.unit is None or not may_observe(eyes.unit):
        return Adjustment(NEVER[0], None, False, ended=True)
    clear = eyes.clear and not eyes.unit.suppressed and of.place is not None
    off = distance(of.place, of.target) if of.place is not None else of.off
    needed = adjustment_needed(charts, clear, off)
    if not can_fail(needed) or needed in NEVER:
        return Adjustment(needed, None, not can_fail(needed))
    roll = throw_for(dice, occasion, charts.sheet(CHART))
    return Adjustment(needed, roll, meets(roll.value + observer_shift(charts, eyes, of.by_range), needed))


@rule("TCSB-18-15", "TCS3-2.3-1", "TCS3-2.3-2", "TCS3-2.3-3", "TCS3-2.3-4", "TCS3-2.4-1")
def sheafs(charts: ChartBook, tubes: int, fires: int, of: Round) -> int:
    """The sheafs of a mission: battery fires times the factor for tubes and round, rounded once, at least one for any fire."""
    if fires < 1 or tubes < 1 or of == "illum":
        return 0
    return max(1, halves_up(_factor(charts, tubes, of) * fires))


@rule("TCS3-2.5-2")
def fires_for_light(charts: ChartBook, tubes: int) -> int:
    """Battery fires that a mission of illumination takes."""
    return int(_factor(charts, tubes, "fires_per_illum"))


def _factor(charts: ChartBook, tubes: int, column: str) -> Fraction:
    sheet = charts.sheet("efs")
    row = next(row for row in sheet.rows.values() if int(row.id.split("-")[0]) <= tubes)
    # A third is written to four places: the nearest fraction of small whole numbers is what is meant.
    return Fraction(row.cells[sheet.labels.index(column)]).limit_denominator(len(sheet.rows))


@rule("TCSB-18-17", "TCS3-2.9-1", "TCS3-2.3-7")
def sheaf_strength(charts: ChartBook, caliber: str, many: int) -> int:
    """Area strength of the HE sheafs of one mission that fell in one hex: they attack as one."""
    return whole(charts.records("artillery-values")[caliber], "efs") * many


def is_heavy(charts: ChartBook, caliber: str) -> bool:
    """Does it weigh on morale as heavy artillery?"""
    records = charts.records("artillery-values")
    return whole(records[caliber], "mm") >= whole(section(records.extras, "heavy"), "from_mm")


@rule("TCSB-18-21")
def after_plot(battery: Battery, mission: PlottedMission) -> Battery:
    """A battery that has plotted a mission: its ammunition is set aside."""
    return _moved(battery, mission, -mission.fires)


@rule("TCSB-9-7")
def reaches(battery: Battery, target: Hex) -> bool:
    """Is a hex within the range of a battery?"""
    return not battery.range or battery.place is None or battery.behind + distance(battery.place, target) <= battery.range


@rule("TCS3-2.6-1", "TCS3-2.12-1")
def next_turn(battery: Battery) -> Battery:
    """A battery when a turn is over: what it fired was of the last turn, and its rate of fire is whole again."""
    last = battery.now.target if battery.now else None
    return replace(battery, spent=0, direct=battery.firing, firing=False, before=battery.now, now=None, last=last)


@rule("TCSB-18-21")
def after_check_fire(battery: Battery, mission: PlottedMission) -> Battery:
    """A battery whose mission was checked: the ammunition is back. One that was plotted in the turn before took nothing of this
    turn's rate of fire."""
    back = _moved(battery, mission, mission.fires)
    return replace(back, spent=max(0, back.spent))


def _moved(battery: Battery, mission: PlottedMission, by: int) -> Battery:
    moved = {_STOCKS[mission.round]: battery.stock(mission.round) + by, "spent": battery.spent - by}
    return replace(battery, **moved)


_STOCKS: Mapping[Round, str] = {"HE": "he", "smoke": "smoke", "illum": "illum"}

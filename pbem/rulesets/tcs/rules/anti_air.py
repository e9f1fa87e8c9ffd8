"""Anti-air fire and runs of aircraft (TCSB-24, TCS3-6)."""

from collections.abc import Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, section, text, whole
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.rolls import NEVER, Roll, meets, throw_as, throw_for
from pbem.rulesets.tcs.units import TacticalUnit

CHART = "aa"
CLASSES = ("light", "medium", "heavy")


class AaFire(Value):
    """Anti-air fire at a run. needed: the number or more aborts it; roll: None when nobody fires."""

    needed: str
    roll: Roll | None
    aborted: bool


class Overflown(Value):
    """A target hex from above. offers: what it offers to hide in (open, soft, protective); smoke marks it; friends of the aircraft
    within two hexes."""

    offers: str
    smoke: bool = False
    friends_near: bool = False


class AirSearch(Value):
    """Whether a run finds its target; strays: it strikes the nearest friends within two hexes instead."""

    roll: Roll
    found: bool
    strays: bool = False


@rule("TCSB-24-4", "TCSB-24-8")
def may_fire_at_aircraft(charts: ChartBook, unit: TacticalUnit, away: int, sees: bool) -> bool:
    """In range and sight, and not paralyzed; firing at aircraft marks nobody."""
    ranges = section(charts.sheet(CHART).extras, "range")
    ready = bool(unit.counter.aa) and unit.steps > 0 and not unit.paralyzed
    return ready and sees and away <= whole(ranges, unit.counter.aa)


@rule("TCS3-6-2", "TCS3-6-3", "TCS3-6-4")
def aa_column(charts: ChartBook, weapons: Mapping[str, int], night: bool) -> int | None:
    """The rightmost column that one class earns, counted from 0; None for none. weapons: in range and sight, by class.

    By night it is two to the left, not past the first.
    """
    sheet = charts.sheet(CHART)
    earned = [
        column
        for kind, count in weapons.items()
        for column, least in enumerate(sheet.rows[f"{kind}_at_least"].cells)
        if count and meets(count, least)
    ]
    if not earned:
        return None
    shift = whole(section(sheet.extras, "night"), "columns_left") if night else 0
    return max(0, max(earned) - shift)


@rule("TCSB-24-4", "TCS3-6-1", "TCS3-6-5")
def fire_at_run(charts: ChartBook, dice: Dice, occasion: str, column: int | None) -> AaFire:
    """Throws the anti-air fire at one run; every run of an aircraft is fired at by itself."""
    sheet = charts.sheet(CHART)
    if column is None:
        return AaFire(NEVER[0], None, False)
    needed = sheet.rows["abort"].cells[column]
    roll = throw_for(dice, occasion, sheet)
    return AaFire(needed, roll, meets(roll.value, needed))


@rule("TCSB-24-1", "TCSB-24-10")
def arrival_needed(charts: ChartBook, weather: str, night: bool) -> str:
    """What a sortie needs to come, by the weather; none fly at night or in fog."""
    return _needed(section(charts.records("aircraft").extras, "arrival"), "night" if night else weather)


@rule("TCSB-24-1")
def arrives(charts: ChartBook, dice: Dice, occasion: str, needed: str) -> bool:
    """Throws for a sortie's coming; nothing is thrown where none flies."""
    arrival = section(charts.records("aircraft").extras, "arrival")
    return needed not in NEVER and meets(throw_as(dice, occasion, text(arrival, "roll")).value, needed)


@rule("TCSB-24-2")
def runs_of(charts: ChartBook, sortie: str) -> int:
    """How many runs an aircraft of a kind makes, one by one."""
    return whole(charts.records("aircraft")[sortie], "runs")


@rule("TCSB-24-3")
def find_target(charts: ChartBook, dice: Dice, occasion: str, of: Overflown) -> AirSearch:
    """Throws whether a target hex is seen from the air; smoke that marks it helps, and a natural 1 near friends strikes them."""
    sight = section(charts.records("aircraft").extras, "sight")
    roll = throw_as(dice, occasion, text(sight, "roll"))
    needed = int(_needed(sight, of.offers)) + (whole(sight, "marked_by_smoke") if of.smoke else 0)
    strays = of.friends_near and roll.value == 1
    return AirSearch(roll, roll.value >= needed and not strays, strays)


@rule("TCSB-24-9")
def air_value(charts: ChartBook, sortie: str) -> int:
    """The fire value or area strength of one run, by the ordinary tables."""
    return whole(charts.records("aircraft")[sortie], "value")


def _needed(entry: Entry, key: str) -> str:
    """A number or more, or - for never; what the chart does not name flies not."""
    return str(entry.get(key, NEVER[0]))

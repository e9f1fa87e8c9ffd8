"""Morale of armor: by platoon, once for a hex, with what a lone vehicle adds and what a result makes of a vehicle (TCSARM-4.1)."""

from collections.abc import Iterable, Mapping, Sequence

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.morale import NOTHING, RETREATS, SUPPRESSED, SURRENDERS, Result, effective_morale
from pbem.rulesets.tcs.units import PLATOON_COUNTERS, TacticalUnit, disturbed, vehicles_on

CHART = "armor-morale"
SECTIONS = frozenset({"infantry_section", "mg_section"})
"""Types that check as armor while they ride on it: recon sections."""


class ArmorCheck(Value):
    """A check of a hex: the vehicle whose morale counts, and what it adds in place of lost steps (None: it counts those)."""

    unit: TacticalUnit
    formation: int
    instead_of_steps: int | None


@rule("TCSARM-4.1d-1")
def shortfall(charts: ChartBook, left: int) -> int:
    """What the armored vehicles that are left in a hex add to morale: the fewer, the more."""
    records = charts.records(CHART).records
    return whole(records[f"left_{left}"], "value") if f"left_{left}" in records else whole(records["left_4_or_more"], "value")


@rule("TCSB-5-8", "TCSARM-4.2B-2")
def vehicles(units: Iterable[TacticalUnit]) -> int:
    """How many vehicles these are: a platoon counter is as many as it has steps."""
    return sum(vehicles_on(unit.counter, unit.steps) for unit in units)


@rule("TCSARM-4.1a-1", "TCSARM-4.1c-3", "TCSB-26-8")
def platoons(units: Mapping[str, TacticalUnit], place: Hex) -> tuple[TacticalUnit, ...]:
    """Who is tried for a hex: all vehicles, wherever they are, of each platoon that has any in it, loose vehicles of it, and recon
    sections that ride on them."""
    there = {_platoon(unit) for unit in units.values() if unit.counter.armor and unit.hex == place}
    armor = tuple(unit for unit in units.values() if unit.counter.armor and _platoon(unit) in there)
    names = {unit.id for unit in armor}
    return (*armor, *(unit for unit in units.values() if unit.rides in names and unit.counter.type in SECTIONS))


def _platoon(unit: TacticalUnit) -> tuple[str, ...]:
    """The platoon of a vehicle; a loose one, and a platoon counter, is one by itself."""
    alone = unit.counter.type in PLATOON_COUNTERS or not unit.chain
    return (unit.id,) if alone else unit.chain


@rule("TCSARM-4.1b-3", "TCSARM-4.1d-1", "TCSARM-4.2B-2")
def worst(charts: ChartBook, armor: Sequence[TacticalUnit], sums: Mapping[str, int]) -> ArmorCheck:
    """The check of a hex: of its armor the one of the worst morale counts, its battalion's sum with it. sums: by battalion."""
    lonely = shortfall(charts, vehicles(armor))
    found = [
        ArmorCheck(unit, sums.get(unit.battalion, 0), None if unit.counter.type in PLATOON_COUNTERS else lonely) for unit in armor
    ]
    return max(found, key=lambda one: effective_morale(one.unit, one.formation, one.instead_of_steps))


@rule("TCSARM-4.1c-1", "TCSARM-4.1c-2", "TCSB-26-8")
def suffer(unit: TacticalUnit, result: Result) -> TacticalUnit:
    """What a check makes of a vehicle: hatches shut; shut and suppressed; who runs is suppressed already; surrendered, gone. Men in
    it have no hatches."""
    if result == NOTHING:
        return unit
    if result == SURRENDERS:
        return replace(unit, steps=0)
    struck = replace(unit, hit=True, buttoned=unit.buttoned or (unit.counter.armor and result != RETREATS))
    if result == SUPPRESSED or unit.suppressed or unit.paralyzed:
        return struck
    return replace(disturbed(struck), suppressed=True)


@rule("TCSARM-4.1e-2", "TCSB-12-3")
def armor_blow(charts: ChartBook, rolled: int) -> int:
    """What a hit on armor adds to its battalion, by the first two of the three digits rolled."""
    spec, tens = section(charts.sheet("point-fire").extras, "morale"), rolled // 10
    lowest = whole(spec, "hit_at")
    if tens < lowest:
        return 0
    name = "armor_hit_66" if tens % 10 == tens // 10 == lowest // 10 else "armor_hit_61"
    return int(str(charts.modifiers("formation-morale")[name].value))

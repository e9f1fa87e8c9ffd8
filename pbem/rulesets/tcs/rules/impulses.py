"""Armor impulses: the segments of an Action Phase, the MP that each gives armor, what mode and fire cost it (TCSARM-4.3)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.units import HALVES, PLATOON_COUNTERS, TacticalUnit, halved

CHART = "armor-impulses"
Segment = Literal["initial", "normal", "final"]
SEGMENTS: tuple[Segment, ...] = ("initial", "normal", "final")
NAMES: Mapping[str, str] = {
    "initial": phrase("initial impulse"), "normal": phrase("normal phase"), "final": phrase("final impulse"),
}  # fmt: skip
EXTRA: frozenset[str] = frozenset({"initial", "final"})
"""Segments in which armor alone acts, and who rides on it as they begin."""


class MoveAllotment(NamedTuple):
    """MP of the three segments."""

    initial: int
    normal: int
    final: int


class Share(NamedTuple):
    """What a segment gives a unit in MP: with its hatches open, and shut."""

    unit: str
    open: int
    shut: int


@rule("TCSARM-4.3a-1")
def segments(armor: bool) -> tuple[Segment, ...]:
    """The segments of an Action Phase: without the rules for armor the normal one alone."""
    return SEGMENTS if armor else ("normal",)


@rule("TCSARM-4.3b-1", "TCSARM-4.3b-2", "TCSARM-4.3b-3")
def allotment(charts: ChartBook, allowance: int) -> MoveAllotment:
    """How an allowance in MP, halved where it is, is divided among the segments."""
    if allowance <= 0:
        return MoveAllotment(0, 0, 0)
    sheet = charts.sheet(CHART)
    cells = sheet.rows["allotment"].cells
    initial, normal, final = map(int, cells[min(allowance, len(cells)) - 1].split("/"))
    return MoveAllotment(initial, normal, final)


@rule("TCSB-16-6", "TCSB-20-10", "TCSARM-4.8-2")
def back_points(unit: TacticalUnit, shut: bool) -> int:
    """The MP on a unit's back, whatever its mode, halved for hatches that are shut and halved on a FragOrd."""
    return halved(unit.counter.back, shut, bool(unit.fragord))


@rule("TCSARM-4.3b-4", "TCSARM-4.3b-5")
def shares(charts: ChartBook, units: Iterable[TacticalUnit], segment: Segment) -> tuple[Share, ...]:
    """What a segment gives each armored unit; carriers, trucks and men have all their MP in the normal one."""
    return tuple(_share(charts, unit, SEGMENTS.index(segment)) for unit in units if unit.counter.armor)


def _share(charts: ChartBook, unit: TacticalUnit, number: int) -> Share:
    open_, shut = (allotment(charts, back_points(unit, hatches)) for hatches in (False, True))
    return Share(unit.id, open_[number], shut[number])


@rule("TCSARM-4.3a-1")
def riders(units: Mapping[str, TacticalUnit]) -> tuple[str, ...]:
    """Who rides on armor, and may act with it in a segment that begins now."""
    return tuple(unit.id for unit in units.values() if unit.rides and units[unit.rides].counter.armor)


@rule("TCSARM-4.3c-1", "TCSARM-4.3c-4")
def mode_change(charts: ChartBook, unit: TacticalUnit) -> int:
    """Halves of MP that armor pays to go to move mode: always the same, or all that it has left of the segment if that is less."""
    return min(whole(section(charts.sheet(CHART).extras, "costs"), "mode_change") * HALVES, unit.allowance - unit.spent)


@rule("TCSARM-4.3c-2", "TCSARM-4.3c-4")
def fire_cost(charts: ChartBook) -> int:
    """Halves of MP that armor needs in a segment for its suppressive fire."""
    return whole(section(charts.sheet(CHART).extras, "costs"), "sfa") * HALVES


@rule("TCSARM-4.2b-1", "TCSARM-4.2B-2")
def lost_lambs(units: Iterable[TacticalUnit]) -> Iterator[TacticalUnit]:
    """Armored vehicles neither with nor next to a leader, whose hatches are open; a platoon counter has its leader in it."""
    there = tuple(units)
    leaders = [unit.hex for unit in there if unit.leader and unit.counter.armor]
    for unit in there:
        alone = not any(distance(unit.hex, leader) <= 1 for leader in leaders)
        if unit.counter.armor and not unit.buttoned and alone and unit.counter.type not in PLATOON_COUNTERS:
            yield unit

"""Area fire: the column of all firers, the dice of each target, what the cell does (TCSB-11)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import Entry, number, section, texts, whole
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.range_effects import area_factor, reaches_by_area
from pbem.rulesets.tcs.rules.rolls import halves_up
from pbem.rulesets.tcs.rules.shifts import Shift, shifts, total_with_floor
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit

CHART = "area-fire"
AreaClass = Literal["A", "B"]


class AreaFirer(Value):
    """A unit that fires at a hex. away: hexes to the target; unspotted: nothing that it can spot is in that hex."""

    unit: TacticalUnit
    away: int
    unspotted: bool = False


class AreaFire(Value):
    """Area fire as its targets meet it. column: of the chart; direct: direct fire has a part in it; smoke: markers on the line
    and in the hex; opposite: it comes from two opposite sides."""

    column: int
    direct: bool = True
    smoke: int = 0
    opposite: bool = False


class Shelter(Value):
    """What a target has from ground and works. cover: of the terrain, 0 or below; protective: the terrain is; dug_in: by a prep
    defense sheet; level: of the prepared position it uses, 0 for none; hasty: it is under a hasty defense sheet; hexside: a wall,
    hedge or crest lies between; bunker: what the walls of a bunker give it, 0 or below, and roof: steps fewer from shells."""

    cover: int = 0
    protective: bool = False
    dug_in: bool = False
    level: int = 0
    hasty: bool = False
    hexside: bool = False
    bunker: int = 0
    roof: int = 0

    @property
    def is_dug_in(self) -> bool:
        """Does it give a dug-in modifier?"""
        return self.dug_in or self.level > 0 or self.bunker < 0

    @property
    def protects(self) -> bool:
        """Is it protective terrain, or as good?"""
        return self.protective or self.is_dug_in


class AreaTarget(Value):
    """What is attacked. kind: the block of the chart; moving: infantry or weapons on the move; mounted: they ride on a tank;
    armored: a B target with a defense value."""

    kind: AreaClass
    shelter: Shelter
    moving: bool = False
    mounted: bool = False
    armored: bool = False


class AreaResult(Value):
    """What a cell does: steps lost, whether a morale check follows, whether a vehicle is destroyed."""

    losses: int = 0
    check: bool = False
    destroyed: bool = False

    @property
    def any(self) -> bool:
        """Does it do anything?"""
        return self.check or self.destroyed


@rule("TCSB-11-2")
def weak_reasons(charts: ChartBook, firer: AreaFirer) -> tuple[str, ...]:
    """Why a firer's strength is halved, once for each reason."""
    unit = firer.unit
    fits = {
        "suppressed": unit.suppressed,
        "move_mode": unit.mode == "move",
        "buttoned": unit.buttoned,
        "riding": bool(unit.rides),
        "unspotted": firer.unspotted,
    }
    return tuple(reason for reason in texts(_weak(charts), "reasons") if fits[reason])


@rule("TCSB-3-7", "TCSB-7-5", "TCSB-11-2", "TCS3-7-2")
def area_strength(charts: ChartBook, firer: AreaFirer) -> Fraction:
    """A firer's strength at its range: the share of its steps, range and weak fire applied, nothing rounded yet."""
    unit = firer.unit
    if not reaches_by_area(charts, unit.counter, firer.away):
        return Fraction(0)
    share = Fraction(unit.counter.area * unit.steps, unit.counter.steps)
    factor = area_factor(charts, unit.counter.area_class, firer.away)
    return share * factor * number(_weak(charts), "factor") ** len(weak_reasons(charts, firer))


@rule("TCSB-9-5", "TCS3-7-2", "TCSB-1-9")
def area_column(charts: ChartBook, strength: Fraction) -> int:
    """The column for the strength of all who fire: divided, and only then rounded, once."""
    chart = charts.grid(CHART)
    divisor = whole(section(chart.extras, "strength"), "divide_by")
    column = chart.column_at(halves_up(strength / divisor))
    assert column is not None, "a column below the first is the first"
    return column


@rule("TCSB-3-5", "TCSB-11-13")
def attacked_as(counter: PrintedUnit, indirect: bool) -> AreaClass | None:
    """The block by which a counter is attacked; None for armor, which area fire does not hurt.

    indirect: artillery or mortars have a part in the fire; open-topped armor is a B target then.
    """
    if counter.target != "P":
        return counter.target
    return "B" if indirect and counter.open_top else None


@rule("TCSB-11-7", "TCSB-11-9", "TCSB-19-5", "TCSB-26-3")
@rule("TCSPD-2-1", "TCS3-8-3", "TCSB-27-1", "TCSB-27-2", "TCSB-27-9")
def area_shifts(charts: ChartBook, fire: AreaFire, target: AreaTarget) -> tuple[Shift, ...]:
    """The modifiers of a target's dice. Smoke and hexsides do not help against artillery and mortars that fire alone."""
    shelter = target.shelter
    amounts = {
        "terrain": shelter.cover,
        "dug_in": int(shelter.dug_in and not shelter.level),
        "level": -shelter.level,
        "bunker": shelter.bunker,
        "hasty": int(shelter.hasty and not shelter.is_dug_in),
        "hexside": int(fire.direct and shelter.hexside),
        "smoke": -fire.smoke if fire.direct else 0,
        "moving": int(target.moving),
        "mounted": int(target.mounted),
        "armored_b": int(target.armored),
        "flank": int(fire.opposite),
    }
    return shifts(charts.grid(CHART).drms, amounts)


@rule("TCSB-11-8")
def area_modifier(charts: ChartBook, counting: Sequence[Shift]) -> int:
    """What the modifiers come to; cover, digging and hexside together give never less than the chart's floor."""
    floor = section(charts.grid(CHART).extras, "cover_floor")
    return total_with_floor(counting, texts(floor, "groups"), whole(floor, "value"))


@rule("TCSB-11-11", "TCSB-11-12")
def area_result(charts: ChartBook, kind: AreaClass, column: int, dice: int) -> AreaResult:
    """What area fire does to a target, by modified dice."""
    cell = charts.grid(CHART).cell({"target": kind}, column, dice)
    if cell == "k":
        return AreaResult(destroyed=True)
    return AreaResult(int(cell) if cell.isdigit() else 0, check=cell.isdigit() or cell == "m")


@rule("TCSARM-4.11-1")
def behind_hard_cover(charts: ChartBook, result: AreaResult) -> AreaResult:
    """What small arms and point firers do to the dug in, and in protective terrain: fewer step losses, the same morale check."""
    fewer = whole(section(charts.grid(CHART).extras, "hard_cover"), "value")
    return replace(result, losses=max(0, result.losses + fewer))


@rule("TCSB-27-9")
def under_a_roof(result: AreaResult, shelter: Shelter) -> AreaResult:
    """What shells do to men under the roof of a bunker: fewer step losses, the same morale check."""
    return replace(result, losses=max(0, result.losses - shelter.roof))


def _weak(charts: ChartBook) -> Entry:
    return section(charts.grid(CHART).extras, "weak_fire")

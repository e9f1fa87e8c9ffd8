"""Morale of units: what weighs on it, the throw, what the result makes of a unit (TCSB-17)."""

from collections.abc import Iterable
from typing import Literal

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.rolls import Roll, throw_as
from pbem.rulesets.tcs.rules.shifts import Shift, shifts, total
from pbem.rulesets.tcs.units import TacticalUnit, disturbed

CHART = "morale"
Result = Literal["-", "S", "P", "R", "X"]
NOTHING: Result = "-"
SUPPRESSED: Result = "S"
PARALYZED: Result = "P"
RETREATS: Result = "R"
SURRENDERS: Result = "X"
RESULTS: tuple[Result, ...] = (NOTHING, SUPPRESSED, PARALYZED, RETREATS, SURRENDERS)


class Strain(Value):
    """What weighs on a morale check. suppressive: any of the fire was; sheltered: protective terrain or dug in; heavy: shells of
    150 mm or more, or an air attack; alone: no friends but vehicles in the hex or next to it; surrounded: enemies adjacent on
    opposite sides; night: and the fire came from more than a hex away; extra: that a rule adds by itself (an overrun)."""

    suppressive: bool = False
    sheltered: bool = False
    heavy: bool = False
    alone: bool = False
    surrounded: bool = False
    night: bool = False
    extra: int = 0


class MoraleCheck(Value):
    """A check that is due. formation: the running sum that counts; instead_of_steps: of `effective_morale`."""

    unit: TacticalUnit
    formation: int
    strain: Strain
    instead_of_steps: int | None = None


class MoraleFell(Value):
    """A morale check as it fell; total: the modified dice."""

    effective: int
    roll: Roll
    total: int
    result: Result


@rule("TCSB-17-1", "TCSB-3-6", "TCSB-17-7")
def effective_morale(unit: TacticalUnit, formation: int, instead_of_steps: int | None = None) -> int:
    """Printed morale, steps lost and the running sum of its formation: the lower the better.

    instead_of_steps: what armor adds in place of lost steps (tcs-armor), None for a unit that counts its steps.
    """
    return unit.morale + (unit.lost if instead_of_steps is None else instead_of_steps) + formation


@rule("TCSB-13-5", "TCSB-17-2", "TCSB-17-3")
def morale_shifts(charts: ChartBook, unit: TacticalUnit, strain: Strain) -> tuple[Shift, ...]:
    """The modifiers of a check's dice."""
    amounts = {
        "suppressive": int(strain.suppressive),
        "cover": int(strain.sheltered),
        "heavy": int(strain.heavy),
        "already": int(unit.suppressed or unit.paralyzed),
        "alone": int(strain.alone),
        "surrounded": int(strain.surrounded),
        "night": int(strain.night),
    }
    return shifts(charts.grid(CHART).drms, amounts)


@rule("TCSB-17-3", "TCSB-17-4")
def morale_result(charts: ChartBook, effective: int, dice: int) -> Result:
    """The cell for an effective morale and modified dice."""
    chart = charts.grid(CHART)
    column = chart.column_at(effective)
    assert column is not None, "a column below the first is the first"
    cell = chart.cell({"table": "all"}, column, dice)
    return RESULTS[[str(result) for result in RESULTS].index(cell)]


@rule("TCSB-17-3")
def steadiest(charts: ChartBook, effective: int) -> int | None:
    """The highest modified dice at which an effective morale holds, None where it never does."""
    dice = charts.grid(CHART).dice
    held = [at for at in range(dice.lo, dice.hi + 1) if morale_result(charts, effective, at) == NOTHING]
    return max(held, default=None)


@rule("TCSB-17-2", "TCSB-17-3")
def check_morale(charts: ChartBook, dice: Dice, occasion: str, of: MoraleCheck) -> MoraleFell:
    """Throws one check of a unit for one fire."""
    effective = effective_morale(of.unit, of.formation, of.instead_of_steps)
    roll = throw_as(dice, occasion, charts.grid(CHART).dice.roll)
    modified = roll.value + total(morale_shifts(charts, of.unit, of.strain)) + of.strain.extra
    return MoraleFell(effective, roll, modified, morale_result(charts, effective, modified))


@rule("TCSB-17-6", "TCSB-25-6")
def surrender_or_retreat(charts: ChartBook, result: Result, enemies: Iterable[int], night: bool) -> Result:
    """A unit told to surrender does so only to somebody: an enemy within three hexes, at night an adjacent one; else it runs.

    enemies: how far away they are.
    """
    spec = section(charts.grid(CHART).extras, "surrender")
    near = whole(spec, "by_night" if night else "to_enemies_within")
    if result == SURRENDERS and not any(away <= near for away in enemies):
        return RETREATS
    return result


@rule("TCSB-4-9", "TCSB-17-5")
def suffer(unit: TacticalUnit, result: Result) -> TacticalUnit:
    """What a check makes of a unit: a worse result takes the place of a better one, an equal one changes nothing.

    Who runs is suppressed and in fire mode already (TCSB-17-15); who surrenders is gone.
    """
    if result == SURRENDERS:
        return replace(unit, steps=0)
    if result == PARALYZED and not unit.paralyzed:
        return replace(disturbed(unit), suppressed=False, paralyzed=True)
    if result in (SUPPRESSED, RETREATS) and not (unit.suppressed or unit.paralyzed):
        return replace(disturbed(unit), suppressed=True)
    return unit


@rule("TCSB-16-2", "TCSB-16-8")
def is_made_to_button_up(column: int, indirect: bool, missed_at: int | None = None) -> bool:
    """Base game: does a vehicle shut its hatches under a fire? It checks no morale.

    column: of area fire into its hex, 0 for the weakest; indirect: artillery or mortars struck the hex; missed_at: the net value of
    a point fire that missed it.
    """
    return indirect or column >= 1 or (missed_at is not None and missed_at >= 0)

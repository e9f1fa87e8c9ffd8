"""The running sums of companies and battalions: what adds to them, and how they are thrown down on the hour (TCSB-17-8)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import text
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.rules.rolls import throw_as
from pbem.rulesets.tcs.units import TacticalUnit

CHART = "formation-morale"
PLATOONS = frozenset({"infantry_platoon", "engineer_platoon"})
SECTIONS = frozenset({"infantry_section"})


@rule("TCS3-4-2")
def company_blow(charts: ChartBook, destroyed: TacticalUnit) -> int:
    """What the destruction of a unit adds to its company: a platoon of infantry more than a section, anything else nothing."""
    kind = destroyed.counter.type
    name = "platoon_destroyed" if kind in PLATOONS else "section_destroyed" if kind in SECTIONS else ""
    return _amount(charts, name) if name else 0


@rule("TCSB-17-7")
def battalion_blow(charts: ChartBook, steps: int) -> int:
    """What one fire adds to a battalion that loses so many steps to it in one hex."""
    modifiers = charts.modifiers(CHART).modifiers
    fitting = [one for one in modifiers.values() if _least(charts, one.id) and steps >= _least(charts, one.id)]
    return max((_amount(charts, one.id) for one in fitting), default=0)


@rule("TCSB-17-8", "TCSB-25-7", "TCSARM-4.1e-3")
def recovered(charts: ChartBook, dice: Dice, occasion: str, formation: int) -> int:
    """A formation's sum after a Clean-Up on the full hour: a die at or below it takes one off. Nothing is thrown for none."""
    if formation <= 0:
        return formation
    thrown = throw_as(dice, occasion, text(charts.modifiers(CHART)["recovery"].extras, "roll"))
    return formation + _amount(charts, "recovery") if thrown.value <= formation else formation


@rule("TCSB-17-8", "TCSB-25-7")
def is_on_the_hour(minute_of_end: int, night: bool) -> bool:
    """Is formation morale thrown for in this Clean-Up? At each full hour; every night turn ends on one."""
    return night or minute_of_end == 0


def _amount(charts: ChartBook, name: str) -> int:
    return int(str(charts.modifiers(CHART)[name].value))


def _least(charts: ChartBook, name: str) -> int:
    extras = charts.modifiers(CHART)[name].extras
    return int(str(extras.get("lo") or 0))

"""Minefields: the attack on who enters, and breaching (TCSB-21)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, text, whole
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.rolls import Roll, meets, throw_as
from pbem.rulesets.tcs.units import HALVES, TacticalUnit

CHART = "minefield"
NONE = ""
BREACHERS = frozenset({"foot"})
ENGINEERS = "engineer_platoon"


class MineThrow(Value):
    """Dice thrown against a vehicle in a field, or for a breach; worked: it is out of action, or the field is thinner."""

    needed: str
    roll: Roll
    worked: bool


@rule("TCSB-21-1")
def mine_strength(charts: ChartBook, density: str) -> int:
    """Area strength of a field against men who enter it or change mode in it; they have no cover."""
    return whole(charts.records(CHART)[density], "strength")


@rule("TCSB-21-1")
def mine_vehicle(charts: ChartBook, dice: Dice, occasion: str, density: str) -> MineThrow:
    """Throws a field's attack on a vehicle: the number or more puts it out of action."""
    chart = charts.records(CHART)
    needed = str(chart[density]["vehicle"])
    roll = throw_as(dice, occasion, text(section(chart.extras, "vehicle"), "dice"))
    return MineThrow(needed, roll, meets(roll.value, needed))


@rule("TCS3-10-3")
def may_breach(charts: ChartBook, unit: TacticalUnit, away: int, left: int) -> bool:
    """May a unit try to breach? On foot, in the field or next to it, with three MP left, after all other movement.

    left: halves of MP that it has left.
    """
    mp = whole(section(charts.records(CHART).extras, "breach"), "mp")
    able = unit.counter.move in BREACHERS and not (unit.suppressed or unit.paralyzed) and unit.steps > 0
    return able and away <= 1 and left >= mp * HALVES


@rule("TCSB-21-5", "TCSB-26-5")
def breach_needed(charts: ChartBook, unit: TacticalUnit, density: str) -> str:
    """The number or more on a die; engineers do it better, and a heavy field is theirs alone."""
    return str(charts.records(CHART)[density]["engineers" if unit.counter.type == ENGINEERS else "breach"])


@rule("TCSB-21-5")
def breach(charts: ChartBook, dice: Dice, occasion: str, needed: str) -> MineThrow:
    """Throws a try; `thinner` says what success makes of the field."""
    roll = throw_as(dice, occasion, text(section(charts.records(CHART).extras, "breach"), "dice"))
    return MineThrow(needed, roll, meets(roll.value, needed))


@rule("TCSB-21-5")
def thinner(charts: ChartBook, density: str) -> str:
    """The field that is left when it loses one density, NONE after the lightest."""
    kinds = sorted(charts.records(CHART).records, key=lambda name: mine_strength(charts, name))
    place = kinds.index(density)
    return kinds[place - 1] if place else NONE


@rule("TCSB-21-3", "TCSB-21-7")
def is_hindered(own_field: bool, on_lane: bool) -> bool:
    """Does a field cost its MP and attack? Not its owner's units on the route of a move sheet, who know the lanes."""
    return not (own_field and on_lane)

"""AT rolls: infantry against vehicles and guns in its own or an adjacent hex (TCSB-15)."""

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.rules.rolls import Roll, meets, throw_for
from pbem.rulesets.tcs.rules.shifts import Shift, drms_of, shifts, total
from pbem.rulesets.tcs.units import PrintedUnit, TacticalUnit

CHART = "at-roll"


class AtRoll(Value):
    """An AT roll. away: 0 or 1 hexes; in_open, in_cover: the target's ground, open or protective; night."""

    firer: TacticalUnit
    target: TacticalUnit
    away: int
    in_open: bool = False
    in_cover: bool = False
    night: bool = False


class AtChance(Value):
    """What an AT roll needs: the number or more, once the modifiers are added to the dice."""

    needed: str
    counting: tuple[Shift, ...]


class AtOutcome(Value):
    """An AT roll as it fell; total: the modified dice."""

    roll: Roll
    total: int
    destroyed: bool


@rule("TCSB-15-1", "TCS3-9-1")
def is_at_target(counter: PrintedUnit) -> bool:
    """May it be attacked by AT rolls? Every vehicle, and guns as well."""
    return counter.vehicle or counter.gun


@rule("TCSB-15-1", "TCSB-3-8", "TCSB-9-8", "TCS3-9-2")
def may_make_at_rolls(unit: TacticalUnit) -> bool:
    """Only units with an AT class, not paralyzed and not riding; whether they have fired does not matter."""
    return bool(unit.counter.at) and unit.steps > 0 and not unit.paralyzed and not unit.rides


@rule("TCSB-15-1")
def reaches_by_at(charts: ChartBook, firer: Hex, target: Hex) -> bool:
    """Its own hex, or an adjacent one."""
    return distance(firer, target) <= whole(section(charts.sheet(CHART).extras, "range"), "hexes")


@rule("TCSB-15-4", "TCS3-9-3", "TCS3-9-4", "TCS3-9-5")
def hexes_to_attack(charts: ChartBook, unit: TacticalUnit) -> int:
    """How many hexes a unit may attack, the same one twice if it likes; nobody is obliged to attack all that is in them."""
    targets = section(charts.sheet(CHART).extras, "targets")
    few = unit.steps < whole(targets, "more_from")
    return whole(targets, "two_or_fewer_steps" if few else "three_or_more_steps")


@rule("TCSB-15-5", "TCSB-16-6")
def at_chance(charts: ChartBook, roll: AtRoll) -> AtChance:
    """What a roll needs against the target's defense."""
    sheet = charts.sheet(CHART)
    firer, target = roll.firer, roll.target
    amounts = {
        "weak": int(firer.steps < whole(section(sheet.extras, "targets"), "more_from")),
        "suppressed": int(firer.suppressed),
        "move_mode": int(firer.mode == "move"),
        "open": int(roll.in_open and roll.away > 0),
        "cover": int(roll.in_cover),
        "buttoned": int(target.buttoned),
        "open_top": int(target.counter.open_top),
        "target_suppressed": int(target.suppressed),
        "night": int(roll.night),
    }
    column = min(target.counter.defense, len(sheet.labels) - 1)
    return AtChance(sheet.rows[firer.counter.at].cells[column], shifts(drms_of(sheet), amounts))


@rule("TCSB-15-5")
def attack_vehicle(charts: ChartBook, dice: Dice, occasion: str, chance: AtChance) -> AtOutcome:
    """Throws one AT roll; the number or more destroys."""
    roll = throw_for(dice, occasion, charts.sheet(CHART))
    modified = roll.value + total(chance.counting)
    return AtOutcome(roll, modified, meets(modified, chance.needed))

"""SYR: how far a unit runs and what it loses, where it may go, how it ends (TCSB-17-9 to 17-17)."""

from collections.abc import Iterable, Sequence

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.dice import Dice
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.rules.rolls import Roll, throw_as
from pbem.rulesets.tcs.rules.shifts import shifts, total
from pbem.rulesets.tcs.units import TacticalUnit, disturbed

CHART = "syr"


class Rout(Value):
    """How a unit runs: hexes to go, steps lost at the end, the die that said so."""

    hexes: int
    losses: int
    roll: Roll


class Runner(Value):
    """Who runs. effective: its morale; voluntary: a fall back in place of fire; again: it is forced to, and ran before in this
    turn."""

    unit: TacticalUnit
    effective: int
    night: bool = False
    voluntary: bool = False
    again: bool = False


@rule("TCSB-17-9", "TCSB-17-10", "TCSB-17-17")
def run(charts: ChartBook, dice: Dice, occasion: str, who: Runner) -> Rout:
    """Throws for a retreat. Armor reads the hexes alone and doubles them; who runs again in a turn goes one hex farther."""
    chart = charts.grid(CHART)
    roll = throw_as(dice, occasion, chart.dice.roll)
    column = chart.column_at(who.effective)
    assert column is not None, "a column below the first is the first"
    amounts = {"night": int(who.night), "voluntary": int(who.voluntary)}
    cell = chart.cell({"who": "all"}, column, roll.value + total(shifts(chart.drms, amounts)))
    hexes, losses = map(int, cell.split("/"))
    armor = who.unit.counter.armor
    hexes *= whole(section(chart.extras, "armor"), "times") if armor else 1
    hexes += whole(section(chart.extras, "again"), "hexes") if who.again else 0
    return Rout(hexes, 0 if armor else losses, roll)


@rule("TCSB-17-11")
def may_run_to(here: Hex, there: Hex, spotted: Iterable[Hex]) -> bool:
    """May a retreat's next hex be this? No nearer to the nearest spotted enemy than the one before, and not into an enemy."""
    enemies = tuple(spotted)
    return not enemies or (there not in enemies and nearest(there, enemies) >= nearest(here, enemies))


@rule("TCSB-17-14")
def may_stop(gone: int, hexes: int, shelter: bool) -> bool:
    """May a retreat end here? When all is gone, or at least half in protective terrain or a friendly defense position."""
    return gone >= hexes or (shelter and 2 * gone >= hexes)


@rule("TCSB-17-12", "TCSB-17-13", "TCSB-25-6")
def survives_flight(way: Sequence[Hex], enemies: Iterable[Hex], night: bool) -> bool:
    """Has a unit got away? It must end farther from the nearest enemy than it began, and not next to one, but at night.

    way: the hexes of its retreat, where it stood first.
    """
    others = tuple(enemies)
    if not others:
        return True
    end = nearest(way[-1], others)
    return end > nearest(way[0], others) and (night or end > 1)


@rule("TCSB-17-15", "TCSB-4-9")
def after_flight(unit: TacticalUnit, place: Hex, losses: int) -> TacticalUnit:
    """A unit that has run: where it ended, its losses applied, in fire mode and suppressed (a paralyzed one stays it)."""
    return replace(
        disturbed(unit), hex=place, steps=max(0, unit.steps - losses), suppressed=not unit.paralyzed, paralyzed=unit.paralyzed
    )


@rule("TCSB-17-15")
def is_left_behind(unit: TacticalUnit) -> bool:
    """Is a unit told to run destroyed because it cannot move? Guns and mortars without an allowance that nobody carries."""
    return not unit.rides and unit.counter.back == 0


def nearest(place: Hex, enemies: Iterable[Hex]) -> int:
    """How far the nearest of some hexes is; they are at least one."""
    return min(distance(place, enemy) for enemy in enemies)

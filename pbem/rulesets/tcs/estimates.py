"""What a desk can tell of its own fire: a shot, an AT roll, a column, from its own units and what it sees of the enemy."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import ShownCounter
from pbem.rulesets.tcs.rules.area_fire import (
    AreaFire,
    AreaFirer,
    AreaTarget,
    Shelter,
    area_column,
    area_modifier,
    area_result,
    area_shifts,
    area_strength,
)
from pbem.rulesets.tcs.rules.at_rolls import AtChance, AtRoll, at_chance
from pbem.rulesets.tcs.rules.bearing import in_defilade
from pbem.rulesets.tcs.rules.odds import percent_of_digits, percent_of_sum
from pbem.rulesets.tcs.rules.point_fire import PointFire, PointShot, PointTarget, aimed
from pbem.rulesets.tcs.rules.shifts import Shift, total
from pbem.rulesets.tcs.rules.sight import TurnVisibility, smoke_on_line
from pbem.rulesets.tcs.rules.spotting import protective, terrain_cover
from pbem.rulesets.tcs.units import Kind, MoveClass, PrintedUnit, TacticalUnit, UnitType

_TYPES: Mapping[Kind, UnitType] = {"armour": "afv", "soft": "truck", "guns": "at_gun", "foot": "infantry_platoon"}
_MOVES: Mapping[Kind, MoveClass] = {"armour": "tracked", "soft": "wheeled", "guns": "towed", "foot": "foot"}


class Facing(Value):
    """What a shot is worked out for: the firer, the target as it is known, and where it is. flank: it comes from the rear;
    close: it is fired in an assault, in which ground is no shield for vehicles and guns."""

    unit: TacticalUnit
    counter: PrintedUnit
    hex: Hex
    buttoned: bool = False
    suppressed: bool = False
    dug: int = 0
    flank: bool = False
    close: bool = False


def seen_counter(look: ShownCounter) -> PrintedUnit:
    """The counter that a look shows, as far as fire needs it."""
    open_top = look.open_top
    return PrintedUnit("", look.title, _TYPES[look.kind], look.target, look.defense, 1, _MOVES[look.kind], 0, 0, open_top=open_top)


def facing(unit: TacticalUnit, look: ShownCounter) -> Facing:
    """A shot at what is seen."""
    return Facing(unit, seen_counter(look), look.hex, "buttoned" in look.markers, "suppressed" in look.markers)


@rule("TCSB-12-1", "TCSB-19-5", "TCSB-22-5")
def shot(game: TacticalGame, over: TurnVisibility, at: Facing) -> PointShot:
    """A point fire before its dice."""
    unit, terrain = at.unit, game.ground.terrain[at.hex]
    fire = PointFire(
        unit,
        unit.counter.point,
        distance(unit.hex, at.hex),
        flank=at.flank,
        smoke=smoke_on_line(over.smoke, unit.hex, at.hex),
        dark=over.dark and at.hex not in over.lit,
    )
    protected = not at.close and (protective(game.book, terrain) or hull_down(game, at))
    return aimed(game.book, fire, PointTarget(at.counter, protected, at.dug))


@rule("TCSARM-4.5-1", "TCSARM-4.5-2")
def hull_down(game: TacticalGame, at: Facing) -> bool:
    """With the rules for armor: is the target a vehicle in defilade from the firer? No suppressive fire can be made at it."""
    rules = game.switches["armor"] is True and at.counter.armor and at.hex in game.ground.terrain
    return rules and in_defilade(game.ground, at.hex, at.unit.hex)


@rule("TCSB-15-5")
def at_roll(game: TacticalGame, over: TurnVisibility, at: Facing) -> AtChance:
    """An AT roll before its dice."""
    terrain = game.ground.terrain[at.hex]
    target = TacticalUnit("", "", at.counter, (), 0, at.hex, "fire", 1, buttoned=at.buttoned, suppressed=at.suppressed)
    away = distance(at.unit.hex, at.hex)
    cover = protective(game.book, terrain)
    return at_chance(game.book, AtRoll(at.unit, target, away, terrain == "open", cover, over.dark))


def shot_percent(found: PointShot) -> int:
    """The chance that a point fire hits."""
    return percent_of_digits(found.needed)


def at_percent(found: AtChance) -> int:
    """The chance that an AT roll destroys."""
    return percent_of_sum(found.needed, total(found.counting))


def strength(game: TacticalGame, units: Iterable[TacticalUnit], place: Hex, unspotted: bool = False) -> Fraction:
    """The area strength of units at a hex."""
    firers = (AreaFirer(unit, distance(unit.hex, place), unspotted) for unit in units)
    return sum((area_strength(game.book, firer) for firer in firers), Fraction(0))


@rule("TCS3-7-2", "TCSB-11-2")
def column(game: TacticalGame, units: Iterable[TacticalUnit], place: Hex, unspotted: bool = False) -> int:
    """The column of their area fire at a hex."""
    return area_column(game.book, strength(game, units, place, unspotted))


class AreaOdds(Value):
    """What area fire does to a target as it is known, in percent of rolls. counting: the modifiers that are known."""

    column: int
    counting: tuple[Shift, ...]
    losses: int
    shaken: int


@rule("TCSB-11-7", "TCSB-11-11", "TCSB-11-12")
def area_odds(game: TacticalGame, fire: AreaFire, target: AreaTarget) -> AreaOdds:
    """How often a target loses a step or is destroyed, and how often its morale alone is tried."""
    counting = area_shifts(game.book, fire, target)
    by = area_modifier(game.book, counting)
    rolls = [area_result(game.book, target.kind, fire.column, one + two + by) for one, two in product(range(1, 7), repeat=2)]
    hurt = sum(result.losses > 0 or result.destroyed for result in rolls)
    shaken = sum(result.check and not result.losses for result in rolls)
    return AreaOdds(fire.column, counting, round(100 * hurt / len(rolls)), round(100 * shaken / len(rolls)))


def as_target(game: TacticalGame, look: ShownCounter, level: int = 0) -> AreaTarget:
    """What is seen, as area fire meets it: its ground, and works that are seen there."""
    terrain = game.ground.terrain[look.hex]
    shelter = Shelter(terrain_cover(game.book, terrain), protective(game.book, terrain), level=level)
    afoot = look.target == "A"
    return AreaTarget("A" if afoot else "B", shelter, moving=afoot and look.mode == "move", armored=not afoot and look.defense > 0)

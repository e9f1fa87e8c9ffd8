"""Where fire comes from: hexsides of the target, features on them, and fire from two opposite sides."""

from collections.abc import Collection, Iterable

from pbem.kernel.hexes import DIRECTIONS, Hex, beneath, direction, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.ground import Side, TacticalGround


def sides_towards(target: Hex, firer: Hex) -> tuple[Hex, ...]:
    """The neighbours of a hex over which the line to another leaves it: two where it runs along a hexside, none to itself."""
    return beneath(target, firer)[1] if target != firer else ()


def hexsides_towards(target: Hex, firer: Hex) -> tuple[str, ...]:
    """The hexsides of a hex over which the line to another leaves it ("NE")."""
    found = (direction(target, place) for place in sides_towards(target, firer))
    return tuple(side for side in found if side)


def behind_hexside(features: Collection[Side], target: Hex, firer: Hex) -> bool:
    """Does a wall, hedge or crest on the target's hexside lie between? Where the line runs along a hexside, one on either hand."""
    sides = sides_towards(target, firer)
    return bool(sides) and all((place, target) in features or (target, place) in features for place in sides)


@rule("TCSB-11-7")
def from_opposite_sides(target: Hex, firers: Iterable[Hex]) -> bool:
    """Does fire come from two hexes whose lines differ by three hexsides?"""
    sides = {DIRECTIONS.index(side) for firer in firers for side in hexsides_towards(target, firer)}
    half = len(DIRECTIONS) // 2
    return any((side + half) % len(DIRECTIONS) in sides for side in sides)


@rule("TCSARM-4.4-1", "TCSARM-4.4-2")
def from_the_flank(facing: str, target: Hex, firer: Hex) -> bool:
    """With tcs-armor: does fire at moving armor come in over any hexside but the one that it faces, its corners included?"""
    sides = hexsides_towards(target, firer)
    return bool(facing and sides) and facing not in sides


@rule("TCSARM-4.5-1")
def in_defilade(ground: TacticalGround, target: Hex, firer: Hex) -> bool:
    """Is armor in a hex hull down from a firer: a crest hexside between, the firer neither adjacent nor higher?"""
    level = ground.level
    return distance(target, firer) > 1 and level[firer] <= level[target] and behind_hexside(ground.crests, target, firer)


@rule("TCSB-12-8")
def from_the_rear(entered_by: str, target: Hex, firer: Hex) -> bool:
    """Without tcs-armor: does a firer at a moving vehicle stand in its rear half, the three hexsides around the one it came in by?

    entered_by: the hexside of its hex over which it came ("S").
    """
    number = DIRECTIONS.index(entered_by)
    rear = {DIRECTIONS[(number + step) % len(DIRECTIONS)] for step in (-1, 0, 1)}
    sides = hexsides_towards(target, firer)
    return bool(sides) and rear.issuperset(sides)

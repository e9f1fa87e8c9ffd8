"""What ground and works give a unit of the board against fire from somewhere."""

from collections.abc import Iterable

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.rules.area_fire import Shelter
from pbem.rulesets.tcs.rules.bearing import behind_hexside
from pbem.rulesets.tcs.rules.bunkers import Walls, inside
from pbem.rulesets.tcs.rules.bunkers import walls as walls_of
from pbem.rulesets.tcs.rules.defences import Works, works_of
from pbem.rulesets.tcs.rules.digging import DugPosition, level_used
from pbem.rulesets.tcs.rules.spotting import protective, terrain_cover
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces


@rule("TCSB-27-1", "TCSB-27-2", "TCSB-27-3")
def works(game: TacticalGame, forces: TacticalForces, unit: TacticalUnit, turn: int) -> Works:
    """What its op sheet gives a unit in this turn. One of the scenario's has been in force since before the first."""
    sheet = forces.sheet_of(unit)
    if sheet is None or sheet.status != "implemented":
        return ""
    return works_of(unit, sheet.type, sheet.objective, turn - sheet.turn, game.switches["digging"] == "levels")


@rule("TCSPD-2-1", "TCSPD-9-1", "TCSPD-11-1")
def level(game: TacticalGame, unit: TacticalUnit, position: DugPosition | None) -> int:
    """The level of works that it has the use of, 0 for none."""
    return level_used(game.book, position, unit) if position else 0


@rule("TCSB-27-9")
def walls(game: TacticalGame, forces: TacticalForces, unit: TacticalUnit, position: DugPosition | None) -> Walls:
    """What the bunker of its hex gives it, if it is inside."""
    if position is None or unit.id not in inside(game.book, position, forces.at(unit.hex)):
        return Walls()
    return walls_of(game.book, position)


@rule("TCSB-11-7", "TCSB-11-9")
def shelter(game: TacticalGame, forces: TacticalForces, unit: TacticalUnit, turn: int, origins: Iterable[Hex] = ()) -> Shelter:
    """A unit's shelter, but for works that are dug. origins: the hexes of direct fire: a wall or crest helps if it lies between it
    and all of them."""
    has, ground, terrain = works(game, forces, unit, turn), game.ground, game.ground.terrain[unit.hex]
    from_there = tuple(origins)
    behind = bool(from_there) and all(behind_hexside(ground.walls | ground.crests, unit.hex, place) for place in from_there)
    return Shelter(
        cover=terrain_cover(game.book, terrain),
        protective=protective(game.book, terrain),
        dug_in=has == "dug_in",
        hasty=has == "hasty",
        hexside=behind,
    )

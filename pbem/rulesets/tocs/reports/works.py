"""Field works in words: positions, mines and blocks, one's own and those of the enemy's that were found."""

from typing import Any

from pbem.kernel.hexes import neighbour
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.pieces import Unit
from pbem.rulesets.tocs.reports.wording import call, condition, place

THINGS = {"minefield": "mines", "roadblock": "roadblock"}


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """Own works, for the situation report: positions by level, then mines and blocks as far as this side knows."""
    dug = [(h, level.replace("_", " ")) for h, (level, owner) in sorted(picture.works.items()) if owner == picture.side]
    laid = [(h, THINGS[x.kind]) for h, some in sorted(picture.obstacles.items()) for x in some if x.side == picture.side]
    return tuple(f" {place(game, hex_)}: {what}" for hex_, what in (*dug, *laid))


def theirs(game: Game, picture: Picture) -> tuple[str, ...]:
    """Mines and blocks of the enemy's that were found, a line; () when there are none."""
    found = [(h, THINGS[x.kind]) for h, some in sorted(picture.obstacles.items()) for x in some if x.side != picture.side]
    told = ", ".join(f"{place(game, hex_)} ({what})" for hex_, what in found)
    return (f"mines and blocks found: {told}",) if told else ()


def facing(unit: Unit) -> str:
    """` EXTENDED toward 10.04`, "" for a unit that is deployed as usual."""
    toward = neighbour(unit.hex, unit.extended) if unit.extended else None
    return f" EXTENDED toward {toward}" if toward else ""


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an own unit made, cleared or suffered of works, a line; () for anything else."""
    match seen:
        case o.OwnExtended(unit):
            return (f"{call(picture.camp, unit.id)} in {place(game, unit.hex)} is{facing(unit).lower()}",)
        case o.OwnDug(hex_, level):
            return (f"{place(game, hex_)} is {level.replace('_', ' ')} now",)
        case o.OwnObstacle(hex_, kind, laid):
            return (f"{place(game, hex_)}: {THINGS[kind]} {'laid' if laid else 'cleared'}",)
        case o.ClearingBarredSeen(who, hex_):
            return (f"{who} finds the enemy in {place(game, hex_)}",)
        case o.OwnUnit(unit, _):
            return (f"{call(picture.camp, unit.id)} {condition(picture.camp, unit)}, in the mines of {place(game, unit.hex)}",)
    return ()

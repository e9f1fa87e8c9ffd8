"""Field works in words: positions, mines and blocks, one's own and those of the enemy's that were found."""

from typing import Any

from pbem.kernel.hexes import neighbour
from pbem.kernel.i18n import counted, phrase, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.focus import Calls, beside, large
from pbem.rulesets.tocs.reports.wording import call, condition, place, spot
from pbem.rulesets.tocs.units import Unit

THINGS = {"minefield": phrase("mines"), "roadblock": phrase("roadblock")}


def lines(game: Game, picture: Picture, calls: Calls = None) -> tuple[str, ...]:
    """Own works, for the situation report: positions by level, then mines and blocks as far as this side knows. calls: of the units
    that a large side's letter tells of, and then of works near them."""
    dug = [(h, worded(level)) for h, (level, owner) in sorted(picture.works.items()) if owner == picture.side]
    laid = [(h, say(THINGS[x.kind])) for h, some in sorted(picture.obstacles.items()) for x in some if x.side == picture.side]
    if not large(picture.forces):
        return tuple(f" {place(game, hex_)}: {what}" for hex_, what in (*dug, *laid))
    alike: dict[str, list[str]] = {}
    for hex_, what in (*dug, *laid):
        if beside(picture.forces, calls, hex_):
            alike.setdefault(what, []).append(str(hex_))
    return tuple(f" {what}: {', '.join(where)}" for what, where in alike.items())


def counted_up(told: tuple[str, ...]) -> tuple[str, ...]:
    """The own works of a large side, `lines`, by their number: `entrenched: 4 hexes; roadblock: 1 hex`."""
    split = (line.strip().partition(": ") for line in told)
    many = [f"{what}: {counted(len(where.split(', ')), '{number} hex', '{number} hexes')}" for what, _, where in split]
    return (f" {'; '.join(many)}",) if many else ()


def theirs(game: Game, picture: Picture) -> tuple[str, ...]:
    """Mines and blocks of the enemy's that were found, a line; () when there are none."""
    found = [(h, say(THINGS[x.kind])) for h, some in sorted(picture.obstacles.items()) for x in some if x.side != picture.side]
    told = ", ".join(f"{place(game, hex_)} ({what})" for hex_, what in found)
    return (say("Mines and blocks found: {told}", told=told),) if told else ()


def facing(unit: Unit) -> str:
    """` EXTENDED toward 10.04`, "" for a unit that is deployed as usual."""
    toward = neighbour(unit.hex, unit.extended) if unit.extended else None
    return say(" EXTENDED toward {toward}", toward=toward) if toward else ""


DUG = {
    "entrenched": phrase("{place} is entrenched now"), "strongpoint": phrase("{place} is a strongpoint now"),
    "fortified_area": phrase("{place} is a fortified area now"),
}  # fmt: skip


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an own unit made, cleared or suffered of works, a line; () for anything else."""
    match seen:
        case t.DeploymentExtended(_, unit):
            return (
                say(
                    "{call} in {place} is{facing}",
                    call=call(picture.forces, unit.id),
                    place=spot(game, unit),
                    facing=facing(unit).lower(),
                ),
            )
        case t.PositionImproved(_, hex_, level):
            return (say(DUG[level], place=place(game, hex_)),)
        case t.ObstacleLaid(_, hex_, kind):
            return (f"{place(game, hex_)}: {say(THINGS[kind])} {say('laid')}",)
        case t.ObstacleCleared(_, hex_, kind):
            return (f"{place(game, hex_)}: {say(THINGS[kind])} {say('cleared')}",)
        case o.ClearingBarredSeen(who, hex_):
            return (say("{who} finds the enemy in {place}", who=who, place=place(game, hex_)),)
        case t.UnitChanged(_, unit, _):
            return (
                say(
                    "{call} {condition}, in the mines of {place}",
                    call=call(picture.forces, unit.id),
                    condition=condition(picture.forces, unit),
                    place=spot(game, unit),
                ),
            )
    return ()

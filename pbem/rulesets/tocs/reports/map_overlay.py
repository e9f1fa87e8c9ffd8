"""What a desk's map is drawn from: the printed ground of TOCS, and the words over it."""

from pbem.documents.cartography.job import MapJob
from pbem.documents.cartography.land import DrawnBridge, DrawnWater, PrintedLand, Side
from pbem.documents.cartography.plates import printed_map
from pbem.documents.map_picture import MapPicture, PrintedMap
from pbem.kernel.i18n import phrase
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Ground

CLAIMED = phrase("EZOC claimed against us")


@rule("MASL-1.1-2")
def job(game: Game, picture: MapPicture) -> MapJob:
    """A map of a letter, to be drawn and painted beside the referee."""
    staff = game.staff(picture.side)
    return MapJob(land_of(game.ground), picture, game.title, staff.adjective, staff.heading)


def printed(game: Game) -> PrintedMap:
    """The printed map with its words."""
    return printed_map(land_of(game.ground))


@rule("MASL-9.1-2")
def _borders(ground: Ground) -> tuple[Side, ...]:
    """The hexsides between two countries."""
    home = ground.country
    sides = ((a, b) for a in ground.hexes for b in ground.neighbours[a])
    return tuple(sorted((a, b) for a, b in sides if home[a] and home[b] and home[a] != home[b]))


@kept(4)
def land_of(ground: Ground) -> PrintedLand:
    """The printed map, to be drawn."""
    bridges = tuple(DrawnBridge(b.id, b.name, b.hex, b.carries, b.kind, b.intact) for b in ground.bridges)
    waters = tuple(DrawnWater(w.name, w.kind, w.path, w.enters, w.leaves) for w in ground.waters)
    streams, cliffs = (tuple(sorted(sides)) for sides in (ground.streams, ground.cliffs))
    return PrintedLand(
        ground.hexes, ground.terrain, ground.level, ground.names, ground.hex_metres, ground.contour_metres, ground.banks, streams,
        ground.roads, ground.rails, bridges, cliffs, waters, ground.met, ground.climb, ground.room, tuple(sorted(ground.fords)),
        tuple(sorted(ground.ferries)), borders=_borders(ground), called={"claim": CLAIMED},
    )  # fmt: skip

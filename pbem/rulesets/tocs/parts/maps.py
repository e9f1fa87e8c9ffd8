"""Maps: the ground as a desk knows it, in letters and painted."""

from pbem.documents.map_picture import MapPicture
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import map_view
from pbem.rulesets.tocs.reports.map_overlay import draw
from pbem.rulesets.tocs.reports.map_view import theatre
from pbem.rulesets.tocs.reports.sketch import sketch

__all__ = ["around", "draw", "sketch", "theatre"]


def around(game: Game, picture: Picture, centre: str, reach: int) -> MapPicture | None:
    """The ground about a hex; None where the map has none of that number."""
    return map_view.around(game, picture, Hex(centre), reach) if centre in game.ground.terrain else None

"""Maps: the ground as a desk knows it, in letters and painted."""

from collections.abc import Mapping

from pbem.documents.map_picture import MapPicture
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules.opened import OpenModule
from pbem.rulesets.tocs.actions.vocabulary import places_of
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.module import own_module
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports import map as whole
from pbem.rulesets.tocs.reports import map_air, map_view
from pbem.rulesets.tocs.reports.map_overlay import job, printed
from pbem.rulesets.tocs.reports.map_view import theatre
from pbem.rulesets.tocs.reports.sketch import sketch

__all__ = ["around", "filed", "job", "of_module", "places", "printed", "sketch", "theatre"]


def of_module(module: OpenModule, side: str) -> str:
    """The map of a module as SVG; with a side, its units and works too."""
    return whole.draw(own_module(module), side)


def around(game: Game, picture: Picture, centre: str, reach: int) -> MapPicture | None:
    """The ground about a hex; None where the map has none of that number."""
    return map_view.around(game, picture, Hex(centre), reach) if centre in game.ground.terrain else None


def filed(game: Game, picture: Picture, seen: tuple[object, ...]) -> MapPicture | None:
    """A map for each flight whose plan was filed, with what it holds now; None where none was."""
    flights = map_air.filed(picture, seen)
    if not flights:
        return None
    drawn = map_view.situation(game, picture, map_air.flight_frames(flights))
    ways = (map_air.way_of(flight) for flight in flights)
    return replace(drawn, arrows=tuple(dict.fromkeys((*drawn.arrows, *ways))))


def places(game: Game) -> Mapping[str, Hex]:
    """The names on the printed map, those of bridges among them."""
    return places_of(game.ground)

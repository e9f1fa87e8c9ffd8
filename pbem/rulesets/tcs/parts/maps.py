"""Maps: the ground as a desk knows it, in letters and painted."""

from collections.abc import Mapping

from pbem.documents.map_picture import MapPicture
from pbem.kernel.hexes import Hex
from pbem.modules.opened import OpenModule
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.module import own_module
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports import map_of_module, map_view
from pbem.rulesets.tcs.reports.map_view import job, printed, sketch, theatre

__all__ = ["around", "filed", "job", "of_module", "places", "printed", "sketch", "theatre"]


def of_module(module: OpenModule, side: str) -> str:
    """The map of a module as SVG; with a side, its units too."""
    return map_of_module.draw(own_module(module), side)


def around(game: TacticalGame, picture: TacticalPicture, centre: str, reach: int) -> MapPicture | None:
    """The ground about a hex; None where the map has none of that number."""
    return map_view.around(game, picture, Hex(centre), reach) if centre in game.ground.terrain else None


def filed(game: TacticalGame, picture: TacticalPicture, seen: tuple[object, ...]) -> MapPicture | None:
    """Nothing that a letter files is checked on a map of its own."""
    return None


def places(game: TacticalGame) -> Mapping[str, Hex]:
    """The names on the printed map."""
    return dict(game.ground.places)

"""Lines of sight: the hexes between two centres, and how high what stands in each of them reaches (TOCS-W7.2-1).

Heights are contour levels. A line that runs along a hexside has a hex on either hand, and passes by the lower of them.
"""

from pbem.kernel.hexes import Hex, beneath
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.game import Game


@rule("TOCS-W11.15-2", "TOCS-W11.16-2", "TOCS-W11.17-1", "TOCS-W11.18-1", "TOCS-W11.22-1", "TOCS-W11.24-1", "TOCS-W11.25-1")
def cover(game: Game, place: Hex) -> int:
    """How many levels the terrain of a hex stands above its ground: 0 for what hides nothing."""
    record = game.records("sight").records.get(game.ground.terrain[place])
    return int(str(record["level"])) if record else 0


def height(game: Game, place: Hex) -> int:
    """The level of the ground and what stands on it: what one who looks across the hex must look over."""
    return game.ground.level[place] + cover(game, place)


def between(game: Game, start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes a line passes from centre to centre, ends left out: one a step, off the map left out."""
    steps = beneath(start, end)[1:-1]
    on_map = (tuple(place for place in step if place in game.ground.terrain) for step in steps)
    return tuple(min(step, key=lambda place: height(game, place)) for step in on_map if step)


@rule("TOCS-W11.19-6")
def in_the_way(game: Game, start: Hex, end: Hex, above: int = 0) -> tuple[Hex, ...]:
    """The hexes that hide `end` from one who stands on the ground of `start`, raised by `above` levels.

    One level more than the cover is needed to look over it; bare ground hides only from those below it.
    """
    eye = game.ground.level[start] + above
    return tuple(place for place in between(game, start, end) if _hides(game, place, eye))


def clear_line(game: Game, start: Hex, end: Hex) -> bool:
    """Is there a line of sight from the ground of one hex to another? Neighbours always see each other."""
    return not in_the_way(game, start, end)


def on_a_hill(game: Game, place: Hex) -> bool:
    """Whether a contour line falls away from the hex: it stands above a neighbour."""
    ground = game.ground
    return any(ground.level[other] < ground.level[place] for other in ground.neighbours[place])


def _hides(game: Game, place: Hex, eye: int) -> bool:
    return height(game, place) >= eye if cover(game, place) else game.ground.level[place] > eye

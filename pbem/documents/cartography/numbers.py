"""The number at the top of a hex, and its level on a map of large hexes: printed with the ground."""

from math import ceil

from pbem.documents.cartography.curves import Point
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.lettering import Lettering, written
from pbem.documents.cartography.palette import NUMBER, SHADE
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.stamps import ROOM, Stamp
from pbem.documents.cartography.strokes import Box, around
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value

LARGEST, GREAT = 10.5, 13.0  # size of a hex's number; of one on the largest hexes, which stand on maps for a phone
GREAT_FROM = 55  # pixels from the middle of a hex to a hexside
SMALLEST = 18.0  # pixels of a hex's corner from its middle; in a smaller one there is no number


class Numbering(Value):
    """How the hexes of a map are numbered."""

    paper: Paper
    ground: PrintedLand
    hand: Lettering
    level: Lettering

    def box(self, place: Hex) -> Box:
        """Where the number of a hex stands."""
        x, low = self._foot(place)
        wide, high = self.hand.width(place) + 6 * self.paper.scale, self.hand.size + 2
        return around((x, low - self.hand.size * 0.35), wide, high)

    def write(self, place: Hex) -> str:
        """The number of a hex, and its level."""
        return self._at(place, *self._foot(place))

    def _at(self, place: Hex, x: float, low: float) -> str:
        height = self.ground.level[place]
        number = written(place, x, low, self.hand)
        if not height or self.paper.small:
            return number
        return number + written(f"+{height}", x + self.hand.width(place) / 2 + 4 * self.paper.scale, low, self.level)

    def stamp(self, place: Hex) -> Stamp:
        """The same again, to lie exactly over what was printed."""
        (x, low), half = self._foot(place), ceil(self.hand.width(place) / 2 + ROOM)
        wide = 2 * half + ceil(3 * self.level.size + ROOM)
        high = ceil(self.hand.size + ROOM)
        return Stamp(self._at(place, 0, 0), (round(x), round(low)), Box(-half, -high, wide, high + ceil(self.hand.size / 2 + ROOM)))

    def _foot(self, place: Hex) -> Point:
        """The middle of the line it stands on."""
        x, y = self.paper.centre(place)
        return round(x), round(y - self.paper.half + self.hand.size + 1.5 * self.paper.scale)


def numbering(paper: Paper, ground: PrintedLand) -> Numbering | None:
    """How the hexes of a map are numbered; None where they are too small for it."""
    if paper.size < SMALLEST:
        return None
    size = GREAT if paper.half >= GREAT_FROM else LARGEST
    hand = Lettering(max(size * paper.scale, 8), NUMBER, halo="" if paper.small else "#f6f0dc", halo_width=2.2 * paper.scale)
    level = Lettering(hand.size, SHADE, bold=True, halo=hand.halo, halo_width=hand.halo_width, anchor="start")
    return Numbering(paper, ground, hand, level)


def draw_numbers(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> list[str]:
    """Those of a part of the map."""
    numbers = numbering(paper, ground)
    return [numbers.write(place) for place in sorted(part)] if numbers else []

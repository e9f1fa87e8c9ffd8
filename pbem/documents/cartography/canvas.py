"""What a sheet is drawn on: the ground below, what its desk knows, and what has been laid on it so far."""

from dataclasses import dataclass, field
from itertools import pairwise

from pbem.documents.cartography.boxes import BRIDGE, COVER, ROAD, WATER, BoxGrid
from pbem.documents.cartography.curves import Point, between, mean, sampled
from pbem.documents.cartography.ground import Base
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.strokes import Box, around
from pbem.documents.cartography.ways import bridge_spot
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.hexes import Hex

COVERED = {"woods": 1, "forest": 1, "jungle": 1, "village": 2, "town": 3, "suburb": 3, "city": 3}
GROWN = {5: 1.26, 7: 1.2}
"""How many times as large signs and words are on a sheet of at most so many columns, which is looked at on a phone."""
RULES = 12  # pixels at the edges of a sheet


@dataclass(slots=True)
class Canvas:
    """A sheet under way. shown: the hexes on it; window: the part of the ground it looks upon; signs: what stands on it, by the
    words of the legend's table; k: what is drawn by hand grows with this."""

    base: Base
    picture: MapPicture
    frame: Frame
    shown: frozenset[Hex]
    window: Box
    k: float
    boxes: BoxGrid = field(default_factory=BoxGrid)
    signs: set[str] = field(default_factory=set)

    @property
    def paper(self) -> Paper:
        """The map's."""
        return self.base.paper

    @property
    def ground(self) -> PrintedLand:
        """The map's."""
        return self.base.ground

    @property
    def whole(self) -> bool:
        """Is it the whole map?"""
        return self.frame.first == (0, 0)

    @property
    def close(self) -> bool:
        """Is it of so few columns that a phone shows it large?"""
        return grown(self.frame) == max(GROWN.values())

    def holds(self, box: Box) -> bool:
        """Does a box lie within the window, and clear of the sheet's rules?"""
        view = self.window
        return view.x + RULES <= box.x and box.right <= view.right - RULES and view.y <= box.y and box.below <= view.below

    def bank(self, place: Hex, point: str, share: float) -> Point:
        """A point on a bank, by where it lies in its hex: so far from the middle to the middle of the bank's hexsides."""
        sides = [self.paper.middle(place, way) for way in self.ground.bank(place, point)]
        return between(self.paper.centre(place), mean(sides), share) if sides else self.paper.centre(place)

    def bridge(self, bridge_id: str) -> Point:
        """Where a bridge of the map stands."""
        return bridge_spot(self.paper, self.ground, self.base.hearts, bridge_id)

    def crossing(self, place: Hex) -> Point:
        """Where the water of a hex is crossed."""
        return self.base.hearts.get(place, self.paper.centre(place))


def grown(frame: Frame) -> float:
    """How many times as large signs and words are on a frame."""
    across = frame.last[0] - frame.first[0] + 1
    return next((share for most, share in GROWN.items() if across <= most), 1.0) if frame.first != (0, 0) else 1.0


def lay_ground(canvas: Canvas) -> None:
    """Boxes of what is printed: water, roads, woods and houses."""
    k, view = canvas.k, canvas.window
    for run in canvas.base.waters:
        for point in sampled(run.points, 4):
            canvas.boxes.lay(around(point, 16 * k, 16 * k), WATER)
    for line in canvas.base.roads:
        for a, b in pairwise(line):
            canvas.boxes.lay(around(between(a, b), 9 * k, 9 * k), ROAD)
    for place in sorted(canvas.shown):
        covered = around(canvas.paper.centre(place), canvas.paper.size * 1.3, canvas.paper.half * 1.3)
        for _ in range(COVERED.get(canvas.ground.terrain[place], 0) if covered.meets(view) else 0):
            canvas.boxes.lay(covered, COVER)
    for bridge in canvas.ground.bridges:
        canvas.boxes.lay(around(canvas.bridge(bridge.id), 36 * k, 26 * k), BRIDGE)

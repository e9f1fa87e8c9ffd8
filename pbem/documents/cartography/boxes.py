"""The boxes that words keep off: everything drawn lays one, of a weight. They come from a desk's own picture alone."""

from collections.abc import Iterable
from math import inf

from pbem.documents.cartography.strokes import Box
from pbem.kernel.values import Value

CELL = 64  # pixels
UNIT, LIST, WORDS = 3.0, 4.0, 2.2
LETTER, LEADER, WALL = 2.1, 2.0, 2.3  # of words along a line; of what leads to a list, which may cross anything; of works
SIGN = 2.15  # of small signs: objectives, stores, roadblocks, mines, engagements
WATER, BRIDGE, FRONT, CLAIM, MOVE, ROAD, COVER = 1.4, 1.2, 1.2, 1.15, 0.6, 0.5, 0.24
HEEDED = 0.25  # by words; what weighs less only lists keep off
SOLID = 2.0  # from here on nothing may be written over it


class Laid(Value, eq=False):
    """A box and how much it weighs."""

    box: Box
    weight: float


class BoxGrid:
    """Boxes in a grid of cells, so that a word looks only at those near it."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Laid]] = {}
        self.laid: list[Laid] = []

    def lay(self, box: Box, weight: float) -> None:
        """Words laid from now on keep off it."""
        laid = Laid(box, weight)
        self.laid.append(laid)
        for cell in _cells(box):
            self._cells.setdefault(cell, []).append(laid)

    def cost(self, box: Box, least: float = 0.0) -> float:
        """What a box would hide: pixels times weight. least: what weighs less is not counted."""
        return sum([_shared(box, laid.box) * laid.weight for laid in self._met(box) if laid.weight >= least])

    def is_free(self, box: Box, least: float = SOLID, most: float = inf) -> bool:
        """Does it hide nothing that weighs so much? most: what weighs more is not asked for."""
        near = (laid for cell in _cells(box) for laid in self._cells.get(cell, ()))  # some of them twice
        return not any(least <= laid.weight <= most and laid.box.meets(box) for laid in near)

    def _met(self, box: Box) -> Iterable[Laid]:
        """Each box of the cells it lies in, once."""
        cells = _cells(box)
        if len(cells) == 1:
            return self._cells.get(cells[0], ())
        return {id(laid): laid for cell in cells for laid in self._cells.get(cell, ())}.values()


def _cells(box: Box) -> list[tuple[int, int]]:
    across = range(int(box.x // CELL), int(box.right // CELL) + 1)
    down = range(int(box.y // CELL), int(box.below // CELL) + 1)
    return [(i, j) for i in across for j in down]


def _shared(a: Box, b: Box) -> float:
    """Pixels that two boxes share. A sheet asks twenty thousand times, so that least and most are written out."""
    right, other = a.x + a.width, b.x + b.width
    wide = (right if right < other else other) - (a.x if a.x > b.x else b.x)
    if wide <= 0:
        return 0.0
    below, other = a.y + a.height, b.y + b.height
    high = (below if below < other else other) - (a.y if a.y > b.y else b.y)
    return wide * high if high > 0 else 0.0

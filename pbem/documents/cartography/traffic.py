"""How far a point lies from roads, rails and water: what houses turn to and trees keep off."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import atan2, hypot, inf

from pbem.documents.cartography.curves import Line, Point, between
from pbem.kernel.values import Value


class Near(Value):
    """The nearest line: how far it is, which way it runs (in radians), whether it is water."""

    far: float
    turned: float
    wet: bool


class _Segment(Value):
    start: Point
    end: Point
    wet: bool


class Traffic:
    """Lines in a grid of cells; only what is nearer than a cell is found. cell: pixels."""

    def __init__(self, cell: float, dry: Iterable[Line], wet: Iterable[Line]) -> None:
        self.cell, self.lines = cell, 0
        self._cells: dict[tuple[int, int], list[_Segment]] = {}
        for lines, is_wet in ((dry, False), (wet, True)):
            for line in lines:
                self._lay(line, is_wet)

    def _lay(self, line: Sequence[Point], wet: bool) -> None:
        self.lines += not wet
        for a, b in pairwise(line):
            x, y = between(a, b)
            self._cells.setdefault((int(x // self.cell), int(y // self.cell)), []).append(_Segment(a, b, wet))

    def near(self, point: Point) -> Near:
        """The nearest line to a point, infinitely far if none is in the cells round it."""
        best = Near(inf, 0.0, False)
        column, row = int(point[0] // self.cell), int(point[1] // self.cell)
        cells = [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        for segment in (s for cell in cells for s in self._cells.get(cell, ())):
            far, turned = _distance(segment, point)
            if far < best.far:
                best = Near(far, turned, segment.wet)
        return best


def _distance(segment: _Segment, point: Point) -> Point:
    (x, y), (u, v) = segment.start, segment.end
    dx, dy = u - x, v - y
    share = max(0.0, min(1.0, ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy or 1.0)))
    return hypot(point[0] - x - share * dx, point[1] - y - share * dy), atan2(dy, dx)

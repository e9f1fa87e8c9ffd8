"""Heights: contours half-way between two levels, lit from the north-west, and a tint for each level between them.

A level belongs to the middle of its hex, so that the lines crossed from middle to middle are the climb. They are drawn through
triangles of middles, each cut in sixteen, with a little noise that is nil at the middles and the same for all who share a point.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import sin

from pbem.documents.cartography.curves import Line, Point, distance, rounded, straight
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.palette import CONTOUR, HEIGHT, LIT, SHADE, TONE
from pbem.documents.cartography.paper import Edge, Paper, strung
from pbem.documents.cartography.strokes import Pen, drawn, filled
from pbem.kernel.hexes import FIRST, LAST, Hex, column_row, hex_at
from pbem.kernel.values import Value

CUTS = 4  # of a triangle's side
NOISE = 0.34  # of a level, far from the middles

Cell = tuple[int, int]  # column and row
Spot = tuple[float, float, float]  # x, y, height in levels
Triangle = tuple[Spot, Spot, Spot]


class Contour(Value):
    """The lines of one height, in levels: 0.5 lies between 0 and 1. High ground lies on one hand of each all the way."""

    height: float
    lines: tuple[Edge, ...]


def contours(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> tuple[Contour, ...]:
    """The contours of a part of the map, lowest first. Two hexes beyond it the ground falls to nothing, so that all are closed."""
    inner = {column_row(place) for place in part}
    ring = {cell for near in inner for cell in _around(near)} - inner
    heights = {cell: _height(ground, cell) for cell in (*inner, *ring)}
    heights |= {cell: 0.0 for near in ring for cell in _around(near) if cell not in heights}
    cut = list(_triangles(paper, heights))
    highest = round(max(heights.values(), default=0) + 0.1)
    return tuple(Contour(level + 0.5, _lines(cut, level + 0.5)) for level in range(highest))


def _around(cell: Cell) -> tuple[Cell, ...]:
    """The six cells round one, clockwise from north, beyond the grid too."""
    column, row = cell
    up = row - 1 if column % 2 else row
    return (column, row - 1), (column + 1, up), (column + 1, up + 1), (column, row + 1), (column - 1, up + 1), (column - 1, up)


def _height(ground: PrintedLand, cell: Cell) -> float:
    """Of a cell beyond the map: what its neighbours on it have in the mean."""
    if (own := _level(ground, cell)) is not None:
        return own
    near = [level for other in _around(cell) if (level := _level(ground, other)) is not None]
    return sum(near) / len(near) if near else 0.0


def _level(ground: PrintedLand, cell: Cell) -> int | None:
    return ground.level.get(hex_at(*cell)) if min(cell) >= FIRST and max(cell) <= LAST else None


def _triangles(paper: Paper, heights: Mapping[Cell, float]) -> Iterator[Triangle]:
    """All triangles of neighbouring middles that are not flat and low, cut small."""
    for cell in sorted(heights):
        _, north_east, south_east, south, *_ = _around(cell)
        for b, c in ((north_east, south_east), (south_east, south)):
            if b in heights and c in heights and max(heights[cell], heights[b], heights[c]) >= 0.1:
                yield from _small(_Corners(paper, (cell, b, c), (heights[cell], heights[b], heights[c])))


class _Corners(Value):
    paper: Paper
    cells: tuple[Cell, Cell, Cell]
    heights: tuple[float, float, float]

    def spot(self, i: int, j: int) -> Spot:
        """The point so many cuts towards the second corner and so many towards the third."""
        shares = 1 - (i + j) / CUTS, i / CUTS, j / CUTS
        middles = [self.paper.middle_of(*cell) for cell in self.cells]
        x = sum(share * middle[0] for share, middle in zip(shares, middles, strict=True))
        y = sum(share * middle[1] for share, middle in zip(shares, middles, strict=True))
        weights = [share * share * (3 - 2 * share) for share in shares]
        height = sum(w * h for w, h in zip(weights, self.heights, strict=True)) / sum(weights)
        if height <= 0.05:
            return x, y, height
        u, v = x / self.paper.size, y / self.paper.size
        wave = sin(u * 3.1 + v * 1.3) + sin(v * 4.1 - u * 1.9)
        return x, y, height + NOISE * self._free(shares) * wave

    def _free(self, shares: tuple[float, float, float]) -> float:
        """How much noise a point may have: nil at the corners, and so little on the way between two that no line is met twice."""
        return (1 - max(shares)) if min(shares) > 0 else 0.0


def _small(corners: _Corners) -> Iterator[Triangle]:
    grid = {(i, j): corners.spot(i, j) for i in range(CUTS + 1) for j in range(CUTS + 1 - i)}
    for (i, j), spot in grid.items():
        if i + j < CUTS:
            yield spot, grid[i + 1, j], grid[i, j + 1]
        if i + j < CUTS - 1:
            yield grid[i + 1, j], grid[i + 1, j + 1], grid[i, j + 1]


def _lines(cut: list[Triangle], height: float) -> tuple[Edge, ...]:
    """Where the ground has a height, strung together."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    where: dict[tuple[int, int], Point] = {}
    for triangle in cut:
        step = _step(triangle, height)
        if step is None:
            continue
        first, second = ((round(4 * x), round(4 * y)) for x, y in step)
        if first != second:
            where[first], where[second] = step
            after.setdefault(first, []).append(second)
    runs = [Edge([where[key] for key in run], closed) for run, closed in strung(after)]
    return tuple(Edge(rounded(run.points, run.closed), run.closed) for run in runs if len(run.points) > 3)


def _step(triangle: Triangle, height: float) -> tuple[Point, Point] | None:
    """Where a contour goes through a triangle, high ground always on the same hand; None where it does not."""
    high = [spot[2] >= height for spot in triangle]
    if all(high) or not any(high):
        return None
    found = []
    for i in range(3):
        (x, y, z), (u, v, w) = triangle[i], triangle[(i + 1) % 3]
        if high[i] != high[(i + 1) % 3]:
            share = (height - z) / (w - z)
            found.append(((x + (u - x) * share, y + (v - y) * share), high[i]))
    (a, down), (b, _) = found
    return (a, b) if down else (b, a)


def draw_contours(paper: Paper, found: tuple[Contour, ...]) -> list[str]:
    """Tints from below to above, then the lines: shade on one side, light on the other, the brown line over both."""
    k, parts = paper.scale, []
    for contour in found:
        parts.append(filled("".join(straight(line.points, True) for line in contour.lines), HEIGHT, TONE, crisp=True))
    for contour in found:
        lines = [[*line.points, line.points[0]] if line.closed else line.points for line in contour.lines]
        dark, light = _sides(lines)
        parts.append(_shifted(drawn(dark, Pen(SHADE, 5 * k, opacity=0.26, round_ends=False, crisp=paper.small)), 1.6 * k))
        parts.append(_shifted(drawn(light, Pen(LIT, 3.6 * k, opacity=0.85, round_ends=False, crisp=paper.small)), -1.2 * k))
        parts.append(drawn("".join(straight(line) for line in lines), Pen(CONTOUR, max(1.15 * k, 1.0), crisp=paper.small)))
    return parts


def _shifted(stroke: str, by: float) -> str:
    return f'<g transform="translate({by:.1f} {by:.1f})">{stroke}</g>' if stroke else ""


def _sides(lines: list[Line]) -> tuple[str, str]:
    """The parts of lines that lie in the shade, and those that are lit, by which way the ground falls off."""
    data = {True: "", False: ""}
    for line in lines:
        run, before = [line[0]], _lit(line[0], line[1])
        for a, b in pairwise(line):
            if _lit(a, b) != before:
                data[before] += straight(run)
                run, before = [a], not before
            run.append(b)
        data[before] += straight(run)
    return data[False], data[True]


def _lit(a: Point, b: Point) -> bool:
    """Does the ground fall off towards the north-west here?"""
    return -0.707 * ((b[1] - a[1]) - (b[0] - a[0])) / (distance(a, b) or 1.0) > 0.15

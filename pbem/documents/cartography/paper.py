"""Where hexes lie on paper: flat tops, odd columns half a hex higher; and the outline of any set of them."""

from collections.abc import Collection, Iterable
from functools import cache
from math import sin, sqrt

from pbem.documents.cartography.curves import Line, Point, between, rounded, straight
from pbem.documents.cartography.land import PrintedLand
from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, hex_at, neighbour
from pbem.kernel.values import Value

_CORNERS = ((-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0))  # x in sizes, y in halves; from north-west


@cache
def _size(half: int) -> float:
    return half * 2 / sqrt(3)


@cache
def _scale(half: int) -> float:
    return max(_size(half) / 70, min(0.52, _size(half) / 46))


@cache
def _margin(half: int) -> int:
    return round(26 * max(_scale(half), 0.7))


class Paper(Value):
    """A map at a scale. half: pixels from the middle of a hex to a hexside, a whole number, so that its edges are crisp;
    column, row: the first of them; columns, rows: how many."""

    half: int
    column: int
    row: int
    columns: int
    rows: int

    @property
    def size(self) -> float:
        """Pixels from the middle of a hex to a corner."""
        return _size(self.half)

    @property
    def scale(self) -> float:
        """What is drawn by hand grows with this; 1 on a hex of 140 pixels."""
        return _scale(self.half)

    @property
    def margin(self) -> int:
        """Pixels of paper round the hexes."""
        return _margin(self.half)

    @property
    def width(self) -> int:
        """Pixels of it all."""
        return round(2 * self.margin + self.size * (2 + 1.5 * (self.columns - 1)))

    @property
    def height(self) -> int:
        """Pixels of it all."""
        return 2 * self.margin + self.half * (2 * self.rows + 1)

    @property
    def small(self) -> bool:
        """Is a hex so small that it holds one box at the most, and no ornament?"""
        return self.size < 45

    def centre(self, place: Hex) -> Point:
        """The middle of a hex."""
        return self.middle_of(*column_row(place))

    def middle_of(self, column: int, row: int) -> Point:
        """The middle of the hex at a column and row, also of one that no map may have."""
        lower, margin = self.half if column % 2 == 0 else 0, self.margin
        x = margin + self.size * (1 + 1.5 * (column - self.column))
        return x, margin + self.half * (1 + 2 * (row - self.row)) + lower

    def corners(self, place: Hex, share: float = 1.0) -> Line:
        """The six corners, clockwise from north-west; share: of the way from the middle."""
        x, y = self.centre(place)
        return [(x + dx * self.size * share, y + dy * self.half * share) for dx, dy in _CORNERS]

    def side(self, place: Hex, way: str) -> tuple[Point, Point]:
        """The ends of a hexside, clockwise."""
        corners, number = self.corners(place), DIRECTIONS.index(way)
        return corners[number], corners[(number + 1) % 6]

    def middle(self, place: Hex, way: str) -> Point:
        """The middle of a hexside."""
        return between(*self.side(place, way))

    def near(self, point: Point) -> Iterable[Point]:
        """The middles of the hexes that a point may be in, whether they are on the map or not."""
        column = round((point[0] - self.margin - self.size) / (1.5 * self.size)) + self.column
        row = round((point[1] - self.margin - self.half) / (2 * self.half)) + self.row
        grid = [(c, r) for c in range(column - 1, column + 2) for r in range(row - 1, row + 2)]
        return [self.centre(hex_at(c, r)) for c, r in grid if 1 <= c <= 99 and 1 <= r <= 99]

    def bent(self, point: Point, much: float) -> Point:
        """A point moved by a wave of its own place, so that neighbours that share it bend alike. much: of a hex."""
        x, y = point[0] / self.size, point[1] / self.size
        dx = sin(x * 5.1 + 1.7 * sin(y * 3.3)) + 0.6 * sin(y * 9.7 + x)
        dy = sin(y * 4.7 + 1.3 * sin(x * 3.9)) + 0.6 * sin(x * 8.9 - y)
        return point[0] + much * self.size * dx, point[1] + much * self.size * dy


def paper_of(ground: PrintedLand, half: int) -> Paper:
    """The paper that a map needs at a scale."""
    places = [column_row(place) for place in ground.hexes]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    return Paper(half, min(columns), min(rows), max(columns) - min(columns) + 1, max(rows) - min(rows) + 1)


class Edge(Value):
    """A line round hexes, clockwise; closed, or ending at the edge of the map."""

    points: Line
    closed: bool

    def smooth(self, rounds: int = 2) -> Line:
        """It with its corners cut, its first point again at the end if it is closed."""
        line = rounded(self.points, self.closed, rounds)
        return [*line, line[0]] if self.closed else line


def hexsides_out(region: Collection[Hex], within: Collection[Hex] | None = None) -> list[tuple[Hex, str]]:
    """The hexsides of a region that lead out of it, as (hex, way). within: only those that lead into one of these."""
    found = []
    for place in sorted(region):
        for way in DIRECTIONS:
            other = neighbour(place, way)
            if other not in region and (within is None or other in within):
                found.append((place, way))
    return found


def edges(paper: Paper, region: Collection[Hex], within: Collection[Hex] | None = None) -> list[Edge]:
    """The outline of a region, as lines. within: only against these hexes, so that it is open at the edge of the map."""
    after: dict[tuple[int, int], list[tuple[int, int]]] = {}
    where: dict[tuple[int, int], Point] = {}
    for place, way in hexsides_out(region, within):
        ends = paper.side(place, way)
        first, second = ((round(2 * x), round(2 * y)) for x, y in ends)
        where[first], where[second] = ends
        after.setdefault(first, []).append(second)
    return [Edge([where[key] for key in run], closed) for run, closed in strung(after)]


def strung(after: dict[tuple[int, int], list[tuple[int, int]]]) -> list[tuple[list[tuple[int, int]], bool]]:
    """Steps from key to key strung together as far as they go, as (keys, closed); open runs first."""
    led_to = {key for keys in after.values() for key in keys}
    starts = [key for key in sorted(after) if key not in led_to] + sorted(after)
    return [_run(after, start) for start in starts for _ in range(len(after[start])) if after[start]]


def _run(after: dict[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int]) -> tuple[list[tuple[int, int]], bool]:
    run = [start]
    while after.get(run[-1]):
        run.append(after[run[-1]].pop())
        if run[-1] == start:
            return run[:-1], True
    return run, False


def area(paper: Paper, region: Collection[Hex], much: float = 0.0, rounds: int = 2) -> str:
    """Path data of a region; much: how far its edge is bent."""
    data = ""
    for edge in edges(paper, region):
        if not much:
            data += straight(edge.points, True)
            continue
        pairs = zip(edge.points, edge.points[1:] + edge.points[:1], strict=True)
        fine = [paper.bent(between(a, b, t), much) for a, b in pairs for t in (0.0, 0.25, 0.5, 0.75)]
        data += straight(rounded(fine, True, rounds), True)
    return data

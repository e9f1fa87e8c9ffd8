"""Where things lie on a drawn map, and how they are drawn: hexes with a flat top, odd columns half a hex higher."""

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import sqrt

from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, direction, neighbour
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import Ground

SIZE = 44.0  # from the centre of a hex to its corners
HALF = SIZE * sqrt(3) / 2
MARGIN = 24.0
_CORNERS = ((-0.5, -1.0), (0.5, -1.0), (1.0, 0.0), (0.5, 1.0), (-0.5, 1.0), (-1.0, 0.0))  # x in SIZE, y in HALF; from north-west

Point = tuple[float, float]


class MapSheet(Value):
    """The paper: the first column and row on it, and its size."""

    column: int
    row: int
    width: float
    height: float

    def centre(self, place: Hex) -> Point:
        """The middle of a hex."""
        column, row = column_row(place)
        lower = HALF if column % 2 == 0 else 0.0
        return MARGIN + SIZE + (column - self.column) * 1.5 * SIZE, MARGIN + HALF + (row - self.row) * 2 * HALF + lower

    def corners(self, place: Hex) -> tuple[Point, ...]:
        """The six corners, clockwise from north-west."""
        x, y = self.centre(place)
        return tuple((x + dx * SIZE, y + dy * HALF) for dx, dy in _CORNERS)

    def side(self, place: Hex, way: str) -> tuple[Point, Point]:
        """The ends of a hexside, clockwise."""
        corners, number = self.corners(place), DIRECTIONS.index(way)
        return corners[number], corners[(number + 1) % 6]

    def middle(self, place: Hex, way: str) -> Point:
        """The middle of a hexside."""
        return between(*self.side(place, way))


def sheet_of(ground: Ground) -> MapSheet:
    """The paper a map needs."""
    places = [column_row(place) for place in ground.hexes]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    width = 2 * MARGIN + SIZE * (2 + 1.5 * (max(columns) - min(columns)))
    height = 2 * MARGIN + HALF * (2 * (max(rows) - min(rows)) + 3)
    return MapSheet(min(columns), min(rows), width, height)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point so far from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def sides_of(path: Sequence[Hex], enters: str = "", leaves: str = "") -> list[tuple[Hex, str, str]]:
    """Each hex of a path with the hexsides by which it is entered and left, "" at an end."""
    ways = [(direction(a, b) or "", direction(b, a) or "") for a, b in pairwise(path)]
    into = [enters, *(back for _, back in ways)]
    out = [*(there for there, _ in ways), leaves]
    return list(zip(path, into, out, strict=True))


def heart(sheet: MapSheet, ground: Ground, place: Hex) -> Point:
    """Where the water of a hex passes nearest to its middle, which is where a bridge stands; else the middle itself."""
    middle = sheet.centre(place)
    for water in ground.waters:
        for at, into, out in sides_of(water.path, water.enters, water.leaves):
            if at == place and into and out:
                return between(between(sheet.middle(at, into), sheet.middle(at, out)), middle)
    return middle


def water_line(sheet: MapSheet, path: Sequence[tuple[Hex, str, str]]) -> str:
    """A river from hexside to hexside, bent round the middles of its hexes, as SVG path data."""
    data = ""
    for place, into, out in path:
        middle = sheet.centre(place)
        start = sheet.middle(place, into) if into else middle
        end = sheet.middle(place, out) if out else middle
        data += (f"M{at(start)}" if not data else "") + f"Q{at(middle)} {at(end)}"
    return data


def road_line(sheet: MapSheet, ground: Ground, ends: tuple[Hex, Hex], bridged: frozenset[Hex]) -> str:
    """A road or railway from hex to hex; over a bridge where it has one, else it keeps to its bank of the water."""
    (a, _, out), (b, into, _) = sides_of(ends)
    points = (_bend(sheet, ground, (a, out), bridged), sheet.middle(a, out), _bend(sheet, ground, (b, into), bridged))
    return "M" + "L".join(at(point) for point in points)


def _bend(sheet: MapSheet, ground: Ground, hexside: tuple[Hex, str], bridged: frozenset[Hex]) -> Point:
    """Where all roads of a hex meet that lie on one bank with this hexside."""
    place, way = hexside
    if place in bridged:
        return heart(sheet, ground, place)
    bank = next((bank for bank in ground.banks.get(place, ()) if way in bank), ())
    used = [w for w in bank if (place, neighbour(place, w)) in ground.roads or (place, neighbour(place, w)) in ground.rails]
    if not used:
        return sheet.centre(place)
    middles = [sheet.middle(place, w) for w in used]
    mean = (sum(x for x, _ in middles) / len(used), sum(y for _, y in middles) / len(used))
    return between(sheet.centre(place), mean, 0.55)


def at(point: Point) -> str:
    """A point as SVG writes it."""
    return f"{point[0]:.1f},{point[1]:.1f}"


def tag(name: str, inside: str = "", **given: object) -> str:
    """An element; `_` in the name of an attribute stands for `-`, a last one is left out (class_)."""
    attributes = "".join(f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in given.items())
    return f"<{name}{attributes}>{inside}</{name}>" if inside else f"<{name}{attributes}/>"


def text(point: Point, words: str, class_: str) -> str:
    """Words, their middle at a point."""
    return tag("text", escape(words), x=f"{point[0]:.1f}", y=f"{point[1]:.1f}", class_=class_)


def line(ends: tuple[Point, Point], class_: str) -> str:
    """A straight line."""
    (x1, y1), (x2, y2) = ends
    return tag("line", x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}", class_=class_)


def group(class_: str, parts: Iterable[str]) -> str:
    """A layer of the drawing."""
    inside = "\n".join(parts)
    return f'<g class="{class_}">\n{inside}\n</g>' if inside else ""

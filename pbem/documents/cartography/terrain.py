"""What covers the ground: areas of like hexes in one tint, and a texture for each terrain, so that grey print tells them apart."""

from collections.abc import Callable, Collection, Mapping
from math import cos, pi, sin, sqrt

from pbem.documents.cartography.curves import Line, Point, between, scatter, straight
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.palette import BANK, BRICK, FRUIT, SAND, SHADE, TINTS, TREE, TREE_DARK
from pbem.documents.cartography.paper import Paper, area
from pbem.documents.cartography.strokes import Pen, disc_data, drawn, filled
from pbem.documents.cartography.traffic import Traffic
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbours

LAID: tuple[tuple[str, ...], ...] = (
    ("open", "stream", "gully"), ("desert",), ("beach_gradual", "beach_moderate", "beach_steep"), ("rocky_shore",),
    ("polder", "marsh"), ("flooded",),
    ("shallows",), ("lake", "ocean", "river"), ("orchard", "bocage", "brush"), ("woods", "forest", "jungle"), ("forest", "jungle"),
    ("town", "suburb", "city"), ("suburb", "city"), ("city",),
)  # fmt: skip
"""The areas from below to above, each in the tint of its first terrain, on farmland."""
BUILT = {"town", "suburb", "city"}
TREES = {"woods": 22, "forest": 40, "jungle": 62}  # in a hex; on a small map a quarter of them
HOUSES: Mapping[str, tuple[float, float, float]] = {
    "farm": (40, 0.35, 3), "village": (90, 0.55, 9), "town": (200, 0.72, 24), "suburb": (240, 0.86, 34), "city": (320, 0.92, 60),
}  # fmt: skip
"""How often a place is tried, how far from the middle, and how many houses there are at the most."""
DOTS = {"desert": 12, "beach_gradual": 9, "beach_moderate": 18, "beach_steep": 30}
WET = ("marsh", "flooded", "ocean")
TUFTS = {"marsh": 11, "flooded": 14, "ocean": 7, "rocky_shore": 10}


def draw_areas(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> list[str]:
    """The tints, and what a hex has along one hexside alone."""
    wide = part | {other for place in part for other in neighbours(place) if other in ground.terrain}
    parts = [filled(area(paper, part), TINTS["farmland"])]
    for kinds in LAID:
        region = {place for place in wide if ground.terrain[place] in kinds}
        much = 0.03 if kinds[0] in BUILT else 0.02
        parts.append(filled(area(paper, region, much), TINTS[kinds[0]], crisp=True))
    return [*parts, *_of_hexsides(paper, ground, part)]


def _of_hexsides(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> list[str]:
    """Other terrain between a hexside and the middle, and a strip with room to pass a hex by."""
    met = [
        filled(straight(_strip(paper, place, side, 0.42), True), TINTS[kinds[0]], crisp=True)
        for (place, side), kinds in sorted(ground.met.items())
        if place in part and kinds[0] != ground.terrain[place]
    ]  # fmt: skip
    room = [
        filled(straight(_strip(paper, place, side, 0.12), True), TINTS[kind], crisp=True)
        for (place, side), kind in sorted(ground.room.items())
        if place in part
    ]  # fmt: skip
    return [*met, *room]


def _strip(paper: Paper, place: Hex, side: str, deep: float) -> Line:
    """What lies along a hexside, so deep into the hex."""
    a, b = paper.side(place, side)
    middle = paper.centre(place)
    return [a, b, between(b, middle, deep), between(a, middle, deep)]


def draw_texture(paper: Paper, ground: PrintedLand, part: Collection[Hex], traffic: Traffic) -> list[str]:
    """Trees, furrows, orchards, hedges, dots, tufts and houses, strewn by a hash of the hex, off roads and water."""
    by_kind: dict[str, list[Hex]] = {}
    for place in sorted(part):
        by_kind.setdefault(ground.terrain[place], []).append(place)

    def strewn(sow: Callable[[Hex, str], str], *kinds: str) -> str:
        return "".join(sow(place, kind) for kind in kinds for place in by_kind.get(kind, ()))

    sown = _Sower(paper, traffic)
    trees = [tree for kind in TREES for place in by_kind.get(kind, ()) for tree in sown.trees(place, kind)]
    furrows = "" if paper.small else strewn(sown.furrows, "farmland")
    k = paper.scale
    return [
        drawn(furrows, Pen(SAND, k, round_ends=False)),
        filled("".join(disc_data(middle, radius) for middle, radius in trees), TREE, 0.55, crisp=paper.small),
        drawn(
            "".join(_shadow(middle, radius) for middle, radius in trees), Pen(TREE_DARK, 1.1 * k, opacity=0.8, crisp=paper.small)
        ),
        filled(strewn(sown.orchard, "orchard"), FRUIT, 0.8),
        drawn(strewn(sown.hedges, "bocage"), Pen(TREE, 2.0 * k)),
        filled(strewn(sown.dots, *DOTS), SHADE, 0.5),
        drawn(strewn(sown.tufts, *WET), Pen(BANK, 1.2 * k)),
        drawn(strewn(sown.tufts, "rocky_shore"), Pen(SHADE, 1.4 * k)),
        filled(strewn(sown.houses, *HOUSES), BRICK, crisp=paper.small),
    ]


def _shadow(middle: Point, radius: float) -> str:
    x, y, s = middle[0] + radius * 0.7, middle[1] - radius * 0.7, radius
    return f"M{x:.1f} {y:.1f}a{s:.1f} {s:.1f} 0 0 1 {-1.4 * s:.1f} {1.4 * s:.1f}"


class _Sower:
    """Strews over a hex."""

    def __init__(self, paper: Paper, traffic: Traffic) -> None:
        self.paper, self.traffic, self.k = paper, traffic, paper.scale

    def _inside(self, place: Hex, point: Point, share: float) -> bool:
        x, y = self.paper.centre(place)
        dx, dy = abs(point[0] - x), abs(point[1] - y)
        return dy < self.paper.half * share and dx + dy * 0.577 < self.paper.size * share

    def _spots(self, place: Hex, many: int) -> Line:
        """So many points of a hex, about as far from each other, none on a road or in water."""
        rows, (x, y) = int(sqrt(many) * 1.25) + 1, self.paper.centre(place)
        grid = [(i, j) for i in range(rows) for j in range(rows)]
        across = [
            (x + ((i + 0.2 + 0.6 * scatter(place, i, j)) / rows - 0.5) * 1.9 * self.paper.size,
             y + ((j + 0.2 + 0.6 * scatter(place, j, i, 7)) / rows - 0.5) * 1.9 * self.paper.half) for i, j in grid
        ]  # fmt: skip
        return [p for p in across if self._inside(place, p, 0.95) and self.traffic.near(p).far >= 7 * self.k]

    def trees(self, place: Hex, kind: str) -> list[tuple[Point, float]]:
        """Crowns: middles and radii."""
        radius = (4.4 if self.paper.small else 3.5) * self.k
        many = TREES[kind] // 4 if self.paper.small else TREES[kind]
        spots = self._spots(place, many)
        return [(spot, radius * (0.85 + 0.4 * scatter(place, number))) for number, spot in enumerate(spots)]

    def orchard(self, place: Hex, _kind: str) -> str:
        """Trees in rows."""
        (x, y), step = self.paper.centre(place), 0.3 * self.paper.size
        grid = [(x + i * step, y + j * step) for i in range(-2, 3) for j in range(-2, 3)]
        rows = [p for p in grid if self._inside(place, p, 0.85) and self.traffic.near(p).far > 6 * self.k]
        return "".join(disc_data(p, 2.2 * self.k) for p in rows)

    def furrows(self, place: Hex, _kind: str) -> str:
        """Two ploughed fields."""
        (x, y), turn, data = self.paper.centre(place), scatter(place, 3) * pi, ""
        for field in range(2):
            left = x + (scatter(place, field, 11) - 0.5) * 1.1 * self.paper.size
            top = y + (scatter(place, field, 12) - 0.5) * 1.1 * self.paper.size
            near = self.traffic.near((left, top))
            for row in range(4) if not (near.wet and near.far < 24 * self.k) else ():
                start = left - sin(turn) * row * 5 * self.k, top + cos(turn) * row * 5 * self.k
                data += straight([start, (start[0] + cos(turn) * 15 * self.k, start[1] + sin(turn) * 15 * self.k)])
        return data

    def hedges(self, place: Hex, _kind: str) -> str:
        """Small fields with a hedge round each."""
        middle = self.paper.centre(place)
        rays = [straight([between(middle, corner, 0.3), between(middle, corner, 0.9)]) for corner in self.paper.corners(place)]
        rings = [straight(self.paper.corners(place, share), True) for share in (0.3, 0.6, 0.9)]
        return "".join((*rays, *rings))

    def dots(self, place: Hex, kind: str) -> str:
        """Sand."""
        return "".join(disc_data(spot, 1.2 * self.k) for spot in self._spots(place, DOTS[kind]))

    def tufts(self, place: Hex, kind: str) -> str:
        """Reeds, waves or rocks: the same stroke in another colour, thicker or flatter."""
        k, data = self.k, ""
        for x, y in self._spots(place, TUFTS[kind]):
            if kind == "marsh":
                data += straight([(x - 5 * k, y), (x + 5 * k, y)]) + straight([(x, y), (x, y - 6 * k)])
                data += straight([(x - 3 * k, y), (x - 5 * k, y - 4 * k)]) + straight([(x + 3 * k, y), (x + 5 * k, y - 4 * k)])
            elif kind == "rocky_shore":
                data += f"M{x - 4 * k:.1f} {y + 3 * k:.1f}l{4 * k:.1f} {-6 * k:.1f}l{4 * k:.1f} {6 * k:.1f}"
            else:
                data += f"M{x - 7 * k:.1f} {y:.1f}q{3.5 * k:.1f} {-4 * k:.1f} {7 * k:.1f} 0t{7 * k:.1f} 0"
        return data

    def houses(self, place: Hex, kind: str) -> str:
        """Houses turned along the nearest road; in a village they stand by it."""
        (x, y), (tries, reach, most), k = self.paper.centre(place), HOUSES[kind], self.k
        found: list[str] = []
        put: Line = []
        for number in range(int(tries)):
            far, turn = sqrt(scatter(place, number, 21)) * reach, 2 * pi * scatter(place, number, 22)
            spot = x + far * self.paper.size * cos(turn), y + far * self.paper.half * sin(turn)
            if len(put) >= most or not self._may_stand(spot, kind, put):
                continue
            put.append(spot)
            wide, deep = (8 + 5 * scatter(place, number, 23)) * k, (5.5 + 2 * scatter(place, number, 24)) * k
            found.append(_house(spot, (wide, deep), self.traffic.near(spot).turned))
        return "".join(found)

    def _may_stand(self, spot: Point, kind: str, others: Line) -> bool:
        near, k = self.traffic.near(spot), self.k
        if near.far < (13 if near.wet else 7.5) * k or (kind == "village" and near.far > 17 * k and self.traffic.lines):
            return False
        return not any(abs(spot[0] - x) < 11.5 * k and abs(spot[1] - y) < 10 * k for x, y in others)


def _house(spot: Point, size: tuple[float, float], turned: float) -> str:
    along, across = cos(turned), sin(turned)
    corners = [(dx * size[0] / 2, dy * size[1] / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return straight([(spot[0] + along * u - across * v, spot[1] + across * u + along * v) for u, v in corners], True)


def levels_by_side(paper: Paper, ground: PrintedLand, part: Collection[Hex]) -> list[tuple[Point, int]]:
    """Where a hexside has a climb of its own, which the contours do not show: its place, and the lines climbed on it."""
    found = []
    for (place, side), lines in sorted(ground.climb.items()):
        if place in part and side in DIRECTIONS:
            found.append((between(paper.middle(place, side), paper.centre(place), 0.2), lines))
    return found

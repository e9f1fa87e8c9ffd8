"""Rivers, canals, streams and cliffs: where they run on paper, and how they are drawn."""

from collections.abc import Iterable
from itertools import pairwise

from pbem.documents.cartography.curves import Line, Point, between, distance, mean, rounded, scatter, spline, straight
from pbem.documents.cartography.land import DrawnWater, PrintedLand, Side
from pbem.documents.cartography.palette import BANK, BORDER, DITCH, SHADE, WATER
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.strokes import Pen, drawn
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.values import Value

WIDE = {"brook": 4.0, "minor_river": 6.0, "medium_river": 13.0, "major_river": 20.0}
CANAL = 0.68  # of the width of a river of its kind
SHORE = 3.2  # pixels of bank on both sides together


class Run(Value):
    """A water on paper. canal: dug by hand, so that it runs straight."""

    water: DrawnWater
    points: Line
    canal: bool


def runs(paper: Paper, ground: PrintedLand) -> tuple[Run, ...]:
    """Every water on paper; one that ends in another's hex flows into it."""
    found = [Run(water, _points(paper, water), _dug(water)) for water in ground.waters]
    hearts = _hearts(paper, found)
    for run in found:
        first, last = run.water.path[0], run.water.path[-1]
        if not run.water.enters:
            run.points[0] = hearts.get(first, run.points[0])
        if not run.water.leaves:
            run.points[-1] = hearts.get(last, run.points[-1])
    return tuple(found)


def hearts_of(paper: Paper, ground: PrintedLand) -> dict[Hex, Point]:
    """By hex with water in it the point of the water nearest to its middle, which is where a bridge stands."""
    return _hearts(paper, runs(paper, ground))


def _hearts(paper: Paper, found: Iterable[Run]) -> dict[Hex, Point]:
    hearts: dict[Hex, Point] = {}
    for run in found:
        for place in run.water.path:
            middle = paper.centre(place)
            hearts.setdefault(place, min(run.points, key=lambda point: distance(point, middle)))
    return hearts


def _dug(water: DrawnWater) -> bool:
    return "canal" in water.name.lower() or "kanal" in water.name.lower()


def crossings(water: DrawnWater) -> list[tuple[Hex, str, str]]:
    """Each hex of a water with the hexsides by which it comes and goes, "" at an end."""
    ways = [(direction(a, b) or "", direction(b, a) or "") for a, b in pairwise(water.path)]
    into = [water.enters, *(back for _, back in ways)]
    out = [*(there for there, _ in ways), water.leaves]
    return list(zip(water.path, into, out, strict=True))


def _points(paper: Paper, water: DrawnWater) -> Line:
    points: Line = []
    for place, into, out in crossings(water):
        if into and not points:
            points.append(paper.middle(place, into))
        if into and out:
            points.append(_bend(paper, place, (paper.middle(place, into), paper.middle(place, out)), _dug(water)))
        else:
            points.append(paper.centre(place))
        if out:
            points.append(paper.middle(place, out))
    return points


def _bend(paper: Paper, place: Hex, ends: tuple[Point, Point], dug: bool) -> Point:
    """Where a water passes the middle of a hex; one that nobody dug wanders a little."""
    x, y = between(mean(ends), paper.centre(place), 0.55)
    if dug:
        return x, y
    return x + (scatter(place, 1) - 0.5) * 0.22 * paper.size, y + (scatter(place, 2) - 0.5) * 0.22 * paper.size


def draw_runs(paper: Paper, found: Iterable[Run]) -> list[str]:
    """Banks first, then water, so that a mouth is open."""
    return [
        drawn(_data(run), Pen(colour, (WIDE[run.water.kind] * (CANAL if run.canal else 1) + extra) * paper.scale))
        for colour, extra in ((BANK, SHORE), (WATER, 0.0))
        for run in found
    ]  # fmt: skip


def _data(run: Run) -> str:
    return straight(rounded(run.points, False)) if run.canal else spline(run.points)


def draw_hexsides(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> list[str]:
    """Ditches of polders, streams, cliffs with their teeth towards the lower hex, and borders."""
    k = paper.scale
    ditches = [(h, way) for h in sorted(part) if ground.terrain[h] == "polder" for way in ("N", "NE", "SE")]
    dug = "".join(straight((between(a, b, 0.16), between(a, b, 0.84))) for h, way in ditches for a, b in (paper.side(h, way),))
    streams = "".join(_stream(paper, side) for side in _once(ground.streams, part))
    steep = [_cliff(paper, ground, side) for side in _once(ground.cliffs, part)]
    return [
        drawn(dug, Pen(DITCH, 1.5 * k, f"{9 * k:.1f} {4 * k:.1f}")),
        drawn(streams, Pen(DITCH, 3.0 * k)),
        drawn(streams, Pen(BANK, 1.5 * k)),
        drawn("".join(steep), Pen(SHADE, 2.2 * k)),
        drawn(_border(paper, ground, part), Pen(BORDER, 3.0 * k, f"{14 * k:.1f} {8 * k:.1f}")),
    ]


def _border(paper: Paper, ground: PrintedLand, part: frozenset[Hex]) -> str:
    """Where one country ends and the next begins."""
    return "".join(straight(paper.side(a, direction(a, b) or "N")) for a, b in _once(ground.borders, part))


def _once(sides: Iterable[Side], part: frozenset[Hex]) -> list[Side]:
    return sorted((a, b) for a, b in sides if a < b and (a in part or b in part))


def _stream(paper: Paper, side: Side) -> str:
    a, b = paper.side(side[0], direction(*side) or "N")
    return straight(rounded([a, paper.bent(between(a, b), 0.03), b], False))


def _cliff(paper: Paper, ground: PrintedLand, side: Side) -> str:
    """A line along the hexside, with strokes down to the lower hex."""
    high, low = side if ground.level[side[0]] >= ground.level[side[1]] else (side[1], side[0])
    a, b = paper.side(high, direction(high, low) or "N")
    foot = paper.centre(low)
    teeth = ((between(a, b, t), between(between(a, b, t), foot, 0.09)) for t in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9))
    return straight((a, b)) + "".join(straight(tooth) for tooth in teeth)

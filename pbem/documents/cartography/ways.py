"""Roads and railways on paper: each one smooth line through bridges, hexsides and hexes, never over water it cannot cross."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from pbem.documents.cartography.curves import Line, Point, between, mean, scatter, spline
from pbem.documents.cartography.land import PrintedLand, Side
from pbem.documents.cartography.palette import DIRT, HIGHWAY, HIGHWAY_EDGE, LIT, PAVED_EDGE, RAIL, WHITE
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.strokes import Pen, drawn
from pbem.kernel.hexes import DIRECTIONS, Hex, direction, neighbour
from pbem.kernel.values import Value

RAILWAY = "railroad"
CLASSES = ("dirt_3_6", "dirt_6_8", "paved", "highway")  # poorest first, so that the better ones lie on top
CASED: Mapping[str, tuple[tuple[str, float], ...]] = {
    "paved": ((PAVED_EDGE, 5.4), (WHITE, 3.2)), "highway": ((HIGHWAY_EDGE, 7.4), (HIGHWAY, 5.0)),
}  # fmt: skip
DIRT_WIDTH = {"dirt_3_6": 1.5, "dirt_6_8": 2.2}


class RoadLine(Value):
    """A road or railway: its class, and its points on paper."""

    kind: str
    points: Line


class _Class(Value):
    """A class of road and the hexsides it crosses, in both orders."""

    kind: str
    sides: tuple[Side, ...]


class _Net(Value, eq=False):
    """The network of a class: where its edges lead from each hex, and where bridges carry it."""

    kind: str
    joined: Mapping[Hex, tuple[Hex, ...]]
    carried: Mapping[Hex, Point]
    paper: Paper
    ground: PrintedLand

    def node(self, place: Hex, other: Hex) -> Point:
        """Where the roads of a hex meet that lead to another from the same bank of it."""
        if place in self.carried:
            return self.carried[place]
        x, y = self.paper.centre(place)
        bank = self._bank(place, other)
        if bank:
            return between((x, y), mean([self.paper.middle(place, way) for way in bank]), 0.5)
        size = self.paper.size
        if self.kind == RAILWAY:
            return x + 0.17 * size, y - 0.10 * size
        return x + (scatter(place, 5) - 0.5) * 0.12 * size, y + (scatter(place, 6) - 0.5) * 0.12 * size

    def _bank(self, place: Hex, other: Hex) -> tuple[str, ...]:
        way = direction(place, other) or ""
        return next((bank for bank in self.ground.banks.get(place, ()) if way in bank), ())

    def edge(self, place: Hex, way: str) -> Point:
        """Where a hexside is crossed: railways beside the roads."""
        if self.kind != RAILWAY:
            return self.paper.middle(place, way)
        a, b = sorted(self.paper.side(place, way))
        return between(a, b, 0.66)

    def goes_on(self, place: Hex, came: Hex) -> Hex | None:
        """Where a way that came from a hex leads from here: straight on, if it can without a bend back or over water."""
        here = self.node(place, came)
        ahead = DIRECTIONS.index(direction(came, place) or "N")
        onward = [h for h in self.joined[place] if h != came and self.node(place, h) == here]
        turns = {h: abs((DIRECTIONS.index(direction(place, h) or "N") - ahead + 3) % 6 - 3) for h in onward}
        return min(turns, key=lambda h: (turns[h], h)) if turns else None

    def beyond(self, place: Hex, came: Hex) -> str:
        """The hexside by which a way that ends in an edge hex goes on beyond the map; "" for none."""
        ahead = DIRECTIONS.index(direction(came, place) or "N")
        ways = (DIRECTIONS[(ahead + turn) % 6] for turn in (0, 1, -1))
        return next((way for way in ways if neighbour(place, way) not in self.ground.terrain), "")


def ways(paper: Paper, ground: PrintedLand, hearts: Mapping[Hex, Point]) -> tuple[RoadLine, ...]:
    """All roads and railways, poorest first. hearts: where bridges stand."""
    found: list[RoadLine] = []
    for kind in (*CLASSES, RAILWAY):
        sides = [s for s, k in ground.roads.items() if k == kind] if kind != RAILWAY else list(ground.rails)
        net = _net(paper, ground, hearts, _Class(kind, tuple(sorted(sides))))
        found += [RoadLine(kind, _points(net, chain)) for chain in _chains(net)]
    return tuple(found)


def _net(paper: Paper, ground: PrintedLand, hearts: Mapping[Hex, Point], of: _Class) -> _Net:
    kind, sides = of.kind, of.sides
    joined: dict[Hex, tuple[Hex, ...]] = {}
    for a, b in sides:
        joined[a] = (*joined.get(a, ()), b)
    carried = {}
    for bridge in ground.bridges:
        if (RAILWAY in bridge.carries) if kind == RAILWAY else any(c != RAILWAY for c in bridge.carries):
            carried[bridge.hex] = bridge_spot(paper, ground, hearts, bridge.id)
    return _Net(kind, joined, carried, paper, ground)


def bridge_spot(paper: Paper, ground: PrintedLand, hearts: Mapping[Hex, Point], bridge_id: str) -> Point:
    """Where a bridge stands; two in a hex stand side by side."""
    bridge = next(b for b in ground.bridges if b.id == bridge_id)
    x, y = hearts.get(bridge.hex, paper.centre(bridge.hex))
    there = sorted(b.id for b in ground.bridges if b.hex == bridge.hex)
    off = (there.index(bridge.id) - (len(there) - 1) / 2) * 18 * paper.scale
    return x + off, y + off


def _chains(net: _Net) -> Iterator[list[Hex]]:
    """The edges of a network strung together: each edge once, ends of ways first."""
    left = {(a, b) for a, others in net.joined.items() for b in others}
    ends = sorted(left, key=lambda side: (len(net.joined[side[0]]) != 1, side))
    for start, second in ends:
        if (start, second) not in left:
            continue
        chain = [start, second]
        _take(left, start, second)
        while (third := net.goes_on(chain[-1], chain[-2])) and (chain[-1], third) in left:
            _take(left, chain[-1], third)
            chain.append(third)
        yield chain


def _take(left: set[Side], a: Hex, b: Hex) -> None:
    left.discard((a, b))
    left.discard((b, a))


def _points(net: _Net, chain: list[Hex]) -> Line:
    points = [net.node(chain[0], chain[1])]
    for a, b in pairwise(chain):
        points += [net.edge(a, direction(a, b) or "N"), net.node(b, a)]
    for place, came, first in ((chain[0], chain[1], True), (chain[-1], chain[-2], False)):
        out = net.beyond(place, came) if len(net.joined[place]) == 1 else ""
        if out:
            points.insert(0 if first else len(points), net.edge(place, out))
    return points


def draw_ways(paper: Paper, found: Iterable[RoadLine]) -> list[str]:
    """Dirt under the cased roads, railways over them, each class as one path."""
    k = paper.scale
    data = dict.fromkeys((*CLASSES, RAILWAY), "")
    for way in found:
        data[way.kind] += spline(way.points)
    parts = []
    for kind, width in DIRT_WIDTH.items():
        if not paper.small:
            parts.append(drawn(data[kind], Pen(LIT, (width + 2.2) * k, opacity=0.75)))
        parts.append(drawn(data[kind], Pen(DIRT, width * k, f"{7 * k:.1f} {4 * k:.1f}" if kind == "dirt_3_6" else "")))
    for layer in (0, 1):
        for kind, pens in CASED.items():
            parts.append(drawn(data[kind], Pen(pens[layer][0], pens[layer][1] * k)))
    rails = data[RAILWAY]
    if not paper.small:
        parts.append(drawn(rails, Pen(LIT, 5 * k, opacity=0.7)))
    ties = Pen(RAIL, 7 * k, f"{1.4 * k:.1f} {8.6 * k:.1f}", round_ends=False)
    return [*parts, drawn(rails, Pen(RAIL, 1.7 * k)), drawn(rails, ties)]

"""Where own units went, where who jumped came down, and what was attacked."""

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import atan2, degrees, hypot

from pbem.documents.cartography.boxes import FRONT, MOVE
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Line, Point, beside, between, distance, sampled, straight, unit_vector
from pbem.documents.cartography.palette import LINE, OWN_INK, WHITE
from pbem.documents.cartography.stamps import Stamp, running, stamped, transformed
from pbem.documents.cartography.strokes import Pen, around, drawn, filled
from pbem.documents.map_picture import Arrow
from pbem.kernel.hexes import Hex

ASIDE = 0.46  # of a hex: how far a way bends round the box in a held one
FREE = 0.12
GAP = 8.0  # pixels between ways that go over the same hexside
LANES = (0, 1, -1, 2, -2, 3, -3, 4, -4)


def draw_arrows(canvas: Canvas) -> list[Stamp]:
    """Moves below, attacks over them."""
    held = {symbol.hex for symbol in canvas.picture.symbols}
    shown = [a for a in canvas.picture.arrows if len(a.path) > 1 and canvas.shown.intersection(a.path)]
    ways = lanes(canvas, [arrow for arrow in shown if not (arrow.attack or arrow.flight or arrow.drifted)], held)
    return [
        *(part for line in ways for part in _move(canvas, line)),
        *(part for arrow in shown if arrow.drifted for part in _drift(canvas, arrow)),
        *(part for arrow in shown if arrow.attack for part in _attack(canvas, arrow)),
    ]


def _attack(canvas: Canvas, arrow: Arrow) -> list[Stamp]:
    """A broad arrow over the hexside."""
    k, start, end = canvas.k, *(canvas.paper.centre(place) for place in arrow.path[-2:])
    body = broad_arrow(between(start, end, 0.30), between(start, end, 0.72), k)
    canvas.boxes.lay(around(between(start, end, 0.51), 30 * k, 30 * k), FRONT)
    canvas.signs.add("attack")
    return running(drawn(body, Pen(WHITE, 5 * k)) + drawn(body, Pen(OWN_INK, 1.6 * k), LINE), (start, end), 20 * k, canvas.window)


def _drift(canvas: Canvas, arrow: Arrow) -> list[Stamp]:
    """A thin broken line from a cross where units were to land to a head where they did."""
    k, start, end = canvas.k, canvas.paper.centre(arrow.path[0]), canvas.paper.centre(arrow.path[-1])
    canvas.signs.add("drifted")
    long = distance(start, between(start, end, 0.72)) / k
    canvas.boxes.lay(around(start, 16 * k, 16 * k), MOVE)
    turned = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    return [stamped(transformed(drift_sign(long), turned), start, long + 12, grown=k)]


def drift_sign(long: float) -> str:
    """A cross at 0 0 and a broken arrow from it to the right."""
    cross, shaft = "M-5 -5L5 5M-5 5L5 -5", f"M7 0H{long - 9:.2f}"
    edges = drawn(cross, Pen(WHITE, 5)) + drawn(shaft, Pen(WHITE, 5))
    head = straight([(long, 0), (long - 11, -6), (long - 11, 6)], True)
    return edges + drawn(cross, Pen(LINE, 2)) + drawn(shaft, Pen(LINE, 2, "5 4")) + filled(head, LINE)


def broad_arrow(start: Point, end: Point, k: float) -> str:
    """Path data of a broad arrow with a notched foot."""
    (ux, uy), neck = unit_vector(start, end), (0.0, 0.0)
    neck = end[0] - ux * 17 * k, end[1] - uy * 17 * k
    notch = start[0] + ux * 6 * k, start[1] + uy * 6 * k

    def aside(point: Point, off: float) -> Point:
        return point[0] - uy * off * k, point[1] + ux * off * k

    right = [aside(start, 5), aside(neck, 7.5), aside(neck, 15), end]
    return straight([*right, aside(neck, -15), aside(neck, -7.5), aside(start, -5), notch], True)


def lanes(canvas: Canvas, moves: Sequence[Arrow], held: Collection[Hex]) -> list[Line]:
    """The line of each move, as near to its way as leaves those that go over the same hexside side by side."""
    found: list[Line] = []
    for arrow in moves:
        way = sampled(_points(canvas, arrow, held))
        crossed = [
            (between(canvas.paper.centre(side[0]), canvas.paper.centre(side[1])), other)
            for earlier, other in zip(moves, found, strict=False)
            for side in sorted(_sides(arrow) & _sides(earlier))
        ]
        lines = (beside(way, lane * GAP * canvas.k) for lane in LANES)
        found.append(max(lines, key=lambda line: min([_gap(line, *at) for at in crossed] + [GAP * canvas.k * 0.9])))
    return found


def _sides(arrow: Arrow) -> set[tuple[Hex, Hex]]:
    """The hexsides that a way goes over, each the same from both of its sides."""
    return {(min(side), max(side)) for side in pairwise(arrow.path)}


def _gap(line: Line, where: Point, other: Line) -> float:
    """How far two lines are from each other where both pass a point."""
    return distance(*(min(one, key=lambda point: distance(point, where)) for one in (line, other)))


def _move(canvas: Canvas, line: Line) -> list[Stamp]:
    """A spline with a light edge, bent aside where it passes a held hex, ending before the unit."""
    k = canvas.k
    end, (ux, uy) = line[-1], unit_vector(line[-4], line[-1])
    back = end[0] - ux * 13 * k, end[1] - uy * 13 * k
    corners = [(back[0] - uy * off * k, back[1] + ux * off * k) for off in (8, -8)]
    head = straight([end, corners[0], (back[0] + ux * 4 * k, back[1] + uy * 4 * k), corners[1]], True)
    shaft = straight([*line[:-2], (end[0] - ux * 8 * k, end[1] - uy * 8 * k)])
    for point in line:
        canvas.boxes.lay(around(point, 8 * k, 8 * k), MOVE)
    canvas.signs.add("move")
    edge = drawn(shaft, Pen(WHITE, 7 * k)) + drawn(head, Pen(WHITE, 4 * k), WHITE)
    return running(edge + drawn(shaft, Pen(LINE, 3.2 * k)) + filled(head, LINE), line, 14 * k, canvas.window)


def _points(canvas: Canvas, arrow: Arrow, held: Collection[Hex]) -> Line:
    middles = [canvas.paper.centre(place) for place in arrow.path]
    passed = [
        _aside(middles[i - 1 : i + 2], (ASIDE if arrow.path[i] in held else FREE) * canvas.paper.size)
        for i in range(1, len(middles) - 1)
    ]  # fmt: skip
    first, last = between(middles[0], middles[1], 0.36), between(middles[-2], middles[-1], 0.66)
    return [first, *(passed or [between(first, last)]), last]


def _aside(three: Line, off: float) -> Point:
    """A point beside the middle one of three."""
    dx, dy = three[2][0] - three[0][0], three[2][1] - three[0][1]
    long = hypot(dx, dy) or 1.0
    return three[1][0] + dy / long * off, three[1][1] - dx / long * off

"""Where own units went, and what they attacked."""

from collections.abc import Collection
from math import hypot

from pbem.documents.map_picture import Arrow
from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.reports.cartography.boxes import FRONT, MOVE
from pbem.rulesets.tocs.reports.cartography.canvas import Canvas
from pbem.rulesets.tocs.reports.cartography.curves import Line, Point, between, sampled, straight, unit_vector
from pbem.rulesets.tocs.reports.cartography.palette import LINE, OWN_INK, WHITE
from pbem.rulesets.tocs.reports.cartography.strokes import Pen, around, drawn, filled

ASIDE = 0.46  # of a hex: how far a way bends round the box in a held one
FREE = 0.12


def draw_arrows(canvas: Canvas) -> list[str]:
    """Moves below, attacks over them."""
    held = {symbol.hex for symbol in canvas.picture.symbols}
    shown = [a for a in canvas.picture.arrows if len(a.path) > 1 and canvas.shown.intersection(a.path)]
    moves = [part for arrow in shown if not arrow.attack for part in _move(canvas, arrow, held)]
    return [*moves, *(part for arrow in shown if arrow.attack for part in _attack(canvas, arrow))]


def _attack(canvas: Canvas, arrow: Arrow) -> list[str]:
    """A broad arrow over the hexside."""
    k, start, end = canvas.k, *(canvas.paper.centre(place) for place in arrow.path[-2:])
    body = broad_arrow(between(start, end, 0.30), between(start, end, 0.72), k)
    canvas.boxes.lay(around(between(start, end, 0.51), 30 * k, 30 * k), FRONT)
    canvas.signs.add("attack")
    return [drawn(body, Pen(WHITE, 5 * k)), drawn(body, Pen(OWN_INK, 1.6 * k), LINE)]


def broad_arrow(start: Point, end: Point, k: float) -> str:
    """Path data of a broad arrow with a notched foot."""
    (ux, uy), neck = unit_vector(start, end), (0.0, 0.0)
    neck = end[0] - ux * 17 * k, end[1] - uy * 17 * k
    notch = start[0] + ux * 6 * k, start[1] + uy * 6 * k

    def beside(point: Point, off: float) -> Point:
        return point[0] - uy * off * k, point[1] + ux * off * k

    right = [beside(start, 5), beside(neck, 7.5), beside(neck, 15), end]
    return straight([*right, beside(neck, -15), beside(neck, -7.5), beside(start, -5), notch], True)


def _move(canvas: Canvas, arrow: Arrow, held: Collection[Hex]) -> list[str]:
    """A spline with a light edge, bent aside where it passes a held hex, ending before the unit."""
    k, line = canvas.k, sampled(_points(canvas, arrow, held))
    end, (ux, uy) = line[-1], unit_vector(line[-4], line[-1])
    back = end[0] - ux * 13 * k, end[1] - uy * 13 * k
    corners = [(back[0] - uy * off * k, back[1] + ux * off * k) for off in (8, -8)]
    head = straight([end, corners[0], (back[0] + ux * 4 * k, back[1] + uy * 4 * k), corners[1]], True)
    shaft = straight([*line[:-2], (end[0] - ux * 8 * k, end[1] - uy * 8 * k)])
    for point in line:
        canvas.boxes.lay(around(point, 8 * k, 8 * k), MOVE)
    canvas.signs.add("move")
    edge = [drawn(shaft, Pen(WHITE, 7 * k)), drawn(head, Pen(WHITE, 4 * k), WHITE)]
    return [*edge, drawn(shaft, Pen(LINE, 3.2 * k)), filled(head, LINE)]


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

"""Whose ground it is: one front line as staffs draw it, claimed zones, and how far an HQ commands."""

from functools import cache
from itertools import pairwise

from pbem.documents.cartography.boxes import CLAIM, FRONT, LETTER
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import (
    Line,
    Point,
    along,
    at,
    beside,
    between,
    distance,
    heading,
    lengths,
    straight,
    unit_vector,
)
from pbem.documents.cartography.lettering import Lettering
from pbem.documents.cartography.palette import ENEMY_INK, LINE, OWN, PAPER, WHITE
from pbem.documents.cartography.paper import Edge, edges
from pbem.documents.cartography.stamps import Stamp, lettered, running, stamped
from pbem.documents.cartography.strokes import Box, Pen, around, drawn
from pbem.documents.map_picture import Radius
from pbem.kernel.hexes import disc
from pbem.kernel.i18n import say

TEETH = 19.0  # pixels from half ring to half ring
WASH = 13.0  # pixels
HATCH = 11.0


def draw_front(canvas: Canvas) -> list[Stamp]:
    """A line along the owned hexes against all others on the map, half rings towards the enemy, a wash inside."""
    ours = frozenset(h for h in canvas.picture.ours if h in canvas.ground.terrain)
    found = edges(canvas.paper, ours, canvas.ground.terrain)
    lines = [edge.smooth() for edge in found]
    for edge in found:
        _lay_edge(canvas, edge)
    if _is_seen(canvas, lines):
        canvas.signs.add("front")
    return [stamp for line in lines for stamp in running(_front(line, canvas.k), line, WASH * canvas.k, canvas.window)]


def _front(line: Line, k: float) -> str:
    """A piece of the front line; the wash lies on its right hand, where no enemy is."""
    data, inside = straight(line), straight(beside(line, -WASH / 2 * k))
    return "".join((
        drawn(inside, Pen(LINE, WASH * k, opacity=0.22, round_ends=False)), drawn(data, Pen(WHITE, 6 * k, opacity=0.7)),
        drawn(data, Pen(LINE, 3.4 * k)), drawn(_teeth(line, k), Pen(LINE, 2.6 * k), OWN),
    ))  # fmt: skip


def _is_seen(canvas: Canvas, lines: list[Line]) -> bool:
    """Does a line run through the window?"""
    return any(around(point, 1, 1).meets(canvas.window) for line in lines for point in line)


def _lay_edge(canvas: Canvas, edge: Edge) -> None:
    whole = [*edge.points, edge.points[0]] if edge.closed else edge.points
    for a, b in pairwise(whole):
        for share in (0.2, 0.5, 0.8):
            canvas.boxes.lay(around(between(a, b, share), 18 * canvas.k, 18 * canvas.k), FRONT)


def _teeth(line: Line, k: float) -> str:
    """Half rings on the left hand of a line, which is where the enemy is."""
    measured, data, wide, far = lengths(line), "", 4.6 * k, 9 * k
    while far < measured[-1]:
        start, end = along(line, measured, far - wide), along(line, measured, min(far + wide, measured[-1]))
        data += f"M{at(start)}A{wide:.1f} {wide:.1f} 0 0 1 {at(end)}"
        far += TEETH * k
    return data


def draw_claims(canvas: Canvas) -> list[Stamp]:
    """A hatched red ring in each hex where a zone of control was claimed; its middle stays free."""
    parts, paper, k = list[Stamp](), canvas.paper, canvas.k
    for place in canvas.picture.claims:
        if place not in canvas.shown:
            continue
        ring = drawn(_hatch(paper.size, paper.half, k), Pen(ENEMY_INK, 2 * k, opacity=0.75, round_ends=False))
        parts.append(stamped(ring, paper.centre(place), paper.size))
        canvas.boxes.lay(around(paper.centre(place), paper.size * 1.5, paper.half * 1.6), CLAIM)
        canvas.signs.add("claim")
    return parts


@cache
def _hatch(size: float, half: float, k: float) -> str:
    """Short strokes to the north-east all round a hex at 0 0, between 0.66 and 0.88 of the way to its edge, as path data."""
    reach, strokes = half * 0.9, []
    for number in range(-14, 15):
        across = number * HATCH * k
        run = [(across + reach * s, -reach * s) for s in (step / 40 for step in range(-40, 41))]
        strokes += [straight((a, b)) for a, b in pairwise(run) if _ringed(between(a, b), size, half)]
    return "".join(strokes)


def _ringed(point: Point, size: float, half: float) -> bool:
    """Does a point lie between the two hexagons of a claim?"""
    dx, dy = abs(point[0]) / size, abs(point[1]) / half
    return 0.66 < max(dy, dx + dy / 2) < 0.88


def draw_radius(canvas: Canvas) -> list[Stamp]:
    """How far the HQ of the sheet commands as the crow flies, its words on the line."""
    shown = [radius for radius in canvas.picture.radii if radius.call == canvas.frame.radius]
    return [stamp for radius in shown for stamp in _reach(canvas, radius)]


def _reach(canvas: Canvas, radius: Radius) -> list[Stamp]:
    region = frozenset(h for h in disc(radius.hex, radius.reach) if h in canvas.ground.terrain)
    lines, k = [edge.smooth() for edge in edges(canvas.paper, region, canvas.ground.terrain)], canvas.k
    pen = Pen(LINE, 1.9 * k, f"{10 * k:.0f} {4 * k:.0f} {2 * k:.0f} {4 * k:.0f}", 0.85)
    parts = [stamp for line in lines for stamp in running(drawn(straight(line), pen), line, 2 * k, canvas.window)]
    words = say("{call} command {reach}", call=radius.call, reach=radius.reach)
    hand = Lettering(11 * k, LINE, italic=True, halo=PAPER, halo_width=2.6 * k)
    parts += [stamp for line in lines[:1] for stamp in write_along(canvas, line, words, hand)]
    if _is_seen(canvas, lines):
        canvas.signs.add("radius")
    return parts


def write_along(canvas: Canvas, line: Line, words: str, hand: Lettering, start: float | None = None) -> list[Stamp]:
    """Words letter by letter along a line, from left to right; start: pixels along it, a third of it by itself. Nothing where the
    line is too short, or where a letter would lie over a counter, works or another word."""
    seen = [point for point in line if around(point, 1, 1).meets(canvas.window)]
    path = seen if not seen or seen[0][0] <= seen[-1][0] else seen[::-1]
    measured, need = lengths(path) if path else [0.0], hand.width(words)
    if measured[-1] < need * 1.1:
        return []
    far, parts, boxes = (measured[-1] - need) * 0.3 if start is None else start, list[Stamp](), list[Box]()
    for letter in words:
        wide = hand.width(letter)
        middle = along(path, measured, far + wide / 2)
        a, b = along(path, measured, max(far - wide / 2, 0)), along(path, measured, min(far + 1.5 * wide, measured[-1]))
        nx, ny = unit_vector(a, b)
        spot = middle[0] + ny * hand.size * 0.35, middle[1] - nx * hand.size * 0.35
        if distance(a, b):
            parts.append(lettered(letter, spot[0], spot[1], hand, heading(a, b)))
        boxes.append(around(spot, hand.size, hand.size * 1.1))
        far += wide
    if not all(map(canvas.boxes.is_free, boxes)):
        return []
    for box in boxes:
        canvas.boxes.lay(box, LETTER)
    return parts

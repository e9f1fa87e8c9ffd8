"""What maps of the tactical game have besides: crests and walls along hexsides, boundaries of op sheets, whom armor faces."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbem.documents.cartography.boxes import ROAD
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Line, Point, between, distance, mean, straight, unit_vector
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.lettering import Lettering
from pbem.documents.cartography.palette import ENEMY_INK, INK, LINE, OWN, OWN_INK, SHADE, WHITE
from pbem.documents.cartography.paper import Paper
from pbem.documents.cartography.stamps import Stamp, lettered, running
from pbem.documents.cartography.strokes import Pen, around, drawn
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.values import Value

BRISTLE = 9.0
"""Pixels from tooth to tooth of a crest, at the scale of a phone."""
WIDE, NARROW, LEAST = 60.0, 26.0, 0.8
"""Pixels from the middle of a hex to its side from which on a wedge lies within the hex, and up to which it is widest and reaches
into the next; the least by which its outline is drawn finer."""
NAME = Lettering(12, OWN_INK, bold=True, halo=WHITE, halo_width=2.6)


def draw_sides(canvas: Canvas) -> list[Stamp]:
    """Crests as a line with teeth towards the lower hex, walls as a thick one with a light core."""
    ground, paper, k = canvas.ground, canvas.paper, canvas.k
    shown = [side for side in ground.crests if side[0] < side[1] and {*side} <= canvas.shown]
    walls = [side for side in ground.walls if side[0] < side[1] and {*side} <= canvas.shown]
    canvas.signs.update(word for word, found in (("crest", shown), ("wall", walls)) if found)
    teeth = "".join(_teeth(paper, ground, side, k) for side in shown)
    edges = "".join(straight(_edge(paper, *side)) for side in shown)
    thick = "".join(straight(_edge(paper, *side)) for side in walls)
    pens = (Pen(SHADE, 2.2 * k), Pen(SHADE, 1.5 * k), Pen(INK, 4.4 * k), Pen(WHITE, 1.6 * k))
    drawing = "".join(drawn(data, pen) for data, pen in zip((edges, teeth, thick, thick), pens, strict=True))
    return running(drawing, [point for side in (*shown, *walls) for point in _edge(paper, *side)], paper.size, canvas.window)


def _edge(paper: Paper, first: Hex, second: Hex) -> Line:
    return list(paper.side(first, direction(first, second) or "N"))


def _teeth(paper: Paper, ground: PrintedLand, side: tuple[Hex, Hex], k: float) -> str:
    """Short strokes from a crest down the slope."""
    low = min(side, key=lambda place: ground.level[place])
    (start, end), down = _edge(paper, *side), paper.centre(low)
    many = max(2, round(paper.size / (BRISTLE * k)))
    feet = [between(start, end, (number + 0.5) / many) for number in range(many)]
    return "".join(straight([foot, between(foot, down, 0.16)]) for foot in feet)


def draw_boundaries(canvas: Canvas) -> Iterator[Stamp]:
    """The boundaries and start lines of own op sheets, as a staff draws them: a dashed line with the sheet's number on it."""
    for drawn_line in canvas.picture.boundaries:
        points = [canvas.paper.centre(place) for place in drawn_line.path if place in canvas.ground.terrain]
        if len(points) < 2:
            continue
        dashes = "2 5" if drawn_line.start else "14 5 3 5"
        line = drawn(straight(points), Pen(LINE, 2.4 * canvas.k, dashes, 0.8))
        yield from running(line, points, 4 * canvas.k, canvas.window)
        yield _named(canvas, points, drawn_line.name)
        canvas.signs.add("start_line" if drawn_line.start else "boundary")


def _named(canvas: Canvas, points: Sequence[Point], name: str) -> Stamp:
    """The number of its sheet on the longest stretch."""
    start, end = max(pairwise(points), key=lambda pair: (pair[1][0] - pair[0][0]) ** 2 + (pair[1][1] - pair[0][1]) ** 2)
    x, y = between(start, end)
    canvas.boxes.lay(around((x, y), NAME.width(name) + 6, 14), ROAD)
    hand = Lettering(NAME.size * canvas.k, OWN_INK, bold=True, halo=WHITE, halo_width=2.6 * canvas.k)
    return lettered(name, x, y + 4 * canvas.k, hand)


def draw_facings(canvas: Canvas) -> Iterator[Stamp]:
    """A wedge on the hexside that moving armor faces: blue with a light core of one's own, a full one of the enemy's."""
    own = {FacedSide(symbol.hex, symbol.facing, True) for symbol in canvas.picture.symbols if symbol.facing}
    theirs = {FacedSide(seen.hex, seen.facing, False) for seen in canvas.picture.sightings if seen.facing}
    for facing in sorted((*own, *theirs), key=lambda facing: (facing.hex, facing.way, facing.own)):
        if facing.hex not in canvas.shown:
            continue
        points = pointing(canvas.paper, facing)
        canvas.boxes.lay(around(mean(points), 16 * canvas.k, 16 * canvas.k), ROAD)
        yield from running(wedge(points, max(canvas.k, LEAST), facing.own), points, 4 * canvas.k + 2, canvas.window)
        canvas.signs.add("facing" if facing.own else "enemy_facing")


class FacedSide(Value):
    """A hexside that somebody in a hex faces."""

    hex: Hex
    way: str
    own: bool


def pointing(paper: Paper, facing: "FacedSide") -> Line:
    """A wedge astride the hexside, no smaller than can be seen on a whole map: where it is small it reaches into the next hex."""
    middle, side = paper.centre(facing.hex), paper.side(facing.hex, facing.way)
    edge = between(*side)
    far, half = distance(middle, edge), distance(edge, side[0])
    small = min(1.0, max(0.0, (WIDE - far) / (WIDE - NARROW)))
    foot, tip = between(middle, edge, 0.74 + 0.12 * small), between(middle, edge, 0.94 + 0.36 * small)
    (x, y), (along_x, along_y), wide = foot, unit_vector(side[0], side[1]), half * (0.42 + 0.5 * small)
    return [(x - along_x * wide, y - along_y * wide), tip, (x + along_x * wide, y + along_y * wide)]


def wedge(points: Sequence[Point], grown: float, own: bool) -> str:
    """Where armor faces."""
    return drawn(straight(points, True), Pen(OWN_INK, 1.6 * grown) if own else Pen(WHITE, 1.2 * grown), OWN if own else ENEMY_INK)

"""Small signs: works, roadblocks, mines, stores, objectives, engagements; each where it hides least of its hex."""

from collections.abc import Iterator
from math import cos, pi, sin

from pbem.documents.cartography.boxes import FRONT, HEEDED, ROAD, SIGN, SOLID, WALL
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point, distance, rounded, straight
from pbem.documents.cartography.lettering import Lettering, written
from pbem.documents.cartography.palette import CREAM, ENEMY_INK, ENEMY_PALE, INK, LINE, OWN, OWN_INK, SHADE, STAMP, WHITE
from pbem.documents.cartography.palette import GOAL as GOLD
from pbem.documents.cartography.stamps import Stamp, stamped
from pbem.documents.cartography.strokes import Box, Pen, around, boxed, drawn, filled, ring
from pbem.documents.map_picture import Obstruction, Wreck
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value

CORNERS = ((-0.55, -0.55), (0.55, -0.55), (-0.55, 0.5), (0.55, 0.5), (-0.74, 0.0), (0.74, 0.0), (0.0, -0.62), (0.0, 0.62))
FIELD = ((-0.45, -0.3), (0.1, -0.45), (0.5, -0.05), (-0.15, 0.02), (-0.5, 0.25), (0.2, 0.38), (-0.2, 0.54))
FEET = (0.80, 0.93, -0.62, -0.48)  # of the way from the middle of a hex down to its foot
GAPS = tuple((across / 12, down / 12) for down in range(-11, 12) for across in range(-10, 11) if abs(across) + abs(down) / 2 < 11)
"""Spots for a shorter wall, in hex sizes from the middle; and how many teeth it has, how wide it is, how far beyond it may go."""
SHORTER = ((3, 36, 1.0), (2, 26, 1.0), (1, 14, 1.0), (2, 26, 1.6))
SIDE = 24  # of a small sign
REACH = 34.0  # of any of them from its middle, its figure included
SMALLER = ((1.0, 1.0), (0.7, 1.0), (0.7, 1.6), (0.7, 2.4))
"""Where no corner of the hex is free: how large a sign is then, and how far beyond the hex it may go."""
FIGURES = 11.5


def draw_works(canvas: Canvas) -> Iterator[Stamp]:
    """Battlements at the foot of a hex; mines all over it."""
    for place, own in canvas.picture.works:
        if place in canvas.shown:
            yield _work(canvas, place, own)
    for laid in canvas.picture.obstacles:
        if laid.hex in canvas.shown and laid.kind == "minefield" and not _is_crowded(canvas, laid.hex):
            yield _minefield(canvas, laid)


def _is_crowded(canvas: Canvas, place: Hex) -> bool:
    """Would the dots of a minefield lie under counters, or be too small to be seen? Then its mines have a sign of their own."""
    picture = canvas.picture
    return canvas.paper.small or place in {*(unit.hex for unit in picture.symbols), *(contact.hex for contact in picture.sightings)}


def _work(canvas: Canvas, place: Hex, own: bool) -> Stamp:
    """At the foot of the hex, or at its head where that hides less; where counters fill both a shorter wall where there is room."""
    (x, y), k = canvas.paper.centre(place), canvas.k
    boxes = [around((x, y + canvas.paper.half * share - 3 * k), 56 * k, 11 * k) for share in FEET]
    tries = [(5, boxes)] + [
        (teeth, [around((x + canvas.paper.size * dx * far, y + canvas.paper.half * dy * far), wide * k, 11 * k) for dx, dy in GAPS])
        for teeth, wide, far in SHORTER
    ]
    free = ((teeth, [box for box in spots if canvas.boxes.is_free(box)]) for teeth, spots in tries)
    teeth, spots = next((found for found in free if found[1]), tries[-1])
    box = min(spots, key=lambda box: canvas.boxes.cost(box) + distance(box.middle, (x, y)))
    canvas.boxes.lay(box, WALL)
    canvas.signs.add("own_works" if own else "enemy_works")
    return stamped(battlements(own, teeth), (box.middle[0], box.below - 2 * k), 36, grown=k)


def battlements(own: bool, teeth: int = 5) -> str:
    """A wall with teeth, its foot at 0 0. An enemy's has a floor, so that it is another in grey too."""
    data, colour = f"M{-5.6 * teeth} 0" + "v-6h5.6v6h5.6" * teeth, LINE if own else ENEMY_INK
    floor = "" if own else f"M{-5.6 * teeth} 2.6h{11.2 * teeth}"
    return drawn(data + floor, Pen(WHITE, 5)) + drawn(data, Pen(colour, 2.3)) + (drawn(floor, Pen(colour, 2)) if floor else "")


def _minefield(canvas: Canvas, laid: Obstruction) -> Stamp:
    """A dashed edge round the hex and seven dots."""
    colour, k = LINE if laid.own else ENEMY_INK, canvas.k
    x, y = canvas.paper.centre(laid.hex)
    canvas.signs.add("own_minefield" if laid.own else "enemy_minefield")
    canvas.boxes.lay(around((x, y), canvas.paper.size, canvas.paper.size), ROAD)
    edge = straight([(px - x, py - y) for px, py in rounded(canvas.paper.corners(laid.hex, 0.80), True)], True)
    dots = [mine((dx * canvas.paper.size, dy * canvas.paper.size), 3.6 * k, laid.own) for dx, dy in FIELD]
    drawing = "".join((drawn(edge, Pen(colour, 2.2 * k, f"{9 * k:.0f} {5 * k:.0f}")), *dots))
    return stamped(drawing, (x, y), canvas.paper.size)


def mine(at: Point, radius: float, own: bool) -> str:
    """A dot with a light edge; an enemy's is hollow."""
    if own:
        return ring(at, radius, LINE, Pen(WHITE, radius * 0.39))
    return ring(at, radius + radius * 0.3, WHITE) + ring(at, radius * 0.9, WHITE, Pen(ENEMY_INK, radius * 0.55))


def mines(own: bool) -> str:
    """Three mines in a capsule, round 0 0."""
    edge = boxed(Box(-14, -6.5, 28, 13), CREAM, Pen(LINE if own else ENEMY_INK, 1.8), 6.5)
    return edge + "".join(mine((x, 0), 2.7, own) for x in (-7.5, 0, 7.5))


def draw_signs(canvas: Canvas) -> Iterator[Stamp]:
    """Roadblocks, objectives, stores and engagements on the first free of the corners of their hex."""
    picture, dumps = canvas.picture, dict(canvas.picture.dumps)
    wanted = [_Sign(place, "objective", star(str(points))) for place, points in picture.goals]
    wanted += [_stores(place, own, dumps.get(place, 0)) for place, own in picture.stores]
    wanted += [_Sign(place, "engaged", swords()) for place in picture.engaged]
    wanted += [_standing(laid) for laid in picture.obstacles if laid.kind in STANDING]
    wanted += [_mines(laid) for laid in picture.obstacles if laid.kind == "minefield" and _is_crowded(canvas, laid.hex)]
    wanted += [_burnt(wreck) for wreck in picture.wrecks]
    wanted += [_Sign(place, word, MARKS[word]) for place, word in picture.marks if word in MARKS]
    yield from (_cornered(canvas, sign) for sign in wanted if sign.hex in canvas.shown)


class _Sign(Value):
    """A small sign: where, what the legend calls it, its drawing round 0 0."""

    hex: Hex
    word: str
    drawing: str


def _stores(place: Hex, own: bool, points: int) -> _Sign:
    return _Sign(place, "own_dump" if own else "enemy_dump", dump(own, str(points) if own and points else ""))


def _standing(laid: Obstruction) -> _Sign:
    return _Sign(laid.hex, f"own_{laid.kind}" if laid.own else f"enemy_{laid.kind}", STANDING[laid.kind](laid.own))


def _mines(laid: Obstruction) -> _Sign:
    return _Sign(laid.hex, "own_mines" if laid.own else "enemy_mines", mines(laid.own))


def _burnt(wreck: Wreck) -> _Sign:
    return _Sign(wreck.hex, "own_wreck" if wreck.own else "enemy_wreck", hull(wreck.own, wreck.many))


def _cornered(canvas: Canvas, sign: _Sign) -> Stamp:
    """On a corner of the hex where it hides nothing, else in a gap between what stands there, at last smaller and beyond it."""
    (x, y), k = canvas.paper.centre(sign.hex), canvas.k
    corners = [(x + dx * canvas.paper.size, y + dy * canvas.paper.half) for dx, dy in CORNERS]
    boxes = [around(spot, SIDE * k, SIDE * k) for spot in corners]
    quiet = [box for box in boxes if canvas.boxes.is_free(box, FRONT)]
    free = quiet or [box for box in boxes if canvas.boxes.is_free(box, SOLID)]
    if free:
        best = min(free, key=lambda box: canvas.boxes.cost(box, HEEDED) + 6 * boxes.index(box))
    else:
        best = _in_a_gap(canvas, (x, y))
    canvas.boxes.lay(best, SIGN)
    canvas.signs.add(sign.word)
    return stamped(sign.drawing, best.middle, REACH, grown=k * best.width / (SIDE * k))


def _in_a_gap(canvas: Canvas, middle: Point) -> Box:
    """The spot nearest to the middle of a hex that hides nothing, for a sign of the size there is room for."""
    for share, far in SMALLER:
        spots = [(middle[0] + dx * far * canvas.paper.size, middle[1] + dy * far * canvas.paper.half) for dx, dy in GAPS]
        boxes = [around(spot, SIDE * share * canvas.k, SIDE * share * canvas.k) for spot in spots]
        free = [box for box in boxes if canvas.holds(box) and canvas.boxes.is_free(box)]
        if free:
            return min(free, key=lambda box: (distance(box.middle, middle), box.middle))
    return min(boxes, key=lambda box: canvas.boxes.cost(box, HEEDED))


def star(worth: str) -> str:
    """An objective with its points."""
    points = [_ray(number, 13 if number % 2 == 0 else 6.2) for number in range(10)]
    data = straight(points, True)
    figure = written(worth, 0, 4.2, Lettering(FIGURES if len(worth) < 2 else 9, INK, bold=True))
    return drawn(data, Pen(WHITE, 4)) + drawn(data, Pen(INK, 1.3), GOLD) + figure


def _ray(number: int, far: float) -> Point:
    return far * sin(number * pi / 5), -far * cos(number * pi / 5)


def dump(own: bool, figure: str) -> str:
    """Stores: a box with a floor, and the points in it if they are known; an enemy's edge is broken."""
    colour = OWN_INK if own else ENEMY_INK
    sides = boxed(Box(-11, -8, 22, 16), CREAM, Pen(colour, 1.7, "" if own else "4 2.6")) + drawn("M-11 4.5h22", Pen(colour, 1.7))
    return sides + (written(figure, 0, 2.8, Lettering(FIGURES if len(figure) < 3 else 8.5, colour, bold=True)) if figure else "")


def swords() -> str:
    """Engaged: crossed swords, white on red; no star, so that none takes it for an objective."""
    blades = "M-6 -6.5L5 5M6 -6.5L-5 5"
    hilts = "M1.4 6.2l4.8 -4.8M-1.4 6.2l-4.8 -4.8"
    disc = ring((0, 0), 11.5, STAMP, Pen(WHITE, 2))
    return disc + drawn(blades, Pen(WHITE, 2.1)) + drawn(hilts, Pen(WHITE, 1.8))


def roadblock(own: bool) -> str:
    """Two bars over the road and a cross between them; an enemy's bars are broken."""
    bars, colour = "M-4 -11V11M4 -11V11", LINE if own else ENEMY_INK
    edge, cross = drawn(bars, Pen(WHITE, 6)), drawn("M-4 -10L4 10M-4 10L4 -10", Pen(colour, 2))
    return edge + drawn(bars, Pen(colour, 3, "" if own else "5 3.5", round_ends=own)) + (cross if own else "")


def hull(own: bool, many: int) -> str:
    """A hull under a flame; an enemy's is hollow. many: a figure beside it where there are more than one."""
    colour = OWN_INK if own else ENEMY_INK
    body = "M-10 4H7a3.5 3.5 0 0 1 0 7H-7a3.5 3.5 0 0 1 0 -7"
    flame = "M0 3C-7 1 -6 -5 -3 -7C-3 -4 -1 -4 -1 -6C-1 -9 -2 -11 1 -13C0 -9 6 -7 5 -2C4.6 1 3 3 0 3z"
    parts = [drawn(data, Pen(WHITE, 4.6)) for data in (body, flame)]
    parts += [drawn(body, Pen(colour, 1.8), colour if own else WHITE), drawn(flame, Pen(STAMP, 1.2), GOLD)]
    if many > 1:
        parts.append(written(str(many), 12, 1, Lettering(FIGURES, colour, bold=True, halo=WHITE, halo_width=2.6)))
    return "".join(parts)


def wire(own: bool) -> str:
    """Two strands of coils between posts; an enemy's posts are left out."""
    coils = "M-12 3c2 -9 6 -9 6 0s4 9 6 0s4 -9 6 0s4 9 6 0"
    colour = LINE if own else ENEMY_INK
    edge = drawn(coils, Pen(WHITE, 5))
    return edge + (drawn("M-12 -7V8M12 -7V8", Pen(colour, 2)) if own else "") + drawn(coils, Pen(colour, 1.9))


def bunker(own: bool) -> str:
    """A roof over a loophole; an enemy's edge is broken."""
    colour = OWN_INK if own else ENEMY_INK
    walls = drawn("M-12 8V-2L-7 -8H7L12 -2V8Z", Pen(colour, 1.9, "" if own else "4 2.6"), CREAM)
    return walls + drawn("M-6 2H6", Pen(colour, 3.2))


STANDING = {"roadblock": roadblock, "wire": wire, "bunker": bunker}
"""The signs of what stands in the way, by its kind."""
AIRCRAFT = "M0 -9.5Q1.7 -9 1.7 -6V-3L10 1V3.4L1.7 2V6.2L4.4 8.4V10L0 9L-4.4 10V8.4L-1.7 6.2V2L-10 3.4V1L-1.7 -3V-6Q-1.7 -9 0 -9.5Z"
"""Path data of an aircraft seen from above, round 0 0."""


def _wheel() -> str:
    return ring((0, 0), 8, CREAM, Pen(OWN_INK, 1.6))


MARKS = {
    "airfield": _wheel() + drawn("M0 -9V9M-9 -1H9M-4 7H4", Pen(OWN_INK, 2)),
    "airstrip": _wheel() + drawn("M-5 5L5 -5M-6 -1L-1 -6M1 6L6 1", Pen(OWN_INK, 1.6)),
    "own aircraft": boxed(Box(-13, -12, 26, 24), OWN, Pen(OWN_INK, 1.8)) + filled(AIRCRAFT, OWN_INK),
    "enemy aircraft": drawn("M0 -17L17 0L0 17L-17 0Z", Pen(ENEMY_INK, 1.8), ENEMY_PALE) + filled(AIRCRAFT, ENEMY_INK),
    "smoke": filled("M-11 4a5 5 0 0 1 3 -9a7 7 0 0 1 13 1a4 4 0 0 1 4 8z", "#c9c4b5")
    + drawn("M-11 4a5 5 0 0 1 3 -9a7 7 0 0 1 13 1a4 4 0 0 1 4 8z", Pen(SHADE, 1.4)),
    "move mode": drawn("M-9 -4l5 4l-5 4M-1 -4l5 4l-5 4", Pen(OWN_INK, 2)),
    "own landing craft": drawn("M-16 -5H12L16 -1V7H-16Z", Pen(OWN_INK, 1.8), OWN) + drawn("M-10 1H10", Pen(OWN_INK, 1.4)),
    "port": _wheel() + drawn("M0 -6V6M-5 2q0 5 5 5t5 -5M-3 -3H3", Pen(OWN_INK, 1.8)),
    "installation": boxed(Box(-8, -8, 16, 16), CREAM, Pen(OWN_INK, 1.6))
    + drawn("M-8 8V-2L-3 -6V-2L2 -6V-2L8 -6V8", Pen(OWN_INK, 1.6)),
}
"""What never moves and is neither stores nor works: facilities; and aircraft that stay over a hex."""

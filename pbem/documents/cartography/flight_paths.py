"""The ways that own flights are to fly: from the edge of the map over their turns to their zones, step by step."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.documents.cartography.boxes import FRONT, MOVE, WORDS
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point, between, straight, unit_vector
from pbem.documents.cartography.lettering import Lettering, written
from pbem.documents.cartography.palette import CREAM, LINE, OWN_INK, WHITE
from pbem.documents.cartography.stamps import Stamp, lettered, running, stamped
from pbem.documents.cartography.strokes import Pen, around, drawn, filled, moved, ring
from pbem.documents.map_picture import Arrow
from pbem.kernel.hexes import Hex, direction

BESIDE = 0.55  # of half a hex: how far below the middle of a held one the way passes
BELOW = 42  # below the middle of its zone: where the call of a flight is written
CALL = 24  # how high a call is: a page of 390 pixels shows the map of a wave at a third of its size
HEAD = 0.62  # of the last step: where the head of the way ends, before the sign of the zone


def draw_flight_paths(canvas: Canvas) -> Iterator[Stamp]:
    """The ways of the flights of the frame, and over them their zones: of one flight with all its steps and their numbers, of
    several that are shown apart with their calls."""
    shown = canvas.frame.flights
    held = {symbol.hex for symbol in canvas.picture.symbols}
    flown = [
        (arrow, [_passed(canvas, place, held) for place in arrow.path])
        for arrow in canvas.picture.arrows
        if arrow.flight and (not shown or arrow.flight in shown) and canvas.shown.intersection(arrow.path)
    ]
    yield from (part for _, points in flown for part in _way(canvas, points))
    alone = len(shown) == 1
    yield from (part for arrow, points in flown for part in _steps(canvas, arrow, points, alone))
    if shown and not alone:
        ends: dict[Point, list[str]] = {}
        for arrow, points in flown:
            ends.setdefault(points[-1], []).append(arrow.flight)
        yield from _calls(canvas, ends)


def _calls(canvas: Canvas, ends: Mapping[Point, list[str]]) -> Iterator[Stamp]:
    """At the end of each way the call of its flight; of several that end in one hex all of them."""
    for (x, y), calls in ends.items():
        hand = Lettering(CALL * canvas.k, OWN_INK, bold=True, halo=WHITE, halo_width=5 * canvas.k)
        for n, call in enumerate(calls):
            foot = y + (BELOW + CALL * n) * canvas.k
            canvas.boxes.lay(around((x, foot - CALL / 3 * canvas.k), hand.width(call), CALL * canvas.k), WORDS)
            yield lettered(call, x, foot, hand)


def _passed(canvas: Canvas, place: Hex, held: set[Hex]) -> Point:
    x, y = canvas.paper.centre(place)
    return x, y + (BESIDE * canvas.paper.half if place in held else 0)


def _way(canvas: Canvas, points: list[Point]) -> Iterator[Stamp]:
    """A broken line with a light edge, and heads on it that say which way it goes."""
    k = canvas.k
    line = straight(points)
    for start, end in pairwise(points):
        for share in (0.0, 0.25, 0.5, 0.75):
            canvas.boxes.lay(around(between(start, end, share), 8 * k, 8 * k), MOVE)
    canvas.signs.add("flight_path")
    way = drawn(line, Pen(WHITE, 6.5 * k)) + drawn(line, Pen(LINE, 2.6 * k, f"{9 * k:.1f} {6 * k:.1f}"))
    heads = "".join(_head(start, end, k) for start, end in pairwise(points))
    yield from running(way + heads, points, 10 * k, canvas.window)


def _head(start: Point, end: Point, k: float) -> str:
    (ux, uy), tip = unit_vector(start, end), between(start, end, HEAD)
    back = tip[0] - ux * 15 * k, tip[1] - uy * 15 * k
    left, right = ((back[0] - uy * off * k, back[1] + ux * off * k) for off in (5.5, -5.5))
    head = straight([tip, left, (back[0] + ux * 4 * k, back[1] + uy * 4 * k), right], True)
    return drawn(head, Pen(WHITE, 3 * k), WHITE) + filled(head, LINE)


def _steps(canvas: Canvas, arrow: Arrow, points: list[Point], alone: bool) -> Iterator[Stamp]:
    """Its zones, its turns and, on a map of its own, each step with its number; dark where it turns."""
    turns = turning(arrow.path)
    for number, (place, at) in enumerate(zip(arrow.path, points, strict=True), 1):
        drops = place in arrow.zones
        if not drops and not alone:
            continue
        canvas.signs.update(("drop_zone",) if drops else ("flight_turn",) if place in turns else ())
        canvas.boxes.lay(around(at, 24 * canvas.k, 24 * canvas.k), FRONT)
        figure = str(number) if alone else ""
        drawing = zone_sign(figure) if drops else step_sign(figure, place in turns)
        yield stamped(drawing, at, 30, grown=canvas.k)


def turning(path: tuple[Hex, ...]) -> set[Hex]:
    """The hexes in which a way changes its direction."""
    ways = [direction(start, end) for start, end in pairwise(path)]
    return {place for place, before, after in zip(path[1:], ways, ways[1:], strict=False) if before != after}


def step_sign(figure: str, turns: bool) -> str:
    """A disc with the number of a step."""
    disc = ring((0, 0), 9.5, LINE if turns else CREAM, Pen(WHITE if turns else LINE, 1.8))
    return disc + written(figure, 0, 3.8, Lettering(11, WHITE if turns else OWN_INK, bold=True))


def zone_sign(figure: str) -> str:
    """A canopy with its lines over a disc: here it drops."""
    arch = "M-17 -10A17 14 0 0 1 17 -10Z"
    canopy = drawn(arch, Pen(WHITE, 4), WHITE) + drawn(arch, Pen(OWN_INK, 1.8), CREAM)
    lines = drawn("M-17 -10L-6 4M17 -10L6 4M0 -10V0", Pen(OWN_INK, 1.5))
    disc = ring((0, 0), 9.5, OWN_INK, Pen(WHITE, 1.8))
    return canopy + lines + moved(disc + (written(figure, 0, 3.8, Lettering(11, WHITE, bold=True)) if figure else ""), (0, 8))

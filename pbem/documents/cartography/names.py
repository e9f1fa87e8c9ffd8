"""Names: the weightier first, each on the cheapest of its spots; nothing counts but what the desk's own picture has."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from math import cos, hypot, pi, radians, sin

from pbem.documents.cartography.boxes import HEEDED, WORDS
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Line, Point, heading, lengths, mean, sampled
from pbem.documents.cartography.front import write_along
from pbem.documents.cartography.land import DrawnBridge
from pbem.documents.cartography.lettering import Lettering, broken
from pbem.documents.cartography.palette import INK, PAPER, SHADE, WATER_NAME
from pbem.documents.cartography.stamps import Stamp, lettered
from pbem.documents.cartography.strokes import Box, around
from pbem.documents.cartography.waters import Run
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value

HALO = "#fbf6e6"
HANDS: Mapping[str, Lettering] = {
    "metropolis": Lettering(30, INK, bold=True, spaced=1.1), "city": Lettering(19, INK, bold=True, spaced=1.1),
    "town": Lettering(16.5, INK, bold=True, spaced=1.1), "suburb": Lettering(14, INK, bold=True),
    "village": Lettering(14, INK, bold=True),
    "bridge": Lettering(12.5, INK, italic=True), "nature": Lettering(13.5, SHADE, italic=True),
}  # fmt: skip
LARGE = {"metropolis", "city", "town"}  # in capitals
RANKS = {"metropolis": 0, "city": 2, "town": 2, "suburb": 2, "village": 3, "bridge": 4, "nature": 5}
OBJECTIVE = 1  # the rank of a bridge that is worth points
SHORT = {"railway": "rly", "highway": "hwy", "bridge": "br."}  # on a map of small hexes
INSIDE = ((0, 0.50), (0, -0.42), (0, 0.74), (0, 0.2), (0, -0.2))
ROUND = (90, 270, 135, 225, 45, 315, 180, 0)
FAR_OFF, OFF_MAP, TOO_DEAR = 26.0, 3000.0, 0.9


class _Name(Value):
    """A name to be placed: of what kind, round which point, how early."""

    rank: int
    words: str
    kind: str
    point: Point


def draw_names(canvas: Canvas) -> Iterator[Stamp]:
    """Every name of the sheet that finds room."""
    for name in sorted(_names(canvas), key=lambda name: (name.rank, name.words, name.point)):
        hand = _hand(canvas, name.kind)
        words = name.words.upper() if name.kind in LARGE else name.words
        lines = broken(words, hand, 1.55 * canvas.paper.size)
        size = max(hand.width(line) for line in lines) + 4 * canvas.k, hand.size * 1.02 * len(lines)
        box = _placed(canvas, name, size)
        if box is not None:
            canvas.boxes.lay(box, WORDS)
            for number, line in enumerate(lines):
                yield lettered(line, box.middle[0], box.y + hand.size * (0.82 + 1.02 * number), hand)


def _hand(canvas: Canvas, kind: str) -> Lettering:
    share = 0.68 if canvas.paper.small else max(canvas.k, 0.60)
    hand = HANDS[kind]
    small = max(canvas.paper.scale, 0.6)
    return Lettering(
        hand.size * share, hand.fill, hand.bold, hand.italic, HALO, 3.6 * small, hand.spaced * canvas.k,
    )  # fmt: skip


def _names(canvas: Canvas) -> Iterator[_Name]:
    """Of places, of parts of a city or on a small map the city itself, and of bridges."""
    here = {place: name for place, name in canvas.ground.names.items() if place in canvas.shown}
    bridges = {bridge.name: bridge for bridge in canvas.ground.bridges if bridge.hex in canvas.shown}
    goals, heads = {place for place, _ in canvas.picture.goals}, _heads(here)
    yield from (_of_bridge(canvas, bridge, bridge.hex in goals) for _, bridge in sorted(bridges.items()))
    for head, places in heads.items() if canvas.paper.small else ():
        yield _Name(RANKS["metropolis"], head, "metropolis", mean([canvas.paper.centre(place) for place in places]))
    for place, name in sorted(here.items()):
        if name not in bridges and not _is_said(canvas, name, heads):
            yield _of_place(canvas, place, _part(name, heads))


def _of_bridge(canvas: Canvas, bridge: DrawnBridge, is_goal: bool) -> _Name:
    name = _short(bridge.name) if canvas.paper.small else bridge.name
    return _Name(OBJECTIVE if is_goal else RANKS["bridge"], name, "bridge", canvas.bridge(bridge.id))


def _of_place(canvas: Canvas, place: Hex, part: str) -> _Name:
    """The name of a place, or of a part of a city."""
    kind = "suburb" if part else _kind(canvas.ground.terrain[place])
    return _Name(RANKS[kind], part or canvas.ground.names[place], kind, canvas.paper.centre(place))


def _heads(here: Mapping[Hex, str]) -> dict[str, list[Hex]]:
    """Cities of several hexes, "Nijmegen, centre" and "Nijmegen, old town", by what stands before the comma."""
    heads: dict[str, list[Hex]] = {}
    for place, name in sorted(here.items()):
        if ", " in name:
            heads.setdefault(name.partition(", ")[0], []).append(place)
    return heads


def _part(name: str, heads: Mapping[str, object]) -> str:
    head, _, part = name.partition(", ")
    return part[:1].upper() + part[1:] if part and head in heads else ""


def _is_said(canvas: Canvas, name: str, heads: Mapping[str, object]) -> bool:
    """Does the large name of a city stand for it on a map of small hexes?"""
    return canvas.paper.small and any(name.startswith((head + " ", head + ", ")) for head in heads)


def _kind(terrain: str) -> str:
    return terrain if terrain in ("city", "town", "suburb", "village") else "nature"


def _short(name: str) -> str:
    return " ".join(SHORT.get(word, word) for word in name.split())


def _placed(canvas: Canvas, name: _Name, size: Point) -> Box | None:
    """The cheapest spot that hides no unit, no list and no other word; None if there is none, or it is dearer than it is worth."""
    best, cheapest = None, float("inf")
    for number, spot in enumerate(_spots(canvas, name, size)):
        box, later = around(spot, *size), 7 * number * canvas.k**2
        if later >= cheapest:
            break
        if not canvas.holds(box) or not canvas.boxes.is_free(box):
            continue
        cost = canvas.boxes.cost(box, HEEDED) + later + _strayed(canvas, name, spot)
        if cost < cheapest:
            best, cheapest = box, cost
    spared = name.rank >= RANKS["bridge" if canvas.paper.small else "nature"]
    return None if spared and cheapest > TOO_DEAR * size[0] * size[1] else best


def _strayed(canvas: Canvas, name: _Name, spot: Point) -> float:
    """What it costs that a name stands far from its place, or off the hexes."""
    far = hypot(spot[0] - name.point[0], spot[1] - name.point[1])
    near = any(hypot(spot[0] - x, spot[1] - y) < 0.95 * canvas.paper.size for x, y in canvas.paper.near(spot))
    return max(0.0, far - 0.8 * canvas.paper.half) * FAR_OFF * canvas.k + (0 if near else OFF_MAP)


def _spots(canvas: Canvas, name: _Name, size: Point) -> Line:
    """Five in the hex, eight round it, eight wider, eight wider still."""
    (x, y), k, is_bridge = name.point, canvas.k, name.kind == "bridge"
    inside = [] if is_bridge else [(x + dx * canvas.paper.size, y + dy * canvas.paper.half) for dx, dy in INSIDE]
    across, down = size[0] / 2 + (22 if is_bridge else 26) * k, size[1] / 2 + (17 if is_bridge else 26) * k
    rings = [(across, down), (across + 20 * k, down + 16 * k), (across + 44 * k, down + 36 * k)]
    return inside + [(x + sin(radians(turn)) * dx, y - cos(radians(turn)) * dy) for dx, dy in rings for turn in ROUND]


# ---------------------------------------------------------------- along the water


def draw_water_names(canvas: Canvas) -> Iterator[Stamp]:
    """Letter by letter on the straightest, emptiest stretch of each water that has a name, and room for all of it."""
    for run in (run for run in canvas.base.waters if run.water.name):
        line = _longest_seen(canvas, run)
        share = max(canvas.k, 0.62)
        hand = Lettering((13 if run.canal else 17) * share, WATER_NAME, italic=True, halo=PAPER, halo_width=2.6 * share)
        spaced = (1.5 if run.canal else 5) * canvas.k
        hand = Lettering(hand.size, hand.fill, italic=True, halo=PAPER, halo_width=hand.halo_width, spaced=spaced)
        words = run.water.name if run.canal else run.water.name.upper()
        off = hand.size * 0.35 + (8 if run.canal else 10) * canvas.k
        tried = (write_along(canvas, _beside(line, off), words, hand, far) for far in _stretches(canvas, line, hand.width(words)))
        yield from next(filter(None, tried), ())


def _longest_seen(canvas: Canvas, run: Run) -> Line:
    """The longest part of a water in the window, from west to east."""
    found: list[Line] = [[]]
    for point in sampled(run.points, 6):
        if around(point, 1, 1).meets(canvas.window):
            found[-1].append(point)
        elif found[-1]:
            found.append([])
    line = max(found, key=len)
    return line if not line or line[0][0] <= line[-1][0] else line[::-1]


def _beside(line: Line, off: float) -> Line:
    """A line on the left hand of another."""
    turns = [heading(line[max(i - 2, 0)], line[min(i + 2, len(line) - 1)]) * pi / 180 for i in range(len(line))]
    return [(x + sin(turn) * off, y - cos(turn) * off) for (x, y), turn in zip(line, turns, strict=True)]


def _stretches(canvas: Canvas, line: Line, need: float) -> list[float]:
    """How far along a line words of this length may begin, the straightest and emptiest stretch first; none on too short a line."""
    measured = lengths(line) if line else [0.0]
    tries = [step / 40 * measured[-1] for step in range(1, 36)]
    fit = [far for far in tries if far + need * 1.05 <= measured[-1]]
    return sorted(fit, key=lambda far: _roughness(canvas, line, measured, (far, need)))


def _roughness(canvas: Canvas, line: Line, measured: list[float], stretch: Point) -> float:
    (far, need), k = stretch, canvas.k
    seen = [point for point, at in zip(line, measured, strict=True) if far <= at <= far + need]
    turns = [heading(seen[i], seen[i + 1]) for i in range(len(seen) - 1)]
    bends = sum(abs((b - a + 180) % 360 - 180) for a, b in pairwise(turns))
    hidden = sum(canvas.boxes.cost(Box(x - 9 * k, y - 22 * k, 18 * k, 24 * k), 0.9) for x, y in seen)
    return bends * pi / 90 + hidden / (60 * k * k) + abs(far / measured[-1] - 0.5) * 0.5

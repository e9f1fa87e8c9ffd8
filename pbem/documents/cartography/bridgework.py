"""Bridges, ferries and fords as topographers sign them: )( along the road, broken and crossed out when it is down."""

from collections.abc import Mapping

from pbem.documents.cartography.boxes import BRIDGE
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point, distance, heading
from pbem.documents.cartography.land import DrawnBridge
from pbem.documents.cartography.palette import CREAM, LINE, LOST, WATER
from pbem.documents.cartography.stamps import Stamp, stamped, transformed
from pbem.documents.cartography.strokes import Box, Pen, around, boxed, drawn, ring
from pbem.documents.cartography.ways import RAILWAY
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value

BLACK = "#111111"
THICK: Mapping[str, float] = {"stone": 2.8, "metal": 2.8, "highway": 2.8, "railroad": 2.8}
THIN = 1.9
REACH = 24.0  # of any of these signs from its middle
KINDS = {"railroad": "railway_bridge", **dict.fromkeys(("stone", "metal", "highway"), "stone_bridge")}


class _Spanned(Value):
    """A bridge as it is signed. state: "whole", "down" or "built" (by engineers, in play)."""

    kind: str
    state: str

    @property
    def rail(self) -> bool:
        return self.kind == "railroad"

    @property
    def word(self) -> str:
        """What the legend calls it."""
        return {"down": "bridge_down", "built": "engineers_bridge"}.get(self.state) or KINDS.get(self.kind, "wooden_bridge")


def draw_bridges(canvas: Canvas) -> list[Stamp]:
    """Every bridge as its desk knows it, ferries and fords."""
    parts, picture = list[Stamp](), canvas.picture
    down, built = frozenset(picture.down), frozenset(picture.bridged)
    printed = {bridge.hex for bridge in canvas.ground.bridges}
    state = {**dict.fromkeys(built, "built"), **dict.fromkeys(down, "down")}
    for bridge in (b for b in canvas.ground.bridges if b.hex in canvas.shown):
        sign = _Spanned(_kind(bridge), state.get(bridge.hex, "whole"))
        parts.append(_bridge(canvas, sign, canvas.bridge(bridge.id)))
    for place in sorted((built | down) & canvas.shown - printed):
        parts.append(_bridge(canvas, _Spanned("", state[place]), canvas.crossing(place)))
    return [*parts, *_passages(canvas)]


def _kind(bridge: DrawnBridge) -> str:
    return "railroad" if set(bridge.carries) == {RAILWAY} else bridge.kind


def _bridge(canvas: Canvas, sign: _Spanned, spot: Point) -> Stamp:
    canvas.signs.add(sign.word)
    canvas.boxes.lay(around(spot, 36 * canvas.k, 26 * canvas.k), BRIDGE)
    turned = _turned(canvas, spot, sign.rail)
    k = canvas.k
    crossed = crossed_out() if sign.state == "down" else ""
    return stamped(transformed(bridge_sign(sign.kind, sign.state), turned) + crossed, spot, REACH, grown=k)


def _turned(canvas: Canvas, spot: Point, rail: bool) -> float:
    """Which way the road over a bridge runs, else square to the water."""
    lines = [way.points for way in canvas.base.ways if (way.kind == RAILWAY) == rail]
    for points in lines:
        for i, point in enumerate(points):
            if distance(point, spot) < 1:
                return heading(points[max(i - 1, 0)], points[min(i + 1, len(points) - 1)])
    for run in canvas.base.waters:
        for a, b in zip(run.points, run.points[1:], strict=False):
            if min(distance(a, spot), distance(b, spot)) < 1:
                return heading(a, b) + 90
    return 0.0


def bridge_sign(kind: str, state: str) -> str:
    """A bridge round 0 0 along the x axis. kind: that of the map; state: as in _Sign."""
    long, wide = (14.0 if kind == "railroad" else 13.0), (5.2 if kind in THICK else 4.2)
    pen = Pen(LINE if state == "built" else BLACK, THICK.get(kind, THIN))
    if state == "down":
        gap = boxed(Box(-7, -wide - 2, 14, 2 * wide + 4), WATER)
        return gap + drawn("".join(_wing(long, wide * s, e, 5.0) for s in (-1, 1) for e in (-1, 1)), pen)
    deck = boxed(Box(-long, -wide, 2 * long, 2 * wide), CREAM)
    sides = "".join(
        f"M{-long - 4} {s * (wide + 4)}L{-long} {s * wide}L{long} {s * wide}L{long + 4} {s * (wide + 4)}" for s in (-1, 1)
    )
    rails = drawn(f"M{-long} 0H{long}", Pen(BLACK, 1.5)) + drawn(f"M{-long} 0H{long}", Pen(BLACK, 5, "1.4 5", round_ends=False))
    dots = "".join(ring((x, 0), 2.6, LINE) for x in (-7, 0, 7))
    return deck + drawn(sides, pen) + (rails if kind == "railroad" else "") + (dots if state == "built" else "")


def _wing(long: float, wide: float, end: int, gap: float) -> str:
    """What is left of a side of a bridge at one of its ends."""
    out = wide + (4 if wide > 0 else -4)
    return f"M{end * (long + 4)} {out}L{end * long} {wide}L{end * gap} {wide}"


def crossed_out() -> str:
    """A red cross with a light edge, round 0 0."""
    cross = "M-8.5 -8.5L8.5 8.5M8.5 -8.5L-8.5 8.5"
    return drawn(cross, Pen(CREAM, 7)) + drawn(cross, Pen(LOST, 3.6))


def _passages(canvas: Canvas) -> list[Stamp]:
    """Ferries as a boat, fords as a broken road through the water."""
    parts, taken = list[Stamp](), {bridge.hex for bridge in canvas.ground.bridges}
    places: list[tuple[Hex, str]] = [(h, "ferry") for h in sorted(canvas.ground.ferries)]
    places += [(h, "ford") for h in sorted({*canvas.ground.fords, *canvas.picture.fords})]
    for place, word in places:
        if place not in canvas.shown or (place in taken and word == "ferry"):
            continue
        spot = canvas.crossing(place)
        canvas.signs.add(word)
        canvas.boxes.lay(around(spot, 26 * canvas.k, 18 * canvas.k), BRIDGE)
        parts.append(stamped(ferry_sign() if word == "ferry" else ford_sign(), spot, REACH, grown=canvas.k))
    return parts


def ferry_sign() -> str:
    """A boat, round 0 0."""
    return drawn("M-11 -2H11L7 5H-7zM0 -2V-9", Pen(BLACK, 1.6), CREAM)


def ford_sign() -> str:
    """A broken line between two dots, round 0 0."""
    return drawn("M-12 0H12", Pen(BLACK, 2.4, "3 3.5", round_ends=False)) + ring((-14, 0), 2.4, BLACK) + ring((14, 0), 2.4, BLACK)

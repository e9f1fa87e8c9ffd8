"""The legend: a table of all signs a map may hold, each with its words; printed is what stands on the very sheet."""

from collections.abc import Callable, Iterator, Mapping

from pbem.documents.cartography import signs, symbols
from pbem.documents.cartography.arrows import broad_arrow, drift_sign
from pbem.documents.cartography.bridgework import bridge_sign, crossed_out, ferry_sign, ford_sign
from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.flight_paths import step_sign, zone_sign
from pbem.documents.cartography.lettering import Lettering, written
from pbem.documents.cartography.palette import (
    BANK,
    BORDER,
    BRICK,
    CONTOUR,
    DIRT,
    ENEMY_INK,
    FRUIT,
    INK,
    LINE,
    OWN,
    OWN_INK,
    PLATE,
    RAIL,
    SAND,
    SHADE,
    TINTS,
    TREE,
    TREE_DARK,
    WHITE,
)  # fmt: skip
from pbem.documents.cartography.strokes import Box, Pen, boxed, disc_data, drawn, filled, moved, ring
from pbem.documents.cartography.tactical import wedge
from pbem.documents.cartography.ways import CASED, DIRT_WIDTH, RAILWAY
from pbem.documents.map_picture import Sighting
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.values import Value

WORDS = Lettering(13.2, "#39424a", anchor="start")
SIGN = 34.0  # pixels a sign has, in all
GAP = 18.0
ROADS = {
    "highway": phrase("highway"), "paved": phrase("paved road"), "dirt_6_8": phrase("dirt road"), "dirt_3_6": phrase("lane"),
    RAILWAY: phrase("railway"),
}  # fmt: skip
_TREES = {
    "woods": ((5, -4), (12, 1), (19, -3)), "forest": ((4, -4), (9, 1), (14, -4), (19, 1), (21, -5), (4, 2)),
    "jungle": ((3, -5), (8, -2), (13, -5), (18, -2), (21, -5), (4, 2), (10, 2), (15, 2), (20, 2)),
}  # fmt: skip
_HOUSES = {
    "farm": ((9, -3),), "village": ((5, -4), (12, -1)), "town": ((2, -6), (9, -6), (16, -6), (5, 0), (14, 0)),
    "suburb": ((2, -6), (9, -6), (16, -6), (2, 0), (9, 0), (16, 0)),
    "city": ((2, -7), (8, -7), (14, -7), (2, -1), (8, -1), (14, -1), (19, -1)),
}  # fmt: skip


class LegendItem(Value):
    """A line of the legend: its sign round 13 0, and its words."""

    sign: str
    words: str


def terrain_sign(terrain: str) -> str:
    """A swatch with its texture."""
    swatch = boxed(Box(0, -8, 24, 15), TINTS[terrain], Pen("#a2987a", 0.8))
    crowns = "".join(disc_data((x, y), 2.6) for x, y in _TREES.get(terrain, ()))
    houses = "".join(boxed(Box(x, y, 5, 4), BRICK) for x, y in _HOUSES.get(terrain, ()))
    texture = {
        "farmland": drawn("M4 -4l8 5M7 -6l8 5M10 -8l8 5", Pen(SAND, 1)),
        "crops": drawn("M4 -4l8 5M7 -6l8 5M10 -8l8 5", Pen(SAND, 1)),
        "brush": drawn("M3 4q2 -7 4 0M11 1q2 -7 4 0M17 5q2 -7 4 0", Pen(TREE, 1.6)),
        "orchard": filled("".join(disc_data((x, y), 1.6) for x in (5, 12, 19) for y in (-4, 2)), FRUIT),
        "polder": drawn("M2 5h20", Pen(BANK, 1.4, "6 3")),
        "bocage": drawn("M0 -1h24M8 -8v15M16 -8v15", Pen(TREE, 1.8)),
        "marsh": drawn("M4 3h8M8 3v-5M13 -2h8M17 -2v-5", Pen(BANK, 1.2)),
        "flooded": drawn("M2 -3q3 -3 6 0t6 0t6 0M2 3q3 -3 6 0t6 0t6 0", Pen(BANK, 1.2)),
        "ocean": drawn("M6 0q3 -3 6 0t6 0", Pen(BANK, 1.2)),
        "rocky_shore": drawn("M4 3l3 -6l3 6M13 3l3 -6l3 6", Pen(SHADE, 1.4)),
    }
    dotted = {"desert": 4, "beach_gradual": 3, "beach_moderate": 5, "beach_steep": 8}.get(terrain, 0)
    sand = "".join(disc_data((3 + n * 18 / max(dotted - 1, 1), -4 + 7 * (n % 2)), 1.1) for n in range(dotted))
    trees = filled(crowns, TREE, 0.6) + drawn(crowns, Pen(TREE_DARK, 0.6))
    return swatch + texture.get(terrain, "") + filled(sand, SHADE, 0.6) + trees + houses


def road_sign(kind: str) -> str:
    """A piece of road."""
    if kind in CASED:
        return "".join(drawn("M1 0h25", Pen(colour, width)) for colour, width in CASED[kind])
    if kind in DIRT_WIDTH:
        return drawn("M0 0h26", Pen(DIRT, DIRT_WIDTH[kind], "7 4" if kind == "dirt_3_6" else ""))
    return drawn("M0 0h26", Pen(RAIL, 1.7)) + drawn("M0 0h26", Pen(RAIL, 7, "1.4 5", round_ends=False))


def _middle(sign: str, grown: float = 1.0) -> str:
    return moved(sign, (13, 0), grown=grown)


def _contact(age: int) -> str:
    return _middle(symbols.diamond(Sighting("", 0, ("infantry",), "", age)), 0.6)  # type: ignore[arg-type]  # it stands nowhere


def _stack(count: str) -> str:
    boxes = boxed(Box(6, -9, 20, 13), PLATE, Pen(OWN_INK, 1.2)) + boxed(Box(3, -6, 20, 13), OWN, Pen(OWN_INK, 1.4))
    return boxes + (ring((3, -6), 5.5, OWN_INK) + written(count, 3, -3, Lettering(8.5, WHITE, bold=True)) if count else "")


def _steps() -> str:
    bar = boxed(Box(0, -4, 26, 7), OWN_INK, Pen(OWN_INK, 1)) + boxed(Box(13, -4, 13, 7), WHITE, Pen(OWN_INK, 1))
    return bar + drawn("M14 2l10 -5", Pen("#c1272d", 1.5)) + drawn("M6.5 -4v7", Pen(WHITE, 1))


def _minefield(own: bool) -> str:
    dots = "".join(signs.mine((x, y), 2.6, own) for x, y in ((7, -2), (14, 2), (20, -2)))
    return boxed(Box(1, -7, 25, 14), "none", Pen(LINE if own else ENEMY_INK, 1.8, "5 3"), 5) + dots


def _front() -> str:
    return drawn("M0 3h28", Pen(LINE, 3.2)) + drawn("M2 3a4 4 0 0 1 8 0M16 3a4 4 0 0 1 8 0", Pen(LINE, 2.2), OWN)


_WEDGE = ((8.0, 5.0), (14.0, -5.0), (20.0, 5.0))
SIGNS: tuple[tuple[str, str, Callable[[], str]], ...] = (
    ("contour", phrase("contour {metres} m; +2 level"), lambda: drawn("M0 4q8 -12 14 -6t12 -4", Pen(CONTOUR, 1.3))),
    ("stream", phrase("stream"), lambda: drawn("M0 2q7 -8 13 -2t13 -2", Pen(BANK, 2))),
    ("cliff", phrase("cliff"), lambda: drawn("M1 -3h24M3 -3v5M8 -3v5M13 -3v5M18 -3v5M23 -3v5", Pen(SHADE, 1.8))),
    ("border", phrase("border"), lambda: drawn("M0 0h28", Pen(BORDER, 3, "9 5"))),
    ("crest", phrase("crest, teeth downhill"), lambda: drawn("M0 -2h28M3 -2v5M9 -2v5M15 -2v5M21 -2v5M27 -2v5", Pen(SHADE, 1.6))),
    ("wall", phrase("wall or hedge"), lambda: drawn("M0 0h28", Pen(INK, 4.4)) + drawn("M0 0h28", Pen(WHITE, 1.6))),
    ("boundary", phrase("boundary of an op sheet"), lambda: drawn("M0 0h28", Pen(LINE, 2.4, "14 5 3 5", 0.8))),
    ("start_line", phrase("start line"), lambda: drawn("M0 0h28", Pen(LINE, 2.4, "2 5", 0.8))),
    ("facing", phrase("own armor faces there"), lambda: wedge(_WEDGE, 1.0, True)),
    ("enemy_facing", phrase("enemy armor faces there"), lambda: wedge(_WEDGE, 1.0, False)),
    ("leader", phrase("leader"), lambda: symbols.pennant(7, -5)),
    ("own_wreck", phrase("own vehicle burnt out"), lambda: _middle(signs.hull(True, 1), 0.9)),
    ("enemy_wreck", phrase("enemy vehicle seen to burn"), lambda: _middle(signs.hull(False, 1), 0.9)),
    ("stone_bridge", phrase("stone or steel bridge"), lambda: _middle(bridge_sign("stone", "whole"), 0.72)),
    ("wooden_bridge", phrase("wooden bridge"), lambda: _middle(bridge_sign("", "whole"), 0.72)),
    ("railway_bridge", phrase("railway bridge"), lambda: _middle(bridge_sign("railroad", "whole"), 0.72)),
    ("engineers_bridge", phrase("built by engineers"), lambda: _middle(bridge_sign("", "built"), 0.72)),
    ("bridge_down", phrase("bridge down"), lambda: _middle(bridge_sign("", "down") + crossed_out(), 0.72)),
    ("ferry", phrase("ferry"), lambda: _middle(ferry_sign(), 0.9)),
    ("ford", phrase("ford"), lambda: _middle(ford_sign(), 0.8)),
    ("front", phrase("{adjective} line"), _front),
    ("move", phrase("moved"), lambda: drawn("M0 0h18", Pen(LINE, 3)) + filled("M28 0l-11 -6v12z", LINE)),
    ("drifted", phrase("was to land there, landed here"), lambda: moved(drift_sign(22), (5, 0))),
    ("flight_path", phrase("planned way of a flight"), lambda: drawn("M0 0h27", Pen(LINE, 2.4, "7 4"))),
    ("flight_turn", phrase("it turns here"), lambda: _middle(step_sign("", True), 0.8)),
    ("drop_zone", phrase("drop zone"), lambda: _middle(zone_sign(""), 0.7)),
    ("attack", phrase("attacked"), lambda: drawn(broad_arrow((0, 0), (27, 0), 0.7), Pen(OWN_INK, 1), LINE)),
    ("engaged", phrase("engaged"), lambda: _middle(signs.swords(), 0.82)),
    ("claim", phrase("claimed by the enemy"), lambda: drawn("M1 7l10 -13M7 7l10 -13M13 7l10 -13", Pen(ENEMY_INK, 1.8))),
    ("contact_0", phrase("contact now"), lambda: _contact(0)),
    ("contact_1", phrase("this turn"), lambda: _contact(1)),
    ("contact_2", phrase("last turn"), lambda: _contact(2)),
    ("contact_3", phrase("older"), lambda: _contact(3)),
    ("stack", phrase("stack, see its list"), lambda: _stack("3")),
    ("group", phrase("several units; bar: quarters of their steps"), lambda: _stack("")),
    ("steps", phrase("steps left, lost"), _steps),
    ("radius", phrase("command radius"), lambda: drawn("M0 0h28", Pen(LINE, 1.9, "9 3 2 3"))),
    ("own_works", phrase("own works"), lambda: moved(signs.battlements(True, 2), (13, 3))),
    ("enemy_works", phrase("enemy works"), lambda: moved(signs.battlements(False, 2), (13, 3))),
    ("own_roadblock", phrase("own roadblock"), lambda: _middle(signs.roadblock(True), 0.75)),
    ("enemy_roadblock", phrase("enemy roadblock"), lambda: _middle(signs.roadblock(False), 0.75)),
    ("own_wire", phrase("own wire"), lambda: _middle(signs.wire(True), 0.9)),
    ("enemy_wire", phrase("enemy wire"), lambda: _middle(signs.wire(False), 0.9)),
    ("own_bunker", phrase("own bunker"), lambda: _middle(signs.bunker(True), 0.8)),
    ("enemy_bunker", phrase("enemy bunker"), lambda: _middle(signs.bunker(False), 0.8)),
    ("own_minefield", phrase("own minefield"), lambda: _minefield(True)),
    ("enemy_minefield", phrase("enemy minefield"), lambda: _minefield(False)),
    ("own_mines", phrase("own mines"), lambda: _middle(signs.mines(True), 0.9)),
    ("enemy_mines", phrase("enemy mines"), lambda: _middle(signs.mines(False), 0.9)),
    ("objective", phrase("objective, points"), lambda: _middle(signs.star(""), 0.8)),
    ("own_dump", phrase("own stores, points"), lambda: _middle(signs.dump(True, ""))),
    ("enemy_dump", phrase("enemy stores"), lambda: _middle(signs.dump(False, ""))),
    *((word, phrase(word), lambda word=word: _middle(signs.MARKS[word])) for word in signs.MARKS),
)  # fmt: skip
"""By the sign's name: its words and its drawing, in the order of the legend."""
_OF_GROUND = {"contour", "stream", "cliff", "border", "stone_bridge", "wooden_bridge", "railway_bridge", "ferry", "ford"}


def items(canvas: Canvas, adjective: str) -> Iterator[LegendItem]:
    """What stands on this sheet. A part of the map leaves out ground and roads, which the whole explains."""
    if canvas.whole:
        yield from _ground(canvas)
    for name, words, sign in SIGNS:
        if name in canvas.signs and (canvas.whole or name not in _OF_GROUND):
            yield LegendItem(
                sign(), say(canvas.ground.called.get(name, words), adjective=adjective, metres=canvas.ground.contour_metres)
            )
        if name == "steps":
            yield from _states(canvas)


def _states(canvas: Canvas) -> Iterator[LegendItem]:
    """The rings of units, in the words of their ruleset."""
    words = {seen.state: seen.condition for seen in canvas.picture.sightings}
    words |= {symbol.state: symbol.condition for symbol in canvas.picture.symbols}
    shown = [rank for rank in sorted(words) if f"state_{rank}" in canvas.signs]
    yield from (LegendItem(symbols.state_ring(rank, 13, 0), say(words[rank])) for rank in shown)


def _ground(canvas: Canvas) -> Iterator[LegendItem]:
    ground = canvas.ground
    there = (
        {ground.terrain[place] for place in canvas.shown} | {kinds[0] for kinds in ground.met.values()} | set(ground.room.values())
    )
    yield from (LegendItem(terrain_sign(terrain), worded(terrain)) for terrain in TINTS if terrain in there)
    kinds = {way.kind for way in canvas.base.ways}
    yield from (LegendItem(road_sign(kind), say(words)) for kind, words in ROADS.items() if kind in kinds)
    present: Mapping[str, bool] = {
        "contour": canvas.base.has_contours, "stream": bool(ground.streams), "cliff": bool(ground.cliffs),
        "border": bool(ground.borders),
    }  # fmt: skip
    canvas.signs.update(name for name, is_there in present.items() if is_there)

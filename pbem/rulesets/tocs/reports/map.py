"""A module's map as one SVG drawing: what both sides may see, and a side's own units and works if they are asked for."""

from collections.abc import Iterator, Sequence
from html import escape

from pbem.kernel.hexes import DIRECTIONS, Hex, direction, neighbour
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.module import Module
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.reports.map_shapes import (
    HALF,
    MARGIN,
    SIZE,
    Point,
    Sheet,
    at,
    between,
    group,
    heart,
    line,
    road_line,
    sheet_of,
    sides_of,
    tag,
    text,
    water_line,
)

TERRAIN = {
    "open": "#f1ecd6", "farmland": "#ece6bd", "orchard": "#d5deaa", "desert": "#f2e3b3", "polder": "#d3e3c4",
    "bocage": "#c9d8a0", "woods": "#b3cf9c", "forest": "#8fb780", "jungle": "#7aa86f", "village": "#e6cfb4",
    "town": "#dbb596", "suburb": "#d0a58a", "city": "#bf8f77", "marsh": "#c4d9cf", "flooded": "#bdd6e3", "lake": "#a5c8e1",
    "ocean": "#93badb", "beach_gradual": "#f4e8c1", "beach_moderate": "#ecdcae", "beach_steep": "#e0cd9a",
    "rocky_shore": "#cfc8b4",
}  # fmt: skip
SIDES = ("#2b5f93", "#a23b2c", "#5c7a34", "#7a4b8f")
ROADS = {"dirt_3_6": "lane", "dirt_6_8": "dirt road", "paved": "paved road", "highway": "highway"}
LEGEND = 132.0
STYLE = """
text { font-family: 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif; text-anchor: middle; fill: #2a2a2a }
.hexes polygon { stroke: #a59d7e; stroke-width: .8 } .number { font-size: 8px; fill: #6d6750 }
.name { font-size: 10px; font-weight: bold; paint-order: stroke; stroke: #ffffffc0; stroke-width: 2.5px }
.bridgename { font-size: 8px; font-style: italic; paint-order: stroke; stroke: #ffffffc0; stroke-width: 2px }
.contours line { stroke: #a26a32; stroke-width: 1.6; stroke-linecap: round } .level { font-size: 8px; fill: #8a5a2b }
.waters path { fill: none; stroke: #6ea3cd; stroke-linecap: round; stroke-linejoin: round }
.streams line { stroke: #6ea3cd; stroke-width: 2.6; stroke-linecap: round }
.cliffs line { stroke: #5b3a1c; stroke-width: 3.5; stroke-dasharray: 2 2.5 }
.casing path, .roads path { fill: none; stroke-linejoin: round; stroke-linecap: round }
.casing path { stroke: #55503f } .casing .highway { stroke-width: 6.5 } .casing .paved { stroke-width: 4.6 }
.casing .dirt_6_8, .casing .dirt_3_6 { stroke-width: 0 } .roads .highway { stroke: #e2a93b; stroke-width: 4.5 }
.roads .paved { stroke: #f6efe0; stroke-width: 3 } .roads .dirt_6_8 { stroke: #8a6d4a; stroke-width: 2.4 }
.roads .dirt_3_6 { stroke: #8a6d4a; stroke-width: 1.5; stroke-dasharray: 5 3 }
.rails path { fill: none; stroke: #222; stroke-width: 1.6; stroke-linejoin: round }
.rails .ties { stroke-width: 5.5; stroke-dasharray: 1.2 7.8 }
.bridges rect { fill: #fff; stroke: #222; stroke-width: 1.6 } .bridges .blown { fill: none; stroke: #b3261e; stroke-dasharray: 3 2 }
.owners line { stroke-width: 3; stroke-linecap: round; opacity: .85 }
.unit rect { stroke: #fff; stroke-width: 1 } .unit path { fill: none; stroke: #fff; stroke-width: 1.2 }
.call { font-size: 6.2px; font-weight: bold; paint-order: stroke; stroke: #ffffffd0; stroke-width: 2px }
.works path { fill: none; stroke-width: 2.4 } .title { font-size: 17px; font-weight: bold; text-anchor: start }
.legend text { font-size: 10px; text-anchor: start } .legend .small { font-size: 9px; fill: #55503f }
"""


def draw(module: Module, side: str = "") -> str:
    """The map as SVG text; with a side, its counters as they are set up and its works. KeyError for a word that is no side."""
    ground = module.ground
    sheet = sheet_of(ground)
    own = (module.side(side).id,) if side else ()
    layers = (
        group("hexes", (_hex(sheet, ground, h) for h in ground.hexes)),
        group("contours", _contours(sheet, ground)),
        group("streams", (_hexside(sheet, a, b, "stream") for a, b in sorted(ground.streams) if a < b)),
        group("cliffs", (_hexside(sheet, a, b, "cliff") for a, b in sorted(ground.cliffs) if a < b)),
        group("waters", _waters(sheet, ground)),
        group("casing", _roads(sheet, ground)),
        group("roads", _roads(sheet, ground)),
        group("rails", _rails(sheet, ground)),
        group("bridges", _bridges(sheet, ground)),
        group("owners", _owners(sheet, module)),
        group("names", _names(sheet, ground)),
        group("works", (_work(sheet, module, w.hex) for w in module.works if w.side in own)),
        group("units", (part for s in own for part in _units(sheet, module, s))),
        group("legend", _legend(sheet, module, side)),
    )
    inside = "\n".join(layer for layer in layers if layer)
    width, height = f"{sheet.width:.0f}", f"{sheet.height + LEGEND:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(module.title)}</title>\n<style>{STYLE}</style>\n"
        f'<rect width="100%" height="100%" fill="#fbfaf4"/>\n{inside}\n</svg>\n'
    )


# ---------------------------------------------------------------- the ground


def _hex(sheet: Sheet, ground: Ground, place: Hex) -> str:
    corners = " ".join(map(at, sheet.corners(place)))
    title = tag("title", escape(f"{place} {ground.names.get(place, '')} {ground.terrain[place]}, level {ground.level[place]}"))
    shape = tag("polygon", title, points=corners, fill=TERRAIN[ground.terrain[place]], id=f"h{place}")
    x, y = sheet.centre(place)
    higher = tag("polygon", points=corners, fill="#8a5a2b", opacity=min(0.07 * ground.level[place], 0.5), stroke="none")
    return shape + (higher if ground.level[place] else "") + text((x, y - HALF + 9), place, "number")


def _contours(sheet: Sheet, ground: Ground) -> Iterator[str]:
    """A line along a hexside for each contour level between the two hexes, on the lower side; the level where it is not 0."""
    for place in ground.hexes:
        for other in ground.neighbours[place]:
            rise = ground.level[other] - ground.level[place]
            for step in range(min(max(rise, 0), 4)):
                yield line(_inward(sheet, place, _way(place, other), 0.045 + 0.06 * step), "contour")
        if ground.level[place]:
            x, y = sheet.centre(place)
            yield text((x + SIZE * 0.72, y + 3), str(ground.level[place]), "level")


def _inward(sheet: Sheet, place: Hex, way: str, share: float) -> tuple[Point, Point]:
    """A hexside drawn somewhat inside its hex."""
    ends, middle = sheet.side(place, way), sheet.centre(place)
    return between(ends[0], middle, share), between(ends[1], middle, share)


def _way(place: Hex, other: Hex) -> str:
    way = direction(place, other)
    if way is None:
        raise ValueError(f"{place} and {other} are not neighbours")
    return way


def _hexside(sheet: Sheet, a: Hex, b: Hex, class_: str) -> str:
    return line(sheet.side(a, _way(a, b)), class_)


def _waters(sheet: Sheet, ground: Ground) -> Iterator[str]:
    widths = {"minor_river": 5, "medium_river": 9, "major_river": 15}
    for water in ground.waters:
        data = water_line(sheet, sides_of(water.path, water.enters, water.leaves))
        yield tag("path", tag("title", escape(water.name)), d=data, stroke_width=widths[water.kind])


def _roads(sheet: Sheet, ground: Ground) -> Iterator[str]:
    """Poorest first, so that the better ones lie on top."""
    bridged = frozenset(b.hex for b in ground.bridges if set(b.carries) - {"railroad"})
    for class_ in ROADS:
        for a, b in sorted(ground.roads):
            if a < b and ground.roads[a, b] == class_:
                yield tag("path", d=road_line(sheet, ground, (a, b), bridged), class_=class_)


def _rails(sheet: Sheet, ground: Ground) -> Iterator[str]:
    bridged = frozenset(b.hex for b in ground.bridges if "railroad" in b.carries)
    for a, b in sorted(ground.rails):
        if a < b:
            data = road_line(sheet, ground, (a, b), bridged)
            yield tag("path", d=data, class_="track") + tag("path", d=data, class_="ties")


def _bridges(sheet: Sheet, ground: Ground) -> Iterator[str]:
    for bridge in ground.bridges:
        x, y = heart(sheet, ground, bridge.hex)
        name = tag("title", escape(f"{bridge.name}: {', '.join(bridge.carries)}"))
        class_ = "bridge" if bridge.intact else "blown"
        yield tag("rect", name, x=f"{x - 5:.1f}", y=f"{y - 5:.1f}", width=10, height=10, rx=2, class_=class_)
        if bridge.hex not in ground.names:
            yield text((x, y + 17), bridge.name, "bridgename")


def _names(sheet: Sheet, ground: Ground) -> Iterator[str]:
    for place in sorted(ground.names):
        x, y = sheet.centre(place)
        yield text((x, y + HALF - 6), ground.names[place], "name")


def _owners(sheet: Sheet, module: Module) -> Iterator[str]:
    """The perimeters: where owners meet, a line in each one's colour on its own side."""
    for place in module.ground.hexes:
        for way in DIRECTIONS:
            other = neighbour(place, way)
            if other is not None and other in module.owners and module.owners[other] != module.owners[place]:
                stroke = f' stroke="{_colour(module, module.owners[place])}"/>'
                yield line(_inward(sheet, place, way, 0.05), "owner").replace("/>", stroke)


def _colour(module: Module, side: str) -> str:
    return SIDES[[s.id for s in module.sides].index(side) % len(SIDES)]


# ---------------------------------------------------------------- a side's own


def _work(sheet: Sheet, module: Module, place: Hex) -> str:
    """An improved position: teeth in the owner's colour."""
    work = next(w for w in module.works if w.hex == place)
    x, y = sheet.centre(place)
    teeth = "".join(f"l4,{-5 if n % 2 == 0 else 5}" for n in range(10))
    return tag("path", tag("title", work.level), d=f"M{x - 20:.1f},{y - HALF + 20:.1f}{teeth}", stroke=_colour(module, work.side))


def _units(sheet: Sheet, module: Module, side: str) -> Iterator[str]:
    """The counters of a side where they are set up, side by side in their hex, two rows of three at most."""
    there: dict[Hex, list[Counter]] = {}
    for counter in module.counters:
        if counter.side == side and counter.setup is not None:
            there.setdefault(counter.setup, []).append(counter)
    for place in sorted(there):
        stack = there[place]
        for number, counter in enumerate(stack[:6]):
            yield _unit(_spot(sheet.centre(place), number, len(stack)), counter, _colour(module, side))
        if len(stack) > 6:
            x, y = sheet.centre(place)
            yield text((x, y + 26), f"and {len(stack) - 6} more", "call")


def _spot(middle: Point, number: int, count: int) -> Point:
    columns = min(count, 3)
    row, column = divmod(number, 3)
    in_row = min(count - 3 * row, columns)
    return middle[0] + (column - (in_row - 1) / 2) * 29, middle[1] + (row - (1 if count > 3 else 0) / 2) * 26 - 3


def _unit(spot: Point, counter: Counter, colour: str) -> str:
    """A counter: box and sign of its kind, its call below."""
    x, y = spot
    name = tag("title", escape(counter.name))
    box = tag("rect", name, x=f"{x - 12:.1f}", y=f"{y - 8:.1f}", width=24, height=14, rx=1.5, fill=colour)
    sign = tag("path", d=f"M{x:.1f},{y - 1:.1f}{_sign(counter)}")
    return group("unit", [box + sign + text((x, y + 13), counter.call, "call")])


def _sign(counter: Counter) -> str:
    """The sign from the middle of the box: a cross for foot, an oval for armour, a stroke for scouts, a dot for guns, a flag."""
    if counter.kind in ("hq", "hq_company"):
        return "m-6,5v-10h10v5h-10"
    if counter.kind == "battery":
        return "m-2,0a2,2 0 1 0 4,0a2,2 0 1 0 -4,0"
    if counter.kind == "vehicle_platoon" or counter.mobility == "armored":
        return "m-7,0a7,4 0 1 0 14,0a7,4 0 1 0 -14,0"
    return "m-10,6l20,-12" if counter.recon or counter.kind == "asset" else "m-10,-6l20,12m-20,0l20,-12"


# ---------------------------------------------------------------- the legend


def _legend(sheet: Sheet, module: Module, side: str) -> Iterator[str]:
    """Title, what is drawn for whom, terrain that is on the map, roads, scale."""
    top, ground = sheet.height + 6, module.ground
    yield text((MARGIN, top + 8), f"{module.title} · {module.scenario_title}", "title")
    drawn = f"with the set-up of the {module.side(side).name} side: secret" if side else "as both sides know it: no units"
    yield text((MARGIN, top + 25), f"{module.id} {module.version}, {drawn}; a contour is {ground.contour_metres} m", "small")
    yield from _swatches((MARGIN, top + 38), [t for t in TERRAIN if t in ground.terrain.values()])
    for number, info in enumerate(module.sides):
        x = MARGIN + 130 * number
        yield tag("rect", x=x, y=top + 88, width=18, height=4, fill=_colour(module, info.id))
        yield text((x + 24, top + 94), f"{info.name} perimeter", "")
    yield from _road_signs((MARGIN + 130 * len(module.sides), top + 90))


def _swatches(corner: Point, terrains: Sequence[str]) -> Iterator[str]:
    for number, terrain in enumerate(terrains):
        x, y = corner[0] + 104 * (number % 8), corner[1] + 20 * (number // 8)
        yield tag("rect", x=x, y=y, width=16, height=13, fill=TERRAIN[terrain], stroke="#a59d7e")
        yield text((x + 22, y + 10), terrain.replace("_", " "), "")


def _road_signs(corner: Point) -> Iterator[str]:
    for number, (class_, words) in enumerate(ROADS.items()):
        x, y = corner[0] + 118 * number, corner[1]
        data = f"M{x:.0f},{y:.0f}h24"
        yield group("casing", [tag("path", d=data, class_=class_)]) + group("roads", [tag("path", d=data, class_=class_)])
        yield text((x + 30, y + 4), words, "")

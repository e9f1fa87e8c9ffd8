"""The printed map as SVG layers: terrain, contours, water, roads, rails, bridges, names; what nobody's knowledge changes."""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil
from textwrap import wrap

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.i18n import phrase, say, worded
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.reports.map_shapes import (
    HALF,
    MARGIN,
    SIZE,
    MapSheet,
    Point,
    at,
    between,
    group,
    heart,
    line,
    road_line,
    sides_of,
    tag,
    text,
    water_line,
)

TERRAIN = {
    "open": "#f1ecd6", "farmland": "#ece6bd", "orchard": "#d5deaa", "desert": "#f2e3b3", "polder": "#d3e3c4",
    "bocage": "#c9d8a0", "woods": "#b3cf9c", "forest": "#8fb780", "jungle": "#7aa86f", "village": "#e6cfb4",
    "town": "#dbb596", "suburb": "#d0a58a", "city": "#bf8f77", "marsh": "#c4d9cf", "flooded": "#bdd6e3", "lake": "#a5c8e1",
    "ocean": "#93badb", "shallows": "#b9d9ea", "beach_gradual": "#f4e8c1", "beach_moderate": "#ecdcae", "beach_steep": "#e0cd9a",
    "rocky_shore": "#cfc8b4",
}  # fmt: skip
ROADS = {
    "dirt_3_6": phrase("lane"), "dirt_6_8": phrase("dirt road"), "paved": phrase("paved road"), "highway": phrase("highway"),
}  # fmt: skip
STYLE = """
text { font-family: 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif; text-anchor: middle; fill: #2a2a2a }
.hexes polygon { stroke: #a59d7e; stroke-width: .8 } .number { font-size: %(small)spx; fill: #6d6750 }
.name { font-size: %(name)spx; font-weight: bold; paint-order: stroke; stroke: #ffffffc0; stroke-width: 2.5px }
.bridgename { font-size: %(small)spx; font-style: italic; paint-order: stroke; stroke: #ffffffc0; stroke-width: 2px }
.contours line { stroke: #a26a32; stroke-width: 1.6; stroke-linecap: round } .level { font-size: %(small)spx; fill: #8a5a2b }
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
.legend text { font-size: 10px; text-anchor: start } .legend .small { font-size: 9px; fill: #55503f }
.legend .title { font-size: 17px; font-weight: bold }
"""


def style(scale: float = 1.0) -> str:
    """The looks of the ground; the smaller the map is painted, the larger its words."""
    grown = min(1 / scale, 1.7)
    return STYLE % {"small": round(8 * grown, 1), "name": round(10 * grown, 1)}


def layers(sheet: MapSheet, ground: Ground, places: Sequence[Hex] = ()) -> tuple[str, ...]:
    """The ground from below to above, of these hexes (none given: of all)."""
    part = frozenset(places or ground.hexes)
    return (
        group("hexes", (_hex(sheet, ground, h) for h in ground.hexes if h in part)),
        group("contours", _contours(sheet, ground, part)),
        group("streams", (_hexside(sheet, a, b, "stream") for a, b in sorted(ground.streams) if a < b and a in part)),
        group("cliffs", (_hexside(sheet, a, b, "cliff") for a, b in sorted(ground.cliffs) if a < b and a in part)),
        group("waters", _waters(sheet, ground)),
        group("casing", _roads(sheet, ground, part)),
        group("roads", _roads(sheet, ground, part)),
        group("rails", _rails(sheet, ground, part)),
        group("bridges", _bridges(sheet, ground, part)),
    )


def names(sheet: MapSheet, ground: Ground, places: Sequence[Hex] = ()) -> str:
    """The layer of names: of places, and of bridges that lie in none."""
    part = frozenset(places or ground.hexes)
    return group("names", _names(sheet, ground, part))


def _hex(sheet: MapSheet, ground: Ground, place: Hex) -> str:
    corners = " ".join(map(at, sheet.corners(place)))
    name, terrain = ground.names.get(place, ""), worded(ground.terrain[place])
    said = say("{place} {name} {terrain}, level {level}", place=place, name=name, terrain=terrain, level=ground.level[place])
    title = tag("title", escape(said))
    shape = tag("polygon", title, points=corners, fill=TERRAIN[ground.terrain[place]], id=f"h{place}")
    x, y = sheet.centre(place)
    higher = tag("polygon", points=corners, fill="#8a5a2b", opacity=min(0.07 * ground.level[place], 0.5), stroke="none")
    return shape + (higher if ground.level[place] else "") + text((x, y - HALF + 9), place, "number")


def _contours(sheet: MapSheet, ground: Ground, part: frozenset[Hex]) -> Iterator[str]:
    """A line along a hexside for each contour level between the two hexes, on the lower side; the level where it is not 0."""
    for place in (h for h in ground.hexes if h in part):
        for other in ground.neighbours[place]:
            rise = ground.level[other] - ground.level[place]
            for step in range(min(max(rise, 0), 4)):
                yield line(inward(sheet, place, _way(place, other), 0.045 + 0.06 * step), "contour")
        if ground.level[place]:
            x, y = sheet.centre(place)
            yield text((x + SIZE * 0.72, y + 3), str(ground.level[place]), "level")


def inward(sheet: MapSheet, place: Hex, way: str, share: float) -> tuple[Point, Point]:
    """A hexside drawn somewhat inside its hex."""
    ends, middle = sheet.side(place, way), sheet.centre(place)
    return between(ends[0], middle, share), between(ends[1], middle, share)


def _way(place: Hex, other: Hex) -> str:
    way = direction(place, other)
    if way is None:
        raise ValueError(f"{place} and {other} are not neighbours")
    return way


def _hexside(sheet: MapSheet, a: Hex, b: Hex, class_: str) -> str:
    return line(sheet.side(a, _way(a, b)), class_)


def _waters(sheet: MapSheet, ground: Ground) -> Iterator[str]:
    widths = {"minor_river": 5, "medium_river": 9, "major_river": 15}
    for water in ground.waters:
        data = water_line(sheet, sides_of(water.path, water.enters, water.leaves))
        yield tag("path", tag("title", escape(water.name)), d=data, stroke_width=widths[water.kind])


def _roads(sheet: MapSheet, ground: Ground, part: frozenset[Hex]) -> Iterator[str]:
    """Poorest first, so that the better ones lie on top."""
    bridged = frozenset(b.hex for b in ground.bridges if set(b.carries) - {"railroad"})
    for class_ in ROADS:
        for a, b in sorted(ground.roads):
            if a < b and ground.roads[a, b] == class_ and (a in part or b in part):
                yield tag("path", d=road_line(sheet, ground, (a, b), bridged), class_=class_)


def _rails(sheet: MapSheet, ground: Ground, part: frozenset[Hex]) -> Iterator[str]:
    bridged = frozenset(b.hex for b in ground.bridges if "railroad" in b.carries)
    for a, b in sorted(ground.rails):
        if a < b and (a in part or b in part):
            data = road_line(sheet, ground, (a, b), bridged)
            yield tag("path", d=data, class_="track") + tag("path", d=data, class_="ties")


def _bridges(sheet: MapSheet, ground: Ground, part: frozenset[Hex]) -> Iterator[str]:
    for bridge in (b for b in ground.bridges if b.hex in part):
        x, y = heart(sheet, ground, bridge.hex)
        name = tag("title", escape(f"{bridge.name}: {', '.join(map(worded, bridge.carries))}"))
        class_ = "bridge" if bridge.intact else "blown"
        yield tag("rect", name, x=f"{x - 5:.1f}", y=f"{y - 5:.1f}", width=10, height=10, rx=2, class_=class_)


def _names(sheet: MapSheet, ground: Ground, part: frozenset[Hex]) -> Iterator[str]:
    for bridge in ground.bridges:
        if bridge.hex in part and bridge.hex not in ground.names:
            x, y = heart(sheet, ground, bridge.hex)
            yield text((x, y + 17), bridge.name, "bridgename")
    for place in sorted(part & ground.names.keys()):
        x, y = sheet.centre(place)
        yield text((x, y + HALF - 6), ground.names[place], "name")


class Legend(Value):
    """Where the parts of a legend lie below a map, by the room that its width leaves: what is written on lines as long as fit.
    words: each line's top; swatches, roads: the top of the first row; height: of it all."""

    sheet: MapSheet
    swatches: float
    roads: float
    words: float
    height: float

    def lines(self, said: str, pixels: float) -> list[str]:
        """Words on lines that are no wider than the map. pixels: the width of a letter."""
        return wrap(said, max(int((self.sheet.width - 2 * MARGIN) / pixels), 12))


TITLE, SMALL, PLAIN = 9.8, 5.7, 6.2  # width of a letter of the title, of small print, of the rest
LONGEST = {TITLE: 80, SMALL: 118, PLAIN: 118}  # letters of the longest text of each kind


def legend_of(sheet: MapSheet, ground: Ground) -> Legend:
    """The legend of a map: the same size whoever looks at it and whenever."""
    room = sheet.width - 2 * MARGIN
    titled, small, plain = (_rows(LONGEST[kind] * kind / room) for kind in (TITLE, SMALL, PLAIN))
    kinds = sum(terrain in ground.terrain.values() for terrain in TERRAIN)
    swatched = sheet.height + 6 + 20 * titled + 14 * small + 4
    roads = swatched + 20 * ceil(kinds / _in_a_row(room, SWATCH)) + 8
    words = roads + 20 * ceil(len(ROADS) / _in_a_row(room, SIGN)) + 4
    return Legend(sheet, swatched, roads, words, words + 20 + 15 * plain - sheet.height)


def _rows(share: float) -> int:
    """Lines that words take which would fill so many: more than one are not filled to the end."""
    return 1 if share <= 1 else ceil(share * 1.25)


SWATCH, SIGN = 104.0, 118.0  # width of a terrain and of a road in the legend


def _in_a_row(room: float, width: float) -> int:
    return max(1, min(8, int(room // width)))


def swatches(legend: Legend, terrains: Sequence[str]) -> Iterator[str]:
    """Terrain in the legend, as many in a row as fit."""
    per = _in_a_row(legend.sheet.width - 2 * MARGIN, SWATCH)
    for number, terrain in enumerate(terrains):
        x, y = MARGIN + SWATCH * (number % per), legend.swatches + 20 * (number // per)
        yield tag("rect", x=x, y=y, width=16, height=13, fill=TERRAIN[terrain], stroke="#a59d7e")
        yield text((x + 22, y + 10), worded(terrain), "")


def road_signs(legend: Legend) -> Iterator[str]:
    """Roads in the legend, poorest first."""
    per = _in_a_row(legend.sheet.width - 2 * MARGIN, SIGN)
    for number, (class_, words) in enumerate(ROADS.items()):
        x, y = MARGIN + SIGN * (number % per), legend.roads + 4 + 20 * (number // per)
        data = f"M{x:.0f},{y:.0f}h24"
        yield group("casing", [tag("path", d=data, class_=class_)]) + group("roads", [tag("path", d=data, class_=class_)])
        yield text((x + 30, y + 4), say(words), "")

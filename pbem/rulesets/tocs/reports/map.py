"""A module's map as one SVG drawing: what both sides may see, and a side's own units and works if they are asked for."""

from collections.abc import Iterator
from html import escape

from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.i18n import say, worded
from pbem.rulesets.tocs.module import Module
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.reports.map_ground import (
    SMALL,
    TERRAIN,
    TITLE,
    inward,
    layers,
    legend_of,
    names,
    road_signs,
    style,
    swatches,
)
from pbem.rulesets.tocs.reports.map_shapes import HALF, MARGIN, MapSheet, Point, group, line, sheet_of, tag, text

SIDES = ("#2b5f93", "#a23b2c", "#5c7a34", "#7a4b8f")
STYLE = """
.owners line { stroke-width: 3; stroke-linecap: round; opacity: .85 }
.unit rect { stroke: #fff; stroke-width: 1 } .unit path { fill: none; stroke: #fff; stroke-width: 1.2 }
.call { font-size: 6.2px; font-weight: bold; paint-order: stroke; stroke: #ffffffd0; stroke-width: 2px }
.works path { fill: none; stroke-width: 2.4 }
"""


def draw(module: Module, side: str = "") -> str:
    """The map as SVG text; with a side, its counters as they are set up and its works. KeyError for a word that is no side."""
    ground = module.ground
    sheet = sheet_of(ground)
    own = (module.side(side).id,) if side else ()
    parts = (
        *layers(sheet, ground),
        group("owners", _owners(sheet, module)),
        names(sheet, ground),
        group("works", (_work(sheet, module, w.hex) for w in module.works if w.side in own)),
        group("units", (part for s in own for part in _units(sheet, module, s))),
        group("legend", _legend(sheet, module, side)),
    )
    inside = "\n".join(part for part in parts if part)
    width, height = f"{sheet.width:.0f}", f"{sheet.height + legend_of(sheet, ground).height:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">\n'
        f"<title>{escape(module.title)}</title>\n<style>{style()}{STYLE}</style>\n"
        f'<rect width="100%" height="100%" fill="#fbfaf4"/>\n{inside}\n</svg>\n'
    )


def _owners(sheet: MapSheet, module: Module) -> Iterator[str]:
    """The perimeters: where owners meet, a line in each one's colour on its own side."""
    for place in module.ground.hexes:
        for way in DIRECTIONS:
            other = neighbour(place, way)
            if other is not None and other in module.owners and module.owners[other] != module.owners[place]:
                stroke = f' stroke="{_colour(module, module.owners[place])}"/>'
                yield line(inward(sheet, place, way, 0.05), "owner").replace("/>", stroke)


def _colour(module: Module, side: str) -> str:
    return SIDES[[s.id for s in module.sides].index(side) % len(SIDES)]


# ---------------------------------------------------------------- a side's own


def _work(sheet: MapSheet, module: Module, place: Hex) -> str:
    """An improved position: teeth in the owner's colour."""
    work = next(w for w in module.works if w.hex == place)
    x, y = sheet.centre(place)
    teeth = "".join(f"l4,{-5 if n % 2 == 0 else 5}" for n in range(10))
    return tag(
        "path",
        tag("title", escape(worded(work.level))),
        d=f"M{x - 20:.1f},{y - HALF + 20:.1f}{teeth}",
        stroke=_colour(module, work.side),
    )


def _units(sheet: MapSheet, module: Module, side: str) -> Iterator[str]:
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
            yield text((x, y + 26), say("and {count} more", count=len(stack) - 6), "call")


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


def _legend(sheet: MapSheet, module: Module, side: str) -> Iterator[str]:
    """Title, what is drawn for whom, terrain that is on the map, roads, scale."""
    ground = module.ground
    below, y = legend_of(sheet, ground), sheet.height + 14
    own = say("with the set-up of the {side} side: secret", side=module.side(side).name) if side else ""
    drawn = own or say("as both sides know it: no units")
    metres = ground.contour_metres
    words = say(
        "{module} {version}, {drawn}; a contour is {metres} m", module=module.id, version=module.version, drawn=drawn, metres=metres
    )
    for row in below.lines(f"{module.title} · {module.scenario_title}", TITLE):
        yield text((MARGIN, y), row, "title")
        y += 20
    for row in below.lines(words, SMALL):
        yield text((MARGIN, y), row, "small")
        y += 14
    yield from swatches(below, [t for t in TERRAIN if t in ground.terrain.values()])
    yield from road_signs(below)
    for number, info in enumerate(module.sides):
        x = MARGIN + min(150.0, (sheet.width - 2 * MARGIN) / 2) * number
        yield tag("rect", x=x, y=below.words, width=18, height=4, fill=_colour(module, info.id))
        yield text((x + 24, below.words + 8), say("{side} perimeter", side=info.name), "")

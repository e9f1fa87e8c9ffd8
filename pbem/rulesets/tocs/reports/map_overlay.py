"""A desk's map, drawn: the printed ground, and on top what the desk knows, framed whole or in part."""

from collections.abc import Iterator, Mapping
from math import sqrt

from pbem.documents.map_picture import Arrow, Frame, MapPicture, Plate
from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, hex_at, neighbour
from pbem.kernel.i18n import say
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.reports import map_symbols as symbols
from pbem.rulesets.tocs.reports import map_units
from pbem.rulesets.tocs.reports.map_ground import (
    PLAIN,
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
    sheet_of,
    tag,
    text,
)

MOST_PIXELS = 600_000  # as shown; it is painted larger
PAGE = 640  # pixels across a letter's page, where its maps are shown
SHARP = 2  # pixels painted for each that is shown, so that one can look closer
LARGEST = 1.6  # pixels a unit, of a part of the map; the whole has one at the most
PAPER = '<rect x="-9" y="-9" width="9999" height="9999" fill="#fbfaf4"/>'
DETAILED = 0.7  # below this many pixels a unit a stack is one symbol
STYLE = (
    symbols.STYLE
    + """
.ours line { stroke: #1f4e86; stroke-width: 4.5; stroke-linecap: round }
.theirs line { stroke: #a23b2c; stroke-width: 2.6; stroke-dasharray: 7 4 }
.claims line { stroke: #8a4b00; stroke-width: 2; stroke-dasharray: 2 3 }
.claims text { font-size: 12px; font-weight: bold; fill: #8a4b00 }
.casings path { fill: none; stroke: #ffffffd0; stroke-width: 5.5; stroke-linejoin: round; stroke-linecap: round }
.moves path { fill: none; stroke: #1f4e86; stroke-width: 2.6; stroke-linejoin: round } .moves .tip { fill: #1f4e86; stroke: none }
.attacks path { fill: none; stroke: #7a1fa2; stroke-width: 4 } .attacks .tip { fill: #7a1fa2; stroke: none }
.goals path { fill: #ffd84d; stroke: #4a3a00; stroke-width: 1 } .goals text { font-size: 8px; font-weight: bold; fill: #2a2000 }
.engaged path { fill: #ffffff; stroke: #7a1fa2; stroke-width: 2 }
.down path { stroke: #b3001b; stroke-width: 3.4; fill: none } .down .under { stroke: #ffffff; stroke-width: 6 }
.bridged rect { fill: #ffffff; stroke: #1f4e86; stroke-width: 2 }
.works path { fill: none; stroke: #1f4e86; stroke-width: 2.4 } .works .foe { stroke: #a23b2c; stroke-dasharray: 3 2 }
.stores rect { fill: #ffffff; stroke: #1f4e86; stroke-width: 1.6 } .stores .foe { stroke: #a23b2c }
.stores text { font-size: 9px; font-weight: bold }
"""
)


def draw(game: Game, picture: MapPicture) -> tuple[Plate, ...]:
    """A plate for each frame. Nothing but `picture` and what both sides know of the ground is on it."""
    sheet = sheet_of(game.ground)
    return tuple(_plate(game, picture, sheet, frame) for frame in picture.frames)


def _plate(game: Game, picture: MapPicture, sheet: MapSheet, frame: Frame) -> Plate:
    if frame.first == (0, 0):
        box, most = (0.0, 0.0, sheet.width, sheet.height + legend_of(sheet, game.ground).height), 1.0
    else:
        box, most = _box(sheet, frame), LARGEST
    scale = min(most, PAGE / box[2], sqrt(MOST_PIXELS / (box[2] * box[3])))
    drawn, looks = _drawn(game, picture, (sheet, frame), scale), STYLE + style(scale)
    size = int(box[2] * scale * SHARP), int(box[3] * scale * SHARP)
    if frame.first == (0, 0):
        overlay = _svg(box, size, looks, (*drawn, group("legend", _legend(game, picture, sheet))))
        return Plate(frame.name, frame.title, ground(game, scale), overlay)
    under = layers(sheet, game.ground, _places(game, frame))
    return Plate(frame.name, frame.title, "", _svg(box, size, looks, (PAPER, *under, *drawn)))


def ground(game: Game, scale: float) -> str:
    """The printed map as SVG, with its part of the legend: the same for both sides and all through a campaign."""
    sheet = sheet_of(game.ground)
    below = legend_of(sheet, game.ground)
    high = sheet.height + below.height
    legend = (*swatches(below, [t for t in TERRAIN if t in game.ground.terrain.values()]), *road_signs(below))
    size = int(sheet.width * scale * SHARP), int(high * scale * SHARP)
    return _svg((0, 0, sheet.width, high), size, style(scale), (PAPER, *layers(sheet, game.ground), group("legend", legend)))


def _svg(box: tuple[float, float, float, float], size: tuple[int, int], looks: str, parts: tuple[str, ...]) -> str:
    inside = "\n".join(part for part in parts if part)
    view = " ".join(f"{number:.1f}" for number in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]}" height="{size[1]}" viewBox="{view}">\n'
        f"<style>{looks}</style>\n{inside}\n</svg>\n"
    )


def _box(sheet: MapSheet, frame: Frame) -> tuple[float, float, float, float]:
    """Left, top, width and height of a part of the map, whole hexes of it."""
    places = [hex_at(c, r) for c in (frame.first[0], frame.last[0]) for r in (frame.first[1], frame.last[1])]
    middles = [sheet.centre(place) for place in places]
    left = max(min(x for x, _ in middles) - SIZE - 4, 0)
    top = max(min(y for _, y in middles) - 2 * HALF - 4, 0)
    right = min(max(x for x, _ in middles) + SIZE + 4, sheet.width)
    below = min(max(y for _, y in middles) + 2 * HALF + 4, sheet.height)
    return float(int(left)), float(int(top)), float(int(right - left)), float(int(below - top))


# ---------------------------------------------------------------- what the desk knows


def _places(game: Game, frame: Frame) -> tuple[Hex, ...]:
    """The hexes of a frame, and those that look over its edge; () for the whole map."""
    if frame.first == (0, 0):
        return ()
    near = [(h, *column_row(h)) for h in game.ground.hexes]
    return tuple(
        h for h, c, r in near if frame.first[0] - 1 <= c <= frame.last[0] + 1 and frame.first[1] - 2 <= r <= frame.last[1] + 2
    )


def _drawn(game: Game, picture: MapPicture, paper: tuple[MapSheet, Frame], scale: float) -> tuple[str, ...]:
    """From below to above: whose ground, claims, works, names, bridges, goals, ways, engagements, contacts, own units."""
    sheet, frame = paper
    ours = frozenset(picture.ours)
    owner = {h: picture.side if h in ours else "" for h in game.ground.hexes}
    grown = 1.0 if scale >= DETAILED else min(1 / scale, 1.7)
    moves, attacks = [a for a in picture.arrows if not a.attack], [a for a in picture.arrows if a.attack]
    return (
        group("theirs", _perimeter(sheet, owner, picture.side, False)),
        group("ours", _perimeter(sheet, owner, picture.side, True)),
        group("claims", (part for h in picture.claims for part in _claim(sheet, h))),
        group("works", (_work(sheet, h, own) for h, own in picture.works)),
        names(sheet, game.ground, _places(game, frame)),
        group("bridged", (_bridged(heart(sheet, game.ground, h)) for h in picture.bridged)),
        group("down", (part for h in picture.down for part in _down(heart(sheet, game.ground, h)))),
        group("stores", (part for h, own in picture.stores for part in _store(sheet, h, own))),
        group("casings", (tag("path", d=_shaft(sheet, arrow)) for arrow in picture.arrows)),
        group("moves", (part for arrow in moves for part in _arrow(sheet, arrow))),
        group("attacks", (part for arrow in attacks for part in _arrow(sheet, arrow))),
        group("goals", (part for h, points in picture.goals for part in _goal(sheet, h, points))),
        group("engaged", (_engaged(sheet, h) for h in picture.engaged)),
        *map_units.contacts(sheet, picture, grown),
        *map_units.units(sheet, game.ground, picture.symbols, grown),
    )


def _perimeter(sheet: MapSheet, owner: Mapping[Hex, str], side: str, own: bool) -> Iterator[str]:
    for place in sorted(owner):
        if (owner[place] == side) != own:
            continue
        for way in DIRECTIONS:
            other = neighbour(place, way)
            if other is not None and other in owner and owner[other] != owner[place]:
                yield line(inward(sheet, place, way, 0.05), "edge")


def _claim(sheet: MapSheet, place: Hex) -> Iterator[str]:
    for way in DIRECTIONS:
        yield line(inward(sheet, place, way, 0.16), "claim")
    x, y = sheet.centre(place)
    yield text((x - SIZE * 0.62, y + 4), "Z", "claim")


def _work(sheet: MapSheet, place: Hex, own: bool) -> str:
    x, y = sheet.centre(place)
    teeth = "".join(f"l4,{-5 if n % 2 == 0 else 5}" for n in range(10))
    return tag("path", d=f"M{x - 20:.1f},{y - HALF + 20:.1f}{teeth}", class_="own" if own else "foe")


def _bridged(spot: Point) -> str:
    return tag("rect", x=f"{spot[0] - 5:.1f}", y=f"{spot[1] - 5:.1f}", width=10, height=10, rx=2)


def _down(spot: Point) -> Iterator[str]:
    cross = f"M{at((spot[0] - 7, spot[1] - 7))}l14,14m-14,0l14,-14"
    yield tag("path", d=cross, class_="under")
    yield tag("path", d=cross)


def _store(sheet: MapSheet, place: Hex, own: bool) -> Iterator[str]:
    x, y = sheet.centre(place)
    class_ = "own" if own else "foe"
    yield tag("rect", x=f"{x + SIZE * 0.42:.1f}", y=f"{y - 7:.1f}", width=13, height=13, class_=class_)
    yield text((x + SIZE * 0.42 + 6.5, y + 3), "S", class_)


def _goal(sheet: MapSheet, place: Hex, points: int) -> Iterator[str]:
    x, y = sheet.centre(place)
    spot = x - SIZE * 0.5, y - HALF + 15
    star = "l2.4,6.6l7,.2l-5.5,4.3l2,6.7l-5.9,-3.9l-5.9,3.9l2,-6.7l-5.5,-4.3l7,-.2z"
    yield tag("path", d=f"M{at((spot[0], spot[1] - 9))}{star}")
    yield text((spot[0], spot[1] + 4), str(points), "points")


def _engaged(sheet: MapSheet, place: Hex) -> str:
    x, y = sheet.centre(place)
    burst = "l3,7l7,-4l-2,8l8,1l-6,5l6,5l-8,1l2,8l-7,-4l-3,7l-3,-7l-7,4l2,-8l-8,-1l6,-5l-6,-5l8,-1l-2,-8l7,4z"
    return tag("path", d=f"M{at((x + SIZE * 0.5, y - HALF + 4))}{burst}")


def _shaft(sheet: MapSheet, arrow: Arrow) -> str:
    return "M" + "L".join(at(point) for point in _points(sheet, arrow))


def _points(sheet: MapSheet, arrow: Arrow) -> list[Point]:
    """The way from middle to middle; an attack stops short of the middle it is aimed at."""
    middles = [sheet.centre(place) for place in arrow.path]
    end = between(middles[-1], middles[-2], 0.3 if arrow.attack else 0.16)
    return [*middles[:-1], end]


def _arrow(sheet: MapSheet, arrow: Arrow) -> Iterator[str]:
    points = _points(sheet, arrow)
    (x0, y0), (x1, y1) = points[-2], points[-1]
    long = sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) or 1.0
    dx, dy = (x1 - x0) / long, (y1 - y0) / long
    wide, deep = (8.0, 12.0) if arrow.attack else (5.0, 9.0)
    tip = (x1 + dx * deep * 0.6, y1 + dy * deep * 0.6)
    back = (tip[0] - dx * deep, tip[1] - dy * deep)
    yield tag("path", d=_shaft(sheet, arrow))
    corners = (tip, (back[0] - dy * wide, back[1] + dx * wide), (back[0] + dy * wide, back[1] - dx * wide))
    yield tag("path", d="M" + "L".join(map(at, corners)) + "z", class_="tip")


# ---------------------------------------------------------------- the legend


def _legend(game: Game, picture: MapPicture, sheet: MapSheet) -> Iterator[str]:
    below = legend_of(sheet, game.ground)
    staff, other = game.staff(picture.side), game.staff(game.other(picture.side))
    known = say("as the {adjective} side knows it", adjective=staff.adjective)
    boxes = say("boxes: own units; pips: steps, hollow when lost; in a ring: {state}", state=symbols.states())
    y = sheet.height + 14
    for row in below.lines(f"{game.title} · {picture.caption} · {known}", TITLE):
        yield text((MARGIN, y), row, "title")
        y += 20
    for row in below.lines(boxes, SMALL):
        yield text((MARGIN, y), row, "small")
        y += 14
    y = below.words + 8
    for number, (who, class_) in enumerate(((staff, "ours"), (other, "theirs"))):
        x = MARGIN + min(150.0, (sheet.width - 2 * MARGIN) / 2) * number
        yield group(class_, [line(((x, y - 4), (x + 24, y - 4)), "edge")])
        yield text((x + 30, y), say("{adjective} ground", adjective=who.adjective), "")
    words = say("diamond: contact, fainter with age · Z: claimed EZOC · star: points · burst: engagement · arrows: last orders")
    for number, row in enumerate(below.lines(words, PLAIN)):
        yield text((MARGIN, y + 17 + 15 * number), row, "")

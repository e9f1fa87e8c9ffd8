"""A module's map as one SVG drawing: what both sides may see, and a side's own units and works if they are asked for."""

from html import escape

from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import straight
from pbem.documents.cartography.sheet import Headline
from pbem.documents.cartography.situation import canvas_of, draw_sheet
from pbem.documents.map_picture import Frame, MapPicture, Symbol
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say, worded
from pbem.rulesets.tocs.ground import bank_named, bank_point
from pbem.rulesets.tocs.module import Module
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.reports.map_arms import sign_of, size_of
from pbem.rulesets.tocs.reports.map_overlay import land_of


def draw(module: Module, side: str = "") -> str:
    """The map as SVG text; with a side, its counters as they are set up and its works. KeyError for a word that is no side."""
    shown = module.side(side) if side else module.sides[0]
    canvas = canvas_of(land_of(module.ground), _picture(module, shown.id, bool(side)), Frame("map", module.title))
    sheet = draw_sheet(canvas, _headline(module, side), shown.adjective).svg
    ground = canvas.base.svg.replace("<svg ", '<svg x="0" y="0" class="ground" ', 1)
    head, _, rest = sheet.partition("\n")
    tips = "".join(_tip(canvas, module, place) for place in module.ground.hexes)
    inside, _, end = rest.rpartition("</svg>")
    title, layer = f"\n<title>{escape(module.title)}</title>\n", f'<g class="hexes">{tips}</g>\n'
    return "".join((head, title, ground, inside, layer, "</svg>", end))


def _picture(module: Module, side: str, own: bool) -> MapPicture:
    """What a desk has before play: whose ground it is, and what the side has set up if that is wanted."""
    placed = [counter for counter in module.counters if own and counter.side == side and counter.setup is not None]
    return MapPicture(
        side,
        "",
        (Frame("map", module.title),),
        tuple(_symbol(module, counter) for counter in placed),
        ours=tuple(sorted(place for place, owner in module.owners.items() if owner == side)),
        works=tuple(sorted((work.hex, True) for work in module.works if own and work.side == side)),
        down=tuple(sorted({bridge.hex for bridge in module.ground.bridges if not bridge.intact})),
    )


def _symbol(module: Module, counter: Counter) -> Symbol:
    place = counter.setup
    assert place is not None
    bank = bank_point(module.ground, place, bank_named(module.ground, place, counter.bank) or 0)
    sign, size = sign_of(counter), size_of(counter)
    return Symbol(place, counter.call, sign, size, counter.steps, bank=bank, arm=counter.arm, parent=counter.parent)


def _headline(module: Module, side: str) -> Headline:
    """Title, and what is drawn for whom."""
    metres = say("A hex is {metres} m across.", metres=module.ground.hex_metres)
    if not side:
        stamp, drawn = say("both sides").upper(), say("as both sides know it: no units")
    else:
        shown = module.side(side)
        stamp = say("{adjective} side only", adjective=shown.adjective).upper()
        drawn = say("with the set-up of the {side} side: secret", side=shown.name)
    words = say("{module} {version}, {drawn}", module=module.id, version=module.version, drawn=drawn)
    return Headline(f"{module.title} · {module.scenario_title}", words, stamp, "", metres)


def _tip(canvas: Canvas, module: Module, place: Hex) -> str:
    """What a viewer says of a hex that is pointed at."""
    name, terrain = module.ground.names.get(place, ""), worded(module.ground.terrain[place])
    said = say("{place} {name} {terrain}, level {level}", place=place, name=name, terrain=terrain, level=module.ground.level[place])
    shape = straight(canvas.paper.corners(place), True)
    return f'<path id="h{place}" d="{shape}" fill-opacity="0"><title>{escape(said)}</title></path>\n'

"""A module's map as one SVG drawing: what both sides may see, and a side's own units if they are asked for."""

from pbem.documents.cartography.plates import plain_sheet
from pbem.documents.cartography.sheet import Headline
from pbem.documents.map_picture import Frame, MapPicture
from pbem.kernel.i18n import say
from pbem.rulesets.tcs.module import TacticalModule
from pbem.rulesets.tcs.reports.map_view import land_of, symbol


def draw(module: TacticalModule, side: str = "") -> str:
    """The map as SVG text; with a side, its counters as they are set up. KeyError for a word that is no side."""
    named = {one.id: one for one in module.sides}
    shown = named[side] if side else module.sides[0]
    units = tuple(symbol(unit) for unit in module.units if unit.side == side)
    picture = MapPicture(shown.id, "", (Frame("map", module.title),), units)
    metres = say("A hex is {metres} m across.", metres=module.ground.metres[0])
    if side:
        stamp = say("{adjective} side only", adjective=shown.adjective).upper()
        drawn = say("with the set-up of the {side} side: secret", side=shown.name)
    else:
        stamp, drawn = say("both sides").upper(), say("as both sides know it: no units")
    head = Headline(module.title, f"{module.id} {module.version}, {drawn}", stamp, "", metres)
    return plain_sheet(land_of(module.ground), picture, head, shown.adjective)

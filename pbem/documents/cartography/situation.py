"""The whole of a sheet, from below to above: what a picture holds laid over the ground, and words where there is room."""

from pbem.documents.cartography.arrows import draw_arrows
from pbem.documents.cartography.boxes import CLAIM, FRONT, ROAD
from pbem.documents.cartography.bridgework import draw_bridges
from pbem.documents.cartography.canvas import Canvas, grown, lay_ground
from pbem.documents.cartography.flight_paths import draw_flight_paths
from pbem.documents.cartography.frames import FEET, view_of
from pbem.documents.cartography.front import draw_claims, draw_front, draw_radius
from pbem.documents.cartography.ground import base_of
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.legend import items
from pbem.documents.cartography.lists import draw_lists
from pbem.documents.cartography.names import draw_names, draw_water_names
from pbem.documents.cartography.numbers import numbering
from pbem.documents.cartography.sheet import Headline, framed
from pbem.documents.cartography.signs import draw_signs, draw_works
from pbem.documents.cartography.stacks import place_labels, put_pieces
from pbem.documents.cartography.stamps import DrawnSheet, Stamp
from pbem.documents.cartography.tactical import draw_boundaries, draw_facings, draw_sides
from pbem.documents.map_picture import Frame, MapPicture


def canvas_of(ground: PrintedLand, picture: MapPicture, frame: Frame, foot: int = FEET[0]) -> Canvas:
    """An empty sheet for a frame of a picture. foot: pixels kept for its legend."""
    view = view_of(ground, frame, foot)
    base = base_of(ground, view.half, view.window)
    return Canvas(base, picture, frame, view.shown, view.window, base.paper.scale * grown(frame))


def draw_sheet(canvas: Canvas, head: Headline, adjective: str) -> DrawnSheet:
    """Bridges, claims, whose ground, ways, words along the water; then what may reach over the edge. adjective: of the side."""
    lay_ground(canvas)
    bridges, lines = draw_bridges(canvas), [*draw_claims(canvas), *draw_front(canvas)]
    numbers = _numbers(canvas)
    lines += [*draw_sides(canvas), *draw_boundaries(canvas), *draw_facings(canvas)]
    ways = [*draw_arrows(canvas), *draw_flight_paths(canvas)]
    standing = put_pieces(canvas)
    radius = draw_radius(canvas)
    signs = [*draw_works(canvas), *draw_signs(canvas)]
    waters = list(draw_water_names(canvas))
    labels = list(place_labels(canvas, standing.labels))
    lists = list(draw_lists(canvas, standing.stacks))
    names = list(draw_names(canvas))
    over = [*signs, *names, *standing.parts, *labels, *lists]
    lowest = [*bridges, *lines, *ways, *radius, *numbers, *waters]
    return framed(canvas, lowest, over, head, items(canvas, adjective))


def draw_words(canvas: Canvas) -> list[str]:
    """Bridges, numbers and names of an empty sheet: the printed map's own."""
    lay_ground(canvas)
    lowest = [*draw_bridges(canvas), *draw_sides(canvas), *_numbers(canvas)]
    return [stamp.svg for stamp in (*lowest, *draw_water_names(canvas), *draw_names(canvas))]


def _numbers(canvas: Canvas) -> list[Stamp]:
    """Words keep off the number of each hex. It is printed with the ground, and written again where the situation lies over it."""
    numbers, parts = numbering(canvas.paper, canvas.ground), list[Stamp]()
    if numbers is None:
        return parts
    for place in sorted(canvas.shown):
        box = numbers.box(place)
        if not canvas.boxes.is_free(box, CLAIM, FRONT):
            parts.append(numbers.stamp(place))
        canvas.boxes.lay(box, ROAD)
    return parts

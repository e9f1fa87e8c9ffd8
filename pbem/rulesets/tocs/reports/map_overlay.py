"""A desk's map, drawn: the printed ground, and on top what the desk knows, framed whole or in part."""

from pbem.documents.map_picture import Frame, MapPicture, Plate, PrintedMap
from pbem.kernel.i18n import say, worded
from pbem.kernel.memo import kept
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.reports.cartography.canvas import Canvas
from pbem.rulesets.tocs.reports.cartography.courses import course_plate
from pbem.rulesets.tocs.reports.cartography.frames import FEET, MOST_PIXELS
from pbem.rulesets.tocs.reports.cartography.palette import PALETTE
from pbem.rulesets.tocs.reports.cartography.sheet import HEAD, Headline
from pbem.rulesets.tocs.reports.cartography.situation import canvas_of, draw_sheet, draw_words


def draw(game: Game, picture: MapPicture) -> tuple[Plate, ...]:
    """A plate for each frame. Nothing but `picture` and what both sides know of the ground is on it."""
    sheets = tuple(_plate(game, picture, frame) for frame in picture.frames)
    return (*sheets, course_plate(picture.trend)) if picture.trend else sheets


def _plate(game: Game, picture: MapPicture, frame: Frame) -> Plate:
    """The frame at the largest scale at which it and its legend keep to the limit."""
    for foot in FEET:
        canvas = canvas_of(game.ground, picture, frame, foot)
        sheet = draw_sheet(canvas, _headline(game, canvas), game.staff(picture.side).adjective)
        if sheet.width * sheet.height <= MOST_PIXELS:
            break
    base, window = canvas.base, canvas.window
    at = round(base.box.x - window.x), round(base.box.y - window.y + HEAD)
    return Plate(frame.name, frame.title, base.svg, sheet.svg, PALETTE, at, frame.near)


def _headline(game: Game, canvas: Canvas) -> Headline:
    staff, picture = game.staff(canvas.picture.side), canvas.picture
    now, stamp = picture.caption.partition(" · ")[0], say("{adjective} side only", adjective=staff.adjective).upper()
    metres = say("A hex is {metres} m across.", metres=canvas.ground.hex_metres)
    if not canvas.whole:
        under = say("As the {adjective} side knows it · {now}", adjective=staff.adjective, now=now)
        foot = say("Ground and roads: see the legend of the whole map.")
        return Headline(canvas.frame.title, under, stamp, picture.when, f"{metres} {foot}")
    known = say("Situation as the {adjective} side knows it", adjective=staff.adjective)
    warning = say("Drawn from what this side knows alone: an old contact may have gone, and empty ground may be held.")
    return Headline(game.title, f"{known} · {staff.heading} · {now}", stamp, picture.when, f"{metres} {warning}")


@kept(2)
def printed(game: Game) -> PrintedMap:
    """The printed map with its words. No picture but an empty one has a part in it: whatever stands in a hex moves no name."""
    canvas = canvas_of(game.ground, MapPicture("", "", ()), Frame("map", ""))
    paper, ground = canvas.paper, game.ground
    svg = (*canvas.base.layers, *draw_words(canvas))
    return PrintedMap(
        "".join(svg), paper.width, paper.height, paper.size, {h: paper.centre(h) for h in ground.hexes},
        {h: worded(ground.terrain[h]) for h in ground.hexes}, dict(ground.names),
    )  # fmt: skip

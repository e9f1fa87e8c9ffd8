"""A desk's map, drawn: the printed ground, and on top what the desk knows, framed whole or in part."""

from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.courses import course_sheet
from pbem.documents.cartography.frames import FEET, MOST_PIXELS
from pbem.documents.cartography.ground import Base
from pbem.documents.cartography.job import MapJob
from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.sheet import HEAD, Headline
from pbem.documents.cartography.situation import canvas_of, draw_sheet, draw_words
from pbem.documents.cartography.stamps import DrawnSheet
from pbem.documents.cartography.water_sheet import water_sheet
from pbem.documents.map_picture import Frame, MapPicture, PrintedMap
from pbem.documents.plot import title
from pbem.kernel.i18n import say, worded
from pbem.kernel.memo import kept
from pbem.kernel.values import Value


class Plate(Value, eq=False):
    """A frame, drawn: the sheet, and the ground it lies on (None for a plot), the same all through a campaign, so that it is
    painted once and kept. at: the pixel of the sheet on which the ground's left upper corner comes to lie; the sheet covers all
    that it does not show. near: as of its frame."""

    name: str
    title: str
    sheet: DrawnSheet
    base: Base | None = None
    at: tuple[int, int] = (0, 0)
    near: bool = False

    @property
    def overlay(self) -> str:
        """The sheet as SVG."""
        return self.sheet.svg


def plates(job: MapJob) -> tuple[Plate, ...]:
    """A plate for each frame, one of the waters beside the map, and one of plots. Nothing but the picture and what both sides know
    of the ground is on it."""
    picture, sheets = job.picture, tuple(_plate(job, frame) for frame in job.picture.frames)
    if picture.waters:
        sheets = (*sheets, Plate("sea", say("At sea"), water_sheet(picture.waters, picture.codes)))
    trend = picture.trend
    return (*sheets, Plate("trend", title(trend), course_sheet(trend))) if trend else sheets


def _plate(job: MapJob, frame: Frame) -> Plate:
    """The frame at the largest scale at which it and its legend keep to the limit."""
    for foot in FEET:
        canvas = canvas_of(job.land, job.picture, frame, foot)
        sheet = draw_sheet(canvas, _headline(job, canvas), job.adjective)
        if sheet.box.width * sheet.box.height <= MOST_PIXELS:
            break
    base, window = canvas.base, canvas.window
    at = round(base.box.x - window.x), round(base.box.y - window.y + HEAD)
    return Plate(frame.name, frame.title, sheet, base, at, frame.near)


def plain_sheet(land: PrintedLand, picture: MapPicture, head: Headline, adjective: str) -> str:
    """A picture's first frame with the ground below it, as one drawing."""
    canvas = canvas_of(land, picture, picture.frames[0])
    first, _, rest = draw_sheet(canvas, head, adjective).svg.partition("\n")
    ground = canvas.base.svg.replace("<svg ", '<svg x="0" y="0" class="ground" ', 1)
    return f"{first}\n{ground}{rest}"


def _headline(job: MapJob, canvas: Canvas) -> Headline:
    picture = job.picture
    now, stamp = picture.caption.partition(" · ")[0], say("{adjective} side only", adjective=job.adjective).upper()
    metres = say("A hex is {metres} m across.", metres=job.land.metres)
    if not canvas.whole:
        under = say("As the {adjective} side knows it · {now}", adjective=job.adjective, now=now)
        foot = say("Ground and roads: see the legend of the whole map.")
        return Headline(canvas.frame.title, under, stamp, picture.when, f"{metres} {foot}")
    known = say("Situation as the {adjective} side knows it", adjective=job.adjective)
    warning = say("Drawn from what this side knows alone: an old contact may have gone, and empty ground may be held.")
    return Headline(job.title, f"{known} · {job.heading} · {now}", stamp, picture.when, f"{metres} {warning}")


@kept(2)
def printed_map(land: PrintedLand) -> PrintedMap:
    """The printed map with its words. No picture but an empty one has a part in it: whatever stands in a hex moves no name."""
    canvas = canvas_of(land, MapPicture("", "", ()), Frame("map", ""))
    paper = canvas.paper
    svg = (*canvas.base.layers, *draw_words(canvas))
    return PrintedMap(
        "".join(svg), paper.width, paper.height, paper.size, {h: paper.centre(h) for h in land.hexes},
        {h: worded(land.terrain[h]) for h in land.hexes}, dict(land.names),
    )  # fmt: skip

"""The sheet: head, stamp, the map, a legend of what stands on it, scale and north, on opaque paper with a double rule."""

from collections.abc import Iterable
from math import ceil

from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import straight
from pbem.documents.cartography.ground import svg_of
from pbem.documents.cartography.legend import GAP, SIGN, WORDS, LegendItem
from pbem.documents.cartography.lettering import Lettering, shortened, wrapped, written
from pbem.documents.cartography.palette import INK, PAPER, STAMP, WHITE
from pbem.documents.cartography.paper import area
from pbem.documents.cartography.strokes import Box, Pen, boxed, drawn, filled, moved
from pbem.kernel.i18n import say
from pbem.kernel.values import Value

HEAD = 52  # pixels above the map
ROW = 27.0
TITLE = Lettering(25, INK, bold=True, anchor="start", spaced=2.2)
UNDER = Lettering(14.5, "#4c565c", anchor="start")
STAMPED = Lettering(14.5, STAMP, bold=True, spaced=1.4)
WHEN = Lettering(14.5, INK, bold=True, anchor="end")
SMALL = Lettering(12.2, "#666252", anchor="start")
FIGURE = Lettering(12, INK)
NORTH = Lettering(13, INK, bold=True)
EDGE = "#4a4430"
SIDE = 20.0  # pixels of paper left and right of head and foot
LONGEST_BAR = 260.0
LENGTHS = (100, 200, 500, 1000, 2000, 5000, 10000)  # metres a scale may show


class Headline(Value):
    """What stands over a map and under it. stamp: whose it is alone; when: the date-time group; foot: the warning."""

    title: str
    under: str
    stamp: str
    when: str
    foot: str


class DrawnSheet(Value):
    """A drawn sheet: SVG, and its size."""

    svg: str
    width: int
    height: int


def framed(canvas: Canvas, parts: Iterable[str], over: Iterable[str], head: Headline, items: Iterable[LegendItem]) -> DrawnSheet:
    """The whole sheet. parts: what ends at the edge of the map; over: what may reach over it; items: of the legend."""
    view = canvas.window
    foot, high = _foot(canvas, head, list(items))
    sheet = Box(view.x, view.y - HEAD, view.width, ceil(HEAD + view.height + high))
    outline = area(canvas.paper, canvas.shown)
    around = f"M{sheet.x} {sheet.y}h{sheet.width}v{sheet.height}h{-sheet.width}z"
    left, top, wide, tall = sheet.x, sheet.y, sheet.width, sheet.height
    rules = (
        boxed(Box(left + 3, top + 3, wide - 6, tall - 6), "none", Pen(INK, 1.2)),
        boxed(Box(left + 7, top + 7, wide - 14, tall - 14), "none", Pen(INK, 2.6)),
    )
    inside = (*parts, filled(around + outline, PAPER), drawn(outline, Pen(EDGE, 1.6)), *over, *_head(sheet, head), *foot, *rules)
    return DrawnSheet(svg_of(sheet, inside), round(wide), round(tall))


def _head(sheet: Box, head: Headline) -> list[str]:
    left, right, top = sheet.x + SIDE, sheet.right - SIDE, sheet.y + 6
    stamp = STAMPED if sheet.width > 640 else STAMPED.grown(0.8)
    wide = stamp.width(head.stamp) + 24
    title = TITLE
    while title.width(head.title.upper()) > right - left - wide - 20 and title.size > 15:
        title = title.grown(0.94)
    words = shortened(head.title.upper(), title, right - left - wide - 20)
    under = shortened(head.under, UNDER, right - left - WHEN.width(head.when) - 20)
    return [
        written(words, left, top + 26, title),
        written(under, left, top + 46, UNDER),
        boxed(Box(right - wide, top + 4, wide, 25), "none", Pen(STAMP, 2)),
        written(head.stamp, right - wide / 2 + 0.7, top + 21.5, stamp),
        written(head.when, right, top + 46, WHEN),
    ]


def _foot(canvas: Canvas, head: Headline, items: list[LegendItem]) -> tuple[list[str], float]:
    """The legend in rows, scale and north on the right of its first, a warning under it; and how high it all is."""
    view = canvas.window
    left, right, first = view.x + SIDE, view.right - SIDE, view.below + 4
    parts, narrow = _scale(canvas, right, first)
    x, y = left, first
    for item in items:
        wide = SIGN + WORDS.width(item.words) + GAP
        if x > left and x + wide - GAP > (narrow if y < first + 40 else right):
            x, y = left, y + ROW
        parts += [moved(item.sign, (x, y - 2)), written(item.words, x + SIGN, y + 2.6, WORDS)]
        x += wide
    y = max(y, first + 14) + 30
    for line in wrapped(head.foot, SMALL, right - left):
        parts.append(written(line, left, y, SMALL))
        y += 16
    return parts, y + 2 - view.below


def _scale(canvas: Canvas, right: float, y: float) -> tuple[list[str], float]:
    """A bar of metres and an arrow; and how far the legend may reach beside them."""
    metre = canvas.paper.half * 2 / max(canvas.ground.metres, 1)
    longest = min(LONGEST_BAR, canvas.window.width / 3)
    metres = max((length for length in LENGTHS if length * metre <= longest), default=LENGTHS[0])
    wide = metres * metre
    start = right - wide - 44
    said = say("{km} km", km=metres // 1000) if metres >= 1000 else say("{metres} m", metres=metres)
    north = straight([(right - 12, y - 20), (right - 17.5, y - 9), (right - 6.5, y - 9)], True)
    return [
        boxed(Box(start, y - 7, wide / 2, 6), INK, Pen(INK, 1)),
        boxed(Box(start + wide / 2, y - 7, wide / 2, 6), WHITE, Pen(INK, 1)),
        written("0", start, y + 13, FIGURE),
        written(said, start + wide, y + 13, FIGURE),
        drawn(north, Pen(INK, 1.6), INK) + drawn(f"M{right - 12:.1f} {y + 10:.1f}v-22", Pen(INK, 1.6)),
        written(say("N"), right - 12, y + 23, NORTH),
    ], start - 26

"""The sheet: head, stamp, the map, a legend of what stands on it, scale and north, on opaque paper with a double rule."""

from collections.abc import Iterable
from math import ceil

from pbem.documents.cartography.canvas import Canvas
from pbem.documents.cartography.curves import Point, straight
from pbem.documents.cartography.legend import GAP, SIGN, WORDS, LegendItem
from pbem.documents.cartography.lettering import Lettering, shortened, wrapped
from pbem.documents.cartography.palette import INK, PAPER, STAMP, WHITE
from pbem.documents.cartography.paper import area
from pbem.documents.cartography.stamps import DrawnSheet, Stamp, lettered, stamped
from pbem.documents.cartography.strokes import Box, Pen, boxed, drawn, filled
from pbem.kernel.i18n import say
from pbem.kernel.values import Value

HEAD = 52  # pixels above the map
ROW = 27.0
READ = 15.2  # pixels of the least words of a sheet that a phone shows large: there they have nine
LEGEND_SIGN = Box(-8, -22, 52, 44)  # round the left end of a sign of the legend
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


def framed(
    canvas: Canvas, parts: Iterable[Stamp], over: Iterable[Stamp], head: Headline, items: Iterable[LegendItem]
) -> DrawnSheet:
    """The whole sheet. parts: what ends at the edge of the map; over: what may reach over it; items: of the legend."""
    view = canvas.window
    foot, high = _foot(canvas, head, list(items))
    sheet = Box(view.x, view.y - HEAD, view.width, ceil(HEAD + view.height + high))
    inside = (*parts, _edged(canvas, sheet), *over, *_head(canvas, sheet, head), *foot)
    return DrawnSheet(sheet, inside)


def _edged(canvas: Canvas, sheet: Box) -> Stamp:
    """Paper all round the map, the edge of the map, and a double rule."""
    outline = area(canvas.paper, canvas.shown)
    around = f"M{sheet.x} {sheet.y}h{sheet.width}v{sheet.height}h{-sheet.width}z"
    left, top, wide, tall = sheet.x, sheet.y, sheet.width, sheet.height
    outer = boxed(Box(left + 3, top + 3, wide - 6, tall - 6), "none", Pen(INK, 1.2))
    inner = boxed(Box(left + 7, top + 7, wide - 14, tall - 14), "none", Pen(INK, 2.6))
    return Stamp(filled(around + outline, PAPER) + drawn(outline, Pen(EDGE, 1.6)) + outer + inner, (0, 0), sheet)


def _hand(canvas: Canvas, hand: Lettering) -> Lettering:
    return hand.grown(max(1.0, READ / hand.size)) if canvas.close else hand


def _head(canvas: Canvas, sheet: Box, head: Headline) -> list[Stamp]:
    below, when = _hand(canvas, UNDER), _hand(canvas, WHEN)
    left, right, top = sheet.x + SIDE, sheet.right - SIDE, sheet.y + 6
    stamp = STAMPED if sheet.width > 640 else STAMPED.grown(0.8)
    wide = stamp.width(head.stamp) + 24
    title = TITLE
    while title.width(head.title.upper()) > right - left - wide - 20 and title.size > 15:
        title = title.grown(0.94)
    words = shortened(head.title.upper(), title, right - left - wide - 20)
    under = shortened(head.under, below, right - left - when.width(head.when) - 20)
    return [
        lettered(words, left, top + 26, title),
        lettered(under, left, top + 46, below),
        _put(boxed(Box(0, 0, wide, 25), "none", Pen(STAMP, 2)), (right - wide, top + 4), wide, 25),
        lettered(head.stamp, right - wide / 2 + 0.7, top + 21.5, stamp),
        lettered(head.when, right, top + 46, when),
    ]


def _put(drawing: str, corner: Point, wide: float, high: float) -> Stamp:
    """A drawing with its left upper corner at 0 0."""
    return Stamp(drawing, (round(corner[0]), round(corner[1])), Box(-4, -4, ceil(wide) + 8, ceil(high) + 8))


def _foot(canvas: Canvas, head: Headline, items: list[LegendItem]) -> tuple[list[Stamp], float]:
    """The legend in rows, scale and north on the right of its first, a warning under it; and how high it all is."""
    view = canvas.window
    left, right, first = view.x + SIDE, view.right - SIDE, view.below + 4
    parts, narrow = _scale(canvas, right, first)
    x, y, hand, small = left, first, _hand(canvas, WORDS), _hand(canvas, SMALL)
    for item in items:
        wide = SIGN + hand.width(item.words) + GAP
        if x > left and x + wide - GAP > (narrow if y < first + 40 else right):
            x, y = left, y + ROW
        parts += [Stamp(item.sign, (round(x), round(y - 2)), LEGEND_SIGN), lettered(item.words, x + SIGN, y + 2.6, hand)]
        x += wide
    y = max(y, first + 14) + 30
    for line in wrapped(head.foot, small, right - left):
        parts.append(lettered(line, left, y, small))
        y += 1.3 * small.size
    return parts, y + 2 - view.below


def _scale(canvas: Canvas, right: float, y: float) -> tuple[list[Stamp], float]:
    """A bar of metres and an arrow; and how far the legend may reach beside them."""
    metre = canvas.paper.half * 2 / max(canvas.ground.metres, 1)
    longest = min(LONGEST_BAR, canvas.window.width / 3)
    metres = max((length for length in LENGTHS if length * metre <= longest), default=LENGTHS[0])
    wide = metres * metre
    start = right - wide - 44
    said = say("{km} km", km=metres // 1000) if metres >= 1000 else say("{metres} m", metres=metres)
    north = straight([(0, -20), (-5.5, -9), (5.5, -9)], True)
    arrow = drawn(north, Pen(INK, 1.6), INK) + drawn("M0 10v-22", Pen(INK, 1.6))
    bar = boxed(Box(0, 0, wide / 2, 6), INK, Pen(INK, 1)) + boxed(Box(wide / 2, 0, wide / 2, 6), WHITE, Pen(INK, 1))
    return [
        _put(bar, (start, y - 7), wide, 6), lettered("0", start, y + 13, FIGURE), lettered(said, start + wide, y + 13, FIGURE),
        stamped(arrow, (right - 12, y), 24), lettered(say("N"), right - 12, y + 23, NORTH),
    ], start - 26  # fmt: skip

"""How a frame of a map is seen: the largest scale at which its picture keeps to its limits, and the window on the ground."""

from math import ceil

from pbem.documents.cartography.land import PrintedLand
from pbem.documents.cartography.paper import Paper, paper_of
from pbem.documents.cartography.sheet import HEAD
from pbem.documents.cartography.strokes import Box
from pbem.documents.map_picture import Frame
from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.values import Value

MOST_PIXELS = 2_000_000  # of a picture
FEET = (150, 210, 330)  # pixels below a map that its legend may take: more only if there are so many signs
WIDEST = 1412  # pixels: a letter's page shows about half of it, so that one can look closer
SHEET_HALVES = (59, 44, 36, 28)  # of parts of a map, the largest that fits: from the middle of a hex to a hexside
NARROWEST = 20  # of a whole map that is long: rather wide than not to be read


class Outlook(Value):
    """A window on the ground: its scale, and what of it is seen."""

    half: int
    window: Box
    shown: frozenset[Hex]


def view_of(ground: PrintedLand, frame: Frame, foot: int) -> Outlook:
    """What a frame looks upon, at the largest scale that its picture may have. foot: pixels kept for its legend."""
    if frame.first == (0, 0):
        half = next((half for half in range(SHEET_HALVES[0], 0, -1) if _fits(paper_of(ground, half), foot)), 1)
        paper = paper_of(ground, half)
        return Outlook(half, Box(0, 0, paper.width, paper.height), frozenset(ground.hexes))
    inside = [(h, *column_row(h)) for h in ground.hexes]
    shown = frozenset(
        h for h, c, r in inside if frame.first[0] <= c <= frame.last[0] and frame.first[1] <= r <= frame.last[1]
    )  # fmt: skip
    windows = {half: _window(paper_of(ground, half), shown) for half in SHEET_HALVES}
    fit = [half for half, box in windows.items() if box.width <= WIDEST and _pixels(box.width, box.height + foot) <= MOST_PIXELS]
    half = fit[0] if fit else SHEET_HALVES[-1]
    return Outlook(half, windows[half], shown)


def _fits(paper: Paper, foot: int) -> bool:
    return (paper.width <= WIDEST or paper.half <= NARROWEST) and _pixels(paper.width, paper.height + foot) <= MOST_PIXELS


def _pixels(width: float, height: float) -> float:
    return width * (HEAD + height)


def _window(paper: Paper, shown: frozenset[Hex]) -> Box:
    """The hexes and a margin round them, on whole pixels."""
    corners = [corner for place in shown for corner in paper.corners(place)]
    left, top = (int(min(c[axis] for c in corners)) - paper.margin for axis in (0, 1))
    right, below = (ceil(max(c[axis] for c in corners)) + paper.margin for axis in (0, 1))
    return Box(left, top, right - left, below - top)

"""Boundaries of op sheets: lines of hex centres, between which its units keep (TCSB-6-27)."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

Point = tuple[int, int]
Edge = tuple[Point, Point]
ACROSS, DOWN = 3, 4
"""What a square of columns and one of rows count: hexes are nearer from column to column, by the root of three quarters."""


@rule("TCSB-6-27")
def is_within(hex_: Hex, left: Sequence[Hex], right: Sequence[Hex]) -> bool:
    """Does a hex lie between two boundaries, or on one of them (its centre within half a hex of it)? With no boundary all do."""
    return not left or not right or _lies_within(_band(left, right), hex_)


class _Band(Value, eq=False):
    """The ground between two boundaries: its edge all round, and the boundaries themselves."""

    edges: tuple[Edge, ...]
    lines: tuple[Edge, ...]


@kept(128)
def _band(left: Sequence[Hex], right: Sequence[Hex]) -> _Band:
    corners = [_centre(place) for place in (*left, *reversed(right))]
    lines = (*pairwise(map(_centre, left)), *pairwise(map(_centre, right)))
    return _Band(tuple(pairwise((*corners, corners[0]))), lines)


@kept(4096)
def _lies_within(band: _Band, hex_: Hex) -> bool:
    place = _centre(hex_)
    inside = sum(_is_crossed(place, edge) for edge in band.edges) % 2 == 1
    return inside or any(_is_on(place, edge) for edge in band.lines)


def _centre(hex_: Hex) -> Point:
    """Where a hex lies, in halves of a hex: columns and rows, an even column half a row lower."""
    column, row = column_row(hex_)
    return 2 * column, 2 * row + (column % 2 == 0)


def _is_crossed(place: Point, edge: Edge) -> bool:
    """Does a ray to the east of a place cross this edge?"""
    (x, y), ((x1, y1), (x2, y2)) = place, edge
    if (y1 > y) == (y2 > y):
        return False
    beyond = (y - y1) * (x2 - x1) - (x - x1) * (y2 - y1)
    return beyond > 0 if y2 > y1 else beyond < 0


def _is_on(place: Point, edge: Edge) -> bool:
    """Is a place within half a hex of the stretch between two points?"""
    (x, y), ((x1, y1), (x2, y2)) = place, edge
    dx, dy = x2 - x1, y2 - y1
    length = ACROSS * dx * dx + DOWN * dy * dy
    share = max(0, min(length, ACROSS * (x - x1) * dx + DOWN * (y - y1) * dy))
    scale = length or 1
    off_x, off_y = (x - x1) * scale - share * dx, (y - y1) * scale - share * dy
    return ACROSS * off_x * off_x + DOWN * off_y * off_y <= DOWN * scale * scale

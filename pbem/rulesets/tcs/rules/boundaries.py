"""Boundaries of op sheets: lines of hex centres, between which its units keep (TCSB-6-27)."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.rulebook import rule

Point = tuple[Fraction, Fraction]
_SQUASH = Fraction(3, 4)
"""Hexes are nearer from column to column than from row to row, by the root of three quarters; squares are all that is compared."""


def _centre(hex_: Hex) -> Point:
    """Where a hex lies: columns and rows, an even column half a row lower."""
    column, row = column_row(hex_)
    return Fraction(column), row + (Fraction(1, 2) if column % 2 == 0 else Fraction(0))


@rule("TCSB-6-27")
def is_within(hex_: Hex, left: Sequence[Hex], right: Sequence[Hex]) -> bool:
    """Does a hex lie between two boundaries, or on one of them (its centre within half a hex of it)? With no boundary all do."""
    if not left or not right:
        return True
    corners = [_centre(place) for place in (*left, *reversed(right))]
    place = _centre(hex_)
    edges = list(pairwise((*corners, corners[0])))
    inside = sum(_is_crossed(place, start, end) for start, end in edges) % 2 == 1
    lines = [*pairwise(_centre(h) for h in left), *pairwise(_centre(h) for h in right)]
    return inside or any(_is_on(place, start, end) for start, end in lines)


def _is_crossed(place: Point, start: Point, end: Point) -> bool:
    """Does a ray to the east of a place cross this edge?"""
    (x, y), (x1, y1), (x2, y2) = place, start, end
    return (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1)


def _is_on(place: Point, start: Point, end: Point) -> bool:
    """Is a place within half a hex of the stretch between two points?"""
    (x, y), (x1, y1), (x2, y2) = place, start, end
    dx, dy = x2 - x1, y2 - y1
    length = dx * dx * _SQUASH + dy * dy
    share = max(Fraction(0), min(Fraction(1), ((x - x1) * dx * _SQUASH + (y - y1) * dy) / length)) if length else Fraction(0)
    off_x, off_y = x - x1 - share * dx, y - y1 - share * dy
    return off_x * off_x * _SQUASH + off_y * off_y <= Fraction(1, 4)

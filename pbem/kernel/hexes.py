"""The hex grid: names such as "12.07" (column, row), neighbours, distance, lines, rings and discs.

Columns run north to south and odd columns stand half a hex higher than even ones. A hex is always written "XX.YY", so
that plain string order is column first, then row. The grid ends at columns and rows 1 and 99.
"""

from functools import cache
from typing import NewType

Hex = NewType("Hex", str)

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The six hexsides, clockwise from north."""

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

FIRST, LAST = 1, 99

# Steps in axial coordinates: (column, slant); see _axial.
_STEPS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


@cache
def hex_at(column: int, row: int) -> Hex:
    """The hex at a column and row of 1..99; ValueError beyond the grid."""
    if not _on_grid(column, row):
        raise ValueError(f"no hex at column {column}, row {row}")
    return Hex(f"{column:02d}.{row:02d}")


@cache
def column_row(place: Hex) -> tuple[int, int]:
    """The column and row of a hex."""
    column, _, row = place.partition(".")
    return int(column), int(row)


@cache
def neighbour(place: Hex, towards: str) -> Hex | None:
    """The hex on the other side of a hexside, or None beyond the grid; KeyError for a word not in DIRECTIONS."""
    across, down = _STEPS[towards]
    column, slant = _axial(place)
    return _hex_or_none(column + across, slant + down)


@cache
def neighbours(place: Hex) -> tuple[Hex, ...]:
    """The hexes next to a hex, in DIRECTIONS order; fewer than six at the edge of the grid."""
    around = (neighbour(place, towards) for towards in DIRECTIONS)
    return tuple(other for other in around if other is not None)


@cache
def direction(start: Hex, end: Hex) -> str | None:
    """The word of DIRECTIONS that leads from one hex to an adjacent one; None when they are not adjacent."""
    return next((towards for towards in DIRECTIONS if neighbour(start, towards) == end), None)


@cache
def middle_point(sides: tuple[str, ...]) -> str:
    """The point of the compass nearest to the middle of a run of hexsides, which are 60 degrees apart."""
    middle = (DIRECTIONS.index(sides[0]) * 60 + (len(sides) - 1) * 30) % 360
    return min(COMPASS, key=lambda point: abs((COMPASS.index(point) * 45 - middle + 180) % 360 - 180))


@cache
def distance(start: Hex, end: Hex) -> int:
    """The number of hexes from one hex to another, 0 for itself."""
    (column, slant), (other_column, other_slant) = _axial(start), _axial(end)
    across, down = other_column - column, other_slant - slant
    return max(abs(across), abs(down), abs(across + down))


@cache
def line(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes under the straight line between two centres, both ends included.

    Where the line runs along a hexside the hex to the south counts, or the northern one at the southern edge of the
    grid. The line back is the same line reversed.
    """
    if end < start:
        return line(end, start)[::-1]
    length = distance(start, end)
    return tuple(_hex_on_line(start, end, step, length) for step in range(length + 1))


@cache
def beneath(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Step by step, the hexes under the straight line between two centres: two where it runs along a hexside."""
    length = distance(start, end)
    return tuple(_hexes_on_line(start, end, step, length) for step in range(length + 1))


Offset = tuple[int, int]
"""Columns and slants from one hex to another: the same for every pair that lies alike, wherever it lies."""


@cache
def offset(start: Hex, end: Hex) -> Offset:
    """The way from one hex to another; going south adds one to the slant, going south-east adds a column alone."""
    (column, slant), (other_column, other_slant) = _axial(start), _axial(end)
    return other_column - column, other_slant - slant


@cache
def offsets_beneath(way: Offset) -> tuple[tuple[Offset, ...], ...]:
    """Step by step, the offsets of the hexes under a line between two centres, as `beneath` has them, but without an edge."""
    across, down = way
    whole = max(abs(across), abs(down), abs(across + down), 1)
    return tuple(_hands(across * step, down * step, whole) for step in range(whole + 1))


@cache
def offsets_beneath_side(left: Offset, entered: Offset) -> tuple[tuple[Offset, ...], ...]:
    """Step by step, the offsets of the hexes under the line from a centre to the middle of the hexside between two hexes, the start
    left out.

    Steps are of one hex from the start, as far as the middle of the hexside allows; the two hexes of the hexside may be among them.
    """
    across, down = left[0] + entered[0], left[1] + entered[1]
    halves = max(abs(across), abs(down), abs(across + down))
    return tuple(_hands(step * across, step * down, halves) for step in range(1, halves // 2 + 1))


@cache
def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Every hex at most `radius` hexes away, the centre included, sorted."""
    column, slant = _axial(centre)
    found = (
        _hex_or_none(column + across, slant + down)
        for across in range(-radius, radius + 1)
        for down in range(max(-radius, -radius - across), min(radius, radius - across) + 1)
    )
    return tuple(sorted(place for place in found if place is not None))


@cache
def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """Every hex exactly `radius` hexes away, sorted."""
    return tuple(place for place in disc(centre, radius) if distance(centre, place) == radius)


def _on_grid(column: int, row: int) -> bool:
    return FIRST <= column <= LAST and FIRST <= row <= LAST


def _axial(place: Hex) -> tuple[int, int]:
    """Column and slant: going south adds one to the slant, going south-east keeps it."""
    column, row = column_row(place)
    return column, row - (column - 1) // 2


def _hex_or_none(column: int, slant: int) -> Hex | None:
    row = slant + (column - 1) // 2
    return hex_at(column, row) if _on_grid(column, row) else None


def _hex_on_line(start: Hex, end: Hex, step: int, length: int) -> Hex:
    return _hexes_on_line(start, end, step, length)[0]


def _hexes_on_line(start: Hex, end: Hex, step: int, length: int) -> tuple[Hex, ...]:
    """The hex at a step; where the line runs along a hexside the southern one and the northern one, as far as they are."""
    (column, slant), (end_column, end_slant) = _axial(start), _axial(end)
    whole = max(length, 1)
    across = column * (whole - step) + end_column * step
    down = slant * (whole - step) + end_slant * step
    places = (_hex_or_none(*hand) for hand in _hands(across, down, whole))
    return tuple(place for place in places if place is not None)


def _hands(across: int, down: int, whole: int) -> tuple[Offset, ...]:
    """What holds the point (across / whole, down / whole), as column and slant; on a hexside the southern and the northern hex."""
    # Eighths keep the nudge off a hexside smaller than any true difference.
    return tuple(dict.fromkeys(_rounded(8 * across, 8 * down + nudge, 8 * whole) for nudge in (1, -1)))


def _rounded(across: int, down: int, whole: int) -> Offset:
    """The column and slant of the hex that holds the point (across / whole, down / whole), whole numbers all the way."""
    cube = (across, down, -across - down)
    rounded = [(2 * part + whole) // (2 * whole) for part in cube]
    errors = [abs(nearest * whole - part) for nearest, part in zip(rounded, cube, strict=True)]
    worst = errors.index(max(errors))
    rounded[worst] -= sum(rounded)
    return rounded[0], rounded[1]

"""Flights off their course: turned by hits on the way, carried off over the zone (TOCS-W14.5-3, W15.15-5, MASL-7.1-6).

A die names a hexside clockwise from north, as for a unit that strays (the text does not number them).
"""

from collections.abc import Iterable

from pbem.kernel.hexes import DIRECTIONS, Hex, distance, neighbour
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.flights import FlightPlan
from pbem.rulesets.tocs.ground import Ground

Course = tuple[Hex | None, ...]
"""The hexes a flight goes through from here on; None where it is beyond the grid."""
TWO_HEXES = 6  # the face of a die of distance that is two hexes, all others one


def toward(face: int) -> str:
    """The hexside that a die names."""
    return DIRECTIONS[face - 1]


@rule("MASL-7.1-6", "TOCS-W14.5-3")
def skewed(course: Course, face: int) -> Course:
    """The rest of a course one hex further to the side a die names: it goes on as it was planned, from there."""
    return tuple(neighbour(h, toward(face)) if h else None for h in course)


def carried(start: Hex, faces: Iterable[int]) -> Hex | None:
    """The hex that something comes to that is carried a hex for each die; None beyond the grid."""

    at: Hex | None = start
    for face in faces:
        at = neighbour(at, toward(face)) if at else None
    return at


def off(start: Hex, face: int, hexes: int) -> Hex | None:
    """The hex so many off, all in the direction of one die."""
    return carried(start, (face,) * hexes)


@rule("TOCS-W15.14-2", "TOCS-W13.4.3-2")
def astray(start: Hex, way: int, far: int) -> Hex | None:
    """Where a mission that is off its target comes to: way is the die of direction, far that of distance."""
    return off(start, way, 2 if far == TWO_HEXES else 1)


def nearest(ground: Ground, place: Hex) -> Hex:
    """The hex of the map next to a place; of several the first by number."""
    if place in ground.terrain:
        return place
    return min(ground.hexes, key=lambda h: (distance(h, place), h))


# ---------------------------------------------------------------- plans


@rule("TOCS-W15.15-2", "MASL-7.1-3")
def with_path(flight: FlightPlan, path: tuple[Hex, ...]) -> FlightPlan:
    """A flight by another path: what left it at the end of the old one leaves it at the end of the new; other zones stay."""
    end = flight.path[-1]
    return replace(flight, path=path, aboard=tuple(replace(s, at=path[-1]) if s.at == end else s for s in flight.aboard))


def as_printed(flight: FlightPlan) -> FlightPlan:
    """A flight as the scenario gives it."""
    return replace(flight, path=flight.printed, aboard=flight.printed_aboard)

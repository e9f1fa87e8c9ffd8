"""Bombing from high up: how many aircraft bomb a hex, where a carpet falls, what modifies the roll (TOCS-W15.13, W15.14).

Every DRM of the chart `bombing` has its predicate here.
"""

from collections.abc import Callable, Mapping
from typing import cast

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.charts.tables import Grid
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

CITY = ("city", "suburb")
KNOWN = ("pathfinder", "cloud", "scattered", "night", "city", "flak")
"""What the crews know of themselves, of the sky and of the map; the other modifiers are the target's and are not told."""
TIMES, TIMES_FOR_A_CARPET = 1, 2  # rolls for each hex


class Bombing(Value):
    """The facts of bombs on a hex. dug_in: most of the units there are under an improved position; bridge: there is nothing but a
    bridge."""

    terrain: str
    pathfinders: int
    cloud: str
    night: bool
    dug_in: bool
    bridge: bool


DRMS: Mapping[str, Callable[[Bombing], int]] = {
    "pathfinder": lambda b: b.pathfinders,
    "cloud": lambda b: int(b.cloud == "overcast"),
    "scattered": lambda b: int(b.cloud == "scattered"),
    "night": lambda b: int(b.night and not b.pathfinders),
    "dug_in": lambda b: int(b.dug_in),
    "city": lambda b: int(b.terrain in CITY),
    "bridge": lambda b: int(b.bridge),
}
"""How often each counts."""


@rule("TOCS-W15.13-1", "TOCS-W15.12-2")
def drms(grid: Grid, bombs: Bombing) -> tuple[tuple[str, int], ...]:
    """What modifies a roll: each with its value."""
    found = ((drm.id, int(str(drm.value)) * DRMS[drm.id](bombs)) for drm in grid.drms.values())
    return tuple((name, value) for name, value in found if value)


def shares(aircraft: int, hexes: int) -> tuple[int, ...]:
    """How many aircraft bomb each of so many hexes: as many as the next, the first ones more when it does not come out even."""
    each, over = divmod(aircraft, hexes)
    return tuple(each + (number < over) for number in range(hexes))


@rule("TOCS-W15.14-1")
def times(carpet: bool) -> int:
    """How often a hex is rolled for."""
    return TIMES_FOR_A_CARPET if carpet else TIMES


@rule("TOCS-W15.14-2", "TOCS-W15.12-2")
def accurate(grid: Grid, thrown: int, pathfinders: int) -> bool:
    """Does a carpet fall where it is meant to?"""
    said = section(grid.extras, "carpet_accuracy")
    needed = min(cast("list[int]", said["success"]))
    return thrown + pathfinders * whole(said, "per_pathfinder") >= needed

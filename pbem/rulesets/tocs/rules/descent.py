"""Coming down: how far parachutes, gliders and supplies are carried, and in what state troops are found there (TOCS-W15.15).

Every DRM of the chart `descending-drift` has its predicate here.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import DIRECTIONS, Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.flights import GLIDER, SUPPLY
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import OPEN, Ground, bank_of, open_waters, slope, terrains_of
from pbem.rulesets.tocs.units import STATES

ELITE = 5  # the experience of troops that know how to jump
DISRUPTED, DISPERSED = STATES.index("disrupted"), STATES.index("dispersed")
HARD = {"780": ("woods", "forest", "jungle", "city"), "623": ("forest", "jungle", "city")}
"""Ground that disrupts who lands in it, by the setting of `drop_terrain`."""
ROUGH_FOR_GLIDERS = ("bocage", "polder")


class Descent(Value):
    """What bears on a descent: load; elite by its own experience; the sky; pathfinders of the flight that took back no drift of
    its way; hits: those taken over the zone, where fire there makes the drift worse."""

    load: str
    elr: int
    night: bool
    moon: str
    wind: str
    overcast: bool
    fog: bool
    pathfinders: int = 0
    hits: int = 0


DRMS: Mapping[str, Callable[[Descent], int]] = {
    "night": lambda d: int(d.night and not d.pathfinders),
    "new_moon": lambda d: int(d.night and d.moon == "new"),
    "wind_moderate": lambda d: int(d.wind == "moderate"),
    "wind_strong": lambda d: int(d.wind in ("gusty", "heavy")),
    "overcast": lambda d: int(d.overcast),
    "fog": lambda d: int(d.fog),
    "flak_over_zone": lambda d: d.hits,
    "elite": lambda d: int(d.elr >= ELITE and d.load != SUPPLY and not d.night),
}
"""How often each counts."""


def drms(grid: Grid, descent: Descent) -> tuple[tuple[str, int], ...]:
    """What modifies a descent: each with its value."""
    found = ((drm.id, int(str(drm.value)) * DRMS[drm.id](descent)) for drm in grid.drms.values())
    return tuple((name, value) for name, value in found if value)


@rule("TOCS-W15.15-6", "TOCS-W15.16-2", "TOCS-W15.12-2", "MASL-7.1-8")
def hexes(grid: Grid, descent: Descent, thrown: int) -> int:
    """How many hexes it is carried: by the chart, one less for each pathfinder."""
    total = thrown + sum(value for _, value in drms(grid, descent))
    found = int(grid.cell({}, grid.columns.labels.index(descent.load), total))
    help_ = section(grid.extras, "pathfinder")
    return max(whole(help_, "minimum"), found + whole(help_, "result") * descent.pathfinders)


# ---------------------------------------------------------------- where they come down


def drowned(ground: Ground, place: Hex) -> bool:
    """Is there nothing but open water?"""
    return place in open_waters(ground)


def watered(ground: Ground, place: Hex) -> bool:
    """Does a river or canal run through a hex, or is part of it a lake?"""
    return place in ground.banks or any(kind in OPEN for kind in terrains_of(ground, place))


def on_hill(ground: Ground, place: Hex) -> bool:
    """Is a hex a hill and nothing else: does every side of it fall away?"""
    near = ground.neighbours[place]
    return bool(near) and all(slope(ground, other, place) > 0 for other in near)


@rule("TOCS-W15.15-8", "MASL-7.1-9")
def landing(game: Game, place: Hex, load: str, held: bool) -> tuple[int, str]:
    """The worst state that the ground of a hex leaves troops in (its rank, 0 for no harm), and what it is about the hex. held: the
    enemy is there. By the rules of the war any hard ground in a hex does; by those of Nijmegen it is all of the hex, and nobody
    else is in it."""
    ground, setting = game.ground, str(game.switches["drop_terrain"])
    if held and setting == "780":
        return 0, ""
    if watered(ground, place):
        return DISPERSED, phrase("came down in the water")
    kinds = terrains_of(ground, place)
    hard = [kind in HARD[setting] for kind in kinds]
    if hard[0] and (setting == "623" or all(hard)):
        return DISRUPTED, phrase("came down in {terrain}")
    if setting == "623" and any(hard):
        return DISRUPTED, phrase("came down among trees or houses")
    if setting == "780" and on_hill(ground, place):
        return DISRUPTED, phrase("came down on a hill")
    if setting == "623" and load == GLIDER and any(kind in ROUGH_FOR_GLIDERS for kind in kinds):
        return 1, phrase("came down in {terrain}")
    return 0, ""


@rule("TOCS-W15.15-8")
def bank(ground: Ground, place: Hex, face: int) -> int | None:
    """The bank of a divided hex that a die names by a hexside on it; None for a hexside that the water crosses: it is thrown
    again."""
    return bank_of(ground, place, DIRECTIONS[face - 1])

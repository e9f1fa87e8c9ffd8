"""Fights in the air: who is intercepted, and what each round costs either side (TOCS-W14.6, W15.7, W15.8).

Every DRM of the chart `air-combat`, and every one of `air-interception`, has its predicate here.
"""

import re
from collections.abc import Callable, Mapping

from pbem.kernel.charts.tables import Grid
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

MOST_ROUNDS = 6
ZONE = 2  # rings about the hex of a patrol or an interdiction
_TOKEN = re.compile(r"([AE])(\d)")


class Prey(Value):
    """What enters the zone of a patrol or an interdiction. low: aircraft that fly low; road: ground troops at the road rate;
    driven: vehicles or a train; small: an asset or half-company alone; wooded: troops among trees or houses."""

    hex: Hex
    low: bool = False
    road: bool = False
    driven: bool = False
    small: bool = False
    wooded: bool = False


class Watch(Value):
    """A patrol or an interdiction as it looks for prey: its hex, its aircraft, the sky."""

    hex: Hex
    aircraft: int
    overcast: bool = False
    dim: bool = False


INTERCEPTION: Mapping[str, Callable[[Watch, Prey], bool]] = {
    "centre": lambda w, p: p.hex == w.hex,
    "edge": lambda w, p: distance(p.hex, w.hex) == ZONE,
    "overcast": lambda w, p: w.overcast,
    "dusk_dawn": lambda w, p: w.dim,
    "low_target": lambda w, p: p.low,
    "on_road": lambda w, p: p.road,
    "vehicles": lambda w, p: p.driven,
    "small": lambda w, p: p.small,
    "wooded": lambda w, p: p.wooded,
}


@rule("TOCS-W15.7-1", "TOCS-W15.9-1")
def within(watch: Hex, place: Hex) -> bool:
    """Does a hex lie in the zone: the hex named, and the two rings about it?"""
    return distance(watch, place) <= ZONE


@rule("TOCS-W15.7-2", "TOCS-W15.9-2")
def drms(grid: Grid, watch: Watch, prey: Prey) -> tuple[tuple[str, int], ...]:
    """What modifies an attempt: each with its value."""
    return tuple((d.id, int(str(d.value))) for d in grid.drms.values() if INTERCEPTION[d.id](watch, prey))


@rule("TOCS-W15.7-2", "TOCS-W15.9-2")
def intercepted(grid: Grid, watch: Watch, prey: Prey, thrown: int) -> bool:
    """Is what entered the zone caught?"""
    column = grid.column_at(watch.aircraft)
    total = thrown + sum(value for _, value in drms(grid, watch, prey))
    return column is not None and grid.cell({}, column, total) == "I"


# ---------------------------------------------------------------- the fight


class Flyers(Value):
    """One side of a fight: how many aircraft, of them escorts; quality: its nation's figure in the air; fighters: is there one on a
    fighter-type mission among them; limit: after how many losses and aborts it breaks off (None: it fights on)."""

    aircraft: int
    escorts: int = 0
    quality: int = 0
    fighters: bool = True
    limit: int | None = 1


class Round(Value):
    """A round of a fight: which it is, both sides as they are, and the sky."""

    number: int
    attacker: Flyers
    defender: Flyers
    overcast: bool = False
    clear: bool = True


class Cost(Value):
    """What a round took of a side: aircraft lost, aircraft sent home."""

    lost: int = 0
    home: int = 0

    @property
    def all(self) -> int:
        """Losses and aborts together."""
        return self.lost + self.home


COMBAT: Mapping[str, Callable[[Round], int]] = {
    "attacker_quality": lambda r: (r.attacker.quality > r.defender.quality) - (r.attacker.quality < r.defender.quality),
    "bounce": lambda r: int(r.number == 1 and r.clear),
    "bombers": lambda r: int(not r.defender.fighters and not r.defender.escorts),
    "escorts": lambda r: int(r.defender.escorts > 0 and 2 * r.defender.escorts >= r.attacker.aircraft),
    "cloud": lambda r: int(r.overcast),
}
"""How often each counts."""


def modifiers(grid: Grid, fight: Round) -> tuple[tuple[str, int], ...]:
    """What modifies a round: each with its value."""
    found = ((drm.id, int(str(drm.value)) * COMBAT[drm.id](fight)) for drm in grid.drms.values())
    return tuple((name, value) for name, value in found if value)


@rule("TOCS-W14.6-2")
def costs(grid: Grid, fight: Round, thrown: int) -> tuple[Cost, Cost]:
    """What a round takes of the attacker, who intercepted, and of the defender."""
    total = thrown + sum(value for _, value in modifiers(grid, fight))
    cell = grid.cell({}, grid.column_for(fight.attacker.aircraft, fight.defender.aircraft), total)
    attacker, defender = cell.split("/")
    return _cost(attacker, fight.attacker.aircraft), _cost(defender, fight.defender.aircraft)


def _cost(token: str, aircraft: int) -> Cost:
    """No more than there are: the lost are counted before those that go home."""
    found = {kind: int(number) for kind, number in _TOKEN.findall(token)}
    lost = min(found.get("E", 0), aircraft)
    return Cost(lost, min(found.get("A", 0), aircraft - lost))


@rule("TOCS-W14.6-2", "TOCS-W15.8-1")
def after(side: Flyers, cost: Cost) -> Flyers:
    """A side after a round: its escorts take the results first."""
    return Flyers(side.aircraft - cost.all, max(0, side.escorts - cost.all), side.quality, side.fighters, side.limit)


@rule("TOCS-W14.6-2")
def goes_on(fight: Round, suffered: tuple[int, int]) -> bool:
    """Is there another round? suffered: losses and aborts of attacker and defender so far."""
    sides = ((fight.attacker, suffered[0]), (fight.defender, suffered[1]))
    broken = any(side.limit is not None and taken >= side.limit for side, taken in sides)
    return fight.number < MOST_ROUNDS and not broken and all(side.aircraft > 0 for side, _ in sides)


@rule("TOCS-W14.6-1")
def meets(hunts: bool, is_hunted: bool) -> bool:
    """Does it come to a fight where aircraft of both sides share a hex: is one of either on escort, patrol, ground strike or
    interdiction?"""
    return hunts or is_hunted

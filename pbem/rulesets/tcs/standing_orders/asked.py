"""What a side is asked in the middle of a turn, each answered from its own picture and its policies."""

from collections.abc import Iterator

from pbem.engine.moments import StandingFile
from pbem.kernel.hexes import Hex, direction, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.combinations import Pair, own_pairs
from pbem.rulesets.tcs.rules.movement import Country, step_cost
from pbem.rulesets.tcs.rules.retreats import may_run_to, may_stop, nearest
from pbem.rulesets.tcs.rules.spotting import protective, terrain_cover
from pbem.rulesets.tcs.sheets import DEFENSES
from pbem.rulesets.tcs.standing_orders.reading import UnitPolicy, policy_of
from pbem.rulesets.tcs.units import TacticalUnit

BOTH = 2
"""A pair that a policy names: the infantry and the machine gun."""


class PairsAsked(Value):
    """Which infantry is attacked as one with which machine gun in a hex?"""

    hex: Hex

    @rule("TCS3-7-3")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> tuple[Pair, ...]:
        """The pairs."""
        units = tuple(unit for unit in picture.forces.at(self.hex) if not unit.rides)
        said = {unit.id: policy_of(standing, picture.forces, unit).pair for unit in units}
        named = dict.fromkeys(Pair(*pair) for pair in said.values() if len(pair) == BOTH)
        taken = {name for pair in named for name in (pair.infantry, pair.weapon)}
        free = tuple(unit for unit in units if unit.id not in taken and said[unit.id] == ("auto",))
        return (*named, *own_pairs(free))


class LossesAsked(Value):
    """Does the machine gun of a pair lose steps before the infantry?"""

    units: tuple[str, ...]

    @rule("TCS3-7-4")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> bool:
        """Does it?"""
        first = next((picture.forces.units[name] for name in self.units if name in picture.forces.units), None)
        return first is not None and policy_of(standing, picture.forces, first).guns_first


class LeaderAsked(Value):
    """Which vehicle takes the hit on a leader's?"""

    unit: str

    @rule("TCSARM-4.2a-2")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> str:
        """Another of its type in its hex, one that is no leader and carries nobody first; the leader itself where there is none, or
        its policy wants it."""
        units = picture.forces.units
        leader = units[self.unit]
        others = [u for u in picture.forces.at(leader.hex) if u.counter.id == leader.counter.id and u.id != leader.id]
        if not others or not policy_of(standing, picture.forces, leader).leader:
            return leader.id
        carrying = {unit.rides for unit in units.values()}
        return min(others, key=lambda unit: (unit.leader, unit.id in carrying, unit.id)).id


class FlightAsked(Value):
    """Where does a unit run that runs so many hexes? voluntary: it falls back in place of its fire."""

    unit: str
    hexes: int
    voluntary: bool = False

    @rule("TCSB-17-11", "TCSB-17-14")
    def answer(self, game: TacticalGame, picture: TacticalPicture, standing: StandingFile) -> tuple[Hex, ...]:
        """The hexes of its way."""
        runner = replace(picture.forces.units[self.unit], mode="move")
        policy = policy_of(standing, picture.forces, runner)
        if self.voluntary and (policy.fallback_to or policy.fallback_toward):
            goals = (policy.fallback_to,) if policy.fallback_to else ()
            policy = replace(policy, syr=goals, syr_toward=policy.fallback_toward)
        over = Country(game.book, game.ground, picture.smoke)
        ways = _ways(over, runner, self.hexes, picture.known_enemies)
        ends = [way for way in ways if may_stop(len(way), self.hexes, _shields(game, picture, way[-1]))]
        return max(ends or ways, key=lambda way: (_wanted(policy, runner, way), *_worth(game, picture, way)), default=())


@rule("TCSB-17-14")
def _shields(game: TacticalGame, picture: TacticalPicture, place: Hex) -> bool:
    """Is it protective terrain, or a friendly defense position: of a defense in force, or dug and held?"""
    defenses = (sheet for sheet in picture.forces.sheets.values() if sheet.type in DEFENSES and sheet.status == "implemented")
    there = picture.works.get(place)
    dug = there is not None and there.owner == picture.side and there.level > 0
    return dug or protective(game.book, game.ground.terrain[place]) or any(place in sheet.objective for sheet in defenses)


def _ways(over: Country, runner: TacticalUnit, hexes: int, enemies: frozenset[Hex]) -> list[tuple[Hex, ...]]:
    """A way to each hex that a retreat may reach, for each number of hexes: no step nearer to the enemy."""
    found, edge = list[tuple[Hex, ...]](), {runner.hex: tuple[Hex, ...]()}
    for _ in range(hexes):
        edge = {end: way for before in reversed(edge.values()) for end, way in _steps(over, runner, before, enemies)}
        found += edge.values()
    return found


def _steps(
    over: Country, runner: TacticalUnit, way: tuple[Hex, ...], enemies: frozenset[Hex]
) -> Iterator[tuple[Hex, tuple[Hex, ...]]]:
    here = way[-1] if way else runner.hex
    for there in over.ground.neighbours(here):
        fresh = there != runner.hex and there not in way
        if fresh and may_run_to(here, there, enemies) and step_cost(over, runner, here, there) is not None:
            yield there, (*way, there)


def _wanted(policy: UnitPolicy, runner: TacticalUnit, way: tuple[Hex, ...]) -> int:
    """How well a way fits what the policy says: near to its hexes, or off in its direction."""
    if policy.syr:
        return -min(distance(way[-1], goal) for goal in policy.syr)
    return int(bool(policy.syr_toward) and direction(runner.hex, way[0]) == policy.syr_toward.upper())


def _worth(game: TacticalGame, picture: TacticalPicture, way: tuple[Hex, ...]) -> tuple[int, int, str]:
    """Away from the enemy, then by cover."""
    end = way[-1]
    away = nearest(end, picture.known_enemies) if picture.known_enemies else len(way)
    return away, -terrain_cover(game.book, game.ground.terrain[end]), end

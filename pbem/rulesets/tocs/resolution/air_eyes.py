"""What crews on station see of the enemy's moves and guns, and what is seen over a hex (TOCS-W15.3)."""

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import air, dogfights, perimeter
from pbem.rulesets.tocs.rules.adjacent_moves import Entry
from pbem.rulesets.tocs.units import Unit

Events = tuple[e.Event, ...]
DRIVEN = perimeter.KINDS[1]  # as what a train is seen


def spotted(board: Board, side: str, hex_: Hex) -> bool:
    """Is a spotter of the side on station over a hex?"""
    return any(sortie.goal == hex_ for sortie in board.forces[side].air.on_station("spotter"))


@rule("TOCS-W15.3-2")
def kinds_at(moment: Moment, side: str, hex_: Hex) -> tuple[str, ...]:
    """The kinds of enemies in a hex, as its owner must list them to a spotter."""
    enemy = moment.game.other(side)
    return perimeter.kinds(tuple(moment.board.forces[enemy].counter(u) for u in moment.board.occupants(hex_, enemy)))


@rule("TOCS-W15.3-5", "TOCS-W15.9-3")
def unseen(moment: Moment, way: Entry) -> bool:
    """Does a unit go into a hex unseen from the air: off the road at double cost, or under trees?"""
    return way.quiet or (not way.road and moment.game.ground.terrain[way.to.hex] in air.HIDDEN)


@rule("TOCS-W15.3-4", "TOCS-W15.3-5")
def moving(moment: Moment, side: str, unit: Unit, way: Entry) -> Events:
    """A unit of a side's has gone into a hex: what the enemy's observers tell of it."""
    return () if unseen(moment, way) else _seen(moment, side, (unit,), fired=False)


@rule("TOCS-W15.3-4", "TOCS-W15.9-3")
def train(moment: Moment, side: str, hex_: Hex) -> Events:
    """A train of a side's has come into a hex, which nothing hides: an observer of the enemy's that watches it sees it, and each
    interdiction in whose zone it runs."""
    enemy = moment.game.other(side)
    there = moment.board.forces[enemy].air
    eyes = [s for s in there.on_station("observer") if distance(s.goal, hex_) <= air.SIGHT][:1]
    eyes += [s for s in there.on_station("interdict") if dogfights.within(s.goal, hex_)]
    return tuple(e.MovementSeen(enemy, sortie.id, hex_, (DRIVEN,)) for sortie in eyes)


@rule("TOCS-W15.3-4")
def firing(moment: Moment, side: str, batteries: tuple[Unit, ...]) -> Events:
    """Guns of a side's fire: what the enemy's observers tell of them."""
    return _seen(moment, side, batteries, fired=True)


def _seen(moment: Moment, side: str, units: tuple[Unit, ...], *, fired: bool) -> Events:
    """Each unit in the hex of an observer or beside it, once, by the first that sees it."""
    board, enemy = moment.board, moment.game.other(side)
    told: list[e.Event] = []
    for unit in units:
        eyes = (s for s in board.forces[enemy].air.on_station("observer") if distance(s.goal, unit.hex) <= air.SIGHT)
        watch = next(eyes, None)
        if watch:
            kinds = perimeter.kinds((board.forces[side].counter(unit),))
            told.append(e.MovementSeen(enemy, watch.id, unit.hex, kinds, fired))
    return tuple(told)

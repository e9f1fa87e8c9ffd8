"""Vehicles thrown back into a hex that has filled up, or stopped in one: the last to arrive go on to the first that has room."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.rules.barriers import barred
from pbem.rulesets.tcs.rules.movement import Country, step_cost
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import MOST_VEHICLES, TacticalUnit, vehicles_on
from pbem.rulesets.tcs.view import TacticalForces


@rule("TCSB-5-5")
def crowded_out(moment: Moment, side: str) -> Iterator[t.CrowdedOut]:
    """The next of them, at the end of a side's action phase: one hex after another until none is too full or nobody can go."""
    forces = moment.board.forces[side]
    for name in reversed(moment.board.firing.thrown_back):
        unit = forces.units.get(name)
        if unit and unit.counter.vehicle and _vehicles(forces, unit.hex) > MOST_VEHICLES and (to := _room(moment, forces, unit)):
            yield t.CrowdedOut(side, (name,), unit.hex, to)
            return


def _vehicles(forces: TacticalForces, place: Hex) -> int:
    return sum(vehicles_on(unit.counter, unit.steps) for unit in forces.at(place))


def _room(moment: Moment, forces: TacticalForces, unit: TacticalUnit) -> Hex | None:
    """The hex beside it with room that lies farthest from the enemy."""
    enemies = [enemy.hex for enemy in moment.board.forces[moment.game.other(forces.side)].units.values()]
    over = Country(moment.game.book, moment.game.ground, moment.board.smoke, barred=barred(moment.game.book, forces))
    free = (
        hex_
        for hex_ in sorted(moment.game.ground.neighbours(unit.hex))
        if hex_ not in enemies
        and step_cost(over, unit, unit.hex, hex_) is not None
        and _vehicles(forces, hex_) + vehicles_on(unit.counter, unit.steps) <= MOST_VEHICLES
    )
    return max(free, key=lambda hex_: min((distance(hex_, enemy) for enemy in enemies), default=0), default=None)

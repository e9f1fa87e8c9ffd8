"""What a unit does in place of fire: smoke from a tank's gun, a fall back (TCSARM-4.6, TCSARM-4.10)."""

from pbem.kernel.hexes import distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import FireOrder
from pbem.rulesets.tcs.rules.armor_smoke import may_fall_back, may_fire_smoke
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.attacks import Retreat, flight
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

Events = tuple[e.Event, ...]


def without_fire(moment: Moment, order: FireOrder) -> Events:
    """The next unit of an order that fires at nobody."""
    forces = moment.board.forces[order.side]
    rest = e.FireTaken(replace(order, units=order.units[1:]) if order.units[1:] else None)
    unit = forces.units.get(order.units[0])
    if unit is None or unit.paralyzed:
        return (rest,)
    return (rest, *(_smoke if order.aim == "smoke" else _fall_back)(moment, forces, unit, order))


@rule("TCSARM-4.6-1")
def _smoke(moment: Moment, forces: TacticalForces, unit: TacticalUnit, order: FireOrder) -> Events:
    """A marker in a hex that it sees within its range; overwatch marks its stack."""
    sees = may_see(moment.game.book, moment.game.sight, air(moment.game, moment.board), unit, order.hex)
    if not sees or not may_fire_smoke(unit, distance(unit.hex, order.hex)) or order.manner not in ("overwatch", "return"):
        return ()
    marked = tuple(other.id for other in forces.at(unit.hex) if not other.overwatch)
    return (t.SmokeMade(order.side, (unit.id,), order.hex, order.manner, marked),)


@rule("TCSARM-4.10-1", "TCSARM-4.10-3")
def _fall_back(moment: Moment, forces: TacticalForces, unit: TacticalUnit, order: FireOrder) -> Events:
    """It runs of its own will: men lose steps by it, tanks do not."""
    if not may_fall_back(moment.game.book, unit, moment.board.public.segment):
        return ()
    occasion = f"fallback/{unit.id}/T{moment.board.public.turn}/{moment.board.firing.triggers}"
    return flight(moment, forces, Retreat(unit.id, occasion, True))

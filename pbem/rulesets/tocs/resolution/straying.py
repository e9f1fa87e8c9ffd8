"""The first hex of a move that may go astray (TOCS-W10.1.3)."""

from pbem.kernel.decisions import Refusal, failed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import straying, zoc
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, entry, may_enter_enemy_ground, pay
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View


class Leg(Value):
    """One hex of a move: the place before, the way in, and the activation that paid for it."""

    way: Entry
    active: Activation


@rule("TOCS-W10.1.3-2", "TOCS-W10.1.3-3", "TOCS-W10.1.3-4", "TOCS-W10.1.3-8")
def tested(moment: Moment, side: str, leg: Leg) -> tuple[tuple[e.Event, ...], Leg | None]:
    """The first hex of a move is thrown for, in secret; the leg that comes of it, None when the unit stays where it is."""
    view: View = moment.board.view(moment.game, side)
    unit, to = view.forces.units[leg.active.unit], leg.way.to.hex
    if not straying.is_tested(view, unit, to, leg.way.road):
        return (), leg
    way = f"{side}/{view.forces.counter(unit).call}/{view.public.impulse_name}/{unit.hex}-{to}"
    total = moment.dice.throw(f"straying/{way}", "2d6").total + straying.modifier(view, unit, to)
    if not straying.strays(view, total):
        return (e.WayTested(side, unit.id, unit.hex, to, to),), leg
    face = moment.dice.throw(f"straying direction/{way}", "1d6").total
    goal = straying.heading(view, unit.hex, to, face)
    astray = leg if goal == to else _astray(moment.board.ground_view(moment.game, side), unit, goal)
    return (e.WayTested(side, unit.id, unit.hex, to, astray.way.to.hex if astray else unit.hex),), astray


@rule("TOCS-W10.1.3-5")
def _astray(view: View, unit: Unit, goal: Hex | None) -> Leg | None:
    """The leg into the hex a unit strays to, off the road; None if it is off the map, impassable or out of reach. A river that
    must be tried first is no way, nor is a bridge that is not there."""
    counter, active = view.forces.counter(unit), view.forces.active
    way = entry(view, counter, Position(unit.hex, unit.bank), goal, by_road=False) if goal else None
    if (
        goal is None
        or way is None
        or way.means == WADE
        or active is None
        or not (view.own(goal) or may_enter_enemy_ground(counter))
    ):
        return None
    way = doubled(view, unit, way, unit.hex)
    paid = pay(active, counter, way, "move")
    return Leg(way, paid) if paid else None


def lost(moment: Moment, side: str, meant: Leg, astray: Leg | None, happened: Refusal | None) -> Refusal:
    """What the owner is told of the leg they meant and the one that came of it. happened to: what happened to the unit there."""
    call, to = moment.board.forces[side].counters[meant.active.unit].call, meant.way.to.hex
    if astray is None:
        return failed(say("{call} lost its way to {to} and is where it was", call=call, to=to), "TOCS-W10.1.3-5")
    strayed = say("{call} strayed: into {to}, not {meant}", call=call, to=astray.way.to.hex, meant=to)
    return failed(f"{strayed}; {happened.words}", happened.rule) if happened else failed(strayed, "TOCS-W10.1.3-4")


@rule("TOCS-W6.0-13")
def doubled(view: View, unit: Unit, way: Entry, at: Hex) -> Entry:
    """The way at the double cost of a step from zone to zone, for those who pay it."""
    if way.cost != ALL_AP and zoc.doubled(view, view.forces.counter(unit), at, way.to.hex):
        return replace(way, cost=way.cost * 2)
    return way

"""RESERVE (TOCS-W10.21)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, no_ops, too_few_ap
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import action_points, paid, pool_of
from pbem.rulesets.tocs.rules.chain import answers_to, is_headquarters
from pbem.rulesets.tocs.rules.command import in_touch
from pbem.rulesets.tocs.rules.communications import in_loc, loc
from pbem.rulesets.tocs.rules.movement import busy
from pbem.rulesets.tocs.rules.zoc import too_near
from pbem.rulesets.tocs.units import STATES, Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View


class Reserve(Value):
    """The units to go into reserve, by call."""

    units: tuple[str, ...]


def order(act: Act, picture: Picture) -> Reserve | Refusal:
    """The order from its words."""
    return Reserve(act.texts("UNITS"))


@rule("TOCS-W10.21-1")
def check(game: Game, picture: Picture, order: Reserve) -> tuple[Refusal, ...]:
    """An HQ's order, for 1 AP and 1 OP each, to a unit under it that is free of the enemy."""
    unit, active = active_unit(picture)
    counter = picture.forces.counter(unit)
    if not is_headquarters(counter):
        return (
            illegal(
                say("{counter} is no headquarters: HQ: reserve {units}", counter=counter.call, units=" ".join(order.units)),
                "TOCS-W10.21-1",
            ),
        )
    if active.ap < len(order.units):
        return (too_few_ap(active, say("{counter} needs 1 AP for each", counter=counter.call), "TOCS-W10.21-1"),)
    for call in order.units:
        found = _may_wait(picture.view(game), unit, call)
        if found:
            return (found,)
        picture = _put(game, picture, active, call)
    return ()


def _may_wait(view: View, hq: Unit, call: str) -> Refusal | None:
    """Why this unit cannot go into reserve now."""
    forces = view.forces
    unit = forces.unit_called(call)
    if unit is None or unit.status != "map" or unit.id == hq.id:
        return illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1")
    refused = _unheard(view, hq, unit)
    if refused:
        return refused
    if unit.reserve:
        return illegal(say("{call} is in reserve", call=call), "TOCS-W10.21-1")
    if near := too_near(view, unit):
        return illegal(near, "TOCS-W10.21-1")
    if forces.attack_of(unit.id):
        return illegal(say("{call} is committed to an attack", call=call), "TOCS-W10.0-5")
    if action_points(view, unit) <= 0:
        return illegal(say("{call} is {state}: it could do nothing", call=call, state=say(STATES[unit.state])), "TOCS-W5.0-4")
    return None if _prepaid(view, unit) else no_ops(forces)


def _unheard(view: View, hq: Unit, unit: Unit) -> Refusal | None:
    """Why no order of this headquarters reaches the unit."""
    forces = view.forces
    call = forces.counter(unit).call
    if not answers_to(forces, unit, hq):
        return illegal(say("{call} does not answer to {hq}", call=call, hq=forces.counter(hq).call), "TOCS-W10.0-3")
    link = loc(view, unit)
    if not link.ok:
        return illegal(say("{call} is out of communication ({why})", call=call, why=link.why), "TOCS-W10.21-1")
    if not in_touch(view, hq, unit):
        return illegal(say("no order of {hq} gets through to {call}", hq=forces.counter(hq).call, call=call), "TOCS-W7.2-4")
    return None


@rule("TOCS-W10.21-1", "TOCS-W10.21-2")
def _prepaid(view: View, unit: Unit) -> ReplacementPool | None:
    """The pool once the unit is paid for: an OP, but for guns, whose mission costs the HQ's order and no OP."""
    if view.forces.counter(unit).kind == "battery":
        return pool_of(view.forces, unit)
    return paid(view, unit, 0)


def _spent(active: Activation) -> Activation:
    """The HQ's activation after one order."""
    return replace(busy(active, 1), given=active.given + 1)


def _put(game: Game, picture: Picture, active: Activation, call: str) -> Picture:
    """The picture with one unit more in reserve."""
    unit = picture.forces.unit_called(call)
    pool = _prepaid(picture.view(game), unit) if unit else None
    if unit is None or pool is None:
        return picture
    left = _spent(picture.forces.active or active)
    forces = replace(picture.forces.with_unit(replace(unit, reserve=True)).with_pool(pool), active=left)
    return replace(picture, forces=forces)


def expect(game: Game, picture: Picture, order: Reserve) -> Picture:
    """The units in reserve, AP and OPs spent."""
    _, active = active_unit(picture)
    for call in order.units:
        picture = _put(game, picture, active, call)
    return picture


def execute(moment: Moment, picture: Picture, order: Reserve) -> Outcome:
    """Each unit is put into reserve; nothing of it is announced."""
    side = picture.side
    events: list[e.Event] = []
    for call in order.units:
        forces: Forces = after(moment, events).board.forces[side]
        unit, active = forces.unit_called(call), forces.active
        view = after(moment, events).board.view(moment.game, side)
        pool = _prepaid(view, unit) if unit else None
        if unit and active and pool:
            events += [e.ActivationChanged(side, _spent(active)), e.ReserveOrdered(side, replace(unit, reserve=True), pool)]
    return Outcome(tuple(events))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Units under this headquarters that could go into reserve."""
    hq, forces = picture.forces.units[unit], picture.forces
    if not is_headquarters(forces.counter(hq)):
        return ()
    view = picture.view(game)
    heard = (u for u in forces.on_map() if answers_to(forces, u, hq) and in_loc(view, u))
    calls = sorted(forces.counter(u).call for u in heard)
    return tuple(f"reserve {call}" for call in calls if _may_wait(view, hq, call) is None)


def warn(game: Game, picture: Picture, order: Reserve) -> tuple[str, ...]:
    """A unit that has acted already has less to act with."""
    view = picture.view(game)
    tired = [unit for unit in map(picture.forces.unit_called, order.units) if unit and unit.state > 0]
    words = phrase("{call} is {state}: {left} AP when it is called, {number} fewer than in good order")
    return tuple(
        say(words, call=view.forces.counter(u).call, state=say(STATES[u.state]), left=action_points(view, u), number=u.state)
        for u in tired
    )


ACTION = Action(
    verb=Verb("reserve", ("reserve UNITS",), "unit", phrase("put units under this headquarters into reserve")),
    help=phrase(
        """RESERVE is a headquarters' order: for 1 AP and 1 OP, paid now, a unit under it goes into reserve (TOCS-W10.21-1). It must
not be engaged, nor stand where EZOC is claimed, which counts until a scout of the hex finds it gone. Guns pay no OP, as
for a mission; called, they fire any (TOCS-W10.21-2). It stays where it is until its script calls it when the enemy
announces battles (HELP WHEN, HELP RESERVES), or until your own battles are fought (HELP AFTER). Then it acts without
another OP, and only then falls a state. It loses its place in reserve, and its OP, when you activate it otherwise, and
when it is probed, attacked or drawn into the enemy's zone (TOCS-W10.21-5). The enemy learns nothing of it.

    HQ504: reserve A/504
    HQ504: reserve A/504, B/504"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn,
)  # fmt: skip

"""Overwatch: a trigger, who may answer it, what their side chooses, the marked dice, the fire; then the return fire.

One atom each: the desk learns of the trigger before it is asked, and each stack's fire is through before the next one's die.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Answering, FireOrder, StackFire
from pbem.rulesets.tcs.rules import overwatch
from pbem.rulesets.tcs.rules.overwatch import Answerer, Stack, Trigger, may_answer, may_fire_overwatch, throw_marked_die, within_cap
from pbem.rulesets.tcs.rules.suppressive import may_fire_at_all
from pbem.rulesets.tcs.seeing import spotted
from pbem.rulesets.tcs.settling.fires import MORTAR, sees_place, spots, spotter
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.answers import FirePlan, OverwatchAsked, ReturnAsked, StackAsked, StackPlan
from pbem.rulesets.tcs.units import TacticalUnit, shots
from pbem.rulesets.tcs.view import TacticalForces

Events = tuple[e.Event, ...]


def trigger_goes_on(moment: Moment, now: Answering) -> Events:
    """The next atom of a trigger."""
    if now.places:
        return _return_fire(moment, now)
    if now.chosen is None:
        return _asked(moment, now)
    if now.chosen:
        return _stack(moment, replace(now, chosen=now.chosen[1:]), now.chosen[0])
    return _over(moment, now)


# ---------------------------------------------------------------- who may answer


@rule("TCS3-1-4", "TCS3-1-7", "TCS3-1-10")
def _asked(moment: Moment, now: Answering) -> Events:
    """The desk learns of the trigger, then it is asked who fires."""
    answers = _answerers(moment, now)
    if not answers:
        return (e.TriggerChanged(None),)
    if not now.noticed:
        places = tuple(answer.stack.place for answer in answers)
        return (e.TriggerNoticed(replace(now, noticed=True, seen=_spotted_by(moment, now, places)), places),)
    stacks = tuple(StackAsked(a.stack.place, a.stack.units, a.stack.marked, a.row == overwatch.ADJACENT) for a in answers)
    moving = moment.board.moving.units if moment.board.moving else ()
    question = OverwatchAsked(now.place, stacks, now.act == "overwatch", moving if now.act == "overwatch" else ())
    return _chosen(moment, now, answers, moment.ask(now.side, question))


@rule("TCS3-1-7")
def _chosen(moment: Moment, now: Answering, answers: Sequence[Answerer], answered: Iterable[StackPlan]) -> Events:
    """The stacks that are to fire, as many as may; of fire at who moves the others are told why they did not."""
    plans = {plan.place: plan for plan in answered}
    willing = [answer for answer in answers if plans[answer.stack.place].fires] if plans else []
    firing = within_cap(moment.game.book, willing, {place: plan.rank for place, plan in plans.items() if plan.fires})
    chosen = tuple(StackFire(a.stack.place, a.needed, _orders(moment, now, plans[a.stack.place])) for a in firing)
    held = tuple(_held(plans.values(), {fire.place for fire in chosen})) if now.act == "enters" else ()
    told = (t.OverwatchHeld(now.side, now.place, held),) if held else ()
    return (*told, e.TriggerChanged(replace(now, chosen=chosen)))


@rule("TCS3-1-3", "TCS3-1-7")
def _held(plans: Iterable[StackPlan], firing: Collection[Hex]) -> Iterator[t.HeldFire]:
    """Who did not fire, and why: by policy, or since another distant stack came first."""
    for plan in plans:
        yield from plan.held
        if plan.place not in firing:
            yield from (t.HeldFire(unit, "cap") for fire in plan.fires for unit in fire.units)


def _orders(moment: Moment, now: Answering, plan: StackPlan) -> tuple[FireOrder, ...]:
    """What a stack fires, as orders."""
    manner: t.FireManner = "overwatch" if now.act == "enters" else "return"
    movers = now.seen if now.act == "enters" else ()
    own = moment.board.forces[now.side].units
    return tuple(
        FireOrder(now.side, _shooting(own, fire), fire.hex or now.place, fire.aim, manner, fire.at, movers, now.left)
        for fire in plan.fires
    )


@rule("TCSARM-4.2B-3")
def _shooting(own: Mapping[str, TacticalUnit], fire: FirePlan) -> tuple[str, ...]:
    """The units of a fire, each as often as it makes point fires."""
    many = fire.aim == "point"
    return tuple(name for name in fire.units for _ in range(shots(own[name]) if many else 1))


@rule("TCSB-14-3", "TCSB-7-3")
def _spotted_by(moment: Moment, now: Answering, stacks: tuple[Hex, ...]) -> tuple[str, ...]:
    """Those of a trigger that the stacks which see it spot: each for itself, a mortar by another's eyes."""
    forces, enemies = moment.board.forces[now.side], moment.board.forces[moment.game.other(now.side)].units
    there = [enemies[name] for name in now.units if name in enemies]
    own = [unit for place in stacks for unit in forces.at(place)]
    eyes = [eye for unit in own if unit.counter.type == MORTAR and (eye := spotter(moment, forces, unit, now.place, now.left))]
    return tuple(one.id for one in there if any(spots(moment, unit, one, now.left) for unit in (*own, *eyes)))


def _answerers(moment: Moment, now: Answering) -> tuple[Answerer, ...]:
    """The stacks of a side that see a trigger and have somebody who may fire."""
    forces = moment.board.forces[now.side]
    places = dict.fromkeys(unit.hex for unit in forces.units.values())
    stacks = (found for place in places if (found := _stack_at(moment, now, forces, place)))
    return may_answer(moment.game.book, Trigger(now.place, now.units, now.act), stacks)


@rule("TCS3-1-5", "TCS3-1-6")
def _stack_at(moment: Moment, now: Answering, forces: TacticalForces, place: Hex) -> Stack | None:
    """The units of a hex that may answer, None for none; a mortar by another's eyes if it does not see for itself."""
    there = forces.at(place)
    able = [unit for unit in there if _may_fire(moment, forces, unit)]
    seeing = tuple(unit.id for unit in able if _sees(moment, now, unit))
    mortars = (unit for unit in able if unit.counter.type == MORTAR and unit.id not in seeing)
    eyes = {unit.id: eye.hex for unit in mortars if (eye := _eyes(moment, now, forces, unit))}
    if not seeing and not eyes:
        return None
    marked = any(unit.overwatch or unit.fired for unit in there)
    return Stack(place, (*seeing, *eyes), marked, True, bool(seeing), None if seeing else next(iter(eyes.values())))


def _eyes(moment: Moment, now: Answering, forces: TacticalForces, mortar: TacticalUnit) -> TacticalUnit | None:
    """Through whose eyes a mortar sees a trigger."""
    eye = spotter(moment, forces, mortar, now.place, now.left)
    return eye if eye and _sees(moment, now, eye) else None


@rule("TCSARM-4.3c-3")
def _may_fire(moment: Moment, forces: TacticalForces, unit: TacticalUnit) -> bool:
    """May a unit answer? With the rules for armor a vehicle that made its suppressive fire is done for the turn."""
    if unit.fired and unit.counter.armor and moment.game.switches["armor"] is True:
        return False
    carrier = forces.units[unit.rides] if unit.rides else None
    battery = unit.counter.type == "gun_tube"
    able = may_fire_overwatch(unit, battery, unit.id in moment.board.firing.answered, False) and may_fire_at_all(unit, carrier)
    return able and (unit.counter.area > 0 or unit.counter.point > 0 or bool(unit.counter.at))


@rule("TCS3-1-1", "TCS3-1-2", "TCS3-1-11")
def _sees(moment: Moment, now: Answering, unit: TacticalUnit) -> bool:
    """Does a unit see a trigger: who enters over the hexside that they crossed, who fired in their hex; and spots them?"""
    enemies = moment.board.forces[moment.game.other(now.side)].units
    who = (enemies[name] for name in now.units if name in enemies)
    if now.act == "enters":
        return any(enemy.hex == now.place and spots(moment, unit, enemy, now.left) for enemy in who)
    found = spotted(moment.game, moment.board, now.side)
    return sees_place(moment, unit, now.place) and any(enemy.id in found for enemy in who)


# ---------------------------------------------------------------- the answers


@rule("TCS3-1-5")
def _stack(moment: Moment, now: Answering, fire: StackFire) -> Events:
    """A stack that would fire: its die if it is marked, then its fires."""
    first = fire.orders[0].units[0]
    occasion = f"overwatch/{first}/T{moment.board.public.turn}/{now.number}/marked"
    stack = Stack(fire.place, fire.orders[0].units, False, True)
    die = throw_marked_die(moment.game.book, moment.dice, occasion, Answerer(stack, overwatch.NEAR, fire.needed))
    told = (t.MarkedThrown(now.side, fire.place, fire.needed, die.roll.value, die.fires),) if die.roll else ()
    if not die.fires:
        return (*told, e.TriggerChanged(now))
    return (*told, e.TriggerChanged(replace(now, fired=(*now.fired, fire.place))), *map(e.FireOrdered, fire.orders))


@rule("TCS3-1-8", "TCSB-14-12")
def _over(moment: Moment, now: Answering) -> Events:
    """All have fired: who moved may fire back at one of them. Return fire makes no further trigger."""
    if now.act != "enters" or not now.fired:
        return (e.TriggerChanged(None),)
    mover = moment.game.other(now.side)
    own = moment.board.forces[mover]
    places = tuple(sorted({place for place in now.fired if not own.at(place) and _is_seen(moment, mover, place)}))
    if not places:
        return (e.TriggerChanged(None),)
    return (e.TriggerChanged(Answering(mover, now.place, now.units, "overwatch", now.number, places=places)),)


def _is_seen(moment: Moment, side: str, place: Hex) -> bool:
    found = spotted(moment.game, moment.board, side)
    return any(unit.id in found for unit in moment.board.forces[moment.game.other(side)].at(place))


@rule("TCS3-1-8")
def _return_fire(moment: Moment, now: Answering) -> Events:
    """The moving side says at which of the firing stacks it fires back."""
    place = moment.ask(now.side, ReturnAsked(now.places, now.units))
    if place is None or place not in now.places:
        return (e.TriggerChanged(None),)
    firers = tuple(unit.id for unit in moment.board.forces[moment.game.other(now.side)].at(place))
    return (e.TriggerChanged(Answering(now.side, place, firers, "overwatch", now.number, noticed=True)),)

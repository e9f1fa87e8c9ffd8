"""ORDER: an HQ names a unit and what it is to do, for acts that need an order (TOCS-1.8-1, W10.0-3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import actions
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import control
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit
from pbem.rulesets.tocs.actions.ordering import SLOT, afterwards
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import pool_of
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.units import Activation


class Order(Value):
    """Some units and the act of each, with the HQ's name in it; hq: the HQ's id; action: the act's own."""

    hq: str
    units: tuple[str, ...]
    act: Act
    action: Action


class _Tried(Value):
    """A dry run of an order: the picture after it, what the acts warn of, or why it cannot be."""

    picture: Picture
    warnings: tuple[str, ...] = ()
    refusal: Refusal | None = None


@rule("TOCS-1.8-1", "TOCS-W10.0-3", "TOCS-W2.1-3")
def order(act: Act, picture: Picture) -> Order | Refusal:
    """The order from its words; the act inside it must be one that needs an order."""
    hq, _ = active_unit(picture)
    counter, inner = picture.forces.counter(hq), act.act("ACT")
    if not is_headquarters(counter):
        return illegal(say("{counter} is no headquarters: only an HQ gives orders", counter=counter.call), "TOCS-W2.1-3")
    done = actions.ACTIONS.get(inner.verb) if inner else None
    if inner is None or done is None or not done.ordered:
        verb = inner.verb if inner else "that"
        return illegal(
            say("to {verb} needs no order: give it as `{texts}: {verb} …`", verb=verb, texts=", ".join(act.texts())), "TOCS-W10.0-3"
        )
    rest = tuple(slot for slot in inner.slots if slot[0] != SLOT)
    return Order(hq.id, act.texts(), replace(inner, slots=(*rest, (SLOT, counter.call))), done)


def _dry(game: Game, picture: Picture, order: Order) -> _Tried:
    """Each unit activated on paper, its act checked, and the HQ active again."""
    warnings = list[str]()
    for call in order.units:
        take = control.check_activate if order.action.pays else control.check_take_up
        refusals, picture = take(game, picture, call, 0)
        if refusals:
            return _Tried(picture, (), refusals[0])
        meant = order.action.order(order.act, picture)
        if isinstance(meant, Refusal):
            return _Tried(picture, (), meant)
        refusals = order.action.check(game, picture, meant)
        if refusals:
            return _Tried(picture, (), refusals[0])
        warnings += order.action.warn(game, picture, meant)
        picture = order.action.expect(game, picture, meant)
        warnings += _given_up(picture.forces)
        picture = control.without_active(game, picture)
    active = picture.forces.staffs.get(order.hq)
    return _Tried(replace(picture, forces=picture.forces.with_active(active)) if active else picture, tuple(warnings))


def _given_up(forces: Forces) -> tuple[str, ...]:
    """An ordered unit does that one thing and ends its activation."""
    if forces.active is None or forces.active.ap == 0:
        return ()
    call = forces.counters[forces.active.unit].call
    return (
        say(
            "{call} gives up {ap} AP after it; `{call}: …; …` on a line of its own would keep them", call=call, ap=forces.active.ap
        ),
    )


def check(game: Game, picture: Picture, order: Order) -> tuple[Refusal, ...]:
    """Whatever the act itself asks, of each unit in turn."""
    refusal = _dry(game, picture, order).refusal
    return (refusal,) if refusal else ()


def expect(game: Game, picture: Picture, order: Order) -> Picture:
    """The acts done, and the HQ active with what is left."""
    return _dry(game, picture, order).picture


def warn(game: Game, picture: Picture, order: Order) -> tuple[str, ...]:
    """What the acts themselves warn of."""
    return tuple(dict.fromkeys(_dry(game, picture, order).warnings))


@rule("TOCS-W2.1-6", "TOCS-W10.0-3", "TOCS-W10.3-1")
def execute(moment: Moment, picture: Picture, order: Order) -> Outcome:
    """One unit after another: activated, its act carried out, its activation ended. One that fails does not hold up the rest,
    unless the enemy was met."""
    side = picture.side
    events: list[e.Event] = []
    failure: Refusal | None = None
    for call in order.units:
        done = _one(*afterwards(moment, picture, events), order, call)
        events += done.events
        failure = failure or done.failure
        if done.contact:
            return Outcome(tuple(events), failure, True)
    events += control.end_activation(afterwards(moment, picture, events).moment, side)
    forces: Forces = afterwards(moment, picture, events).moment.board.forces[side]
    active: Activation | None = forces.staffs.get(order.hq)
    if active:
        events.append(e.UnitActivated(side, order.hq, pool_of(forces, forces.units[order.hq]), active))
    return Outcome(tuple(events), failure)


def _one(moment: Moment, picture: Picture, order: Order, call: str) -> Outcome:
    take = control.activate if order.action.pays else control.take_up
    taken = take(moment, picture.side, call, 0)
    if taken.failure:
        return taken
    now, picture = afterwards(moment, picture, taken.events)
    meant = order.action.order(order.act, picture)
    refusals = (meant,) if isinstance(meant, Refusal) else order.action.check(now.game, picture, meant)
    if refusals:
        return Outcome(taken.events, replace(refusals[0], kind="failed"))
    done = order.action.execute(now, picture, meant)
    return Outcome((*taken.events, *done.events), done.failure, done.contact)


ACTION = Action(
    verb=Verb("order", ("order UNITS ACT",), "unit", phrase("an HQ orders a unit to do what needs an order")),
    help=phrase(
        """ORDER: an HQ tells a unit of its formation to do what only an order allows (TOCS-W10.0-3), for 1 AP of the HQ and an OP
for the unit. The unit must be in communication, and the order must reach it: over land within the HQ's command range, by
wireless, or from HQ to HQ of the unit's own chain (TOCS-W7.2-4). `D/505: withdraw 19.13 by HQ505` means the same, keeps
what the unit has left, and activates the HQ if need be, for an OP. Without `by` the nearest active HQ gives the order; if
none is active, the nearest is activated. An HQ that does nothing but give orders does not tire (TOCS-W2.1-5), and may
spread its AP over the impulse.

    HQ505: order D/505 withdraw 19.13
    HQ505: order D,E/505 withdraw 19.13; rally 20.13"""
    ),
    order=order, check=check, expect=expect, execute=execute, warn=warn,
)  # fmt: skip

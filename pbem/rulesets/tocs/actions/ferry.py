"""FERRY: engineers take others over the water of their hex in their boats, at no cost to themselves (TOCS-W12.1.2)."""

from collections.abc import Iterator

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions import cross
from pbem.rulesets.tocs.actions.control import end_activation, off_work
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, no_ops
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import degraded, may_activate, newly_active, paid
from pbem.rulesets.tocs.rules.engineers import COMPANIES
from pbem.rulesets.tocs.rules.ferrying import boats, stirred
from pbem.rulesets.tocs.units import Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

ROW = "TOCS-W12.1.2-2"


class FerryOrder(Value):
    """The units to be taken over, by call, and the bank by a hexside on it ("" for the other one)."""

    units: tuple[str, ...]
    side: str = ""


class _Passage(Value):
    """A unit taken over: the pool after its OP, its activation before and after, and what the boats have carried."""

    pool: ReplacementPool
    opened: Activation
    spent: Activation
    moved: Unit
    ferried: dict[str, int]


def order(act: Act, picture: Picture) -> FerryOrder:
    """The order from its words."""
    return FerryOrder(act.texts("UNITS"), cross.order(act, picture).side)


@rule("TOCS-W12.1.2-2", "TOCS-W12.1.2-4")
def _cannot(view: View, engineers: Unit) -> Refusal | None:
    """Why these engineers have no boats to offer: only a company that has not stirred from the hex it began in has."""
    counter = view.forces.counter(engineers)
    if not (counter.engineer and counter.kind in COMPANIES):
        return illegal(say("{counter} is no engineer company", counter=counter.call), ROW)
    if engineers.hex in view.public.engaged:
        return illegal(say("{counter} is engaged in {hex}", counter=counter.call, hex=engineers.hex), "TOCS-W10.1-6")
    return illegal(say("{counter} has moved this impulse", counter=counter.call), ROW) if stirred(view, engineers) else None


@rule("TOCS-W12.1.2-3", "TOCS-W12.1.2-2")
def _passage(view: View, engineers: Unit, call: str, side: str) -> _Passage | Refusal:
    """One unit taken over: it must have begun the impulse with the engineers, spends an OP and all its AP."""
    unit, boat = view.forces.unit_called(call), boats(view, engineers)
    if unit is None or unit.status != "map" or unit.hex != engineers.hex or unit.id == engineers.id:
        return illegal(
            say(
                "{call} is not with {engineers} in {hex}",
                call=call,
                engineers=view.forces.counter(engineers).call,
                hex=engineers.hex,
            ),
            "TOCS-W12.1.2-3",
        )
    refused = may_activate(view, unit)
    if refused or stirred(view, unit):
        return refused or illegal(
            say("{call} must begin its impulse in {hex} to be taken over", call=call, hex=unit.hex), "TOCS-W12.1.2-3"
        )
    to = cross.bank_meant(view, unit, cross.Cross(side))
    if isinstance(to, Refusal):
        return to
    if to == unit.bank:
        return illegal(say("{call} stands on that bank already, or no water divides {hex}", call=call, hex=unit.hex), ROW)
    steps = view.forces.counter(unit).steps - unit.lost
    if steps > boat.room:
        return illegal(
            say(
                "{boat} can take {room} more steps, {call} has {steps}",
                boat=boat.words,
                room=max(0, boat.room),
                call=call,
                steps=steps,
            ),
            ROW,
        )
    pool = paid(view, unit, 0)
    if pool is None:
        return no_ops(view.forces)
    active = newly_active(view, unit)
    ferried = {**view.forces.ferried, boat.key: view.forces.ferried.get(boat.key, 0) + steps}
    return _Passage(pool, active, replace(active, ap=0, mp=0), replace(unit, bank=to, reserve=False), ferried)


def check(game: Game, picture: Picture, order: FerryOrder) -> tuple[Refusal, ...]:
    """Engineers at rest, and room in their boats for all of them."""
    unit, _ = active_unit(picture)
    refused = _cannot(picture.view(game), unit)
    if refused:
        return (refused,)
    return tuple(step for step in _passages(picture.view(game), unit, order) if isinstance(step, Refusal))


def _passages(view: View, engineers: Unit, order: FerryOrder) -> Iterator[_Passage | Refusal]:
    """One unit after another, each as the boats are after those before it."""
    for call in order.units:
        found = _passage(view, engineers, call, order.side)
        yield found
        if isinstance(found, _Passage):
            forces = view.forces.with_pool(found.pool).without_task(found.moved.id)
            forces = replace(forces.with_unit(degraded(found.moved)), ferried=found.ferried)
            activated = tuple(sorted({*forces.activated, found.moved.id}))
            view = replace(view, forces=replace(forces, activated=activated))


def expect(game: Game, picture: Picture, order: FerryOrder) -> Picture:
    """All of them on the other bank, tired."""
    unit, _ = active_unit(picture)
    forces = replace(picture.forces, active=None)
    for found in _passages(picture.view(game), unit, order):
        if isinstance(found, _Passage):
            forces = forces.with_pool(found.pool).with_active(found.opened).without_task(found.moved.id)
            forces = replace(forces.with_unit(degraded(found.moved)), active=None, ferried=found.ferried)
    return replace(picture, forces=forces)


def execute(moment: Moment, picture: Picture, order: FerryOrder) -> Outcome:
    """The engineers end their activations as they were; each unit pays, is taken over and tires."""
    side = picture.side
    unit, _ = active_unit(picture)
    events: list[e.Event] = list(end_activation(moment, side))
    by = picture.forces.counter(unit).call
    for call in order.units:
        view = after(moment, events).board.view(moment.game, side)
        found = _passage(view, unit, call, order.side)
        if isinstance(found, Refusal):
            return Outcome(tuple(events), replace(found, kind="failed"))
        events += off_work(view.forces, found.moved.id)
        events.append(e.UnitActivated(side, found.moved.id, found.pool, found.opened))
        events.append(e.UnitFerried(side, found.moved, found.spent, say("the boats of {by}", by=by), found.ferried))
        events.append(e.ActivationEnded(side, degraded(found.moved)))
    return Outcome(tuple(events))


def besides(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Each unit of its hex that its boats could take over."""
    view, engineers = picture.view(game), picture.forces.units[unit]
    if _cannot(view, engineers):
        return ()
    calls = (view.forces.counter(other).call for other in view.forces.at(engineers.hex))
    return tuple(f"ferry {call}" for call in calls if isinstance(_passage(view, engineers, call, ""), _Passage))


ACTION = Action(
    verb=Verb("ferry", ("ferry UNITS", "ferry UNITS to (north|northeast|east|southeast) bank",
                    "ferry UNITS to (south|southwest|west|northwest) bank", "ferry UNITS to (n|ne|e|se|s|sw|w|nw) bank"), "unit",
              phrase("engineers take others over the water of their hex")),
    help=phrase(
        """FERRY is written for an engineer company: its boats take the units named, which must have begun the impulse in its
hex, to the other bank, four steps an impulse in all (TOCS-W12.1.2-2). Each of them costs an OP, spends all its AP and
tires. The engineers do not, need no OP, and continue any work that keeps them in the hex. To take themselves over
they CROSS like anybody else.

    C/307: ferry A/504
    C/307: ferry A/504 to north bank"""
    ),
    order=order, check=check, expect=expect, execute=execute, pays=False, besides=besides,
)  # fmt: skip

"""WAKE: an HQ activates its assets (TOCS-W2.1-4, W2.1-7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, too_few_ap
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import may_activate
from pbem.rulesets.tocs.rules.chain import answers_to, is_headquarters
from pbem.rulesets.tocs.rules.command import WOKEN_AT_ONCE, in_touch
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View


class Wake(Value):
    """Up to three assets, by their calls."""

    units: tuple[str, ...]


def order(act: Act, picture: Picture) -> Wake | Refusal:
    """The order from its words."""
    return Wake(act.texts("UNITS"))


@rule("TOCS-W2.1-4", "TOCS-W2.1-3")
def check(game: Game, picture: Picture, order: Wake) -> tuple[Refusal, ...]:
    """An HQ with an AP left, and at most three assets of its formation that its order reaches."""
    hq, active = active_unit(picture)
    view = picture.view(game)
    call = picture.forces.counter(hq).call
    if not is_headquarters(picture.forces.counter(hq)):
        return (illegal(say("{call} is no headquarters: only an HQ wakes assets", call=call), "TOCS-W2.1-4"),)
    if len(order.units) > WOKEN_AT_ONCE:
        return (
            illegal(say("an HQ wakes three assets for 1 AP; give {call} the others in a second order", call=call), "TOCS-W2.1-4"),
        )
    if active.ap < 1:
        return (too_few_ap(active, say("{call} needs 1 AP to wake assets", call=call), "TOCS-W2.1-4"),)
    found = (_asleep(view, hq, unit) for name in order.units if (unit := picture.forces.unit_called(name)))
    return tuple(refused for refused in found if refused)[:1]


def _asleep(view: View, hq: Unit, unit: Unit) -> Refusal | None:
    """Why this asset cannot be woken by the HQ."""
    counter, theirs = view.forces.counter(unit), view.forces.counter(hq).call
    if counter.kind != "asset":
        return illegal(say("{counter} is no asset: `{counter}: …` activates it for 1 OP", counter=counter.call), "TOCS-W2.1-4")
    if unit.id in view.forces.woken:
        return illegal(say("{counter} is activated already", counter=counter.call), "TOCS-W2.1-7")
    if not answers_to(view.forces, unit, hq):
        return illegal(say("{counter} does not answer to {theirs}", counter=counter.call, theirs=theirs), "TOCS-W10.0-3")
    if unit.status == "map" and not in_touch(view, hq, unit):
        return illegal(say("no order of {theirs} gets through to {counter}", theirs=theirs, counter=counter.call), "TOCS-W7.2-4")
    return may_activate(view, unit)


def _spent(active: Activation) -> Activation:
    return replace(active, ap=active.ap - 1, given=active.given + 1)


def _ids(picture: Picture, order: Wake) -> tuple[str, ...]:
    found = (picture.forces.unit_called(call) for call in order.units)
    return tuple(unit.id for unit in found if unit)


def expect(game: Game, picture: Picture, order: Wake) -> Picture:
    """The AP spent and the assets awake."""
    _, active = active_unit(picture)
    return replace(picture, forces=picture.forces.with_woken(_spent(active), _ids(picture, order)))


@rule("TOCS-W2.1-4", "TOCS-W2.1-7")
def execute(moment: Moment, picture: Picture, order: Wake) -> Outcome:
    """The assets may act at any moment up to the end of the impulse, each with its own AP and without an OP."""
    side = picture.side
    _, active = active_unit(picture)
    return Outcome((e.AssetsWoken(side, _spent(active), _ids(picture, order)),))


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """The assets this HQ could wake now."""
    hq, view = picture.forces.units[unit], picture.view(game)
    if not is_headquarters(picture.forces.counter(hq)):
        return ()
    assets = (u for u in picture.forces.on_map() if picture.forces.counter(u).kind == "asset")
    able = [picture.forces.counter(u).call for u in assets if _asleep(view, hq, u) is None][:WOKEN_AT_ONCE]
    return (f"wake {', '.join(able)}",) if able else ()


ACTION = Action(
    verb=Verb("wake", ("wake UNITS",), "unit", phrase("an HQ activates up to three of its assets")),
    help=phrase(
        """WAKE: an HQ spends 1 AP and activates up to three assets of its formation (TOCS-W2.1-4). Each may then act on a line of
its own, at any moment of the impulse, without an OP. An asset that has not acted when the impulse ends has lost its
chance. The HQ does not tire of it. What is left of an HQ's own AP keeps to the end of the impulse too.

    HQ1/504: wake 1MOR
    HQ504: wake 82rcn, 1MOR"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options,
)  # fmt: skip

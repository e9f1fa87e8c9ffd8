"""WITHDRAW: out of an engagement, on an HQ's order (TOCS-W10.3)."""

from pbem.kernel.decisions import Refusal, failed, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.form import Action
from pbem.rulesets.tocs.actions.ground_rules import active_unit, engaged, named, off_map
from pbem.rulesets.tocs.actions.ordering import by, expect_ordered, order_paid
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.resolution.obstacles import come_upon, gets_out, into_mines
from pbem.rulesets.tocs.rules import afloat, field_battle, withdrawal
from pbem.rulesets.tocs.rules.activation import may_activate, paid, pool_of
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.command import orderer
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.morale import drms, morale_check
from pbem.rulesets.tocs.rules.movement import entry, may_enter_enemy_ground
from pbem.rulesets.tocs.rules.works import sapper
from pbem.rulesets.tocs.units import Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View


class Withdraw(Value):
    """To an adjacent hex, or another if that is no longer open; the HQ, and how often it may order it again."""

    hexes: tuple[Hex, ...]
    by: str = ""
    tries: int = 1


def order(act: Act, picture: Picture) -> Withdraw | Refusal:
    """The order from its words."""
    hexes = tuple(h for h in (act.hex("HEX"), act.hex("HEX_ELSE")) if h)
    return Withdraw(hexes, by(act), max(act.number("N") or 1, 1))


@rule("TOCS-W10.3-1", "TOCS-W10.1-6")
def check(game: Game, picture: Picture, order: Withdraw) -> tuple[Refusal, ...]:
    """In an engagement, fit to be activated, an OP for it, an adjacent hex to go to, and an HQ that gives the order."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    refused = off_map(game, order.hexes) or _fit(view, unit) or withdrawal.begun(view, unit, active)
    refused = refused or _nowhere(view, unit, order.hexes)
    if refused:
        return (refused,)
    found = _commanded(view, unit, order.by)
    if isinstance(found, Refusal):
        return (found,)
    then = expect_ordered(game, picture, *found)  # the HQ may have to be woken for the OP that the unit counted on
    active = then.forces.active or active
    if active.pending >= 0 and _op(then.view(game), unit, active) is None:
        return (illegal(say("no OP left for {call}", call=view.forces.counter(unit).call), "TOCS-W10.3-3"),)
    return ()


def _fit(view: View, unit: Unit) -> Refusal | None:
    counter = view.forces.counter(unit)
    if not engaged(view, unit):
        return illegal(
            say("{counter} is not engaged: it moves", counter=counter.call),
            "TOCS-W10.3-1",
            f"{counter.call}: move 12.09",
        )
    refused = may_activate(view, unit)
    if refused and (refused.rule != "TOCS-W5.0-4" or view.game.switches["withdrawing_units_need_ap"]):
        return refused
    if withdrawal.led(view.forces, unit):
        owner = view.forces.counters[unit.assigned].call
        return illegal(
            say("{counter} is assigned to {owner} and withdraws with it", counter=counter.call, owner=owner), "TOCS-W10.3-2"
        )
    return None


def _nowhere(view: View, unit: Unit, hexes: tuple[Hex, ...]) -> Refusal | None:
    """Why none of the hexes will do: the reason of the first."""
    found = [_barred(view, unit, to) for to in hexes]
    return None if None in found else found[0]


@rule("TOCS-W10.3-7", "TOCS-W10.3-1")
def _barred(view: View, unit: Unit, to: Hex) -> Refusal | None:
    """Why a unit cannot withdraw to a hex: it must be next to it and open to its class; EZOC does not matter."""
    counter = view.forces.counter(unit)
    if to not in view.game.ground.neighbours[unit.hex]:
        return illegal(say("{named} is not next to {hex}", named=named(view.game, to), hex=unit.hex), "TOCS-W10.3-1")
    fought = field_battle.out_of_reach(view.public, to, say("{counter} cannot go there", counter=counter.call))
    if fought:
        return fought
    if entry(view, counter, Position(unit.hex, unit.bank), to) is None:
        return afloat.no_way_over(view, unit, unit.hex, to) or illegal(
            say("{named} cannot be entered from {hex}: water or ground", named=named(view.game, to), hex=unit.hex), "TOCS-W11.0-1"
        )
    if not view.own(to) and to not in view.public.engaged and not may_enter_enemy_ground(counter):
        return illegal(
            say("{counter} may not enter enemy ground at {named}", counter=counter.call, named=named(view.game, to)), "TOCS-W9.1-6"
        )
    return None


def _open_hex(view: View, unit: Unit, hexes: tuple[Hex, ...]) -> Hex | None:
    return next((to for to in hexes if _barred(view, unit, to) is None), None)


def _op(view: View, unit: Unit, active: Activation) -> ReplacementPool | None:
    """The pool after the OP the withdrawal costs once the check is passed: none for an asset an HQ has woken."""
    return pool_of(view.forces, unit) if unit.id in view.forces.woken else paid(view, unit, active.pending)


@rule("TOCS-W10.3-1", "TOCS-W10.3-6")
def _commanded(view: View, unit: Unit, call: str) -> tuple[Unit, int] | Refusal:
    """The HQ and what this try takes of its AP: nothing under an order that it gave for this hex and the unit has not
    thrown under yet."""
    for hq in superiors(view.forces, unit):
        staff, theirs = view.forces.staff(hq.id), view.forces.counter(hq).call
        if staff and withdrawal.covered(staff, unit) and call in ("", theirs):
            found = orderer(view, unit, theirs, 0)
            if not isinstance(found, Refusal):
                return found, 0
    price = int(view.game.switches["withdrawal_order_ap"])
    found = orderer(view, unit, call, price)
    return found if isinstance(found, Refusal) else (found, price)


def expect(game: Game, picture: Picture, order: Withdraw) -> Picture:
    """The unit out of the engagement at the first try, with nothing left to do."""
    unit, active = active_unit(picture)
    view = picture.view(game)
    found, to = _commanded(view, unit, order.by), _open_hex(view, unit, order.hexes)
    if isinstance(found, Refusal) or to is None:
        return picture
    hq = found[0]
    picture = expect_ordered(game, picture, *found)
    view, active = picture.view(game), picture.forces.active or active
    pool = _op(view, unit, active) if active.pending >= 0 else None
    forces = picture.forces.with_pool(pool) if pool else picture.forces
    checks = (not withdrawal.sure(view.forces.counter(unit))) + (view.mined(unit.hex) and not sapper(view.forces.counter(unit)))
    unit = replace(unit, tested=unit.tested + checks)
    for changed in withdrawal.gone(view, unit, to):
        forces = forces.with_unit(changed)
    forces = forces.with_active(replace(active, ap=0, mp=0, rested=True, pending=-1))
    staff = forces.staff(hq.id)
    forces = forces.with_staff(withdrawal.told(staff, unit)) if staff else forces
    public = withdrawal.vacated(picture.public, forces, unit.hex, game.other(picture.side))
    if to not in public.engaged:
        public = replace(public, owner={**public.owner, to: picture.side})
    return replace(picture, forces=forces, public=public)


@rule("TOCS-W10.3-1", "TOCS-W10.3-3", "TOCS-W10.3-6")
def execute(moment: Moment, picture: Picture, order: Withdraw) -> Outcome:
    """As often as the order allows: the HQ orders it, the unit checks its morale, and goes if it passes; else nothing."""
    side = picture.side
    forces: Forces = moment.board.forces[side]
    begun = withdrawal.begun(moment.board.view(moment.game, side), forces.units[forces.held().unit], forces.held())
    if begun:
        return Outcome((), replace(begun, kind="failed"))
    events: list[e.Event] = []
    for _ in range(order.tries):
        now = after(moment, events)
        tried = _try(now, side, order)
        if isinstance(tried, Refusal):
            return Outcome((*events, *_given_up(now, side)), replace(tried, kind="failed"))
        events += tried.events
        if tried.failure is None:
            return Outcome(tuple(events))
    call = forces.counters[forces.held().unit].call
    failure = failed(say("{call} did not get away: its morale failed", call=call), "TOCS-W10.3-6")
    return Outcome((*events, *_given_up(after(moment, events), side)), failure)


def _given_up(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """A unit whose OP was never paid ends its activation as it was."""
    forces: Forces = moment.board.forces[side]
    if forces.active is None or forces.active.pending < 0:
        return ()
    return (e.ActivationEnded(side, forces.units[forces.active.unit]),)


def _try(moment: Moment, side: str, order: Withdraw) -> Outcome | Refusal:
    """One try: the HQ's order, the check, and the way out."""
    view = moment.board.view(moment.game, side)
    unit = view.forces.units[view.forces.held().unit]
    found, to = _commanded(view, unit, order.by), _open_hex(view, unit, order.hexes)
    if isinstance(found, Refusal):
        return found
    if to is None:
        return failed(say("no hex to withdraw to is open"), "TOCS-W10.3-1")
    events: list[e.Event] = [*order_paid(moment, side, *found)]
    events += _noted(after(moment, events), side, found[0], unit)
    checked = _check_morale(after(moment, events), side, unit)
    events += checked
    if checked and not checked[-1].passed:
        return Outcome(tuple(events), failed("morale", "TOCS-W10.3-6"))
    now = after(moment, events)
    return Outcome((*events, *_leave(now, side, now.board.forces[side].units[unit.id], to)))


def _noted(moment: Moment, side: str, hq: Unit, unit: Unit) -> tuple[e.Event, ...]:
    """The HQ remembers which units its order has covered."""
    staff = moment.board.forces[side].staff(hq.id)
    return (e.StaffChanged(side, withdrawal.told(staff, unit), "noted"),) if staff else ()


@rule("TOCS-W10.3-4", "TOCS-W4.1-1", "TOCS-W2.6.3-2")
def _check_morale(moment: Moment, side: str, unit: Unit) -> tuple[e.MoraleChecked, ...]:
    """Reconnaissance and armoured units need no check."""
    view = moment.board.view(moment.game, side)
    if withdrawal.sure(view.forces.counter(unit)):
        return ()
    tried = replace(view.forces.units[unit.id], tested=unit.tested + 1)
    nerve = withdrawal.nerve(view, unit)
    occasion = f"withdraw/{view.forces.counter(unit).call}/{view.public.impulse_name}/{side}.{tried.tested}"
    throw, passed = morale_check(moment, occasion, nerve)
    drm, reasons = drms(moment.game.check("morale-check"), nerve)
    return (e.MoraleChecked(side, tried, phrase("withdrawal"), throw, drm, reasons, nerve.ml, passed),)


@rule("TOCS-W10.3-2", "TOCS-W10.3-5", "TOCS-W10.3-8", "TOCS-W10.3-9", "TOCS-W10.3-10", "TOCS-W5.0-3")
def _leave(moment: Moment, side: str, unit: Unit, to: Hex) -> tuple[e.Event, ...]:
    """The OP is paid, all AP go, nobody degrades; assigned assets come along. Into the enemy is the end of it."""
    events: list[e.Event] = [_spent(moment, side, unit)]
    mines, out = gets_out(after(moment, events), side, unit)
    events += mines
    if not out:
        return tuple(events)
    view: View = moment.board.view(moment.game, side)
    unit = after(moment, events).board.forces[side].units[unit.id]
    gone = withdrawal.gone(view, unit, to)
    engaged_there = to in view.public.engaged
    foreign = not view.own(to) and not engaged_there
    if foreign:
        events.append(e.HexEntered(side, unit.id, to))
        if moment.board.occupants(to, moment.game.other(side)):
            return (*events, *(buried(moment, side, u, say("withdrew into the enemy")) for u in gone))
    events += [e.UnitChanged(side, u, phrase("withdrew")) for u in gone]
    events += [e.OwnerChanged(to, side, phrase("entered")), *come_upon(moment, side, unit, to)] if foreign else []
    events += () if engaged_there else into_mines(after(moment, events), side, gone[0])
    return tuple(events)


def _spent(moment: Moment, side: str, unit: Unit) -> e.Event:
    """All AP of the unit are gone, and its OP, if none was paid for it yet."""
    view, active = moment.board.view(moment.game, side), moment.board.forces[side].held()
    spent = replace(active, ap=0, mp=0, rested=True, pending=-1)
    if active.pending < 0:
        return e.ActivationChanged(side, spent)
    pool = _op(view, unit, active)
    if pool is None:
        raise ValueError("a withdrawal without an OP")  # check() saw one, and the pool is its own side's alone
    return e.UnitActivated(side, unit.id, pool, spent)


def options(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Adjacent hexes an engaged unit could withdraw to: own ground and other engagements first of all."""
    where, view = picture.forces.units[unit], picture.view(game)
    if not engaged(view, where) or isinstance(_commanded(view, where, ""), Refusal):
        return ()
    near = (h for h in game.ground.neighbours[where.hex] if view.own(h) or h in view.public.engaged)
    return tuple(f"withdraw {h}" for h in near if _barred(view, where, h) is None)


def warn(game: Game, picture: Picture, order: Withdraw) -> tuple[str, ...]:
    """Into enemy ground is announced, and death if he is there; the last one out gives up the hex."""
    unit, _ = active_unit(picture)
    view = picture.view(game)
    said = [say("{hex} is the enemy's: the move is announced, and a unit that meets enemy forces is lost (TOCS-W10.3-10)", hex=h)
            for h in order.hexes if not view.own(h) and h not in view.public.engaged]  # fmt: skip
    staying = [u for u in view.forces.at(unit.hex) if unit.id not in (u.id, u.assigned)]
    if not staying:
        said.append(say("none of your units stays in {hex}: it falls to the enemy at once (TOCS-W10.3-8)", hex=unit.hex))
    return tuple(said)


ACTION = Action(
    verb=Verb("withdraw", ("withdraw HEX [or HEX_ELSE] [by CALL_HQ] [try N]",), "unit", phrase("leave an engagement")),
    help=phrase(
        """WITHDRAW takes a unit out of an engagement to an adjacent hex, on the order of an HQ of its chain, for 1 AP of the HQ
(TOCS-W10.3). The unit rolls a morale check, 2d6 not above its morale level; reconnaissance and armoured units need none.
If it passes, it pays its OP, withdraws, and has done all it can this impulse, but does not tire. If it fails, nothing has
happened and no OP was spent; `try 3` lets the HQ order it up to three times, an AP each. One order of an HQ serves all
units in the hex until they have rolled. EZOC does not matter; assigned assets come along. Own ground and other
engagements are entered in secret; enemy ground is announced, and a unit that meets enemy troops there is destroyed.

    D/505: withdraw 19.13
    D/505: withdraw 19.13 or 20.14 by HQ505 try 3"""
    ),
    order=order, check=check, expect=expect, execute=execute, options=options, warn=warn, ordered=True, pays=False,
)  # fmt: skip

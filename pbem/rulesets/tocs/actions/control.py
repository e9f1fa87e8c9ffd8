"""Taking units in hand and laying them down, and what a side can spend on it (TOCS-3.6)."""

from pbem.engine.contact import close as close_contact
from pbem.kernel.decisions import Refusal, failed, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.actions.ground_rules import no_ops
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome, after
from pbem.rulesets.tocs.picture import Look, Picture
from pbem.rulesets.tocs.rules.activation import may_activate, open_hand, paid, pool_of, worn
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.command import rested
from pbem.rulesets.tocs.units import STATES, Hand, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

NEEDS_GOOD_ORDER = frozenset({"build", "repair", "dismantle"})  # works that only a unit in good order begins


@rule("TOCS-3.6-1", "TOCS-3.6-3", "TOCS-W10.0-1", "TOCS-W10.0-2", "TOCS-W10.21-4")
def activate(moment: Moment, side: str, call: str, deficit: int) -> Outcome:
    """Take a unit in hand for an OP, laying down the one before; a unit already in hand goes on with what it has."""
    camp: Forces = moment.board.camps[side]
    unit = camp.unit_called(call)
    if unit is None:
        return Outcome((), illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1"))
    if _goes_on(camp, unit):
        return Outcome(())
    laid_down = lay_down(moment, side)
    now = after(moment, laid_down)
    unit = now.board.camps[side].units[unit.id]
    view = now.board.view(moment.game, side)
    refusal = may_activate(view, unit)
    if refusal:
        return Outcome(laid_down, replace(refusal, kind="failed"))
    taken = _taken(view, unit, deficit)
    if taken is None:
        return Outcome(laid_down, failed(say("no OPs left"), "TOCS-3.5-1"))
    given_up: tuple[e.Event, ...] = ()
    if unit.reserve:
        given_up = (e.UnitChanged(side, replace(unit, reserve=False), phrase("gave up its reserve")),)
    dropped = off_work(view.camp, unit.id)
    return Outcome((*laid_down, *given_up, *dropped, e.UnitActivated(side, unit.id, *taken)))


def off_work(camp: Forces, unit: str) -> tuple[e.Event, ...]:
    """A unit that is activated for something else leaves the work it has on file."""
    return (e.TaskEnded(camp.side, camp.tasks[unit], phrase("given up")),) if unit in camp.tasks else ()


def _goes_on(camp: Forces, unit: Unit) -> bool:
    """Is the unit in hand, and paid for?"""
    return camp.hand is not None and camp.hand.unit == unit.id and camp.hand.pending < 0


@rule("TOCS-W2.1-4", "TOCS-W2.1-6", "TOCS-W2.1-7")
def _taken(view: View, unit: Unit, deficit: int) -> tuple[ReplacementPool, Hand] | None:
    """The pool and the hand of a unit taken up: an HQ awake goes on with what is left of its AP, an asset that an HQ has
    woken costs nothing, anything else an OP. None when there is no OP."""
    awake = view.camp.staffs.get(unit.id)
    if awake and awake.ap > 0:
        return pool_of(view.camp, unit), awake
    pool = pool_of(view.camp, unit) if unit.id in view.camp.woken else paid(view, unit, deficit)
    return (pool, open_hand(view, unit)) if pool else None


def check_activate(game: Game, picture: Picture, call: str, deficit: int) -> tuple[tuple[Refusal, ...], Picture]:
    """Why a unit cannot be activated, and the picture as if it had been."""
    camp = picture.camp
    unit = camp.unit_called(call)
    if unit is None:
        return (illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1"),), picture
    if _goes_on(camp, unit):
        return (), picture
    picture = laid_down(game, picture)
    view = picture.view(game)
    unit = view.camp.units[unit.id]
    refusal = may_activate(view, unit)
    taken = _taken(view, unit, deficit)
    refusals = tuple(r for r in (refusal, None if taken else no_ops(view.camp)) if r)
    if refusals or taken is None:
        return refusals, picture
    camp = view.camp.with_unit(replace(unit, reserve=False)).without_task(unit.id).with_pool(taken[0]).in_hand(taken[1])
    return (), replace(picture, camp=camp)


def laid_down(game: Game, picture: Picture) -> Picture:
    """The picture with nothing in hand."""
    camp = picture.camp
    if camp.hand is None:
        return picture
    if _stays_awake(game, camp):
        return replace(picture, camp=camp.laid_aside(rested(camp.hand)))
    return replace(picture, camp=replace(camp.with_unit(worn(game, camp, camp.hand)), hand=None))


@rule("TOCS-W10.0-4", "TOCS-W5.0-2")
def lay_down(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """Close the hand: the unit degrades one state for having been activated; an HQ is laid aside with what it has left."""
    camp: Forces = moment.board.camps[side]
    if camp.hand is None:
        return ()
    if _stays_awake(moment.game, camp):
        return (e.StaffLaidAside(side, rested(camp.hand)),)
    return (e.HandClosed(side, worn(moment.game, camp, camp.hand)),)


@rule("TOCS-3.6-3", "TOCS-W2.1-6")
def _stays_awake(game: Game, camp: Forces) -> bool:
    """Does the unit in hand keep what AP it has? An HQ does, unless the switch lets it give its orders in turn only."""
    hand = camp.hand
    if hand is None or hand.ap == 0 or hand.pending >= 0 or game.switches["headquarters_orders"] == "in_turn":
        return False
    return is_headquarters(camp.counters[hand.unit])


@rule("TOCS-W10.3-3")
def take_up(moment: Moment, side: str, call: str, deficit: int) -> Outcome:
    """Take a unit in hand without paying yet: the act that follows pays the OP if it comes off."""
    camp: Forces = moment.board.camps[side]
    unit = camp.unit_called(call)
    if unit is None:
        return Outcome((), illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1"))
    if _goes_on(camp, unit) or unit.id in camp.staffs:
        return activate(moment, side, call, deficit)
    put_away = lay_down(moment, side)
    view = after(moment, put_away).board.view(moment.game, side)
    return Outcome((*put_away, e.HandChanged(side, _unpaid(view, view.camp.units[unit.id], deficit))))


def check_take_up(game: Game, picture: Picture, call: str, deficit: int) -> tuple[tuple[Refusal, ...], Picture]:
    """Why a unit cannot be activated, and the picture as if it had been, with its OP still owed."""
    unit = picture.camp.unit_called(call)
    if unit is None:
        return (illegal(say("{call} is not yours, not there or not seen", call=call), "TOCS-W9.0-1"),), picture
    if _goes_on(picture.camp, unit) or unit.id in picture.camp.staffs:
        return check_activate(game, picture, call, deficit)
    picture = laid_down(game, picture)
    hand = _unpaid(picture.view(game), picture.camp.units[unit.id], deficit)
    return (), replace(picture, camp=replace(picture.camp, hand=hand))


def _unpaid(view: View, unit: Unit, deficit: int) -> Hand:
    return replace(open_hand(view, unit), pending=deficit)


def in_hand(picture: Picture) -> str:
    """The call of the unit in hand, or ""."""
    hand = picture.camp.hand
    return picture.camp.counters[hand.unit].call if hand else ""


def points(picture: Picture) -> int:
    """OPs that can be spent now, over all pools."""
    return sum(p.bank for p in picture.camp.pools.values())


def warnings(picture: Picture, call: str) -> tuple[str, ...]:
    """A unit that has a work of many turns on file gives it up when it is activated, though it would go on by itself; a bridge
    is begun afresh in good order alone (TOCS-W10.13-1)."""
    unit = picture.camp.unit_called(call)
    task = picture.camp.tasks.get(unit.id) if unit else None
    if unit is None or task is None:
        return ()
    goes_on = say("left alone it goes on with it by itself")
    if unit.state and task.kind in NEEDS_GOOD_ORDER:
        goes_on += say("; being {state} it cannot begin it afresh before it is in good order", state=say(STATES[unit.state]))
    done = say("{done} of {needs}", done=task.done, needs=task.needs) if task.needs else f"{task.done}"
    return (
        say(
            "{call} gives up its work for this: {work}, {done} turns done; {goes_on} (TOCS-W10.22-4)",
            call=call,
            work=say(task.words),
            done=done,
            goes_on=goes_on,
        ),
    )


def spent(picture: Picture) -> int:
    """OPs spent this impulse, over all pools."""
    return sum(p.spent for p in picture.camp.pools.values())


@rule("TOCS-W10.4-10")
def holds(picture: Picture, test: str) -> bool | None:
    """Is it so of the hex last asked about? None when nothing is known of it."""
    hand = picture.camp.hand
    answer = hand.answer if hand else ""
    if test == "unknown":
        return not answer
    if not answer:
        return None
    return {"empty": answer != "occupied", "occupied": answer == "occupied", "ezoc": "ezoc" in answer}[test]


@rule("TOCS-W10.4-10")
def assume(picture: Picture, test: str, so: bool) -> Picture:
    """The picture if the hex last asked about were so, or not: what a branch may count on. Other questions stay open."""
    hand = picture.camp.hand
    if hand is None or hand.asked is None or test == "unknown" or (test == "ezoc" and not so):
        return picture
    occupied = so if test == "occupied" else test == "empty" and not so
    look = Look("occupied" if occupied else "empty", test == "ezoc", picture.public.impulse_name)
    contacts = picture.contacts if occupied else close_contact(picture.contacts, hand.asked)
    return replace(picture, looks={**picture.looks, hand.asked: look}, contacts=contacts)

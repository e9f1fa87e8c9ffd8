"""Taking units in hand, laying them down, closing the impulse (TOCS-3.6, 3.11)."""

from pbem.engine.ruleset import Moment, Outcome
from pbem.intel.contact import close as close_contact
from pbem.kernel.decisions import Decision, Refusal, failed, illegal
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.sheet import Act
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.actions.ground_rules import NO_OPS
from pbem.rulesets.tocs.board import after
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Look, Picture
from pbem.rulesets.tocs.procedures.activation import degraded, may_activate, open_hand, paid
from pbem.rulesets.tocs.reactions import Standing, ops
from pbem.rulesets.tocs.view import Camp


@rule("TOCS-3.6-1", "TOCS-3.6-3", "TOCS-W10.0-1", "TOCS-W10.0-2", "TOCS-W10.21-4")
def activate(moment: Moment, side: str, call: str, deficit: int) -> Outcome:
    """Take a unit in hand for an OP, laying down the one before; a unit already in hand goes on with what it has."""
    camp: Camp = moment.board.camps[side]
    unit = camp.unit_called(call)
    if unit is None:
        return Outcome((), illegal(f"{call} is not yours, not there or not seen", "TOCS-W9.0-1"))
    if camp.hand and camp.hand.unit == unit.id:
        return Outcome(())
    laid_down = lay_down(moment, side)
    now = after(moment, laid_down)
    unit = now.board.camps[side].units[unit.id]
    view = now.board.view(moment.game, side)
    refusal = may_activate(view, unit)
    if refusal:
        return Outcome(laid_down, replace(refusal, kind="failed"))
    pool = paid(view, unit, deficit)
    if pool is None:
        return Outcome(laid_down, failed("no OPs left", "TOCS-3.5-1"))
    given_up: tuple[e.Event, ...] = ()
    if unit.reserve:
        given_up = (e.UnitChanged(side, replace(unit, reserve=False), "gave up its reserve"),)
    return Outcome((*laid_down, *given_up, e.UnitActivated(side, unit.id, pool, open_hand(view, unit))))


def check_activate(game: Game, picture: Picture, call: str, deficit: int) -> tuple[tuple[Refusal, ...], Picture]:
    """Why a unit cannot be taken in hand, and the picture as if it had been."""
    camp = picture.camp
    unit = camp.unit_called(call)
    if unit is None:
        return (illegal(f"{call} is not yours, not there or not seen", "TOCS-W9.0-1"),), picture
    if camp.hand and camp.hand.unit == unit.id:
        return (), picture
    picture = replace(picture, camp=_laid_down(camp))
    view = picture.view(game)
    unit = view.camp.units[unit.id]
    refusal = may_activate(view, unit)
    pool = paid(view, unit, deficit)
    refusals = tuple(r for r in (refusal, None if pool else NO_OPS) if r)
    if refusals or pool is None:
        return refusals, picture
    camp = replace(view.camp.with_unit(replace(unit, reserve=False)).with_pool(pool), hand=open_hand(view, unit))
    camp = replace(camp, activated=tuple(sorted({*camp.activated, unit.id})))
    return (), replace(picture, camp=camp)


def _laid_down(camp: Camp) -> Camp:
    if camp.hand is None:
        return camp
    return replace(camp.with_unit(degraded(camp.units[camp.hand.unit])), hand=None)


@rule("TOCS-W10.0-4", "TOCS-W5.0-2")
def lay_down(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """Close the hand: the unit degrades one state for having been activated."""
    camp: Camp = moment.board.camps[side]
    return (e.HandClosed(side, degraded(camp.units[camp.hand.unit])),) if camp.hand else ()


def in_hand(picture: Picture) -> str:
    """The call of the unit in hand, or ""."""
    hand = picture.camp.hand
    return picture.camp.counters[hand.unit].call if hand else ""


@rule("TOCS-3.4-1")
def close(moment: Moment, side: str, how: str) -> tuple[e.Event, ...]:
    """The impulse is closed; what is in hand is laid down first. Silence after an activation is never a pass."""
    if how == "pass" and moment.board.camps[side].activated:
        how = "end"
    return (*lay_down(moment, side), e.ImpulseClosed(side, how))


@rule("TOCS-3.4-1", "TOCS-3.11-3")
def check_close(game: Game, picture: Picture, how: str) -> tuple[Refusal, ...]:
    """A pass is only a pass when nothing was activated this impulse."""
    if how == "pass" and picture.camp.activated:
        return (illegal("units have been activated: this impulse ends with END IMPULSE, it cannot be passed", "TOCS-3.4-1"),)
    return ()


def points(picture: Picture) -> int:
    """OPs that can be spent now, over all pools."""
    return sum(p.bank for p in picture.camp.pools.values())


def holds(picture: Picture, test: str) -> bool | None:
    """Is it so of the hex last asked about? None when nothing is known of it."""
    hand = picture.camp.hand
    answer = hand.answer if hand else ""
    if test == "unknown":
        return not answer
    if not answer:
        return None
    return {"empty": answer != "occupied", "occupied": answer == "occupied", "ezoc": "ezoc" in answer}[test]


def silent(standing: Standing) -> str:
    """How an impulse ends whose commander was silent."""
    return "pass" if standing.silence.passes else "silence"


def owes(picture: Picture) -> Decision | None:
    """The decision this side owes."""
    return picture.camp.owes


def paused(picture: Picture) -> str:
    """The side whose decision play waits for, "" when it does not."""
    return picture.public.paused


def assume(picture: Picture, test: str, so: bool) -> Picture:
    """The picture if the hex last asked about were so, or not: what a branch may count on. Other questions stay open."""
    hand = picture.camp.hand
    if hand is None or hand.asked is None or test == "unknown" or (test == "ezoc" and not so):
        return picture
    occupied = so if test == "occupied" else test == "empty" and not so
    look = Look("occupied" if occupied else "empty", test == "ezoc", picture.public.impulse_name)
    contacts = picture.contacts if occupied else close_contact(picture.contacts, hand.asked)
    return replace(picture, looks={**picture.looks, hand.asked: look}, contacts=contacts)


def budget(standing: Standing) -> tuple[int, int]:
    """What a letter that says nothing of it keeps in the bank, and how far it may overspend."""
    return ops.budget(standing.ops)


def void(picture: Picture, news: tuple[object, ...], act: Act) -> str:
    """Why a guard of a plan forbids it to run, by what this side knows; "" when it does not."""
    lost = act.hex()
    if lost is not None:
        return f"{lost} is not ours" if picture.public.owner.get(lost) != picture.side else ""
    fought = [seen.hex for seen in news if isinstance(seen, o.BattleFoughtSeen) and seen.defender == picture.side]
    return f"we were attacked in {', '.join(map(str, fought))}" if fought else ""

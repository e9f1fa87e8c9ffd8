"""Orders of headquarters: who may give one, whether it gets through, what it takes of the HQ (TOCS-W2.1, W10.0)."""

from collections.abc import Callable

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules.activation import action_points, may_activate, newly_active, paid
from pbem.rulesets.tocs.rules.chain import answers_to, is_headquarters, is_independent, superiors
from pbem.rulesets.tocs.rules.communications import by_land, by_wireless, loc
from pbem.rulesets.tocs.rules.field_battle import locked
from pbem.rulesets.tocs.rules.movement import busy
from pbem.rulesets.tocs.units import Activation, ReplacementPool, Unit
from pbem.rulesets.tocs.view import View

WOKEN_AT_ONCE = 3
Fit = Callable[[Unit], Refusal | None]


def any_fits(hq: Unit) -> Refusal | None:
    """Any HQ will do."""
    return None


@rule("TOCS-1.8-1", "TOCS-W10.0-3", "TOCS-W2.6.1-1")
def orderer(view: View, unit: Unit, by: str, ap: int = 1) -> Unit | Refusal:
    """The HQ that gives a unit an order, or why none can. by: its call; "" means the nearest able one of the unit's chain,
    those awake before those to be woken. An independent unit needs no order: it is its own orderer, and pays nothing.
    """
    return unit if is_independent(view.forces.counter(unit)) else commander(view, (unit,), by, ap)


@rule("TOCS-1.8-1", "TOCS-W10.0-3")
def commander(view: View, units: tuple[Unit, ...], by: str, ap: int = 1, fit: Fit = any_fits) -> Unit | Refusal:
    """The HQ that orders something of all these units, or why none can; by: as in `orderer`. fit: what else is asked of it.

    No unit at all: any HQ that can be awake.
    """
    forces = view.forces
    named = forces.unit_called(by) if by else None
    if by and named is None:
        return illegal(say("{by} is not yours, not there or not seen", by=by), "TOCS-W9.0-1")
    able = (named,) if named else _commanders(forces, units[0]) if units else _staffs(forces)
    refusals: list[Refusal] = []
    for hq in able:
        refused = next(filter(None, (_no_authority(view, u, hq) for u in units)), None) or fit(hq) or no_time(view, hq, ap)
        if refused is None:
            return hq
        refusals.append(refused)
    whom = say("{call} has no HQ left to order it", call=forces.counter(units[0]).call) if units else say("no HQ is left")
    return refusals[0] if refusals else illegal(whom, "TOCS-W10.0-3")


def _staffs(forces: Forces) -> tuple[Unit, ...]:
    """All HQs on the map, those awake first."""
    found = (u for u in forces.on_map() if is_headquarters(forces.counter(u)))
    return tuple(sorted(found, key=lambda hq: (forces.staff(hq.id) is None, forces.counter(hq).call)))


def _commanders(forces: Forces, unit: Unit) -> tuple[Unit, ...]:
    """Who may order a unit: the HQs above it, nearest first, those awake before the rest; a top HQ orders itself."""
    above = superiors(forces, unit)
    if not above and is_headquarters(forces.counter(unit)):
        return (unit,)
    return tuple(sorted(above, key=lambda hq: forces.staff(hq.id) is None))


@rule("TOCS-W2.1-3", "TOCS-W7.0-4", "TOCS-W10.0-3", "MASL-2.1-5")
def _no_authority(view: View, unit: Unit, hq: Unit) -> Refusal | None:
    forces, given = view.forces, locked(view, unit)
    if given:
        return given
    call, theirs = forces.counter(unit).call, forces.counter(hq).call
    if not is_headquarters(forces.counter(hq)):
        return illegal(say("{theirs} is no headquarters", theirs=theirs), "TOCS-W2.1-3")
    alone = hq.id == unit.id and not superiors(forces, unit)
    if not (alone or answers_to(forces, unit, hq)):
        chain = ", ".join(forces.counter(above).call for above in superiors(forces, unit)) or "nobody"
        return illegal(
            say("{call} does not answer to {theirs}; it answers to {chain}", call=call, theirs=theirs, chain=chain), "TOCS-W10.0-3"
        )
    link = loc(view, unit)
    if not link.ok:
        return illegal(say("{call} is out of communication ({why}) and takes no orders", call=call, why=link.why), "TOCS-W7.0-4")
    if not in_touch(view, hq, unit):
        return illegal(
            say("no order of {theirs} gets through to {call}, by land or wireless", theirs=theirs, call=call), "TOCS-W7.2-4"
        )
    return None


@rule("TOCS-W2.1-6")
def no_time(view: View, hq: Unit, ap: int) -> Refusal | None:
    """An HQ awake needs the AP; one asleep must be fit to be activated, and an OP."""
    call, awake = view.forces.counter(hq).call, view.forces.staff(hq.id)
    if awake is None and hq.id in view.forces.activated:
        return illegal(
            say("{call} has done what it can this impulse; `{call}: …` would activate it again, for an OP", call=call),
            "TOCS-W2.1-6",
        )
    if awake is None:
        refused = may_activate(view, hq)
        if refused is None and paid(view, hq, 0) is None:
            return illegal(say("no OPs left to wake {call}", call=call), "TOCS-3.5-1")
        left = action_points(view, hq)
    else:
        refused, left = None, awake.ap
    if refused is None and left < ap:
        return illegal(say("{call} has {left} AP left, and the order takes {ap}", call=call, left=left, ap=ap), "TOCS-W2.1-6")
    return refused


@rule("TOCS-W7.2-4", "TOCS-W7.2-5")
def in_touch(view: View, hq: Unit, unit: Unit) -> bool:
    """Does an order of this HQ get through to the unit: straight, or from HQ to HQ of the unit's own chain?"""
    if hq.id == unit.id:
        return True
    chain = superiors(view.forces, unit)
    passed, rim = {hq.id}, [hq]
    while rim:
        here = rim.pop()
        if by_wireless(view, here, unit) or by_land(view, here, unit):
            return True
        onward = [other for other in chain if other.id not in passed and _hops(view, here, other)]
        passed |= {other.id for other in onward}
        rim += onward
    return False


def _hops(view: View, one: Unit, other: Unit) -> bool:
    if by_wireless(view, one, other):
        return True
    senior, junior = (one, other) if answers_to(view.forces, other, one) else (other, one)
    return view.game.switches["orders_hop"] == "any" and by_land(view, senior, junior)


@rule("TOCS-W2.1-4", "TOCS-W2.1-6")
def order_given(view: View, hq: Unit, ap: int) -> tuple[ReplacementPool | None, Activation]:
    """What an order leaves of an HQ: its AP afterwards, and the pool that paid for waking it (None: it was awake)."""
    awake = view.forces.staff(hq.id)
    pool = None if awake else paid(view, hq, 0)
    active = awake or newly_active(view, hq)
    return pool, replace(active, ap=active.ap - ap, given=active.given + ap)


@rule("TOCS-W2.1-6")
def rested(active: Activation) -> Activation:
    """An HQ's activation as it is laid aside: its AP keep, movement points and scouting do not."""
    return replace(busy(active, 0), column=False, at=None, asked=None, answer="")

"""Withdrawals: who checks morale, with what against it, who goes along, what is left behind (TOCS-W10.3)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.rules.chain import superiors
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.morale import Nerve
from pbem.rulesets.tocs.rules.movement import entry
from pbem.rulesets.tocs.rules.stocks import suffers
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import Public, View


@rule("TOCS-W10.3-4", "TOCS-W2.6.3-2")
def sure(counter: Counter) -> bool:
    """Does it withdraw without a check? Reconnaissance and armoured units do."""
    return counter.recon or counter.mobility == "armored"


@rule("TOCS-W10.3-3", "TOCS-W10.3-5")
def begun(view: View, unit: Unit, active: Activation) -> Refusal | None:
    """Why an active unit cannot withdraw any more: that is all a unit does, not after anything else, nor a second time."""
    if not active.rested and active.ap >= action_points(view, unit):
        return None
    words = say("a withdrawal takes every AP of {call}; {ap} AP left", call=view.forces.counter(unit).call, ap=active.ap)
    return illegal(words, "TOCS-W10.3-5")


@rule("TOCS-W4.1-1", "TOCS-W4.0-2")
def steadiness(view: View, unit: Unit) -> Nerve:
    """What any morale check of a unit asks where it stands."""
    staffs = (hq for hq in superiors(view.forces, unit) if hq.hex == unit.hex)
    near = any(hq.state == 0 for hq in staffs)
    return Nerve(view.forces.counter(unit).ml, out_of_supply=suffers(view, unit, "morale"), hq_present=near)


@rule("TOCS-W10.3-3")
def nerve(view: View, unit: Unit) -> Nerve:
    """What the morale check of a withdrawing unit asks."""
    near = view.game.ground.neighbours[unit.hex]
    clear = any(view.own(h) and h not in view.public.engaged for h in near)
    return replace(steadiness(view, unit), withdraw_surrounded=not clear, withdraw_night=view.night)


@rule("TOCS-W10.3-2")
def led(forces: Forces, unit: Unit) -> bool:
    """Is it an asset that withdraws with the unit it is assigned to, stacked with it?"""
    owner = forces.units.get(unit.assigned)
    return owner is not None and owner.status == "map" and owner.hex == unit.hex


@rule("TOCS-W10.3-2", "TOCS-W10.3-9")
def gone(view: View, unit: Unit, to: Hex) -> tuple[Unit, ...]:
    """The unit and the assets assigned to it as they are after the withdrawal; in another engagement they remember from where."""
    way = entry(view, view.forces.counter(unit), Position(unit.hex, unit.bank), to)
    assert way is not None  # who has none is not let go
    origin = unit.hex if to in view.public.engaged else None
    along = (u for u in view.forces.at(unit.hex) if u.assigned == unit.id)
    return tuple(replace(u, hex=to, bank=way.to.bank, origin=origin) for u in (unit, *along))


@rule("TOCS-W10.3-8")
def vacated(public: Public, forces: Forces, left: Hex, enemy: str) -> Public:
    """What both sides see if the last unit left an engagement: it is none any more, and the hex the enemy's."""
    if left not in public.engaged or forces.at(left):
        return public
    engaged = {h: side for h, side in public.engaged.items() if h != left}
    return replace(public, engaged=engaged, owner={**public.owner, left: enemy})


@rule("TOCS-W10.3-1", "TOCS-W10.3-6")
def covered(staff: Activation, unit: Unit) -> bool:
    """Has the HQ ordered a withdrawal from the unit's hex under which this unit has not thrown yet?"""
    return str(unit.hex) in staff.told and f"{unit.hex}/{unit.id}" not in staff.told


def told(staff: Activation, unit: Unit) -> Activation:
    """The HQ's activation with a try of the unit noted under its order; a new order lets all others in the hex try under it."""
    hex_ = str(unit.hex)
    if covered(staff, unit):
        return replace(staff, told=(*staff.told, f"{hex_}/{unit.id}"))
    rest = tuple(word for word in staff.told if word != hex_ and not word.startswith(f"{hex_}/"))
    return replace(staff, told=(*rest, hex_, f"{hex_}/{unit.id}"))

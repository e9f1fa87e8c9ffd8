"""BOATS: units go from ship to landing craft and back (TOCS-W17.9)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import lading, naval
from pbem.rulesets.tocs.ships import CRAFT, Ship
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

OVER = phrase("went over")


@rule("TOCS-W17.9-1", "TOCS-W16.0-5", "TOCS-W13.3-2")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """From who acts to a ship or craft in the same zone, one of them landing craft, at the transfer rate; not in heavy wind."""
    ships = sea.acting(view)
    if len(ships) != 1:
        return illegal(say("one ship puts out boats at a time"), "TOCS-W17.9-1")
    ship, to = ships[0], view.forces.sea.ships.get(act.text("UNIT_CRAFT") or "")
    refused = sea.may_act(ships) or _apart(view, ship, to)
    if refused or to is None:
        return refused or illegal(say("into which craft?"), "TOCS-W17.9-1")
    aboard = {view.forces.counter(unit).call: unit for unit in lading.cargo(view.forces, ship.call)}
    strangers = [call for call in act.texts("UNITS") if call not in aboard]
    if strangers:
        return illegal(say("{unit} is not aboard {ship}", unit=strangers[0], ship=ship.call), "TOCS-W17.9-1")
    units = tuple(aboard[call] for call in act.texts("UNITS"))
    return _too_many(view, ship, to, units) or _over(view, ship, to, units)


def _apart(view: View, ship: Ship, to: Ship | None) -> Refusal | None:
    if to is None or to.sunk or CRAFT not in (ship.ship, to.ship):
        return illegal(say("units change between a ship and landing craft"), "TOCS-W17.9-1")
    if to.zone != ship.zone or to.port or to.hex or (to.aboard and to.aboard != ship.call):
        return illegal(say("{craft} is not alongside {ship}", craft=to.call, ship=ship.call), "TOCS-W17.9-1")
    if sea.weather(view, ship.zone).wind == naval.HEAVY:
        return illegal(say("in so heavy a wind no boats put out"), "TOCS-W13.3-2")
    return None


def _too_many(view: View, ship: Ship, to: Ship, units: tuple[Unit, ...]) -> Refusal | None:
    steps = sum(lading.steps_of(view.forces, unit) for unit in units)
    rate = ship.transfer or to.transfer
    if not units or steps > min(rate, lading.room(view.forces, to)):
        words = say("{rate} steps go over in an action, and {craft} has room for {room} more", rate=rate, craft=to.call,
                    room=lading.room(view.forces, to))  # fmt: skip
        return illegal(words, "TOCS-W17.9-1")
    unfit = next((view.forces.counter(u).call for u in units if not lading.fits(to, view.forces.counter(u))), "")
    return illegal(say("{craft} takes no vehicles and guns: {call}", craft=to.call, call=unfit), "TOCS-W17.9-1") if unfit else None


def _over(view: View, ship: Ship, to: Ship, units: tuple[Unit, ...]) -> sea.SeaPlan:
    """The ship a box lower, craft that it carried in the water beside it, the units in the other."""
    lower = sea.lower((replace(ship, hex=None),))[0]
    beside = replace(to, aboard="", zone=ship.zone, box=lower.box) if to.aboard else to
    over = tuple(replace(unit, ship=to.call, status="off") for unit in units)
    return sea.SeaPlan((t.CargoMoved(view.side, (lower, beside), over, OVER),))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("boats", ("boats UNITS to UNIT_CRAFT",), "unit", phrase("units go over into landing craft, or back")),
    phrase(
        """BOATS: units aboard a ship go over into landing craft, or out of craft into a ship, at the ship's transfer rate, for a
box (TOCS-W17.9). Craft that the ship carries are put into the water beside it. Not in heavy wind. BRING takes the
craft inshore.

    LST3: boats 41RM to LCA1"""
    ),
    _meant, _events,
)  # fmt: skip

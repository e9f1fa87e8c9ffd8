"""LOAD: units and supplies go aboard docked ships; landing craft inshore take units off a beach (TOCS-W17.8, W17.9)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.ships import Ship
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

LOADED = phrase("loaded")


@rule("TOCS-W17.8-1", "TOCS-W17.9-1", "TOCS-W12.5-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Out of the port's hex, or off a beach beside the craft; no more than an action moves, and than there is room for."""
    ships = sea.acting(view)
    if len(ships) != 1:
        return illegal(say("one ship is loaded at a time"), "TOCS-W17.8-1")
    ship = ships[0]
    refused = cannot_reach(view, ship)
    if refused:
        return refused
    points = act.number("N")
    if points:
        return _supplies(view, ship, points)
    units = tuple(view.forces.unit_called(call) for call in act.texts("UNITS"))
    found = tuple(unit for unit in units if unit is not None and unit.status == "map")
    if len(found) < len(units) or not found:
        return illegal(say("who is to go aboard must be on the map"), "TOCS-W17.8-1")
    return _aboard(view, ship, found)


def cannot_reach(view: View, ship: Ship) -> Refusal | None:
    """Why a ship can neither load nor unload here: it is not docked in a port that works, nor craft inshore; or it is spent."""
    if ship.box == 0:
        return illegal(say("{call} is in box 0: no action is left", call=ship.call), "TOCS-W16.1-1")
    if ship.hex is not None:
        return None
    site = next((s for s in view.forces.sites if s.id == ship.port), None)
    if site is None:
        return illegal(say("{call} is not docked: ships load and unload in port", call=ship.call), "TOCS-W17.8-1")
    if not lading.port_works(view, site):
        return illegal(say("{name} is not in working order", name=site.name), "TOCS-W12.5-1")
    return None


def quay(view: View, ship: Ship) -> Hex:
    """Where a docked ship lies, or craft inshore."""
    return ship.hex or next(s.hex for s in view.forces.sites if s.id == ship.port)


def _supplies(view: View, ship: Ship, points: int) -> sea.SeaPlan | Refusal:
    """Supply points, a step each (ruling N9), out of a store in the port."""
    here = quay(view, ship)
    store = next((s for _, s in sorted(view.forces.sources.items()) if s.hex == here and s.sp >= points and s.kind != "edge"), None)
    if store is None:
        return illegal(say("no own store in {hex} has so much", hex=here), "TOCS-W17.8-1")
    if points > min(ship.transfer, lading.room(view.forces, ship)):
        return _too_much(view, ship)
    now = replace(sea.lower((ship,))[0], points=ship.points + points)
    left = t.SourceChanged(view.side, replace(store, sp=store.sp - points), LOADED)
    return sea.SeaPlan((left, t.CargoMoved(view.side, (now,), (), LOADED)))


def _aboard(view: View, ship: Ship, units: tuple[Unit, ...]) -> sea.SeaPlan | Refusal:
    here = quay(view, ship)
    for unit in units:
        counter = view.forces.counter(unit)
        near = distance(unit.hex, here) <= (1 if ship.hex else 0)
        if not near or unit.hex in view.public.engaged or view.forces.attack_of(unit.id):
            return illegal(say("{call} is not at hand, or is engaged", call=counter.call), "TOCS-W17.8-1")
        if not lading.fits(ship, counter):
            return illegal(
                say("{call} has vehicles or guns, and {ship} takes none", call=counter.call, ship=ship.call), "TOCS-W17.9-1"
            )
    steps = sum(lading.steps_of(view.forces, unit) for unit in units)
    if steps > min(ship.transfer or ship.lift, lading.room(view.forces, ship)):
        return _too_much(view, ship)
    place = ship.hex or units[0].hex
    status = "map" if ship.hex else "off"
    moved = tuple(replace(unit, ship=ship.call, status=status, hex=place, bank=0, origin=None) for unit in units)
    return sea.SeaPlan((t.CargoMoved(view.side, sea.lower((ship,)), moved, LOADED),))


def _too_much(view: View, ship: Ship) -> Refusal:
    rate, left = ship.transfer or ship.lift, lading.room(view.forces, ship)
    words = say("{call} moves {rate} steps an action, and has room for {room} more", call=ship.call, rate=rate, room=left)
    return illegal(words, "TOCS-W17.8-1")


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("load", ("load UNITS [at HEX]", "load N sp [at HEX]"), "unit", phrase("take units or supplies aboard")),
    phrase(
        """LOAD takes units that are in the hex of the port aboard a docked ship, or supply points out of a store there, a step
each: as many steps as the ship moves in an action, and has room for, for a box (TOCS-W17.8). Landing craft inshore
take units off a beach beside their hex the same way: that is how men are brought off (TOCS-W17.9).

    LST3: load 4CDO at Breskens
    LST3: load 2 SP"""
    ),
    _meant, _events,
)  # fmt: skip

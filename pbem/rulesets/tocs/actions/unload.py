"""UNLOAD: units and supplies go ashore from docked ships, and supplies out of craft onto a beach (TOCS-W17.8)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.actions import sea_rules as sea
from pbem.rulesets.tocs.actions.load import cannot_reach, quay
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import lading
from pbem.rulesets.tocs.rules.stocks import fresh
from pbem.rulesets.tocs.ships import Ship
from pbem.rulesets.tocs.units import SupplySource
from pbem.rulesets.tocs.view import View

UNLOADED = phrase("unloaded")


@rule("TOCS-W17.8-1", "TOCS-W12.5-1")
def _meant(view: View, act: Act) -> sea.SeaPlan | Refusal:
    """Into the hex of the port; supplies out of landing craft onto an own beach beside them (ruling N9)."""
    ships = sea.acting(view)
    if len(ships) != 1:
        return illegal(say("one ship is unloaded at a time"), "TOCS-W17.8-1")
    ship = ships[0]
    refused = cannot_reach(view, ship)
    if refused:
        return refused
    points = act.number("N")
    if points:
        return _supplies(view, ship, points, act.hex("HEX"))
    if ship.hex is not None:
        return illegal(say("units go ashore out of landing craft by themselves: `41RM: move 12.13`"), "TOCS-W17.9-1")
    aboard = {view.forces.counter(unit).call: unit for unit in lading.cargo(view.forces, ship.call)}
    strangers = [call for call in act.texts("UNITS") if call not in aboard]
    if strangers:
        return illegal(say("{unit} is not aboard {ship}", unit=strangers[0], ship=ship.call), "TOCS-W17.8-1")
    units = tuple(aboard[call] for call in act.texts("UNITS"))
    if sum(lading.steps_of(view.forces, unit) for unit in units) > ship.transfer:
        return illegal(say("{call} moves {rate} steps an action", call=ship.call, rate=ship.transfer), "TOCS-W17.8-1")
    here = quay(view, ship)
    ashore = tuple(replace(unit, ship="", status="map", hex=here, bank=0) for unit in units)
    return sea.SeaPlan((t.CargoMoved(view.side, sea.lower((ship,)), ashore, UNLOADED),))


def _supplies(view: View, ship: Ship, points: int, beach: Hex | None) -> sea.SeaPlan | Refusal:
    here = quay(view, ship)
    place = here if ship.hex is None else beach
    if points > min(ship.points, ship.transfer or ship.lift):
        return illegal(say("{call} has not so much aboard, or moves less in an action", call=ship.call), "TOCS-W17.8-1")
    inshore = ship.hex is not None
    if place is None or (
        inshore and (place not in view.game.ground.neighbours[here] or view.game.ground.shores.get(place) != "beach")
    ):
        return illegal(say("supplies come ashore at a port, or by craft onto a beach beside them"), "TOCS-W17.8-1")
    if not view.own(place):
        return illegal(say("{hex} is not yours", hex=place), "TOCS-W17.8-1")
    found = next((s for s in view.forces.sources.values() if s.hex == place and s.kind == "mobile" and not s.join), None)
    store = replace(found, sp=found.sp + points) if found else SupplySource(fresh(view.forces, "mobile"), "mobile", place, points)
    now = replace(sea.lower((ship,))[0], points=ship.points - points)
    return sea.SeaPlan((t.SourceChanged(view.side, store, UNLOADED), t.CargoMoved(view.side, (now,), (), UNLOADED)))


def _events(moment: Moment, side: str, plan: sea.SeaPlan) -> tuple[e.Event, ...]:
    return plan.sure


ACTION = sea.sea_action(
    Verb("unload", ("unload UNITS [at HEX]", "unload N sp [at HEX]"), "unit", phrase("put units or supplies ashore")),
    phrase(
        """UNLOAD puts units and supply points ashore in the port where a ship is docked: as many steps as it moves in an action,
for a box (TOCS-W17.8). Supplies come ashore out of landing craft too, onto a beach that is yours beside their water
hex. What is unloaded stands there as trucks; see TRUCKS.

    LST3: unload 4CDO
    LCA1: unload 2 SP at 12.13"""
    ),
    _meant, _events,
)  # fmt: skip

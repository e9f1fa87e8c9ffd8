"""What becomes of ships that are hit, of their cargo, their men, and aircraft without a home (TOCS-W16.5, W17.8, W17.10)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import AWAY, LANDED, LOST, READY, REARMING, Aircraft
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.rules import afloat, lading
from pbem.rulesets.tocs.rules.naval import NavalResult
from pbem.rulesets.tocs.ships import Ship
from pbem.rulesets.tocs.standing_orders.asked_at_sea import RescuesTo
from pbem.rulesets.tocs.view import Weather

Events = tuple[e.Event, ...]
WENT_DOWN = phrase("went down with its ship")
ABOARD = (LANDED, REARMING, READY)
"""Boxes of aircraft that stand on their ship."""


def sky(moment: Moment, zone: str) -> Weather:
    """The weather of a sea zone."""
    public = moment.board.public
    found: Weather = public.sea.get(zone, public.weather)
    return found


@rule("TOCS-W16.5-2", "TOCS-W17.8-2", "TOCS-1.2-1", "TOCS-W16.8-3")
def harmed(moment: Moment, side: str, call: str, strike: NavalResult, why: str) -> Events:
    """A ship takes hits: who it carries goes down with it, or is taken off one that is disabled."""
    ship = moment.board.forces[side].sea.ships[call]
    now = ship.hit(strike.hits, strike.disabled, strike.sinks)
    events: list[e.Event] = [e.ShipsMoved(side, (now,), why)]
    if now.sunk:
        events += _sunk(after(moment, events), side, now)
    elif now.disabled and not ship.disabled:
        events += rescued(after(moment, events), side, now)
    return tuple(events)


@rule("TOCS-W17.8-2", "TOCS-W16.5-3", "TOCS-1.2-1")
def _sunk(moment: Moment, side: str, ship: Ship) -> Events:
    """It is told by name; units, craft and aircraft aboard are lost with it."""
    forces: Forces = moment.board.forces[side]
    craft = tuple(replace(c, sunk=True, aboard="") for c in forces.sea.ships.values() if c.aboard == ship.call)
    calls = {ship.call, *(c.call for c in craft)}
    units = sorted(
        (u for u in forces.units.values() if u.ship in calls and u.status != "dead"), key=lambda u: forces.counter(u).call
    )
    events: list[e.Event] = [e.ShipSunk(side, ship.name, ship.ship)]
    events += [e.ShipsMoved(side, craft, phrase("sunk"))] if craft else []
    events += [e.ShipSunk(side, c.name, c.ship) for c in craft]
    planes = tuple(a for _, a in sorted(forces.air.aircraft.items()) if a.base == ship.call and a.box in ABOARD)
    events += [e.AircraftMoved(side, tuple(shot_down(forces, a.call) for a in planes), WENT_DOWN)] if planes else []
    for unit in units:
        events.append(buried(after(moment, events), side, replace(unit, ship=""), WENT_DOWN))
    return tuple(events)


@rule("TOCS-W17.10-1")
def rescued(moment: Moment, side: str, ship: Ship) -> Events:
    """Men and mortars go over to ships with room, by order of their side; vehicles and guns stay where they are."""
    events: list[e.Event] = []
    for unit in sorted(lading.cargo(moment.board.forces[side], ship.call), key=lambda u: u.id):
        now = after(moment, events)
        forces: Forces = now.board.forces[side]
        if afloat.unfit(forces, unit):
            continue
        able = tuple(s.call for s in forces.sea.in_zone(ship.zone) if s.call != ship.call and lading.takes(forces, s, unit))
        if able:
            to = now.ask(side, RescuesTo(able))[0]
            events.append(e.CargoMoved(side, (), (replace(unit, ship=to),), phrase("taken off")))
    return tuple(events)


@rule("TOCS-W16.5-3")
def shot_down(forces: Forces, call: str) -> Aircraft:
    """Aircraft of a carrier are gone for good; those from land are back next turn."""
    craft = forces.air.aircraft[call]
    return replace(craft, box=AWAY, due=0) if craft.base in forces.sea.ships else replace(craft, box=LOST)


@rule("TOCS-W16.5-4", "TOCS-W16.2-2", "TOCS-W16.2-3", "TOCS-W16.1-5")
def landed(moment: Moment, side: str, calls: tuple[str, ...], why: str) -> Events:
    """Aircraft over the water go home: to their ship or field, else to another ship with room or a field beside the zone, by order
    of their side, else they ditch and are lost."""
    events: list[e.Event] = []
    for call in calls:
        view = after(moment, events).board.view(moment.game, side)
        craft, plane = view.forces.air.aircraft[call], view.forces.sea.planes[call]
        able = lading.bases(view, craft, plane.zone)
        base = craft.base if craft.base in able else moment.ask(side, RescuesTo(able))[0] if able else ""
        down = replace(craft, box=LANDED, base=base) if base else shot_down(view.forces, call)
        events.append(e.PlanesMoved(side, (), (call,), (down,), why if base else phrase("ditched")))
    return tuple(events)

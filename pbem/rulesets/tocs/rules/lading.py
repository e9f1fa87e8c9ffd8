"""What ships carry and have room for: units, craft, supplies, aircraft; ports and shores (TOCS-W12.5, W16.2, W17.7 to W17.9)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.aircraft import OFF_BOARD, Aircraft
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import afloat, air
from pbem.rulesets.tocs.ships import SPENT, Ship
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

PORTS = ("port", "harbor", "naval_base")
SLOPES = {"shallow": phrase("gradual"), "normal": phrase("moderate"), "deep": phrase("steep")}


def cargo(forces: Forces, ship: str) -> tuple[Unit, ...]:
    """The units aboard a ship, or in landing craft, by id."""
    return tuple(unit for _, unit in sorted(forces.units.items()) if unit.ship == ship and unit.status in ("off", "map"))


def steps_of(forces: Forces, unit: Unit) -> int:
    """The steps a unit takes up."""
    return forces.counter(unit).steps - unit.lost


@rule("TOCS-W17.8-1")
def room(forces: Forces, ship: Ship) -> int:
    """The steps a ship has room for yet; a supply point counts as one (ruling N9)."""
    return ship.lift - ship.points - sum(steps_of(forces, unit) for unit in cargo(forces, ship.call))


@rule("TOCS-W17.9-1")
def fits(ship: Ship, counter: Counter) -> bool:
    """Does a ship take units of a kind: vehicles and guns want craft made for them, or swim by themselves?"""
    return ship.vehicles or afloat.AMPHIBIOUS in counter.traits or counter.replaced_by != "vehicles"


@rule("TOCS-W17.9-1", "TOCS-W17.10-1")
def takes(forces: Forces, ship: Ship, unit: Unit) -> bool:
    """Has a ship at sea room for a unit, and is it fit to take it?"""
    fit = not ship.sunk and not ship.disabled and fits(ship, forces.counter(unit))
    return fit and room(forces, ship) >= steps_of(forces, unit)


@rule("TOCS-W12.5-1", "TOCS-W12.6-1")
def port_works(view: View, site: Facility) -> bool:
    """Is a port one's own, not destroyed and not fought for?"""
    return site.kind in PORTS and site.works and view.own(site.hex) and site.hex not in view.public.engaged


@rule("TOCS-W12.5-1")
def berths(view: View, site: Facility) -> int:
    """How many more ships may dock: a naval base that is not told its berths takes any number; each point of damage takes one."""
    docked = sum(ship.port == site.id for ship in view.forces.sea.ships.values())
    if site.kind == "naval_base" and not site.ships:
        return 1
    return site.ships - site.damage - docked


def port_at(view: View, zone: str, place: Hex) -> Facility | None:
    """The port of a zone in a hex, as the side knows it."""
    ports = view.game.ground.zones[zone].ports
    return next((site for site in view.forces.sites if site.hex == place and site.id in ports), None)


@rule("TOCS-W16.5-4", "TOCS-W16.2-5")
def bases(view: View, craft: Aircraft, zone: str) -> tuple[str, ...]:
    """Where aircraft over a zone may come down, their home first: it wherever it is, other ships in the zone with room, fields of
    their side's on the zone's coast with room."""
    forces, coast = view.forces, view.game.ground.zones[zone].coast
    home = (craft.base,) if craft.base == OFF_BOARD or _can_land(view, craft.base) else ()
    decks = (s.call for s in forces.sea.in_zone(zone) if _can_land(view, s.call) and deck(forces, s) > 0)
    fields = (s.id for s in forces.sites if s.hex in coast and air.usable(view, s) and air.room(view, s))
    return (*home, *decks, *fields)


@rule("TOCS-W16.2-2", "TOCS-W16.2-5")
def _can_land(view: View, base: str) -> bool:
    """Can aircraft come down on a base: a ship at sea that is not disabled, or a field in use?"""
    ship = view.forces.sea.ships.get(base)
    if ship is not None:
        return ship.afloat and not ship.disabled and ship.planes > 0
    site = next((s for s in view.forces.sites if s.id == base), None)
    return site is not None and air.usable(view, site)


@rule("TOCS-W16.2-3")
def deck(forces: Forces, ship: Ship) -> int:
    """The room a ship has for more aircraft."""
    return ship.planes - sum(craft.base == ship.call for craft in forces.air.aircraft.values())


@rule("TOCS-W11.8.1-1")
def slope(game: Game, place: Hex, shore: Hex) -> str:
    """How a beach slopes: gradual off shallow water, moderate off normal, steep off deep; "" where there is no beach."""
    if game.ground.shores.get(shore) != "beach":
        return ""
    depth = next((zone.water[place] for zone in game.ground.zones.values() if place in zone.water), "")
    return SLOPES.get(depth, "")


@rule("TOCS-W11.8.2-1", "TOCS-W11.8.1-1")
def cannot_land(view: View, counter: Counter, place: Hex, shore: Hex) -> str:
    """Why a unit cannot go ashore out of landing craft, in words; "" when it can. Off the coast that is named nobody lands; over a
    steep beach no vehicles do in the first turn (ruling N7)."""
    game = view.game
    kind = game.ground.shores.get(shore, "")
    if not kind:
        return say("{shore} is no shore to land on", shore=shore)
    if kind == "rocky" and "commando" not in counter.traits:
        return say("{shore} is rocky: only commandos land there; {call} would be lost", shore=shore, call=counter.call)
    if counter.replaced_by == "vehicles" and slope(game, place, shore) == SLOPES["deep"] and view.public.turn == 1:
        return say("the beach of {shore} is too steep for vehicles in the first turn", shore=shore)
    return ""


def spent(ship: Ship) -> bool:
    """Has it nothing left to act with?"""
    return ship.box == SPENT

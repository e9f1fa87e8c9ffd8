"""Searches from the air and patrols of ships: what is found, and what comes of it at once (TOCS-W16.3, W16.8, W17.2, W17.3)."""

from typing import Any

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution.sea_seek import Clash, joined, sought
from pbem.rulesets.tocs.resolution.sea_turn import attacked
from pbem.rulesets.tocs.rules import naval
from pbem.rulesets.tocs.rules.target_dice import struck
from pbem.rulesets.tocs.ships import AIRCRAFT, NAVAL_UNITS, SUBMARINES, SURFACE, Plane, Ship, later
from pbem.rulesets.tocs.standing_orders.asked_at_sea import InterceptsAtSea

Events = tuple[e.Event, ...]


def kinds_in(moment: Moment, side: str, zone: str, box: int) -> tuple[str, ...]:
    """What a side has in a box, as it must be named: aircraft, surface ships, submarines."""
    sea = moment.board.forces[side].sea
    ships = [ship for ship in sea.in_zone(zone) if ship.box == box and ship.hex is None]
    found = []
    if any(plane.box == box for plane in sea.over(zone)):
        found.append(AIRCRAFT)
    found += [SURFACE] if any(ship.surface for ship in ships) else []
    return (*found, *((SUBMARINES,) if any(not ship.surface for ship in ships) else ()))


def _announced(found: tuple[str, ...]) -> str:
    return AIRCRAFT if found == (AIRCRAFT,) else NAVAL_UNITS


@rule("TOCS-W17.2-1", "TOCS-W16.3-2")
def searched(moment: Moment, side: str, so_far: Events, call: str, box: int) -> Events:
    """Aircraft look into a box; where something is, both sides throw to come upon each other."""
    plane = moment.board.forces[side].sea.planes[call]
    found = kinds_in(moment, moment.game.other(side), plane.zone, box)
    told = (e.SeaSearched(side, call, plane.zone, box, found),)
    return (*told, *(sought(after(moment, (*so_far, *told)), plane.zone, _announced(found)) if found else ()))


def patrolled(moment: Moment, side: str, sure: Events, who: Any) -> Events:
    """Ships or aircraft go on patrol, and look about at once."""
    events: list[e.Event] = list(sure)
    if isinstance(who, Plane):
        return (*events, *_plane_hunts(after(moment, events), side, who))
    for ship in who:
        events += _ship_looks(after(moment, events), side, ship)
    return tuple(events)


@rule("TOCS-W17.3-1", "TOCS-W16.3-2")
def _ship_looks(moment: Moment, side: str, ship: Ship) -> Events:
    """A ship throws the box it patrolled from or less, and finds what is in it: an interception that has succeeded already."""
    enemy = moment.game.other(side)
    throw = moment.dice.throw(f"patrol/{ship.call}/{moment.board.public.impulse_name}{later((ship,))}", "1d6")
    if moment.board.forces[side].sea.ships[ship.call].sunk or not naval.finds(ship.box, throw.total):
        return (e.SeaSearched(side, ship.call, ship.zone, ship.box, ()),)
    found = tuple(kind for kind in kinds_in(moment, enemy, ship.zone, ship.box) if kind != SUBMARINES)
    events: tuple[e.Event, ...] = (e.SeaSearched(side, ship.call, ship.zone, ship.box, found),)
    if not found or not moment.ask(side, InterceptsAtSea(_announced(found))):
        return events
    clash = Clash(side, (ship.box, ship.box - 1), enemy, (ship.box,), True, ship.call)
    return (*events, *joined(after(moment, events), ship.zone, clash))


@rule("TOCS-W16.8-1")
def _plane_hunts(moment: Moment, side: str, plane: Plane) -> Events:
    """Aircraft on patrol throw the box they patrolled from or less, and attack a submarine in it."""
    box, enemy = plane.box, moment.game.other(side)
    occasion = f"hunt/{plane.call}/{moment.board.public.impulse_name}" + (f"/{box}" if plane.patrols else "")
    throw = moment.dice.throw(occasion, "1d6")
    told = e.SubHunted(side, plane.call, plane.zone, throw, "")
    boats = moment.board.forces[enemy].sea.in_zone(plane.zone)
    prey = tuple(boat.call for boat in boats if not boat.surface and boat.box == box and not boat.disabled)
    if not naval.finds(box, throw.total) or not prey:
        return (told,)
    boat = struck(moment.dice, f"{occasion}/boat", prey, "d")[0]
    return attacked(moment, side, told, boat, f"/{box}" if plane.patrols else "")

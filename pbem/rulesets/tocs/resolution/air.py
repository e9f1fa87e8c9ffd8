"""Aircraft in the course of play: boxes, weather, coming on station, going home (TOCS-3.2, W13, W14)."""

from collections.abc import Iterator

from pbem.engine.situation import Control
from pbem.kernel.hexes import DIRECTIONS, Hex, neighbour
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.aircraft import (
    AWAY,
    IN_FLIGHT,
    LANDED,
    LOST,
    ON_STATION,
    OVER,
    READY,
    REARMING,
    Aircraft,
    Sortie,
)
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import air_cargo, air_flak, air_missions, air_patrols, airborne
from pbem.rulesets.tocs.resolution.flight import heard
from pbem.rulesets.tocs.rules import air
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import TurnsBackInRain
from pbem.rulesets.tocs.view import AirZone

Events = tuple[e.Event, ...]
NEXT_BOX = {LANDED: REARMING, REARMING: READY}
ANNOUNCED = ("patrol", "interdict")
FIRST = ("patrol", "observer", "spotter", "recon")
THEN = ("drop", "land", "lift", "propaganda", "interdict", "strike", "rebase", "support", "accompany")
"""The order in which missions come on station, those before and those after what is scheduled."""
FAR = 6  # the face of the second die of a mission that misses its way which takes it two hexes off


def flies(board: Board) -> bool:
    """Has either side aircraft, or a flight on a schedule? Without any the air phase is left out (TOCS-3.2-1)."""
    return any(forces.air.aircraft or airborne.flies(forces) for forces in board.forces.values())


@rule("TOCS-3.2-1", "TOCS-3.2-3", "TOCS-W14.1-1", "TOCS-W14.1-2")
def phase(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """The air phase of an impulse: boxes move, the weather has its say, what was in flight comes on station and what is scheduled
    comes; then those are fought for who came down on the enemy."""
    if moment.taken:
        return airborne.fought(moment)
    side: str = moment.board.public.phasing
    events: list[e.Event] = list(_boxes(moment, side))
    events += _verdict(after(moment, events), side)
    events += _noticed(after(moment, events), side)
    events += _stationed(after(moment, events), side, FIRST)
    events += airborne.arrive(after(moment, events))
    events += _stationed(after(moment, events), side, THEN)
    return tuple(events) or None


def _stationed(moment: Moment, side: str, kinds: tuple[str, ...]) -> Events:
    """What was in flight of these kinds comes on station; in fog it stays up, and waits (TOCS-W13.4.1-1)."""
    events: list[e.Event] = []
    waiting = [s for s in moment.board.forces[side].air.sorties if s.status == IN_FLIGHT and not moment.board.public.weather.fog]
    for sortie in sorted(waiting, key=lambda s: kinds.index(s.kind) if s.kind in kinds else -1):
        events += arrived(after(moment, events), side, sortie) if sortie.kind in kinds else ()
    return tuple(events)


@rule("TOCS-3.2-3", "TOCS-W14.1-1")
def _boxes(moment: Moment, side: str) -> Events:
    """Each aircraft short of Ready goes a box on."""
    crafts = moment.board.forces[side].air.aircraft.values()
    moved = tuple(replace(craft, box=NEXT_BOX[craft.box]) for craft in crafts if craft.box in NEXT_BOX)
    return (e.AircraftMoved(side, moved, phrase("next box")),) if moved else ()


@rule("TOCS-3.2-7", "TOCS-3.2-8", "TOCS-W14.4-2", "TOCS-W13.4.4-4", "TOCS-W13.4.1-1", "TOCS-W13.1.2-3")
def _verdict(moment: Moment, phasing: str) -> Events:
    """Weather and night send home: of what is on its way the own, of what is on station that of both sides (ruling L3)."""
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        view = moment.board.view(moment.game, side)
        for sortie in forces.air.sorties:
            if sortie.status == ON_STATION:
                why = air.recalled(view, sortie.kind)
            else:
                why = air.turned_back(view, sortie.kind) if side == phasing else ""
            events += ended(after(moment, events), side, sortie, why) if why else ()
    return tuple(events)


@rule("TOCS-W15.3-4", "TOCS-W1.2-4")
def _noticed(moment: Moment, phasing: str) -> Events:
    """An observer is seen by those it watches, from their own next impulse."""
    board: Board = moment.board
    side = moment.game.other(phasing)
    zones = (AirZone(side, "observer", sortie.goal) for sortie in board.forces[side].air.on_station("observer"))
    return tuple(e.AirZoneMarked(zone, True) for zone in zones if zone not in board.public.zones)


def ended(moment: Moment, side: str, sortie: Sortie, why: str) -> Events:
    """A mission is over, and its aircraft land; an announced one is taken back."""
    return (e.SortieFlew(side, replace(sortie, status=OVER), why), *air_patrols.lifted(moment, side, sortie))


@rule("TOCS-3.2-4", "TOCS-W14.1-2", "TOCS-W13.4.3-2", "TOCS-W12.4-1", "TOCS-W14.4-3")
def arrived(moment: Moment, side: str, sortie: Sortie) -> Events:
    """A mission comes on station: in rain a die says whether it finds its way (ruling L1); then it does what it came for."""
    name = moment.board.public.impulse_name
    if moment.board.public.weather.precipitation in air.RAIN:
        found = _in_rain(moment, side, sortie)
        if isinstance(found, str):
            return ended(moment, side, sortie, found)
        sortie = found
    there = replace(sortie, status=ON_STATION, came=name)
    if there.path:
        up = (e.SortieFlew(side, there, phrase("on its way")),)
        return (*up, *air_cargo.flown(after(moment, up), side, there))
    seen = air.formation(moment.game, there).name
    events: list[e.Event] = [e.SortieFlew(side, there, phrase("on station")), *heard(moment, side, seen, (there.goal,))]
    met = air_flak.met(after(moment, events), side, there)
    events += met.events
    if met.sortie is None:
        return tuple(events)
    met = air_patrols.found_there(after(moment, events), side, met.sortie)
    events += met.events
    if met.sortie is None:
        return tuple(events)
    there = met.sortie
    if there.kind in ANNOUNCED:
        events.append(e.AirZoneMarked(AirZone(side, there.kind, there.goal), True))
    events += air_missions.flown(after(moment, events), side, there)
    left = after(moment, events).board.forces[side].air
    there_still = next((s for s in left.sorties if set(s.aircraft) & set(there.aircraft)), None)
    if there_still and air.mission(moment.game, there.kind).stays == "no":
        events += ended(after(moment, events), side, there_still, phrase("mission flown"))
    return tuple(events)


@rule("TOCS-W13.4.3-2", "TOCS-W14.4-3")
def _in_rain(moment: Moment, side: str, sortie: Sortie) -> Sortie | str:
    """A mission that arrives in rain as it goes on, or why it goes home: by its side's order, or by die."""
    if moment.ask(side, TurnsBackInRain(sortie.kind == "strike", sortie.goal)):
        return phrase("turned back for the rain")
    die = moment.dice.throw(f"sky/{sortie.id}/{moment.board.public.impulse_name}", "1d6").total
    if die >= 5:
        return phrase("gave up in the rain")
    found = _astray(moment, sortie) if die >= 3 else sortie
    return found or phrase("lost its way over the edge of the map")


@rule("TOCS-W13.4.3-2")
def _astray(moment: Moment, sortie: Sortie) -> Sortie | None:
    """A mission off its target: a hexside by the first die, one hex on 1 to 5 of the second and two on 6; None off the map."""
    throw = moment.dice.throw(f"sky/{sortie.id}/{moment.board.public.impulse_name}/astray", "2d6")
    towards, far = DIRECTIONS[throw.faces[0] - 1], 2 if throw.faces[1] == FAR else 1
    moved = tuple(hex_ for place in sortie.hexes if (hex_ := _off(place, towards, far)) in moment.game.ground.terrain)
    if _off(sortie.goal, towards, far) not in moment.game.ground.terrain:
        return None
    path = tuple(_off(place, towards, far) or place for place in sortie.path)
    if sortie.path and sortie.kind in air.LANDING:
        return None
    return replace(sortie, hexes=tuple(place for place in moved if place is not None), path=path)


def _off(place: Hex, towards: str, far: int) -> Hex | None:
    for _ in range(far):
        onward = neighbour(place, towards)
        if onward is None:
            return None
        place = onward
    return place


@rule("TOCS-W14.1-4", "TOCS-W15.3-4", "TOCS-W15.7-1", "TOCS-W15.9-1", "TOCS-W15.10-2", "TOCS-3.2-6")
def closing(moment: Moment, phasing: str) -> Events:
    """As an impulse ends: own missions that do not stay land, and those of the other side that stayed for this impulse."""
    events: list[e.Event] = []
    for side, sortie in _in_the_air(moment):
        stays = air.mission(moment.game, sortie.kind).stays == "enemy_impulse"
        if sortie.status == ON_STATION and stays == (side != phasing):
            events += ended(after(moment, events), side, sortie, phrase("mission flown"))
    return tuple(events)


def _in_the_air(moment: Moment) -> Iterator[tuple[str, Sortie]]:
    for side, forces in sorted(moment.board.forces.items()):
        yield from ((side, sortie) for sortie in forces.air.sorties)


@rule("TOCS-W14.3-1", "TOCS-3.2-9", "TOCS-3.2-7")
def new_turn(moment: Moment, turn: int) -> Events:
    """As a turn begins: what was lost is landed again, and who comes this turn is ready, who may fly no more is away."""
    events: list[e.Event] = []
    for side, forces in sorted(moment.board.forces.items()):
        changed = ((craft, _afresh(craft, turn)) for craft in forces.air.aircraft.values())
        moved = tuple(now for craft, now in changed if now != craft)
        events += [e.AircraftMoved(side, moved, phrase("new turn"))] if moved else []
    return tuple(events)


def _afresh(craft: Aircraft, turn: int) -> Aircraft:
    if craft.last and turn > craft.last and craft.box not in (IN_FLIGHT, ON_STATION):
        return replace(craft, box=AWAY)
    if craft.box == LOST:
        return replace(craft, box=LANDED)
    return replace(craft, box=READY) if craft.box == AWAY and craft.due == turn else craft


@rule("TOCS-W14.1-3")
def joining(moment: Moment) -> Events:
    """Support on its way to a hex that is an engagement joins the fight as the turn begins; what may not fly by night goes home."""
    public = moment.board.public
    events: list[e.Event] = []
    for side, sortie in _in_the_air(moment):
        if sortie.status != IN_FLIGHT or sortie.goal not in public.engaged or sortie.kind != "support":
            continue
        why = air.turned_back(moment.board.view(moment.game, side), sortie.kind)
        there = replace(sortie, status=ON_STATION, came=public.impulse_name)
        now = after(moment, events)
        events += ended(now, side, sortie, why) if why else (e.SortieFlew(side, there, phrase("joins the engagement")),)
    return tuple(events)


@rule("TOCS-W14.1-3")
def leaving(moment: Moment) -> Events:
    """Those who joined an engagement as the turn began land when it has been fought."""
    events: list[e.Event] = []
    for side, sortie in _in_the_air(moment):
        if sortie.status == ON_STATION and sortie.kind == "support":
            events += ended(after(moment, events), side, sortie, phrase("mission flown"))
    return tuple(events)

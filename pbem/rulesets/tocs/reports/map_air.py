"""What a desk's map shows of the air: the ways of own flights, where who jumped came down, who flies where, fields."""

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.documents.map_picture import Arrow, Frame
from pbem.kernel.hexes import Hex, column_row
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.aircraft import ON_STATION
from pbem.rulesets.tocs.flights import FlightPlan
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.picture import Picture

OWN_AIRCRAFT, ENEMY_AIRCRAFT = phrase("own aircraft"), phrase("enemy aircraft")
FEW = 4  # flights of a letter that have a map each
FACILITIES = {"airbase": "airfield", "airfield": "airfield", "airstrip": "airstrip", "port": "port"}
"""What the map calls a facility by its kind; any other is an installation."""


def frame_of(name: str, title: str, places: Iterable[Hex], more: int = 1, flights: tuple[str, ...] = ()) -> Frame:
    """The part of the map that holds these hexes, and so many more on every side."""
    pairs = [column_row(place) for place in places]
    columns, rows = [c for c, _ in pairs], [r for _, r in pairs]
    first = max(min(columns) - more, 1), max(min(rows) - more, 1)
    last = min(max(columns) + more, 99), min(max(rows) + more, 99)
    return Frame(name, title, first, last, flights=flights)


@rule("MASL-7.1-3", "TOCS-W14.2-2")
def still_free(picture: Picture) -> tuple[FlightPlan, ...]:
    """Before the first turn the flights whose path may still be filed."""
    if picture.public.turn:
        return ()
    return tuple(flight for flight in picture.forces.schedule.in_order() if flight.free and flight.status == "waiting")


@rule("MASL-7.1-3")
def filed(picture: Picture, seen: Iterable[Any]) -> tuple[FlightPlan, ...]:
    """The flights whose plan these observations filed, each once, as it now is."""
    flights = picture.forces.schedule.flights
    calls = dict.fromkeys(each.flight.call for each in o.whats(seen) if type(each) is t.FlightFiled)
    return tuple(flights[call] for call in calls)


def flight_frames(flights: Iterable[FlightPlan]) -> tuple[Frame, ...]:
    """A map for each flight, that holds its whole way; of many flights one for each wave, and one for the others."""
    flights = tuple(flights)
    if len(flights) > FEW:
        waves = sorted({flight.wave for flight in flights}, key=lambda wave: (not wave, wave))
        return tuple(_together(wave, [flight for flight in flights if flight.wave == wave]) for wave in waves)
    return tuple(
        frame_of(f"flight-{flight.call}", say("Flight {call}", call=flight.call), flight.path, flights=(flight.call,))
        for flight in flights
    )


def _together(wave: int, flights: list[FlightPlan]) -> Frame:
    """The map of the flights of a wave."""
    apart = say("Supply flights") if all(flight.points for flight in flights) else say("Other flights")
    title = say("Flights of wave {number}", number=wave) if wave else apart
    places = [place for flight in flights for place in flight.path]
    return frame_of(f"flights-{wave}", title, places, flights=tuple(flight.call for flight in flights))


def planned(picture: Picture) -> Iterator[Arrow]:
    """The ways of flights that have not flown: before the first turn all of them, then those of this turn."""
    turn = picture.public.turn
    for flight in picture.forces.schedule.in_order():
        wave = picture.forces.schedule.waves.get(flight.wave)
        if flight.status == "waiting" and (not turn or (wave.turn if wave else flight.turn) == turn):
            yield way_of(flight)


def way_of(flight: FlightPlan) -> Arrow:
    """The way that a flight is to fly, with the zones on it; supplies come down at its end."""
    ends = (*((flight.path[-1],) if flight.points else ()), *flight.bombs)
    return Arrow(flight.path, flight=flight.call, zones=tuple(dict.fromkeys((*(stick.at for stick in flight.aboard), *ends))))


def drifted(forces: Forces) -> tuple[Arrow, ...]:
    """From where each unit that has just come down was to land to where it did."""
    found: list[tuple[Hex, Hex]] = []
    for landing in forces.schedule.drops:
        unit = forces.unit_called(landing.call)
        if unit and unit.gathers and landing.landed and landing.landed != landing.planned:
            found.append((landing.planned, landing.landed))
    return tuple(Arrow(pair, drifted=True) for pair in dict.fromkeys(found))


def marks(picture: Picture) -> tuple[tuple[Hex, str], ...]:
    """Facilities that are known, own aircraft on station, and the enemy's that are known to be about (TOCS-W15.7-1)."""
    forces = picture.forces
    sites = ((site.hex, FACILITIES.get(site.kind, "installation")) for site in forces.sites)
    own = ((sortie.goal, OWN_AIRCRAFT) for sortie in forces.air.sorties if sortie.status == ON_STATION)
    enemy = ((zone.hex, ENEMY_AIRCRAFT) for zone in picture.public.zones if zone.side != picture.side)
    return tuple(dict.fromkeys((*sites, *own, *enemy)))

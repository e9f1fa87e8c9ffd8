"""Flights on a schedule, what is aboard them, and the waves they come in: values of the side that flies, and of nobody else."""

from collections.abc import Mapping
from itertools import pairwise

from pbem.kernel.hexes import Hex, column_row, distance, hex_at
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace

PARACHUTE, GLIDER, SUPPLY = "parachute", "glider", "supply"
"""What a load is dropped by: the columns of the chart `descending-drift`."""
LIFT = "lift"
"""The load of those who are set down on a field."""

OFF_MAP, HURT = phrase("off the map"), phrase("hit over the zone")
"""How the way of supplies ends that were carried beyond the map."""


class Stick(Value):
    """Units that leave a flight together: by id; load: PARACHUTE or GLIDER; at: the hex they leave over; bank: which bank of it
    they are to come down on, "" for whichever."""

    units: tuple[str, ...]
    load: str
    at: Hex
    bank: str = ""


class FlightPlan(Value):
    """A scheduled flight. wave: the wave it comes in, 0 for one that has a turn of its own; turn: then the number of that turn.

    aircraft: what guns and patrols count; escorts: fighters that fly along, counted beside them; path: adjacent hexes from the edge
    of the map; printed: the path the scenario gives it; free: its commander may file another; points: SP aboard, one an aircraft,
    dropped at the end of the path; status: "waiting", or "over" once it has flown or gone home for good; struck: hexes of the
    enemy's that troops came down on, not fought for yet; bombs: the hexes it bombs, on the path or, with carpet, a rectangle about
    its end; lands: it does not drop what it carries but lands with it, on a field at its end.
    """

    call: str
    aircraft: int
    path: tuple[Hex, ...]
    wave: int = 0
    turn: int = 0
    pathfinders: int = 0
    free: bool = False
    points: int = 0
    aboard: tuple[Stick, ...] = ()
    printed: tuple[Hex, ...] = ()
    printed_aboard: tuple[Stick, ...] = ()
    status: str = "waiting"
    struck: tuple[Hex, ...] = ()
    escorts: int = 0
    bombs: tuple[Hex, ...] = ()
    carpet: bool = False
    lands: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        """All who are aboard, by id, in the order of the sticks."""
        return tuple(name for stick in self.aboard for name in stick.units)

    @property
    def zones(self) -> tuple[Hex, ...]:
        """The hexes over which something leaves it, in the order of the path."""
        end = {self.path[-1]} if self.points or self.carpet else set()
        wanted = {stick.at for stick in self.aboard} | end | (set() if self.carpet else set(self.bombs))
        return tuple(h for h in self.path if h in wanted)


class Wave(Value):
    """When flights come together. turn: its number, 0 for before the first; light: the light of the turns in which it may come, ()
    for any; roll: dice thrown for it once a turn, "" when it simply comes; at_least: the day of the month → what must be thrown,
    on other days it does not come; status: "waiting", or "over" once it has come."""

    id: int
    turn: int
    light: tuple[str, ...] = ()
    roll: str = ""
    at_least: Mapping[str, int] = field(default_factory=dict)
    status: str = "waiting"


class Landing(Value):
    """How a counter, or a supply point (call ""), came down. planned: where it was to leave; landed: where it is, None for what was
    lost; drift: hexes it was carried; hits: states it fell by fire over the zone; state: as it stands (rank), why: what made it so;
    load: what it came by; lost: steps."""

    call: str
    load: str
    planned: Hex
    landed: Hex | None
    drift: int = 0
    hits: int = 0
    lost: int = 0
    state: int = 0
    why: str = ""


class FlightLeg(Value):
    """What happened to a flight on its way, as its own side may know it. hex: where; result: "hit", "abort", "lost", "off the map",
    "driven off"; turned: the hexside a hit turned it to, "" for none."""

    hex: Hex
    result: str
    turned: str = ""


class Schedule(Value):
    """The flights and waves of a side, by call and by number; order: the calls in the order in which they fly;
    drops: what came down in play."""

    flights: Mapping[str, FlightPlan] = field(default_factory=dict)
    waves: Mapping[int, Wave] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    drops: tuple[Landing, ...] = ()

    def with_flight(self, flight: FlightPlan) -> "Schedule":
        """The schedule with this flight as it is now."""
        return replace(self, flights={**self.flights, flight.call: flight})

    def with_wave(self, wave: Wave) -> "Schedule":
        """The schedule with this wave as it is now."""
        return replace(self, waves={**self.waves, wave.id: wave})

    def in_order(self) -> tuple[FlightPlan, ...]:
        """The flights in the order in which they fly. A mapping that was stored keeps no order: those not named come by call."""
        named = [self.flights[call] for call in self.order if call in self.flights]
        return (*named, *(flight for call, flight in sorted(self.flights.items()) if call not in self.order))

    def called(self, call: str) -> FlightPlan | None:
        """The flight of a call, written in whatever letters."""
        wanted = call.casefold()
        return next((flight for name, flight in self.flights.items() if name.casefold() == wanted), None)


class Gap(Value):
    """Two hexes of a path that do not lie next to each other."""

    start: Hex
    end: Hex


def gap(path: tuple[Hex, ...]) -> Gap | None:
    """The first break in a path, None when each hex lies next to the one before it."""
    return next((Gap(a, b) for a, b in pairwise(path) if distance(a, b) != 1), None)


@rule("TOCS-W15.14-1")
def rectangle(hexes: tuple[Hex, ...]) -> bool:
    """Are these all the hexes of some columns, from one row to another, each once?"""
    pairs = [column_row(place) for place in hexes]
    columns, rows = [c for c, _ in pairs], [r for _, r in pairs]
    whole_of_it = {hex_at(c, r) for c in range(min(columns), max(columns) + 1) for r in range(min(rows), max(rows) + 1)}
    return set(hexes) == whole_of_it and len(hexes) == len(whole_of_it)


def unbroken(path: tuple[Hex, ...]) -> tuple[str, ...]:
    """A path as an order writes it that has no breaks: two dots where the next hex lies apart."""
    words = [str(path[0])]
    for before, after in pairwise(path):
        words += ["..", str(after)] if distance(before, after) > 1 else [str(after)]
    return tuple(words)

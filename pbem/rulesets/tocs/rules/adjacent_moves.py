"""The ways a unit can go: into the hexes beside it, and past one of them (TOCS-W11, W10.1.1)."""

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from pbem.kernel.calendar import Turn
from pbem.kernel.hexes import Hex, direction
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import Bridge, bank_of, landed, terrain_met
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules import afloat, bypass, interdiction, terrain, traffic, weather
from pbem.rulesets.tocs.rules.bridges import blocked, lanes
from pbem.rulesets.tocs.rules.crossings import FERRY, FORD, SWIM, WADE, Position, bridges_over, crossing
from pbem.rulesets.tocs.rules.escorts import escorted
from pbem.rulesets.tocs.rules.terrain import ALL_AP
from pbem.rulesets.tocs.units import HALVES
from pbem.rulesets.tocs.view import View, Weather

SMALL = "dirt_3_6"


class Entry(Value):
    """One way into a hex: where it leads, its cost in halves of a movement point (or ALL_AP), and the road used.

    means: what carries it over water, as crossings name it; fresh: only a unit in good order may; via: the hex it
    passes by; fog: there is fog, in which no road hex is free; narrow: over a bridge of one lane, which
    vehicles share as they do a small road; quiet: off the road at double cost, unseen from the air.
    """

    to: Position
    cost: int
    road: str = ""
    means: str = ""
    fresh: bool = False
    via: Hex | None = None
    fog: bool = False
    narrow: bool = False
    quiet: bool = False


class Charted(Value, eq=False):
    """What was computed of the ground for a class of units in one light and weather: the ways out of a place, those that are
    open to a unit in good order and to any other where nothing hinders, the places it is connected with, the ways past the
    hexes beside it. One of its kind in a game, known by being itself.

    It stands under the place; where a side knows more of the water than is printed, under that as well (`altered`).
    """

    ways: dict[Hashable, tuple[Entry, ...]] = field(default_factory=dict)
    open: Mapping[bool, dict[Hashable, tuple[Entry, ...]]] = field(default_factory=lambda: {True: {}, False: {}})
    linked: dict[Hashable, tuple[Position, ...]] = field(default_factory=dict)
    past: dict[Hashable, tuple[Entry, ...]] = field(default_factory=dict)


class Ways:
    """The ways of one unit as things stand: where it can go from any place, and at what cost.

    The ground is computed once a game for each class, light and weather; what changes from move to move (traffic on the
    roads, interdiction, the perimeter, the state of the unit) is looked at each time.
    """

    def __init__(self, view: View, counter: Counter, by_road: bool) -> None:
        self.view, self.counter, self.by_road = view, escorted(view, counter), by_road
        self.charted = charted(view, self.counter, by_road)
        self.altered = altered(*waters(view))
        self.now: dict[Position, tuple[Entry, ...]] = {}
        self.fog = view.public.weather.fog
        self.fired_on = view.public.interdicted
        self.blocked = view.obstacles if by_road else {}
        unit = view.forces.units.get(counter.id)
        self.fresh = unit is not None and unit.state == 0

    def ground(self, at: Position) -> tuple[Entry, ...]:
        """The ways into adjacent hexes as the ground gives them to an unhindered unit in good order."""
        place = self._place(at)
        found = self.charted.ways.get(place)
        if found is None:
            near = self.view.game.ground.neighbours[at.hex]
            ways = (_entry(self.view, self.counter, at, to, self.by_road) for to in near)
            found = self.charted.ways[place] = tuple(way for way in ways if way is not None)
        return found

    def _place(self, at: Position) -> Hashable:
        """What is known of a place stands under this."""
        return (at, self.altered[at.hex]) if at.hex in self.altered else at

    @rule("TOCS-W10.1-1", "TOCS-W11.0-1", "TOCS-W11.14-2")
    def out_of(self, at: Position) -> tuple[Entry, ...]:
        """The ways into adjacent hexes that are open now, in the order of directions."""
        found = self.now.get(at)
        if found is None:
            found = self.now[at] = self._open(at)
        return found

    def _open(self, at: Position) -> tuple[Entry, ...]:
        """Most places have nobody on their roads, and are what they were for the last unit of the class."""
        if not self.fired_on:
            free = self.unhindered(at)
            if not any(way.road and (self.fog or self._held_up(way)) for way in free):
                return free
        now = [self._as_it_is(at, way) for way in self.ground(at)]
        return tuple([way for way in now if way is not None])

    def unhindered(self, at: Position) -> tuple[Entry, ...]:
        """The ways that are open where there is neither fog nor anything that hinders."""
        known, place = self.charted.open[self.fresh], self._place(at)
        found = known.get(place)
        if found is None:
            ground = self.ground(at)
            found = known[place] = tuple([way for way in ground if way.means != FERRY and (self.fresh or not way.fresh)])
        return found

    def into(self, at: Position, to: Hex) -> Entry | None:
        """The way into one adjacent hex, if it is open now."""
        now = self.now.get(at)
        for way in self.ground(at) if now is None else now:
            if way.to.hex == to:
                return self._as_it_is(at, way) if now is None else way
        return None

    def _as_it_is(self, at: Position, way: Entry) -> Entry | None:
        """A way as it is now, None where it is closed to the unit."""
        now = self._now(at, way) if self._held_up(way) else way
        if now is None or now.means == FERRY or (now.fresh and not self.fresh):
            return None
        return replace(now, fog=True) if self.fog and now.road else now

    def _held_up(self, way: Entry) -> bool:
        """May something hinder a way: fire anywhere, or own troops, a block or mines on its road?"""
        if self.fired_on:
            return True
        return way.road != "" and self.by_road and (way.to.hex in self.view.forces.stacks() or way.to.hex in self.blocked)

    @rule("TOCS-W10.10-5", "TOCS-W10.11-7")
    def _now(self, at: Position, way: Entry) -> Entry | None:
        """A way with what hinders it now: no road rate where the road is full, blocked, mined by its own side or under
        fire, and the price of the fire."""
        more = interdiction.surcharge(self.view.public, at.hex, way.to.hex)
        road = SMALL if way.narrow and way.road else way.road
        shut = bool(more) or self.view.blocked(way.to.hex)
        if road and (shut or not traffic.free(traffic.jam(self.view, way.to.hex), self.counter, road)):
            off = ways_of(self.view, self.counter, False).ground(at)
            found = next((other for other in off if other.to.hex == way.to.hex), None)
        else:
            found = way
        return replace(found, cost=found.cost + more) if found and more and found.cost != ALL_AP else found

    @rule("TOCS-W6.0-6")
    def connected(self, at: Position) -> tuple[Position, ...]:
        """The adjacent places that the ground connects with this one, whatever is on the roads; who goes over afloat goes alone."""
        place = self._place(at)
        found = self.charted.linked.get(place)
        if found is None:
            found = self.charted.linked[place] = tuple(way.to for way in self.ground(at) if way.means not in (WADE, SWIM))
        return found

    def round_about(self, at: Position) -> tuple[Entry, ...]:
        """The ways past an adjacent hex into the one beyond, as far as the map goes."""
        if not self.view.game.ground.room:
            return ()
        known, place = charted(self.view, self.counter, False).past, self._place(at)
        if place not in known:
            known[place] = tuple(Entry(d.to, d.cost, via=d.past) for d in bypass.detours(self.view, self.counter, at))
        return known[place]

    @rule("TOCS-W10.1.1-1")
    def past(self, at: Position) -> tuple[Entry, ...]:
        """The ways past an adjacent hex into the one beyond that are open now, all of it inside the own perimeter."""
        return tuple(way for way in self.round_about(at) if way.via and self._clear((at.hex, way.via, way.to.hex)))

    def _clear(self, hexes: tuple[Hex, ...]) -> bool:
        return bypass.at_home(self.view, hexes) and not bypass.hindered(self.view, hexes)


def charted(view: View, counter: Counter, by_road: bool) -> Charted:
    """What is known of the ground for the class of a unit: all that its printed ways depend on, beside what `_day` and
    `waters` name."""
    known = _day(view.game, view.public.weather, view.turn)
    asked = (counter.mobility, counter.traits, counter.tons, counter.skis, by_road)
    found = known.get(asked)
    if found is None:
        found = known[asked] = Charted(linked=_linked(view).setdefault(asked, {}))
    return found


def _linked(view: View) -> dict[tuple[Hashable, ...], dict[Hashable, tuple[Position, ...]]]:
    """What the ground connects, by class: the same by day and by night, in rain and without, which make steps dearer and forbid
    none. Where there is open water they may tell who swims from who goes by road."""
    game = view.game
    soil, falls, ice, storm = weather.footing(game, view.public.weather)
    dearer = (view.night, falls) if afloat.has_open_water(game.ground) else ()
    known: dict[tuple[Hashable, ...], dict[Hashable, tuple[Position, ...]]]
    known = game.ways.setdefault(("linked", soil, ice, storm, *dearer), {})
    return known


@kept(8)
def _day(game: Game, sky: Weather, turn: Turn) -> dict[tuple[Hashable, ...], Charted]:
    """What is known of the ground in the light and weather there are, by class."""
    known: dict[tuple[Hashable, ...], Charted] = game.ways.setdefault((turn.light == "night", weather.footing(game, sky)), {})
    return known


def waters(view: View) -> tuple[tuple[Hex, ...], tuple[Bridge, ...], tuple[Hex, ...]]:
    """What a side knows of the waters that is not printed: fords it found, bridges that are not as they were, those blocked.
    It counts on the way out of the hex it is in."""
    return view.forces.fords, view.forces.spans, blocked(view)


@kept(8)
def altered(fords: tuple[Hex, ...], spans: tuple[Bridge, ...], shut: tuple[Hex, ...]) -> Mapping[Hex, Hashable]:
    """The hexes where a side knows more of the water than is printed, and what."""
    hexes = {*fords, *(bridge.hex for bridge in spans), *shut}
    return {h: (h in fords, tuple(bridge for bridge in spans if bridge.hex == h), h in shut) for h in hexes}


@kept(8)
def ways_of(view: View, counter: Counter, by_road: bool) -> Ways:
    """The ways of a unit, with what has been asked of this very view so far."""
    return Ways(view, counter, by_road)


def entries(view: View, counter: Counter, at: Position, by_road: bool = True) -> tuple[Entry, ...]:
    """Every way out of `at` into an adjacent hex that the unit may take now, at the cost in the COT column of its class."""
    return ways_of(view, counter, by_road).out_of(at)


def lines(view: View, counter: Counter, at: Position) -> tuple[Position, ...]:
    """The adjacent places that the ground connects with `at`, ferries included, whatever is on the roads: for zones and
    for lines of supply and of command. Water that must be waded, or is crossed afloat, is no connection (TOCS-W8.3-6)."""
    return ways_of(view, counter, True).connected(at)


def entry(view: View, counter: Counter, at: Position, to: Hex, by_road: bool = True) -> Entry | None:
    """The cheapest way from `at` into the adjacent hex `to`, or None where the ground forbids it.

    With by_road=False the road gives no rate, but its bridges still carry the unit (scouting, TOCS-W10.4-2).
    """
    return ways_of(view, counter, by_road).into(at, to)


def into(view: View, counter: Counter, at: Hex, to: Hex) -> tuple[Entry, ...]:
    """The ways the ground gives the unit from any bank of a hex into one beside it, in whatever state it is."""
    banks = range(max(1, len(view.game.ground.banks.get(at, ()))))
    ways = ways_of(view, counter, True)
    return tuple(way for bank in banks for way in ways.ground(Position(at, bank)) if way.to.hex == to and way.means != FERRY)


def round_about(view: View, counter: Counter, at: Position, way: tuple[Hex, Hex]) -> bool:
    """Does the map let the unit go past one hex into the next?"""
    return any((w.via, w.to.hex) == way for w in ways_of(view, counter, True).round_about(at))


def step(view: View, counter: Counter, at: Position, to: Hex, past: Hex | None = None) -> Entry | None:
    """The way from `at` into a hex beside it, or past one hex (`past` if it is named) into the one beyond."""
    if to in view.game.ground.neighbours[at.hex] and past is None:
        return entry(view, counter, at, to)
    round_it = (w for w in ways_of(view, counter, True).past(at) if w.to.hex == to and past in (None, w.via))
    return min(round_it, key=lambda w: (w.cost, w.via or ""), default=None)


class _Rate(NamedTuple):
    """What a step costs on the road named, or off it: halves, ALL_AP, or None where it cannot be gone."""

    cost: int | None
    road: str = ""


@rule("TOCS-W11.0-1", "TOCS-W11.2-1")
def _entry(view: View, counter: Counter, at: Position, to: Hex, by_road: bool) -> Entry | None:
    """One way, computed. Nothing but what `charted`, `_day` and, of the hex it leads out of, `waters`
    name may be asked here."""
    ground = view.game.ground
    water = crossing(view, counter, at, to)
    if water is None:
        return None
    road = ground.roads.get((at.hex, to)) or ground.rails.get((at.hex, to), "")
    swims = afloat.swims(view, counter, at.hex, to)
    rates = [_Rate(_off_road(view, counter, at.hex, to))]
    if road and by_road and water.rate and not afloat.road_ends(ground, at.hex, to):
        rates.append(_Rate(terrain.by_road(view, counter, at.hex, to, road), road))
    dearer = [(_in_weather(view, counter, (at.hex, to), rate), rate.road) for rate in rates]
    possible = [(cost, way) for cost, way in dearer if cost is not None]
    if not possible:
        return None
    cost, way = min(possible, key=lambda c: (c[0] == ALL_AP, c[0], not c[1]))
    bocage = cost == ALL_AP and "bocage" in terrain_met(ground, at.hex, to)
    narrow = water.means == "bridge" and all(lanes(view.game, b) == 1 for b in bridges_over(view, counter, at.hex, to))
    found = _over_water(view, counter, at, Entry(Position(to, water.bank), cost, way, water.means, bocage, narrow=narrow))
    if swims and not way:
        return replace(found, means=SWIM, cost=ALL_AP if afloat.LANDING in counter.traits else found.cost)
    return found


@rule("TOCS-W12.1.1-1", "TOCS-W11.7-1")
def _off_road(view: View, counter: Counter, a: Hex, b: Hex) -> int | None:
    """Halves off the road, with one point more for each shore of open water that has no launch and does not shelve."""
    road = (a, b) in view.game.ground.roads or (a, b) in view.game.ground.rails
    cost = terrain.off_road(view, counter, a, b, road)
    if cost is None or cost == ALL_AP:
        return cost
    shores = afloat.shores(view, counter, a, b)
    return cost + shores * terrain.added(view, counter, "river_bank") if shores else cost


def _in_weather(view: View, counter: Counter, step: tuple[Hex, Hex], rate: _Rate) -> int | None:
    """The cost of a step from one hex into the next with what weather and ground add to it."""
    (a, b), (cost, road) = step, rate
    if cost is None or cost == ALL_AP:
        return cost
    under = afloat.off_the_ground(view) if not road and afloat.arrives(view, counter, a, b) else view
    extra = weather.surcharge(under, counter, a, b, road)
    return None if extra is None else max(0, cost + extra)


@rule("TOCS-W11.14-2", "TOCS-W11.11-1", "TOCS-W12.1.1-1")
def _over_water(view: View, counter: Counter, at: Position, way: Entry) -> Entry:
    """What the water adds: a ford takes all AP of a unit in good order, wading one point more, swimming one for each bank to
    which no road leads down."""
    if way.means == FORD:
        return replace(way, cost=ALL_AP, fresh=True)
    if way.cost == ALL_AP or way.means not in (WADE, SWIM):
        return way
    if way.means == WADE:
        return replace(way, cost=way.cost + HALVES)
    ground = view.game.ground
    banks = (at.bank, bank_of(ground, at.hex, direction(at.hex, way.to.hex) or "") or 0)
    steep = sum(not landed(ground, at.hex, bank) for bank in banks)
    return replace(way, cost=way.cost + steep * terrain.added(view, counter, "river_bank"))

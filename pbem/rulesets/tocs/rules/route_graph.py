"""What a search for a way goes over: the steps that are open to a unit, whatever its goal (TOCS-W10.1-2)."""

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.adjacent_moves import Charted, Entry, Ways, ways_of
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.movement import hushed, may_enter_enemy_ground
from pbem.rulesets.tocs.rules.terrain import ALL_AP
from pbem.rulesets.tocs.view import View

LAST_RESORT = 1000  # halves that a wade, or a step that takes all AP, counts for where no other way is asked for
MOST_AREAS = 4
FINE = 100  # parts of a half, so that own ground may be preferred at equal cost


class Purse(NamedTuple):
    """What a unit has begun to spend: halves left of its AP; whether all of it went at road rate; whether a free road hex is
    due for it."""

    left: int
    road: bool
    due: bool


class Waypoint(NamedTuple):
    """Where a unit is on its way, and what it has left there of the AP begun."""

    at: Position
    purse: Purse


Prices = dict[Position, int]
"""What the steps out of a place take, by where they lead."""
Spending = dict[Waypoint, int]
"""The same where a purse pays for them."""
Payments = dict[tuple[int, bool], tuple[int, Purse]]
"""What is taken of a purse, and what is in it then, by the price of a step and whether it is by road."""


class Area(NamedTuple):
    """Places that no way leads out of, their hexes, and those of these where paths end: where they end, nobody gets out."""

    places: frozenset[Position]
    hexes: frozenset[Hex]
    shut: frozenset[Hex]


class Graph:
    """The steps that are open to a unit now, whatever its goal; of one manner of going, and kept for as long as the view is, with
    what its searches have computed of them."""

    def __init__(self, view: View, counter: Counter, by_road: bool, quiet: bool, unlooked: frozenset[Hex] = frozenset()) -> None:
        self.view, self.counter, self.by_road, self.quiet, self.unlooked = view, counter, by_road, quiet, unlooked
        self.owner, self.side = view.public.owner, view.side
        self.ways: Ways = ways_of(view, counter, not quiet)
        self.stays_home = not may_enter_enemy_ground(counter)
        self.ways_out: dict[Position, tuple[Entry, ...]] = {}
        self.prices: dict[Position, Prices] = {}
        self.payments: dict[int, dict[Purse, Payments]] = {}
        self.spending: dict[int, dict[Waypoint, Spending]] = {}
        self.ventured: dict[int, dict[Waypoint, Spending]] = {}  # with wades, and steps that take all AP
        self.blind: Graph | None = None

    def seen(self, unlooked: frozenset[Hex]) -> "Graph":
        """The same without roads into hexes that are not to be entered by road; the last asked for is kept."""
        if self.unlooked is unlooked or self.unlooked == unlooked:  # the same set is not compared with itself, member by member
            return self
        if self.blind is None or (self.blind.unlooked is not unlooked and self.blind.unlooked != unlooked):
            self.blind = Graph(self.view, self.counter, self.by_road, self.quiet, unlooked)
        return self.blind

    def out_of(self, at: Position) -> tuple[Entry, ...]:
        """The ways out of a place."""
        found = self.ways_out.get(at)
        if found is None:
            found = self._ways(at)
            if self.by_road or self.stays_home or self.unlooked:
                found = tuple([way for way in found if self._allowed(way)])
            self.ways_out[at] = found
        return found

    def _ways(self, at: Position) -> tuple[Entry, ...]:
        """The ways out of a place in this manner of going: who hides keeps off the roads at double cost and, like who keeps to
        them, goes past no hex."""
        ways = self.ways.out_of(at)
        if self.quiet:
            return tuple([hushed(self.view, way) for way in ways])
        return ways if self.by_road else (*ways, *self.ways.past(at))

    def _allowed(self, way: Entry) -> bool:
        """May the unit go a way at all: by road where it keeps to them, though not into what nobody has looked at, and not
        onto enemy ground where it has to stay at home?"""
        if self.stays_home and self.is_foreign(way):
            return False
        return way.to.hex not in self.unlooked if way.road else not self.by_road

    def leads(self, start: Position, goal: Hex, ends: frozenset[Hex]) -> bool:
        """May any path lead from a place to a goal that is neither it nor next to it? Asked of the ground alone and of where paths
        end, so that what is found of one unit holds for others: most who march where no way leads are told so without a search."""
        areas = _areas(self.ways.charted, self.ways.altered, self.ways.fresh, self.by_road + 2 * self.quiet)
        first = self._printed(start)
        for area in areas:
            if area.shut <= ends and area.places.issuperset(first):
                if goal not in area.hexes:
                    return False
                if area.shut == area.hexes & ends:
                    return True  # else paths end in more of its hexes than they did, and it may have become smaller
        area = self._area(start, ends)
        areas[:] = (area, *areas[: MOST_AREAS - 1])
        return goal in area.hexes

    def _area(self, start: Position, ends: frozenset[Hex]) -> Area:
        found = set(self._printed(start))
        rim = list(found)
        while rim:
            at = rim.pop()
            if at.hex not in ends:
                new = [to for to in self._printed(at) if to not in found]
                found.update(new)
                rim += new
        hexes = frozenset(at.hex for at in found)
        return Area(frozenset(found), hexes, hexes & ends)

    def _printed(self, at: Position) -> list[Position]:
        """Where the ways out of a place lead if nothing hinders, and nobody minds whose ground it is."""
        ways = [way.to for way in self.ways.unhindered(at) if way.road or not self.by_road]
        return ways if self.by_road or self.quiet else [*ways, *(way.to for way in self.ways.round_about(at))]

    def is_foreign(self, way: Entry) -> bool:
        """Does a way lead onto ground that is not its side's?"""
        return self.owner[way.to.hex] != self.side

    def priced(self, ways: Iterable[Entry]) -> Prices:
        """The ways as a search over places goes them: a wade and a step that takes all AP are the last resort. Of two ways
        into one place, beside it and past a hex, the cheaper counts."""
        found: Prices = {}
        owner, side = self.owner, self.side
        for way in ways:
            to, cost = way.to, way.cost
            price = LAST_RESORT if cost == ALL_AP or way.means == WADE else cost
            full = price * FINE + (owner[to.hex] != side)
            if full < found.get(to, full + 1):
                found[to] = full
        return found


@kept(16)
def _areas(charted: Charted, altered: Mapping[Hex, Hashable], fresh: bool, manner: int) -> list[Area]:
    """The areas found last for a class of units, on the ground and the waters as they are known, in order or not, in one manner
    of going."""
    return []


@kept(8)
def graph_of(view: View, counter: Counter, by_road: bool, quiet: bool) -> Graph:
    return Graph(view, counter, by_road, quiet)

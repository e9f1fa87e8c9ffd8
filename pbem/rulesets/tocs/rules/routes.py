"""The way to a hex that takes the fewest action points over what a side knows (TOCS-W10.1-2, W10.1-4).

Points are pooled, so fewest AP is fewest points. But for the free road hex the search over places alone would do: it is
made first, and what it finds is an upper bound for the search over places and purses, which is made only for goals in reach
and finds more only where a whole AP goes on the road before.
"""

from collections.abc import Callable

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.adjacent_moves import Entry
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.escorts import escorted
from pbem.rulesets.tocs.rules.movement import allowance, earns_road_hex
from pbem.rulesets.tocs.rules.remaining import DEAREST_ROAD, NOWHERE, backward, remaining
from pbem.rulesets.tocs.rules.route_graph import FINE, Prices, Purse, Spending, Waypoint, graph_of
from pbem.rulesets.tocs.rules.terrain import ALL_AP, floor
from pbem.rulesets.tocs.rules.zoc import doubled
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View

NEXT = 1  # hexes to a goal to which the ground between is not looked at
NEAR = 3  # hexes to a goal that is looked for at once


class Journey(Value):
    """Where to, how, and with what. active: the activation, as it is or as it would be.

    shun: hexes known to hold the enemy or an engagement, never passed through; unlooked: hexes not to be entered by road;
    quiet: off the roads at double cost.
    """

    goal: Hex
    active: Activation
    by_road: bool = False
    shun: frozenset[Hex] = frozenset()
    unlooked: frozenset[Hex] = frozenset()
    quiet: bool = False


def route(view: View, unit: Unit, errand: Journey) -> tuple[Hex, ...] | None:
    """The legal path to a goal that takes the fewest AP over what this side knows, start left out; None when there is none.

    A hex in claimed EZOC ends a path (TOCS-W6.0-11), and so do mines of the enemy's (TOCS-W10.11-4). A river to wade and a
    step that takes all AP are for where nothing else is in reach. Between paths of equal cost the one over own ground is
    taken, then the one of fewest hexes. To a goal out of reach free road hexes are not sought.
    """
    quest = _Quest(view, unit, errand)
    beside = quest.beside()
    if beside:
        return beside
    plain = quest.plain()
    if plain is None or not quest.allow or quest.far():
        return plain
    spent = quest.spent(plain)
    if (spent is None or spent > quest.budget) and not quest.in_reach():
        return plain
    if spent is not None:
        found = quest.pooled(min(spent - 1, quest.budget)) if quest.may_better(spent) else None
        if found or spent <= quest.budget:
            return found or plain
    return quest.pooled(quest.budget, gamble=True) or plain


def is_too_far(view: View, unit: Unit, errand: Journey) -> bool:
    """Can no way to a goal be paid for with what the activation has, be it over a wade or by a step that takes all AP? What
    `route` gives then is a way that cannot be gone to its end."""
    quest = _Quest(view, unit, errand)
    return bool(quest.allow) and distance(unit.hex, quest.goal) > NEXT and (quest.far() or not quest.in_reach())


class _Quest:
    """One search: what it needs of view, unit and errand, and the graphs it goes over."""

    def __init__(self, view: View, unit: Unit, errand: Journey) -> None:
        self.view, self.errand, self.goal = view, errand, errand.goal
        self.counter: Counter = view.forces.counter(unit)
        self.start: Position = Position(unit.hex, unit.bank)
        self.graph = graph_of(view, self.counter, errand.by_road, errand.quiet).seen(errand.unlooked)
        self.allow, active = allowance(errand.active, self.counter), errand.active
        begun = active.run == "move"
        self.purse = Purse(active.mp, active.road, active.road and active.bonus) if begun else Purse(0, False, False)
        self.here = Waypoint(self.start, self.purse)
        self.budget = self.purse.left + max(0, active.ap) * self.allow
        self.earns = earns_road_hex(self.counter) and not view.public.weather.fog and not errand.quiet
        goes = escorted(view, self.counter)
        self.least = 0 if goes.skis else floor(view.game, goes)  # downhill on skis a step may cost nothing
        mines = (h for h in view.obstacles if view.mined(h))
        self.ends = frozenset((*view.ezoc(), *mines)) | errand.shun if view.obstacles or view.ezoc() else errand.shun
        self.payments = self.graph.payments.setdefault(self.allow, {})
        self.ventured = self.graph.ventured.setdefault(self.allow, {})
        self.first: tuple[Entry, ...] | None = None
        self.by_ground = self.allow >= DEAREST_ROAD * self.least > 0 and distance(self.start.hex, self.goal) > NEXT
        self.free = DEAREST_ROAD * self.least if self.by_ground else self.least  # what a free road hex counts for
        self.halves_left: Callable[[Position], int] | None = None

    def _ahead(self) -> Callable[[Position], int]:
        """Halves that are left at least from a place to the goal: beside it by the hexes between, else by the printed ground."""
        if self.halves_left is None:
            goal, least, ways = self.goal, self.least, self.graph.ways
            self.halves_left = lambda at: distance(at.hex, goal) * least
            if self.by_ground:
                known, others = remaining(ways, goal, least).measured(ways, self.start)
                self.halves_left = lambda at: known.get(at, others)
        return self.halves_left

    # ------------------------------------------------------------ what is open

    def beside(self) -> tuple[Hex, ...] | None:
        """The goal alone, where it is next to the start and no way round can take less. Where water divides the hex an
        equal price is not enough: the other bank may be the one that counts."""
        way = self.graph.ways.into(self.start, self.goal)
        if way is None or way.cost == ALL_AP or way.means == WADE or self._closed(way):
            return None
        twice = self.start.hex in self.view.ezoc() and doubled(self.view, self.counter, self.start.hex, self.goal)
        price = way.cost * 2 if twice else way.cost
        if price >= 2 * self.least + (self.goal not in self.view.game.ground.banks):
            return None
        return (self.goal,) if not self.earns or price <= self._first_free() else None

    def _closed(self, way: Entry) -> bool:
        """Does the errand forbid a way into the goal?"""
        errand = self.errand
        if errand.quiet or (errand.by_road and not way.road) or (way.road and self.goal in errand.unlooked):
            return True
        return self.graph.stays_home and not self.view.own(self.goal)

    def _out_of(self, at: Position) -> tuple[Entry, ...]:
        """The ways out of a place that the errand allows; none where a path ends."""
        if at == self.start:
            if self.first is None:
                self.first = self._setting_out()
            return self.first
        return () if at.hex in self.ends else self.graph.out_of(at)

    def _setting_out(self) -> tuple[Entry, ...]:
        """The ways out of the hex it stands in; double from zone to zone for those who may."""
        ways, here = self.graph.out_of(self.start), self.start.hex
        if here not in self.view.ezoc():
            return ways
        twice = (way.cost != ALL_AP and doubled(self.view, self.counter, here, way.to.hex) for way in ways)
        return tuple(replace(way, cost=way.cost * 2) if double else way for way, double in zip(ways, twice, strict=True))

    # ------------------------------------------------------------ over places

    def plain(self) -> tuple[Hex, ...] | None:
        """The path of the fewest points, free road hexes left out; a wade and a step that takes all AP are the last resort."""
        if not self._leads():
            return None
        goal, start, ends, prices, left = self.goal, self.start, self.ends, self.graph.prices, self._ahead()

        def edges(at: Position) -> Prices:
            if at == start or at.hex in ends:
                return self.graph.priced(self._out_of(at))
            found = prices.get(at)
            if found is None:
                found = prices[at] = self.graph.priced(self.graph.out_of(at))
            return found

        reach = cheapest([start], edges, None, lambda at: at.hex == goal, lambda at: left(at) * FINE)
        there = [place for place in reach.cost if place.hex == goal]
        if not there:
            return None
        path = reach.path(min(there, key=lambda place: (reach.cost[place], place)))
        return tuple(place.hex for place in path[1:]) if path else None

    def _leads(self) -> bool:
        """May the ground lead to the goal at all, past where paths end? False for most goals to which no way leads."""
        ways, start, goal, ends = self.graph.ways, self.start, self.goal, self.ends
        if distance(start.hex, goal) > NEAR and not self.graph.leads(start, goal, ends):
            return False
        if not self.by_ground:
            return True
        return not backward(ways, self.least).shuts(ways, start, goal, ends) and self._ahead()(start) < NOWHERE

    def spent(self, path: tuple[Hex, ...]) -> int | None:
        """Points that a path takes, free road hexes left out; None when it wades or takes all AP on the way."""
        at, purse, total = self.start, self.purse, 0
        for to in path:
            ways = [way for way in self._out_of(at) if way.to.hex == to and way.cost != ALL_AP and way.means != WADE]
            way = min(ways, key=lambda way: way.cost, default=None)
            if way is None:
                return None
            price, purse = self._paid(purse, way.cost, way.road != "")
            at, total = way.to, total + price
        return total

    # ------------------------------------------------------------ over places and purses

    def far(self) -> bool:
        """Is the goal out of reach, whatever hinders or does not hinder on the way?"""
        goal, least = self.goal, self.least
        if self._paid_at_least(lambda at: distance(at.hex, goal) * least, least)(self.here) > self.budget * FINE:
            return True
        return self._left()(self.here) > self.budget * FINE

    def in_reach(self) -> bool:
        """May the goal be come to at all with what the activation has, be it by a wade or a step that takes all AP?"""
        goal = self.goal
        reach = cheapest(
            [self.here], self._venture, self.budget * FINE + FINE - 1, lambda here: here.at.hex == goal,
            self._left(),
        )  # fmt: skip
        return any(here.at.hex == goal for here in reach.cost)

    def _venture(self, here: Waypoint) -> Spending:
        """Where all ways lead from a place with a purse, a wade and a step that takes all AP among them."""
        if here.at == self.start or here.at.hex in self.ends:
            return self._spent_on(here, self._out_of(here.at), True, True)
        found = self.ventured.get(here)
        if found is None:
            found = self.ventured[here] = self._spent_on(here, self.graph.out_of(here.at), True, True)
        return found

    def _first_free(self) -> int:
        """Points that must go before the first free road hex."""
        left, road, due = self.purse
        return left if road and due else left + self.allow

    def may_better(self, spent: int) -> bool:
        """Could a path with free road hexes take fewer points than so many?"""
        first = self._first_free()
        if not self.earns or spent <= first or self._left()(self.here) >= spent * FINE:
            return False
        if spent > first + self.allow or (self.purse.left and not self.purse.due):
            return True
        return any(first + distance(at.hex, self.goal) * self.least < spent for at in self._freed(first))

    def _freed(self, first: int) -> set[Position]:
        """Where the first free road hex can lead, when the AP begun goes on the road to its last point."""
        reached, rim, freed = {(self.start, 0)}, [(self.start, 0)], set[Position]()
        while rim:
            at, gone = rim.pop()
            for way in self._out_of(at):
                if not way.road or way.cost == ALL_AP or way.means == WADE:
                    continue
                further = (way.to, gone + way.cost)
                if gone == first:
                    freed.add(way.to)
                elif further[1] <= first and further not in reached:
                    reached.add(further)
                    rim.append(further)
        return freed

    @rule("TOCS-W10.1-2", "TOCS-W10.1-4")
    def _paid(self, purse: Purse, price: int, by_road: bool) -> tuple[int, Purse]:
        """What a step takes and the purse after it, as `movement.pay` has it with AP enough."""
        left, road, due = purse
        if left == 0 < price and road and due and by_road:
            return 0, Purse(0, True, False)
        if left < price:
            left, road, due = left + -((left - price) // self.allow) * self.allow, True, self.earns
        road = road and by_road
        return price, Purse(left - price, road, road and due)

    def _left(self) -> Callable[[Waypoint], int]:
        """What is left at least to the goal."""
        return self._paid_at_least(self._ahead(), self.free)

    def _paid_at_least(self, ahead: Callable[[Position], int], free: int) -> Callable[[Waypoint], int]:
        """What so many halves of way take of a purse at least: each AP on the road is worth a hex more than it pays for, one
        that counts for so many of them. A search asks it at every step: what does not change is looked up before."""
        allow, whole = self.allow, free + self.allow
        if not self.earns:
            return lambda here: ahead(here.at) * FINE

        def left(here: Waypoint) -> int:
            at, (begun, _, due) = here
            far = ahead(at) * allow - (allow - begun) * free if due else ahead(at) * allow
            return far * FINE // whole if far > 0 else 0

        return left

    def pooled(self, most: int, gamble: bool = False) -> tuple[Hex, ...] | None:
        """The path of the fewest points, free road hexes counted, within so many. gamble: a wade too, and a last step that
        takes all AP, while one is left for it."""
        if self._left()(self.here) > most * FINE:
            return None
        goal, start, ends, known = self.goal, self.start, self.ends, self.graph.spending.setdefault(self.allow, {})

        def edges(here: Waypoint) -> Spending:
            if gamble or here.at == start or here.at.hex in ends:
                return self._spent_on(here, self._out_of(here.at), gamble)
            found = known.get(here)
            if found is None:
                found = known[here] = self._spent_on(here, self.graph.out_of(here.at), gamble)
            return found

        reach = cheapest(
            [self.here], edges, most * FINE + FINE - 1, lambda here: here.at.hex == goal,
            self._left(),
        )  # fmt: skip
        there = [here for here in reach.cost if here.at.hex == goal]
        path = reach.path(min(there, key=lambda here: (reach.cost[here], here))) if there else None
        return tuple(here.at.hex for here in path[1:]) if path else None

    def _spent_on(self, here: Waypoint, ways: tuple[Entry, ...], gamble: bool, anywhere: bool = False) -> Spending:
        """Where some ways lead from a place with a purse, and what they take. anywhere: a step that takes all AP may lead not
        to the goal alone."""
        found: Spending = {}
        known, owner, side = self.payments.setdefault(here.purse, {}), self.graph.owner, self.graph.side
        for way in ways:
            price = way.cost
            if price == ALL_AP:
                if not gamble or not (anywhere or way.to.hex == self.goal):
                    continue
                price = self.allow
            elif way.means == WADE and not gamble:
                continue
            step = (price, way.road != "")
            if step not in known:
                known[step] = self._paid(here.purse, *step)
            taken, after = known[step]
            there, full = Waypoint(way.to, after), taken * FINE + (owner[way.to.hex] != side)
            if full < found.get(there, full + 1):  # past a hex as well as beside it: the cheaper counts
                found[there] = full
        return found

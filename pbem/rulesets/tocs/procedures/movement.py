"""Movement: what it costs to enter a hex, and what a unit in hand can pay (TOCS-W10.1, W11)."""

from collections.abc import Hashable, Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.kept import kept
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.ground import terrain_met
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.procedures import terrain, traffic
from pbem.rulesets.tocs.procedures.crossings import FORD, WADE, Position, crossing
from pbem.rulesets.tocs.procedures.terrain import ALL_AP
from pbem.rulesets.tocs.view import HALVES, Hand, Unit, View

__all__ = [
    "ALL_AP", "FOOT", "HEAVY", "Entry", "Position",
    "entries", "entry", "in_column", "may_enter_enemy_ground", "pay", "route",
]  # fmt: skip

FOOT = ("foot", "horse", "cavalry")
HEAVY = ("mechanized", "armored")


class Entry(Value):
    """One way into a hex: where it leads, its cost in halves of a movement point (or ALL_AP), and the road used.

    means: what carries it over water, as crossings name it; fresh: only a unit in good order may; via: the hex it
    passes by.
    """

    to: Position
    cost: int
    road: str = ""
    means: str = ""
    fresh: bool = False
    via: Hex | None = None


@rule("TOCS-W10.1-1", "TOCS-W11.0-1")
def entries(view: View, counter: Counter, at: Position, by_road: bool = True) -> tuple[Entry, ...]:
    """Every way out of `at` that the unit may take now, in the order of directions. Cost from the COT column of its class.

    The ground is reckoned once a game for each class, light and weather; what changes from move to move (traffic on
    the roads, the state of the unit) is looked at each time.
    """
    table = _open(view, counter, by_road)
    found = table.get(at)
    if found is None:
        found = table[at] = _today(view, counter, at, (_printed(view, counter, at, by_road), by_road))
    return found


@kept(8)
def _open(view: View, counter: Counter, by_road: bool) -> dict[Position, tuple[Entry, ...]]:
    """What has been asked of this very view so far."""
    return {}


def _printed(view: View, counter: Counter, at: Position, by_road: bool) -> tuple[Entry, ...]:
    """The ways as the ground gives them to an unhindered unit in good order."""
    table = view.game.ways.setdefault(_class(view, counter, by_road), {})
    found: tuple[Entry, ...] | None = table.get(at)
    if found is None:
        ways = (_entry(view, counter, (at, to), by_road) for to in view.game.ground.neighbours[at[0]])
        found = table[at] = tuple(way for way in ways if way is not None)
    return found


def _class(view: View, counter: Counter, by_road: bool) -> Hashable:
    """All that the printed ways of a unit depend on."""
    return (counter.mobility, counter.traits, view.night, by_road, view.camp.fords)


def _today(view: View, counter: Counter, at: Position, printed: tuple[tuple[Entry, ...], bool]) -> tuple[Entry, ...]:
    """The ways that are open now: roads with room on them, and hard going only for those in good order."""
    ways, by_road = printed
    stacks = view.camp.stacks() if by_road else {}
    if not any(way.fresh or way.to[0] in stacks for way in ways):
        return ways
    open_: list[Entry] = []
    for way in ways:
        held = way.road and not traffic.free(traffic.jam(view, way.to[0]), counter, way.road)
        now = _off(view, counter, at, way.to[0]) if held else way
        if now is not None and (not now.fresh or _in_good_order(view, counter)):
            open_.append(now)
    return tuple(open_)


def _off(view: View, counter: Counter, at: Position, to: Hex) -> Entry | None:
    """The way into a hex when its road is closed."""
    return next((way for way in _printed(view, counter, at, False) if way.to[0] == to), None)


@rule("TOCS-W11.14-2")
def _in_good_order(view: View, counter: Counter) -> bool:
    unit = view.camp.units.get(counter.id)
    return unit is not None and unit.state == 0


def entry(view: View, counter: Counter, at: Position, to: Hex, by_road: bool = True) -> Entry | None:
    """The cheapest way from `at` into the adjacent hex `to`, or None where the ground forbids it.

    With by_road=False the road gives no rate, but its bridges still carry the unit (scouting, TOCS-W10.4-2).
    """
    return next((way for way in entries(view, counter, at, by_road) if way.to[0] == to), None)


@rule("TOCS-W11.0-1", "TOCS-W11.2-1")
def _entry(view: View, counter: Counter, step: tuple[Position, Hex], by_road: bool) -> Entry | None:
    """One way, reckoned. Nothing but what `_class` names may be asked here."""
    at, to = step
    ground = view.game.ground
    water = crossing(view, counter, at, to)
    if water is None:
        return None
    road = ground.roads.get((at[0], to)) or ground.rails.get((at[0], to), "")
    costs = [(terrain.off_road(view, counter, at[0], to, bool(road)), "")]
    if road and by_road:
        costs.append((terrain.by_road(view, counter, at[0], to, road), road))
    possible = [(cost, way) for cost, way in costs if cost is not None]
    if not possible:
        return None
    cost, way = min(possible, key=lambda c: (c[0] == ALL_AP, c[0], not c[1]))
    bocage = cost == ALL_AP and "bocage" in terrain_met(ground, at[0], to)
    return _over_water(view, counter, Entry((to, water.bank), cost, way, water.means, bocage))


@rule("TOCS-W11.14-2", "TOCS-W11.11-1")
def _over_water(view: View, counter: Counter, way: Entry) -> Entry:
    """What the water adds: a ford takes all AP of a unit in good order, wading one point more, swimming one for each bank."""
    if way.means == FORD:
        return replace(way, cost=ALL_AP, fresh=True)
    if way.cost == ALL_AP or way.means not in (WADE, "swim"):
        return way
    return replace(way, cost=way.cost + (HALVES if way.means == WADE else 2 * terrain.added(view, counter, "river_bank")))


@rule("TOCS-W10.1-2", "TOCS-1.6-2", "TOCS-W10.1-4", "TOCS-W11.1-1", "TOCS-W11.0-5", "TOCS-W11.19-2")
def pay(hand: Hand, counter: Counter, way: Entry, run: str) -> Hand | None:
    """The hand after paying for one hex, or None when its action points do not reach.

    Points of consecutive moves (or of consecutive scouting) are pooled; a change of run loses what is left. When an AP
    has gone at road rate alone and its points are used up, one more road hex is free, but for motorized units.
    """
    if hand.run != run:
        hand = replace(hand, run=run, mp=0, road=False, bonus=False, at=None)
    if way.cost == ALL_AP:
        return replace(hand, ap=0, mp=0, bonus=False, column=False) if hand.ap else None
    if hand.mp < way.cost and hand.bonus and hand.road and way.road:
        return replace(hand, bonus=False, column=in_column(counter, way))
    ap, mp, road, bonus = hand.ap, hand.mp, hand.road, hand.bonus
    while mp < way.cost:
        if ap == 0:
            return None
        ap, mp, road = ap - 1, mp + counter.mp * HALVES, True
        bonus = run == "move" and counter.mobility != "motorized"
    on_road = road and bool(way.road)
    return replace(hand, ap=ap, mp=mp - way.cost, road=on_road, bonus=bonus, column=in_column(counter, way))


@rule("TOCS-W10.1-5", "TOCS-W11.1-2")
def in_column(counter: Counter, way: Entry) -> bool:
    """Is the unit in column or convoy after this step? Road rate puts all but reconnaissance units in it."""
    return bool(way.road) and not counter.recon


@rule("TOCS-W9.1-5", "TOCS-W9.1-6")
def may_enter_enemy_ground(counter: Counter) -> bool:
    """Companies, vehicle platoons, HQs and reconnaissance assets may; batteries and other assets may not."""
    if counter.kind == "asset":
        return counter.recon
    return counter.kind != "battery"


def route(view: View, unit: Unit, goal: Hex, by_road: bool, shun: frozenset[Hex]) -> tuple[Hex, ...] | None:
    """The cheapest legal path to `goal` over what this side knows, start left out; None when there is none.

    shun: hexes known to hold the enemy or an engagement, never passed through. A hex in claimed EZOC ends a path
    (TOCS-W6.0-11). Between paths of equal cost the one over own ground is taken.
    """
    counter, start = view.camp.counter(unit), (unit.hex, unit.bank)
    ends_at, owner, side = frozenset(view.ezoc()) | shun, view.public.owner, view.side
    stays_home = not may_enter_enemy_ground(counter)

    def edges(at: Position) -> Iterator[tuple[Position, int]]:
        if at[0] in ends_at and at != start:
            return
        for way in entries(view, counter, at):
            foreign = owner[way.to[0]] != side
            if (by_road and not way.road) or (foreign and stays_home):
                continue
            yield way.to, (1000 if way.cost == ALL_AP else max(way.cost, 1)) * 100 + foreign

    def ahead(at: Position) -> int:
        return distance(at[0], goal) * 100  # no step is had for less than a half

    for limit in (_reach(view, counter), None):  # near at hand first; the whole map only to say how far it is
        reach = cheapest([start], edges, limit, lambda at: at[0] == goal, ahead)
        ends = [p for p in reach.cost if p[0] == goal]
        if ends:
            path = reach.path(min(ends, key=lambda p: (reach.cost[p], p)))
            return tuple(p[0] for p in path[1:]) if path else None
    return None


def _reach(view: View, counter: Counter) -> int:
    """A bound on what the hand can pay in the costs of `route`, with a bonus hex for every AP."""
    hand = view.camp.hand
    halves = hand.mp + (hand.ap + 1) * (counter.mp + 4) * HALVES if hand else 0
    return halves * 101

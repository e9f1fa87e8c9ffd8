"""Movement: what it costs to enter a hex, and what a unit in hand can pay (TOCS-W10.1, W11)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs.ground import Ground, bank_of, bridge_at, crossed_contours, polder_side
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.view import HALVES, Hand, Unit, View

FOOT = ("foot", "horse", "cavalry")
HEAVY = ("mechanized", "armored")
ALL_AP = -1  # a cost that takes every action point the unit has

Position = tuple[Hex, int]  # a hex and the bank of it (0 on dry ground)


class Entry(Value):
    """One way into a hex: where it leads, its cost in halves of a movement point (or ALL_AP), and the road used."""

    to: Position
    cost: int
    road: str = ""


@rule("TOCS-W10.1-1", "TOCS-W11.0-1")
def entries(view: View, counter: Counter, at: Position, by_road: bool = True) -> tuple[Entry, ...]:
    """Every way out of `at` that the unit may take, in the order of directions. Cost from the COT column of its class.

    Reckoned once a game for each class, by day and by night: the printed map does not change.
    """
    table = view.game.ways.setdefault((counter.mobility, view.night, by_road), {})
    found = table.get(at)
    if found is None:
        ways = (_entry(view, counter, (at, to), by_road) for to in view.game.ground.neighbours[at[0]])
        found = table[at] = tuple(way for way in ways if way is not None)
    return found


def entry(view: View, counter: Counter, at: Position, to: Hex, by_road: bool = True) -> Entry | None:
    """The cheapest way from `at` into the adjacent hex `to`, or None where the ground forbids it.

    With by_road=False the road gives no rate, but its bridges still carry the unit (scouting, TOCS-W10.4-2).
    """
    return next((way for way in entries(view, counter, at, by_road) if way.to[0] == to), None)


@rule("TOCS-W11.0-1", "TOCS-W11.2-1")
def _entry(view: View, counter: Counter, step: tuple[Position, Hex], by_road: bool) -> Entry | None:
    """One way, reckoned. Nothing but the ground, the charts, the class of the unit and the light may be asked here."""
    at, to = step
    ground = view.game.ground
    bank = crossing(ground, counter, at, to)
    if bank is None:
        return None
    road = ground.roads.get((at[0], to)) or ground.rails.get((at[0], to), "")
    costs = [(_off_road(view, counter, at[0], to, bool(road)), "")]
    if road and by_road:
        costs.append((_by_road(view, counter, at[0], to, road), road))
    possible = [(cost, way) for cost, way in costs if cost is not None]
    if not possible:
        return None
    cost, way = min(possible, key=lambda c: (c[0] == ALL_AP, c[0], not c[1]))
    return Entry((to, bank), cost, way)


@rule("TOCS-W1.10-1", "TOCS-W1.10-2", "TOCS-W11.9-1", "TOCS-W11.0-4")
def crossing(ground: Ground, counter: Counter, at: Position, to: Hex) -> int | None:
    """The bank on which the unit arrives in `to`; None when water bars the way (rivers are crossed by bridges only)."""
    out, into = direction(at[0], to), direction(to, at[0])
    if out is None or into is None:
        return None
    if at[0] in ground.banks:
        bank = bank_of(ground, at[0], out)
        if bank is None or (bank != at[1] and not bridged(ground, counter, at[0])):
            return None
    return bank_of(ground, to, into) if to in ground.banks else 0


def bridged(ground: Ground, counter: Counter, hex_: Hex) -> bool:
    """Does a bridge in this hex carry the unit? Railway bridges carry those on foot only."""
    return any(
        bridge.intact and (counter.mobility in FOOT or any(c != "railroad" for c in bridge.carries))
        for bridge in bridge_at(ground, hex_)
    )


@rule("TOCS-W11.0-3", "TOCS-W11.12-1", "TOCS-W11.12-2", "TOCS-W11.13-1", "TOCS-W1.8-2", "TOCS-W13.1.2-1")
@rule("TOCS-W11.4-1", "TOCS-W11.5-1", "TOCS-W11.6-1", "TOCS-W11.22-2")
def _off_road(view: View, counter: Counter, a: Hex, b: Hex, road: bool) -> int | None:
    """Halves to enter b off the road; a road or railway over the hexside cancels stream and polder (TOCS-W11.12-3)."""
    ground, sheet = view.game.ground, view.game.sheet("cost-of-terrain")
    cell = sheet.cell(ground.terrain[b], counter.mobility)
    if cell == "X":
        return None
    if cell == "A":
        return ALL_AP
    if (a, b) in ground.cliffs and not road:
        return None  # commandos and mountain units alone climb cliffs (TOCS-W11.19-3)
    if counter.mobility not in FOOT and abs(ground.level[b] - ground.level[a]) > 2 and not road:
        return None  # tracked and wheeled units take at most two contours off the road (TOCS-W11.19-4)
    total = _halves(cell) + _slope(view, counter, crossed_contours(ground, a, b))
    if not road:
        total += _side_cost(view, counter, a, b)
    return total * 2 if view.night else total


@rule("TOCS-W11.1-2", "TOCS-W11.12-3")
def _by_road(view: View, counter: Counter, a: Hex, b: Hex, road: str) -> int | None:
    """Halves to enter b at road rate; climbing still costs (TOCS-W11.19-1), night does not double it (TOCS-W13.1.2-1)."""
    cell = view.game.sheet("cost-of-terrain").cell(road, counter.mobility)
    if cell in ("X", "A"):
        return None
    return _halves(cell) + _slope(view, counter, crossed_contours(view.game.ground, a, b))


@rule("TOCS-W11.19-1")
def _slope(view: View, counter: Counter, rise: int) -> int:
    return rise * _halves(view.game.sheet("cost-of-terrain").cell("contour_up", counter.mobility))


def _side_cost(view: View, counter: Counter, a: Hex, b: Hex) -> int:
    ground, sheet = view.game.ground, view.game.sheet("cost-of-terrain")
    cost = 0
    if polder_side(ground, a, b):
        cost += _halves(sheet.cell("polder_side", counter.mobility))
    elif (a, b) in ground.streams:
        cost += _halves(sheet.cell("stream", counter.mobility))
    return cost


def _halves(cell: str) -> int:
    return int(float(cell) * HALVES)


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
            yield way.to, (1000 if way.cost == ALL_AP else way.cost) * 100 + foreign

    for limit in (_reach(view, counter), None):  # near at hand first; the whole map only to say how far it is
        reach = cheapest([start], edges, limit, lambda at: at[0] == goal)
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

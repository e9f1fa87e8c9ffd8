"""Movement: what a unit in hand can pay, where it may go at all, and the cheapest way there (TOCS-W10.1, W11)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.pieces import HALVES, Hand, Unit
from pbem.rulesets.tocs.procedures.crossings import WADE, Position
from pbem.rulesets.tocs.procedures.terrain import ALL_AP, floor
from pbem.rulesets.tocs.procedures.ways import Entry, entries, entry, lines, step, ways_of
from pbem.rulesets.tocs.view import View

__all__ = [
    "ALL_AP", "FOOT", "HEAVY", "Entry", "Position",
    "entries", "entry", "in_column", "lines", "may_enter_enemy_ground", "pay", "route", "step",
]  # fmt: skip

FOOT = ("foot", "horse", "cavalry")
HEAVY = ("mechanized", "armored")


@rule("TOCS-W8.4-1")
def allowance(hand: Hand, counter: Counter) -> int:
    """Halves of a movement point that an AP gives: half of them, fractions up, when the tanks are dry."""
    return (counter.mp + 1) // 2 * HALVES if hand.dry else counter.mp * HALVES


@rule("TOCS-W10.1-2", "TOCS-1.6-2", "TOCS-W10.1-4", "TOCS-W11.1-1", "TOCS-W11.0-5", "TOCS-W11.19-2", "TOCS-W13.4.1-2")
def pay(hand: Hand, counter: Counter, way: Entry, run: str) -> Hand | None:
    """The hand after paying for one hex, or None when its action points do not reach.

    Points of consecutive moves (or of consecutive scouting) are pooled; a change of run loses what is left. When an AP
    has gone at road rate alone and its points are used up, one more road hex is free, but for motorized units and in fog.
    """
    if hand.run != run:
        hand = replace(hand, run=run, mp=0, road=False, bonus=False, at=None)
    if way.cost == ALL_AP:
        return replace(hand, ap=0, mp=0, bonus=False, column=False) if hand.ap else None
    if hand.mp < way.cost and hand.bonus and hand.road and way.road and not way.fog:
        return replace(hand, bonus=False, column=in_column(counter, way))
    ap, mp, road, bonus = hand.ap, hand.mp, hand.road, hand.bonus
    while mp < way.cost:
        if ap == 0:
            return None
        ap, mp, road = ap - 1, mp + allowance(hand, counter), True
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
    return counter.kind != "battery" or counter.platoon


def quietly(view: View, counter: Counter, at: Position, to: Hex) -> Entry | None:
    """Off the road at double cost, but in forest or jungle, where who keeps off the roads is hidden from the air as it is."""
    way = entry(view, counter, at, to, by_road=False)
    if way is None or way.cost == ALL_AP or view.game.ground.terrain[to] in ("forest", "jungle"):
        return way
    return replace(way, cost=way.cost * 2)


def route(view: View, unit: Unit, goal: Hex, by_road: bool, shun: frozenset[Hex]) -> tuple[Hex, ...] | None:
    """The cheapest legal path to `goal` over what this side knows, start left out; None when there is none.

    shun: hexes known to hold the enemy or an engagement, never passed through. A hex in claimed EZOC ends a path
    (TOCS-W6.0-11), and so do mines of the enemy's (TOCS-W10.11-4). Between paths of equal cost the one over own ground is
    taken.
    """
    counter, start = view.camp.counter(unit), (unit.hex, unit.bank)
    stays_home = not may_enter_enemy_ground(counter)
    ways, least = ways_of(view, counter, True), floor(view.game, counter)

    beside = ways.into(start, goal)
    if beside and _straight(view, beside, least) and not (by_road and not beside.road) and not (stays_home and not view.own(goal)):
        return (goal,)
    mines = (h for h in view.obstacles if view.mined(h))
    ends_at, owner, side = frozenset((*view.ezoc(), *mines)) | shun, view.public.owner, view.side

    def edges(at: Position) -> Iterator[tuple[Position, int]]:
        if at[0] in ends_at and at != start:
            return
        for way in (*ways.out_of(at), *(() if by_road else ways.past(at))):
            foreign = owner[way.to[0]] != side
            if (by_road and not way.road) or (foreign and stays_home):
                continue
            yield way.to, _dear(way, least) * 100 + foreign

    def ahead(at: Position) -> int:
        return distance(at[0], goal) * least * 100

    reach = cheapest([start], edges, goal=lambda at: at[0] == goal, ahead=ahead)
    ends = [p for p in reach.cost if p[0] == goal]
    path = reach.path(min(ends, key=lambda p: (reach.cost[p], p))) if ends else None
    return tuple(p[0] for p in path[1:]) if path else None


def _dear(way: Entry, least: int) -> int:
    """What a step counts for in the search: a wade and a step that takes all AP are the last resort."""
    return 1000 if way.cost == ALL_AP or way.means == WADE else max(way.cost, 2 * least if way.via else least)


def _straight(view: View, way: Entry, least: int) -> bool:
    """Is a step no dearer than the two, at the least price of the chart, that any other way there would take? Where water
    divides the hex an equal price is not enough: the other bank may be the one that counts."""
    return _dear(way, least) < 2 * least + (way.to[0] not in view.game.ground.banks)

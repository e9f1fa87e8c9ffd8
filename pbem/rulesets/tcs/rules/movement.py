"""Movement: what a step costs, how far a unit comes, what modes cost. All in halves of MP (TCSB-20, TCSB-4)."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from types import MappingProxyType

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.ground import TacticalGround
from pbem.rulesets.tcs.plots import BarrierKind
from pbem.rulesets.tcs.rules.barriers import stops
from pbem.rulesets.tcs.rules.impulses import back_points, mode_change
from pbem.rulesets.tcs.units import HALVES, MoveClass, TacticalUnit

BARRED = "X"
TWO_LEVELS = 2
LIFT_A_MARK = 4 * HALVES
"""What vehicles and carriers pay to take off the mark of overwatch (TCS3-3-1)."""


class Country(Value, eq=False):
    """What movement goes over: charts, ground, smoke markers by hex, hexes of minefields and barriers by hex that hinder."""

    book: ChartBook
    ground: TacticalGround
    smoke: Mapping[Hex, int]
    mined: frozenset[Hex] = frozenset()
    barred: Mapping[Hex, BarrierKind] = MappingProxyType({})

    def cost(self, row: str, move: MoveClass) -> int | None:
        """A cell of the chart of movement costs in halves of MP; None where the class is barred."""
        return _rate(self.book, row, move)


@kept(256)
def _rate(book: ChartBook, row: str, move: MoveClass) -> int | None:
    token = book.sheet("movement-costs").cell(row, move)
    return None if token == BARRED else int(Fraction(token) * HALVES)


@rule("TCSB-20-2", "TCSB-20-3", "TCSB-27-9")
def step_cost(country: Country, unit: TacticalUnit, start: Hex, end: Hex) -> int | None:
    """What entering the next hex costs; None where the unit may not enter it. Along a road in move mode the road's rate stands for
    the terrain; each level up costs more, and two levels bar vehicles off the road. A roadblock closes the road into its hex."""
    ground, move = country.ground, unit.counter.move
    paved = ground.road(start, end)
    road = paved if unit.mode == "move" and country.barred.get(end) != "roadblock" else None
    rows = [road or ground.terrain[end], *_slope(ground.level[end] - ground.level[start], bool(road))]
    if not road:
        rows += [row for row, sides in _hexsides(ground) if (start, end) in sides]
    rows += _in_the_hex(country, end, bool(paved))
    parts = [country.cost(row, move) for row in rows]
    known = [part for part in parts if part is not None]
    return sum(known) if len(known) == len(parts) else None


def _in_the_hex(country: Country, end: Hex, paved: bool) -> Iterator[str]:
    """The rows for what lies or stands in a hex. paved: it is entered over a side with a road."""
    if country.smoke.get(end):
        yield "smoke"
    if end in country.mined:
        yield "enemy_minefield"
    barrier = country.barred.get(end)
    if barrier and (barrier == "wire" or paved):
        yield barrier


def _slope(rise: int, road: bool) -> list[str]:
    """The rows for what a step climbs: two levels at once off the road, up or down, else each level up."""
    return ["two_levels"] if abs(rise) >= TWO_LEVELS and not road else ["up_level"] * max(0, rise)


def _hexsides(ground: TacticalGround) -> tuple[tuple[str, frozenset[tuple[Hex, Hex]]], ...]:
    return (("stream_hexside", ground.brooks), ("wall_hexside", ground.walls))


@rule("TCSB-20-4", "TCSB-26-6", "TCSB-20-1")
def spent_after(unit: TacticalUnit, cost: int | None) -> int | None:
    """Halves of MP that a unit has spent once it has paid for a step; None where it cannot. With any left it may always move one
    hex that its full allowance would reach; a gun is pushed one hex by hand with all that it has."""
    left = unit.allowance - unit.spent
    if cost is None or left <= 0:
        return None
    if unit.counter.move == "towed":
        return unit.allowance if unit.spent == 0 else None
    if cost <= left:
        return unit.spent + cost
    return unit.allowance if cost <= unit.allowance else None


@rule("TCSB-4-4", "TCS3-3-1")
def to_move_mode(book: ChartBook, unit: TacticalUnit) -> int:
    """What going to move mode costs: half the back allowance, fractions up, in halves of MP; armor in a segment its own price."""
    if unit.segment and unit.counter.armor:
        return mode_change(book, unit)
    return -(-back_points(unit, False) // 2) * HALVES


@rule("TCSB-27-9")
def spent_in(country: Country, unit: TacticalUnit, end: Hex, more: int = 0) -> int | None:
    """Halves of MP that a unit has spent once it is in the next hex, all that it has where what is there stops it; None where it
    cannot enter. more: halves of MP that it pays besides."""
    cost, barrier = step_cost(country, unit, unit.hex, end), country.barred.get(end)
    spent = spent_after(unit, cost if cost is None else cost + more)
    return unit.allowance if spent is not None and barrier and stops(country.book, barrier, unit.counter.move) else spent


def _lost(country: Country, unit: TacticalUnit, end: Hex) -> int:
    """What a stop in a hex is counted as when ways are compared: a turn's MP."""
    barrier = country.barred.get(end)
    return unit.allowance if barrier and stops(country.book, barrier, unit.counter.move) else 0


@kept(32)
def _cheapest(book: ChartBook, move: MoveClass) -> int:
    """The least that a step of a class costs, by the chart."""
    rates = (_rate(book, row, move) for row in book.sheet("movement-costs").rows)
    return min((rate for rate in rates if rate), default=0)


def cheapest_way(country: Country, unit: TacticalUnit, goal: Hex, may_enter: Callable[[Hex], bool]) -> tuple[Hex, ...]:
    """The hexes of the cheapest way to a goal, the start left out; of equal ones the same each time; () for none. What is looked at
    first is what could still come cheapest to the goal if all of the rest cost no more than the chart's cheapest step."""
    least = _cheapest(country.book, unit.counter.move)
    queue: list[tuple[int, tuple[Hex, ...]]] = [(least * distance(unit.hex, goal), (unit.hex,))]
    done: set[Hex] = set()
    while queue:
        estimate, way = heappop(queue)
        here = way[-1]
        so_far = estimate - least * distance(here, goal)
        if here == goal:
            return way[1:]
        if here in done:
            continue
        done.add(here)
        for other in country.ground.neighbours(here):
            cost = step_cost(country, unit, here, other)
            if cost is not None and other not in done and (other == goal or may_enter(other)):
                worth = so_far + cost + _lost(country, unit, other)
                heappush(queue, (worth + least * distance(other, goal), (*way, other)))
    return ()

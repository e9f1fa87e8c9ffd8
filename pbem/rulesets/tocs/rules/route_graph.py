"""What a search for a way goes over: the steps that are open to a unit, whatever its goal (TOCS-W10.1-2)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.adjacent_moves import Ways, ways_of
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.movement import hushed, may_enter_enemy_ground
from pbem.rulesets.tocs.rules.terrain import ALL_AP
from pbem.rulesets.tocs.view import View

LAST_RESORT = 1000  # halves that a wade, or a step that takes all AP, counts for where no other way is asked for
FINE = 100  # parts of a half, so that own ground may be preferred at equal cost
Purse = tuple[int, bool, bool]
"""Halves left of the AP begun; whether all of it went at road rate; whether a free road hex is due for it."""
Node = tuple[Position, int, bool, bool]
Step = tuple[Position, int, bool, int, bool]
"""Where a way leads, its halves, is it by road, is it a GAMBLE or takes ALL AP (0: neither), is it onto enemy ground."""
GAMBLE, ALL = 1, 2


class Graph:
    """The steps that are open to a unit now, whatever its goal; of one manner of going, and kept for as long as the view is, with
    what its searches have reckoned of them."""

    def __init__(self, view: View, counter: Counter, by_road: bool, quiet: bool, unlooked: frozenset[Hex] = frozenset()) -> None:
        self.view, self.counter, self.by_road, self.quiet, self.unlooked = view, counter, by_road, quiet, unlooked
        self.owner, self.side = view.public.owner, view.side
        self.ways: Ways = ways_of(view, counter, not quiet)
        self.stays_home = not may_enter_enemy_ground(counter)
        self.steps: dict[Position, list[Step]] = {}
        self.prices: dict[Position, list[tuple[Position, int]]] = {}
        self.spending: dict[int, dict[Node, list[tuple[Node, int]]]] = {}
        self.within: dict[tuple[Position, frozenset[Hex]], frozenset[Hex]] = {}
        self.reached: dict[tuple[Position, Purse, int, int, frozenset[Hex]], frozenset[Hex]] = {}
        self.blind: Graph | None = None

    def seen(self, unlooked: frozenset[Hex]) -> "Graph":
        """The same without roads into hexes that are not to be entered by road; the last asked for is kept."""
        if self.unlooked == unlooked:
            return self
        if self.blind is None or self.blind.unlooked != unlooked:
            self.blind = Graph(self.view, self.counter, self.by_road, self.quiet, unlooked)
        return self.blind

    def out_of(self, at: Position) -> list[Step]:
        """The steps out of a place."""
        found = self.steps.get(at)
        if found is None:
            past = () if self.by_road or self.quiet else self.ways.past(at)
            ways = [hushed(self.view, way) for way in self.ways.out_of(at)] if self.quiet else self.ways.out_of(at)
            owner, side, wade = self.owner, self.side, WADE
            found = [
                (w.to, w.cost, w.road != "", ALL if w.cost == ALL_AP else GAMBLE if w.means == wade else 0, owner[w.to.hex] != side)
                for w in (ways if not past else (*ways, *past))
            ]
            if self.by_road:
                found = [step for step in found if step[2]]
            if self.stays_home:
                found = [step for step in found if not step[4]]
            if self.unlooked:
                found = [step for step in found if not (step[2] and step[0][0] in self.unlooked)]
            self.steps[at] = found
        return found


def priced(steps: list[Step]) -> list[tuple[Position, int]]:
    """The steps as a search over places goes them: a wade and a step that takes all AP are the last resort."""
    return [(to, (LAST_RESORT if kind else price) * FINE + foreign) for to, price, _, kind, foreign in steps]


@kept(8)
def graph_of(view: View, counter: Counter, by_road: bool, quiet: bool) -> Graph:
    return Graph(view, counter, by_road, quiet)

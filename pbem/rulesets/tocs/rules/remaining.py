"""What is left at least of a way to a goal: searched backwards from the goal over the ground as it is printed (TOCS-W10.1-2).

Whatever hinders a unit on the day (full roads, fire, zones, the state it is in, ground it may not enter) makes a step dearer or
forbids it. So what the printed ground takes is never more than the way will take, and it holds for all of a class at all hours
of one light and weather: who looks for a way looks ahead by it and goes straight, and most who want to go too far are told so
without a search.
"""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.rulesets.tocs.rules.adjacent_moves import Charted, Entry, Ways
from pbem.rulesets.tocs.rules.crossings import FERRY, Position
from pbem.rulesets.tocs.rules.terrain import ALL_AP

NOWHERE = 10**6  # halves to a goal to which nothing leads
DEAREST_ROAD = 2  # times the least step that a step by road is counted at most: it may be free, whatever it costs
FEW = 12  # places that a goal is looked for to be shut in
MOST_GOALS = 12  # that are kept of a class


class Remaining:
    """How many halves it takes at least from each place to one goal, as far as anybody has asked."""

    def __init__(self, ground: "Backward", ways: Ways, goal: Hex) -> None:
        self.ground, self.radius = ground, 0
        self.known: dict[Position, int] = {}
        self.rim = {0: places(ways, goal)}  # places that were come to, by how far they may be

    def measured(self, ways: Ways, start: Position) -> tuple[Mapping[Position, int], int]:
        """What is left from every place that is no farther than a start; and what is left at least from all others."""
        known, rim = self.known, self.rim
        while rim and start not in known:
            for at in rim.pop(self.radius, ()):
                if at not in known:
                    known[at] = self.radius
                    self._widen(ways, at)
            self.radius += 1
        return known, self.radius if rim else NOWHERE

    def _widen(self, ways: Ways, at: Position) -> None:
        """Come to the places from which a way leads into one."""
        for earlier, price in self.ground.before(ways, at):
            if earlier not in self.known:
                self.rim.setdefault(self.radius + price, []).append(earlier)


class Backward:
    """The printed ways of a class of units by where they lead, with the goals that were asked for last."""

    def __init__(self, least: int) -> None:
        self.least = least
        self.opened: set[Hex] = set()
        self.surrounded: set[Hex] = set()  # the ways out of all hexes around are put down
        self.into: dict[Position, list[tuple[Position, int]]] = {}
        self.goals: dict[Hex, Remaining] = {}

    def before(self, ways: Ways, at: Position) -> list[tuple[Position, int]]:
        """The places from which a way leads into one, each with what it takes at least."""
        if at.hex not in self.surrounded:
            self.surrounded.add(at.hex)
            around = ways.view.game.ground.neighbours
            for near in around[at.hex]:
                for hex_ in (near, *around[near]) if ways.view.game.ground.room else (near,):
                    self._open(ways, hex_)
        return self.into.get(at, [])

    def _open(self, ways: Ways, hex_: Hex) -> None:
        """Put down where the ways out of a hex lead."""
        if hex_ in self.opened:
            return
        self.opened.add(hex_)
        for at in places(ways, hex_):
            for way in (*ways.ground(at), *ways.round_about(at)):
                if way.means != FERRY:
                    self.into.setdefault(way.to, []).append((at, self._price(way)))

    def _price(self, way: Entry) -> int:
        """What a way takes at least, whoever goes it."""
        if way.cost == ALL_AP:
            return self.least
        return min(way.cost, DEAREST_ROAD * self.least) if way.road else way.cost

    def shuts(self, ways: Ways, start: Position, goal: Hex, ends: frozenset[Hex]) -> bool:
        """Do so few places lead to a goal, past where paths end, that a start is seen not to be among them?"""
        found = set(places(ways, goal))
        rim = list(found)
        while rim and len(found) <= FEW:
            for earlier, _ in self.before(ways, rim.pop()):
                if earlier == start:
                    return False
                if earlier not in found and earlier.hex not in ends:
                    found.add(earlier)
                    rim.append(earlier)
        return not rim

    def to(self, ways: Ways, goal: Hex) -> Remaining:
        """What is left to a goal; the goals asked for longest ago make way."""
        found = self.goals.pop(goal, None) or Remaining(self, ways, goal)
        if len(self.goals) >= MOST_GOALS:
            self.goals.pop(next(iter(self.goals)))
        self.goals[goal] = found
        return found


def remaining(ways: Ways, goal: Hex, least: int) -> Remaining:
    """What is left at least to a goal for the unit whose ways these are. least: what a step of its class takes at least."""
    return backward(ways, least).to(ways, goal)


def backward(ways: Ways, least: int) -> "Backward":
    return _backward(ways.charted, ways.altered, least)


@kept(16)
def _backward(charted: Charted, altered: Mapping[Hex, object], least: int) -> Backward:
    return Backward(least)


def places(ways: Ways, hex_: Hex) -> list[Position]:
    """A hex by its banks."""
    return [Position(hex_, bank) for bank in range(max(1, len(ways.view.game.ground.banks.get(hex_, ()))))]

"""The search over a graph of any hashable, orderable nodes: lowest cost in whole numbers, then fewest steps."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Generic, Protocol, Self, TypeVar

from pbem.kernel.values import Value


class Node(Hashable, Protocol):
    """What a node must offer: a hash and an order, such as a Hex or a tuple of plain values."""

    def __lt__(self, other: Self, /) -> bool: ...


N = TypeVar("N", bound=Node)


class Reach(Value, Generic[N]):
    """What a search reached: the cost and the number of steps to each node, nearest first, and the ways there.

    `before` holds, for each node, the nodes that come directly before it on some best way.
    """

    cost: Mapping[N, int]
    steps: Mapping[N, int]
    before: Mapping[N, Sequence[N]]

    def path(self, goal: N) -> tuple[N, ...] | None:
        """The way from a start to the goal, both included; None when the goal was not reached.

        Among ways of the same cost the one with the fewest steps counts, and among those the lowest in node order.
        """
        if goal not in self.cost:
            return None
        layers = self._layers(goal)
        way = [min(layers[0])]
        for layer in layers[1:]:
            way.append(min(node for node in layer if way[-1] in self.before[node]))
        return tuple(way)

    def _layers(self, goal: N) -> list[set[N]]:
        """All nodes on a best way to the goal, by their number of steps from the start."""
        layers: list[set[N]] = [{goal}]
        for _ in range(self.steps[goal]):
            layers.append({earlier for node in layers[-1] for earlier in self.before[node]})
        return layers[::-1]


class _Rim(Generic[N]):
    """The nodes that a search has come to and not yet gone on from, and the best ways to all it has come to."""

    def __init__(self, starts: Iterable[N], ahead: Callable[[N], int] | None) -> None:
        self.ahead = ahead
        self.best: dict[N, tuple[int, int]] = dict.fromkeys(sorted(starts), (0, 0))  # cost and steps
        self.before: dict[N, list[N]] = {node: [] for node in self.best}
        self.heap = [(ahead(node) if ahead else 0, 0, 0, node) for node in self.best]
        heapify(self.heap)

    def widen(self, node: N, label: tuple[int, int], edges: Mapping[N, int], most: float) -> None:
        """Come from a node, so dear and so many steps away, to those next to it that may lie within `most`."""
        best, before, heap, ahead = self.best, self.before, self.heap, self.ahead
        cost, taken = label[0], label[1] + 1
        for other, price in edges.items():
            if price < 0:
                raise ValueError(f"a step cannot cost {price}")
            reached = (cost + price, taken)
            known = best.get(other)
            if known is None or reached < known:
                least = cost + price + (ahead(other) if ahead else 0)
                if least <= most:
                    best[other], before[other] = reached, [node]
                    heappush(heap, (least, cost + price, taken, other))
            elif reached == known:
                before[other].append(node)


def cheapest(
    starts: Iterable[N],
    edges: Callable[[N], Mapping[N, int]],
    limit: int | None = None,
    goal: Callable[[N], bool] | None = None,
    ahead: Callable[[N], int] | None = None,
) -> Reach[N]:
    """The lowest cost from any start to every node within the limit; with `goal`, to every node no dearer than the nearest
    node that is one, which is all that the way there needs.

    `edges` gives the neighbours of a node, each with the cost of the step there, a whole number not below 0 (ValueError).
    `ahead` says what is left at least from a node to a goal, and falls by no more than the cost of a step over that step:
    then nodes that cannot lie on a best way to a goal within the limit are left out.
    """
    rim = _Rim(starts, ahead)
    costs: dict[N, int] = {}
    steps: dict[N, int] = {}
    most = math.inf if limit is None else limit
    while rim.heap:
        least, cost, taken, node = heappop(rim.heap)
        if least > most:
            break  # a goal was reached meanwhile; all that is left is dearer
        if node in costs:
            continue
        costs[node], steps[node] = cost, taken
        if goal is not None and goal(node):
            most = min(cost, most)
        rim.widen(node, (cost, taken), edges(node), most)
    return Reach(costs, steps, rim.before)

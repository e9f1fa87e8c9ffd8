"""Searches: networkx is the oracle for costs; ties are broken as promised."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, neighbours
from pbem.kernel.paths import cheapest

Graph = dict[int, dict[int, int]]

graphs = st.dictionaries(
    st.integers(0, 9), st.dictionaries(st.integers(0, 9), st.integers(0, 4), max_size=5), min_size=1, max_size=10
)


def network(graph: Graph) -> "nx.DiGraph[int]":
    drawn: nx.DiGraph[int] = nx.DiGraph()
    drawn.add_nodes_from(range(10))
    drawn.add_weighted_edges_from((a, b, cost) for a, ends in graph.items() for b, cost in ends.items())
    return drawn


def every_way(graph: Graph, start: int) -> list[tuple[int, int, tuple[int, ...]]]:
    """All ways without a repeated node: (cost, steps, way)."""
    found: list[tuple[int, int, tuple[int, ...]]] = []
    open_ends: list[tuple[int, int, tuple[int, ...]]] = [(0, 0, (start,))]
    while open_ends:
        cost, taken, way = open_ends.pop()
        found.append((cost, taken, way))
        ends = graph.get(way[-1], {})
        open_ends += [(cost + price, taken + 1, (*way, end)) for end, price in ends.items() if end not in way]
    return found


@given(graphs, st.sets(st.integers(0, 9), min_size=1, max_size=3))
def test_lowest_costs_agree_with_networkx(graph: Graph, starts: set[int]) -> None:
    costs = dict(nx.multi_source_dijkstra_path_length(network(graph), starts))
    assert cheapest(starts, lambda node: graph.get(node, {})).cost == costs


small = st.dictionaries(
    st.integers(0, 5), st.dictionaries(st.integers(0, 5), st.integers(0, 2), max_size=3), min_size=1, max_size=6
)


@given(small, st.integers(0, 5))
def test_a_tie_goes_to_fewer_steps_and_then_to_the_lowest_way(graph: Graph, start: int) -> None:
    reach = cheapest([start], lambda node: graph.get(node, {}))
    best: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    for way in every_way(graph, start):
        goal = way[2][-1]
        best[goal] = min(way, best.get(goal, way))
    assert {goal: reach.path(goal) for goal in reach.cost} == {goal: way for goal, (_, _, way) in best.items()}


def test_a_longer_way_of_the_same_cost_loses() -> None:
    edges = {"a": {"b": 1, "z": 2}, "b": {"c": 1}, "c": {"z": 0}}
    assert cheapest("a", lambda node: edges.get(node, {})).path("z") == ("a", "z")


def test_equal_ways_take_the_lower_hexes() -> None:
    reach = cheapest([Hex("11.05")], lambda place: dict.fromkeys(neighbours(place), 1), 3)
    assert reach.path(Hex("11.08")) == ("11.05", "11.06", "11.07", "11.08")
    assert reach.path(Hex("13.06")) == ("11.05", "12.05", "13.06")


def test_the_lowest_of_several_starts_is_taken() -> None:
    reach = cheapest(["c", "b"], lambda node: {"z": 1} if node in "bc" else {})
    assert reach.path("z") == ("b", "z")


def test_what_lies_beyond_the_limit_is_not_reached() -> None:
    chain = {1: {2: 2}, 2: {3: 2}}
    reach = cheapest([1], lambda node: chain.get(node, {}), 3)
    assert reach.cost == {1: 0, 2: 2}
    assert reach.path(3) is None


def test_a_start_is_its_own_way() -> None:
    assert cheapest([7], lambda node: {}).path(7) == (7,)


def test_the_order_of_the_edges_does_not_matter() -> None:
    edges = {1: {2: 1, 3: 1}, 2: {4: 1}, 3: {4: 1}}
    one = cheapest([1], lambda node: edges.get(node, {}))
    two = cheapest([1], lambda node: dict(reversed(edges.get(node, {}).items())))
    assert list(one.cost) == list(two.cost)
    assert one.path(4) == two.path(4) == (1, 2, 4)


def test_a_negative_cost_is_a_bug() -> None:
    with pytest.raises(ValueError, match="-1"):
        cheapest([1], lambda node: {2: -1})


@given(small, st.integers(0, 5), st.sets(st.integers(0, 5), min_size=1, max_size=2))
def test_a_search_that_stops_at_its_goals_finds_the_nearest_by_the_same_ways(graph: Graph, start: int, goals: set[int]) -> None:
    whole = cheapest([start], lambda node: graph.get(node, {}))
    short = cheapest([start], lambda node: graph.get(node, {}), goal=lambda node: node in goals)
    reached = {node: whole.cost[node] for node in goals if node in whole.cost}
    nearest = min(reached.values(), default=max(whole.cost.values()))
    assert short.cost == {node: cost for node, cost in whole.cost.items() if cost <= nearest}
    assert {node: short.path(node) for node in short.cost} == {node: whole.path(node) for node in short.cost}


@given(graphs, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_looking_ahead_finds_the_same_way(graph: Graph, start: int, goal: int, limit: int) -> None:
    """What is left is known here to the full: as much as may be looked ahead."""
    back = nx.single_source_dijkstra_path_length(network(graph).reverse(), goal)
    edges = lambda node: graph.get(node, {})  # noqa: E731
    blind = cheapest([start], edges, limit, lambda node: node == goal)
    ahead = cheapest([start], edges, limit, lambda node: node == goal, lambda node: int(back.get(node, 99)))
    assert ahead.path(goal) == blind.path(goal)
    assert ahead.cost.get(goal) == blind.cost.get(goal)
    assert set(ahead.cost) <= set(blind.cost)

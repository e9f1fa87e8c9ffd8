"""Ways over small random maps: networkx is the oracle for what they cost and for where water stops them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pbem.kernel.hexes import Hex, direction
from pbem.kernel.values import replace
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.pieces import Unit
from pbem.rulesets.tocs.procedures.crossings import WADE, Position
from pbem.rulesets.tocs.procedures.movement import ALL_AP, Entry, may_enter_enemy_ground, route, step
from pbem.rulesets.tocs.procedures.ways import ways_of
from pbem.rulesets.tocs.view import View
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.small_maps import HARSH, HEXES, small_map

UNITS: tuple[dict[str, Any], ...] = ({}, {"mobility": "motorized", "mp": 6}, {"kind": "vehicle_platoon"}, {"kind": "battery"})
seeds = st.integers(0, 2**32)
some = settings(max_examples=250, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
many = settings(some, max_examples=10_000)


def scene(chance: Random, land: Ground) -> Scene:
    """A unit somewhere, ground of both sides, a few hexes in claimed zones; by day or night, on firm ground or mud."""
    where = chance.choice(HEXES)
    bank = chance.randrange(max(1, len(land.banks.get(where, ()))))
    kind = chance.choice(UNITS)
    unit = Piece("A", where, bank_index=bank, **kind)
    own = " ".join(h for h in HEXES if chance.random() < 0.7)
    claims = [h for h in HEXES if chance.random() < 0.1]
    return Scene([unit], own=own, land=land, claims=claims, light=chance.choice(("day", "night")),
                 weather={"ground": chance.choice(("firm", "mud"))})  # fmt: skip


def weight(view: View, way: Entry) -> int:
    """What a search pays: 1000 halves for what takes all AP or a throw; one hundredth for a hex of the enemy's."""
    dear = 1000 if way.cost == ALL_AP or way.means == WADE else way.cost
    return dear * 100 + (view.public.owner[way.to[0]] != view.side)


def ways(view: View, unit: Unit, at: Position, by_road: bool) -> Iterator[Entry]:
    """The steps a path may take from a place: nowhere out of a claimed zone, but from the start."""
    counter = view.camp.counter(unit)
    if at[0] in view.ezoc() and at != (unit.hex, unit.bank):
        return
    all_ways = ways_of(view, counter, True)
    for way in (*all_ways.out_of(at), *(() if by_road else all_ways.past(at))):
        if (way.road or not by_road) and (view.own(way.to[0]) or may_enter_enemy_ground(counter)):
            yield way


def network(view: View, unit: Unit, by_road: bool) -> "nx.DiGraph[Position]":
    drawn: nx.DiGraph[Position] = nx.DiGraph()
    for place in HEXES:
        for bank in range(max(1, len(view.game.ground.banks.get(place, ())))):
            drawn.add_node((place, bank))
            for way in ways(view, unit, (place, bank), by_road):
                known = drawn.get_edge_data((place, bank), way.to, {"weight": 10**9})["weight"]
                drawn.add_edge((place, bank), way.to, weight=min(known, weight(view, way)))
    return drawn


def routes_cost_what_networkx_says(seed: int) -> None:
    chance = Random(seed)
    s = scene(chance, small_map(chance, HARSH, ("minor_river", "medium_river")))
    view, unit, by_road = s.view(), s.unit("A"), chance.random() < 0.2
    lengths = nx.single_source_dijkstra_path_length(network(view, unit, by_road), (unit.hex, unit.bank))
    for goal in chance.sample([h for h in HEXES if h != unit.hex], 4):
        least = min((cost for at, cost in lengths.items() if at[0] == goal), default=None)
        found = route(view, unit, goal, by_road, frozenset())
        assert (found is None) == (least is None), (unit, goal)
        if found is not None:
            assert paid(view, unit, found) == least, (unit, goal, found)


def paid(view: View, unit: Unit, path: tuple[Hex, ...]) -> int:
    """What a path costs, step by step as a move pays for it."""
    at, total = (unit.hex, unit.bank), 0
    for to in path:
        way = step(view, view.camp.counter(unit), at, to)
        assert way is not None, (at, to)
        at, total = way.to, total + weight(view, way)
    return total


def only_standing_bridges_are_crossed(seed: int) -> None:
    chance = Random(seed)
    land = small_map(chance, kinds=("medium_river", "major_river"))
    for down in (False, True):
        land = replace(land, ferries={}, bridges=tuple(replace(b, intact=b.intact and not down) for b in land.bridges))
        unit = Piece("A", chance.choice(HEXES), bank_index=0)
        s = Scene([unit], own=" ".join(HEXES), land=land)
        start = (unit.unit.hex, 0)
        reached = {at[0] for at in nx.descendants(network(s.view(), s.unit("A"), False), start) | {start}}
        assert reached == {at[0] for at in nx.node_connected_component(dry_land(land), start)}


def dry_land(land: Ground) -> "nx.Graph[Position]":
    """The banks of all hexes, joined over hexsides that are dry and within a hex by a bridge that stands."""
    drawn: nx.Graph[Position] = nx.Graph()
    banks = {h: land.banks.get(h, (("N", "NE", "SE", "S", "SW", "NW"),)) for h in land.hexes}
    for here, sides in banks.items():
        drawn.add_nodes_from((here, n) for n in range(len(sides)))
        if any(b.hex == here and b.intact for b in land.bridges):
            drawn.add_edges_from(((here, 0), (here, n)) for n in range(1, len(sides)))
        for there in land.neighbours[here]:
            out = [n for n, bank in enumerate(sides) if direction(here, there) in bank]
            into = [n for n, bank in enumerate(banks[there]) if direction(there, here) in bank]
            drawn.add_edges_from(((here, a), (there, b)) for a in out for b in into)
    return drawn


@some
@given(seeds)
def test_a_route_costs_what_networkx_says(seed: int) -> None:
    """TOCS-W10.1-1, TOCS-W11.0-1: by road or not, round hexes, over both sides' ground, by day and night."""
    routes_cost_what_networkx_says(seed)


@some
@given(seeds)
def test_nobody_crosses_a_bridge_that_does_not_stand(seed: int) -> None:
    """TOCS-W1.10-2, TOCS-W11.9-1, TOCS-W11.10-1: a river divides the map but for its bridges, on the way past a hex too."""
    only_standing_bridges_are_crossed(seed)


@pytest.mark.soak
@many
@given(seeds)
def test_ten_thousand_maps_of_routes(seed: int) -> None:
    """TOCS-W10.1-1, TOCS-W11.0-1."""
    routes_cost_what_networkx_says(seed)


@pytest.mark.soak
@many
@given(seeds)
def test_ten_thousand_maps_of_bridges(seed: int) -> None:
    """TOCS-W1.10-2, TOCS-W11.9-1, TOCS-W11.10-1."""
    only_standing_bridges_are_crossed(seed)

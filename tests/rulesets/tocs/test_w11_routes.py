"""Ways over small random maps: every path there is tried out for what it takes; networkx tells where water stops it."""

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
from pbem.rulesets.tocs.resolution.straying import doubled
from pbem.rulesets.tocs.rules.adjacent_moves import ways_of
from pbem.rulesets.tocs.rules.crossings import WADE, Position
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, earns_road_hex, may_enter_enemy_ground, pay, step
from pbem.rulesets.tocs.rules.routes import Journey, route
from pbem.rulesets.tocs.units import HALVES, Activation, Unit
from pbem.rulesets.tocs.view import View
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.small_maps import HARSH, HEXES, small_map

UNITS: tuple[dict[str, Any], ...] = ({}, {"mobility": "motorized", "mp": 6}, {"kind": "vehicle_platoon"}, {"kind": "battery"})
seeds = st.integers(0, 2**32)
some = settings(max_examples=100, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
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


def ways(view: View, unit: Unit, at: Position, by_road: bool) -> Iterator[Entry]:
    """The steps a path may take from a place: nowhere out of a claimed zone, but from the start, and there at double cost to
    the next zone for those who may go."""
    counter = view.forces.counter(unit)
    if at[0] in view.ezoc() and at != (unit.hex, unit.bank):
        return
    all_ways = ways_of(view, counter, True)
    for way in (*all_ways.out_of(at), *(() if by_road else all_ways.past(at))):
        if (way.road or not by_road) and (view.own(way.to[0]) or may_enter_enemy_ground(counter)):
            yield doubled(view, unit, way, at[0])


def network(view: View, unit: Unit, by_road: bool) -> "nx.DiGraph[Position]":
    drawn: nx.DiGraph[Position] = nx.DiGraph()
    for place in HEXES:
        for bank in range(max(1, len(view.game.ground.banks.get(place, ())))):
            drawn.add_node((place, bank))
            drawn.add_edges_from((Position(place, bank), way.to) for way in ways(view, unit, Position(place, bank), by_road))
    return drawn


def is_gamble(way: Entry) -> bool:
    return way.cost == ALL_AP or way.means == WADE


def tried_out(view: View, unit: Unit, active: Activation, by_road: bool, gamble: bool) -> dict[Hex, tuple[int, int]]:
    """Every hex that can be paid for by any path whatever, and the best (AP, points) that can be left there. gamble: over
    rivers to be waded too, and into what takes all AP."""
    counter, best = view.forces.counter(unit), dict[Hex, tuple[int, int]]()
    seen, rim = set[tuple[Position, Activation]](), [(Position(unit.hex, unit.bank), active)]
    while rim:
        at, now = rim.pop()
        for way in ways(view, unit, at, by_road):
            paid = pay(now, counter, way, "move") if gamble or not is_gamble(way) else None
            if paid is None:
                continue
            known = replace(paid, column=False)
            if (way.to, known) not in seen:
                seen.add((way.to, known))
                rim.append((way.to, known))
                best[way.to[0]] = max(best.get(way.to[0], (-1, 0)), (paid.ap, paid.mp))
    return best


def routes_take_the_fewest_ap(seed: int) -> None:
    chance = Random(seed)
    s = scene(chance, small_map(chance, HARSH, ("minor_river", "medium_river")))
    view, unit, by_road, counter = s.view(), s.unit("A"), chance.random() < 0.2, s.forces().counters["a"]
    begun = chance.random() < 0.3 and counter.mp > 0
    active = Activation("a", chance.choice((1, 2, 3, 3, 7)))
    if begun:
        road = chance.random() < 0.5
        active = replace(active, run="move", mp=chance.randrange(counter.mp * HALVES), road=road)
        active = replace(active, bonus=road and earns_road_hex(counter) and chance.random() < 0.7)
    reached = nx.descendants(network(view, unit, by_road), (unit.hex, unit.bank))
    safe, bold = (tried_out(view, unit, active, by_road, gamble) for gamble in (False, True))
    for goal in chance.sample([h for h in HEXES if h != unit.hex], 4):
        found = route(view, unit, Journey(goal, active, by_road))
        assert (found is None) == (goal not in {at[0] for at in reached}), (unit, goal)
        if found is None:
            continue
        left, gambled = walked(view, unit, active, found)
        if goal in safe:
            assert left == safe[goal] and not gambled, (unit, active, goal, found)
        else:
            assert (left is not None) == (goal in bold), (unit, active, goal, found)


def walked(view: View, unit: Unit, active: Activation, path: tuple[Hex, ...]) -> tuple[tuple[int, int] | None, bool]:
    """What a path leaves of a hand, step by step as a move pays for it (None where it gives out), and whether it gambles."""
    at, now, gambled = Position(unit.hex, unit.bank), active, False
    for to in path:
        way = step(view, view.forces.counter(unit), at, to)
        assert way is not None, (at, to)
        paid = pay(now, view.forces.counter(unit), doubled(view, unit, way, at[0]), "move")
        if paid is None:
            return None, gambled
        at, now, gambled = way.to, paid, gambled or is_gamble(way)
    return (now.ap, now.mp), gambled


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
def test_no_path_takes_fewer_ap_than_the_route(seed: int) -> None:
    """TOCS-W10.1-2, TOCS-W10.1-4, TOCS-W10.1-1, TOCS-W11.0-1: by road or not, round hexes, over both sides' ground, by day and
    night, with a fresh hand or in the middle of an AP; what can be paid for at all is found."""
    routes_take_the_fewest_ap(seed)


@some
@given(seeds)
def test_nobody_crosses_a_bridge_that_does_not_stand(seed: int) -> None:
    """TOCS-W1.10-2, TOCS-W11.9-1, TOCS-W11.10-1: a river divides the map but for its bridges, on the way past a hex too."""
    only_standing_bridges_are_crossed(seed)


@pytest.mark.soak
@many
@given(seeds)
def test_ten_thousand_maps_of_routes(seed: int) -> None:
    """TOCS-W10.1-2, TOCS-W10.1-4, TOCS-W10.1-1, TOCS-W11.0-1."""
    routes_take_the_fewest_ap(seed)


@pytest.mark.soak
@many
@given(seeds)
def test_ten_thousand_maps_of_bridges(seed: int) -> None:
    """TOCS-W1.10-2, TOCS-W11.9-1, TOCS-W11.10-1."""
    only_standing_bridges_are_crossed(seed)

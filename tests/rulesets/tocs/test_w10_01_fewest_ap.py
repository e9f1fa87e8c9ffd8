"""MOVE and COST take the way of the fewest AP (TOCS-W10.1-2, W10.1-4): at the opening of Heumen, for every unit and hex."""

from collections.abc import Iterator
from typing import Any

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.actions import move
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.reports import advice
from pbem.rulesets.tocs.rules import routes
from pbem.rulesets.tocs.rules.activation import newly_active
from pbem.rulesets.tocs.rules.adjacent_moves import ways_of
from pbem.rulesets.tocs.rules.movement import ALL_AP, Entry, Position, may_enter_enemy_ground, pay
from pbem.rulesets.tocs.rules.route_graph import graph_of
from pbem.rulesets.tocs.rules.routes import Journey, _Quest, route
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View
from tests.rulesets.tocs.builder import Piece, Scene, ground, road

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, _, PICTURES = scenario.opening(MODULE, library.charts("tocs"))
CALLS = [(side, PICTURES[side].forces.counter(u).call) for side in sorted(PICTURES) for u in PICTURES[side].forces.on_map()]


def tried_out(view: View, unit: Unit, active: Activation) -> dict[Hex, int]:
    """The most AP that any path whatever leaves at each hex that can be paid for."""
    counter, best = view.forces.counter(unit), dict[Hex, int]()
    seen, rim = set[tuple[Position, Activation]](), [(Position(unit.hex, unit.bank), active)]
    while rim:
        at, now = rim.pop()
        for way in steps(view, unit, at):
            paid = pay(now, counter, way, "move")
            known = replace(paid, column=False) if paid else None
            if known and (way.to, known) not in seen:
                seen.add((way.to, known))
                rim.append((way.to, known))
                best[way.to[0]] = max(best.get(way.to[0], -1), known.ap)
    return best


def steps(view: View, unit: Unit, at: Position) -> Iterator[Entry]:
    counter = view.forces.counter(unit)
    if at[0] in view.ezoc() and at != (unit.hex, unit.bank):
        return
    ways = ways_of(view, counter, True)
    yield from (w for w in (*ways.out_of(at), *ways.past(at)) if view.own(w.to[0]) or may_enter_enemy_ground(counter))


@pytest.mark.parametrize(("side", "call"), CALLS)
def test_whatever_some_path_reaches_is_reached_for_as_many_ap(side: str, call: str) -> None:
    """TOCS-W10.1-2, TOCS-W10.1-4: no hex is refused that can be paid for, and none is paid too dear; COST says the same."""
    picture = PICTURES[side]
    unit = picture.forces.unit_called(call)
    assert unit
    view = picture.view(GAME)
    active = newly_active(view, unit)
    held = replace(picture, forces=picture.forces.with_active(active))
    for goal, left in tried_out(view, unit, active).items():
        if goal == unit.hex:
            continue
        legs = move.plan(held.view(GAME), unit, move.Move((goal,)), frozenset())
        assert not isinstance(legs, Refusal), (call, goal, legs)
        assert legs[-1].active.ap == left, (call, goal)
        head = advice.cost(GAME, picture, call, goal)[0]
        assert f" {active.ap - left} AP of {active.ap}" in head or legs[-1].way.cost == ALL_AP, head


@pytest.mark.parametrize("side", sorted(PICTURES))
def test_what_searches_keep_changes_no_answer(side: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One unit after another to every fifth hex, twice, in either order: as each search that begins afresh finds it."""
    picture = PICTURES[side]
    view, goals = picture.view(GAME), sorted(GAME.ground.hexes)[::5]
    hands = [
        (unit, Activation(unit.id, ap, mp=mp, run="move" if mp else ""))
        for unit in picture.forces.on_map()
        for ap, mp in ((3, 0), (1, 4))
    ]
    looked = frozenset(h for h in view.public.owner if not view.own(h))
    asked = [(u, Journey(h, active, shun=picture.held_by_enemy() - {h}, unlooked=x)) for u, active in hands for h in goals
             for x in (frozenset[Hex](), looked)]  # fmt: skip
    there = [route(view, *one) for one in asked]
    assert [route(view, *one) for one in reversed(asked)][::-1] == there
    monkeypatch.setattr(routes, "graph_of", graph_of.__wrapped__)  # type: ignore[attr-defined]
    assert [route(view, *one) for one in asked[::3]] == there[::3]


def test_the_road_round_takes_an_ap_less_than_the_fields() -> None:
    """TOCS-W10.1-4: 14.15 by roads in three AP, where straight on it would take four."""
    view = PICTURES["allied"].view(GAME)
    unit = view.forces.unit_called("A/504")
    assert unit
    errand = Journey(Hex("14.15"), newly_active(view, unit))
    quest, found = _Quest(view, unit, errand), route(view, unit, errand)
    straight = quest.plain()
    assert straight and found and straight != found
    assert (quest.spent(straight), quest.spent(found), quest.budget) == (16, 12, 12)
    assert advice.cost(GAME, PICTURES["allied"], "A/504", "14.15")[0].endswith("3 AP of 3")


@pytest.mark.parametrize("east, south, points", [("woods", "open", 8), ("open", "woods", 8)])
def test_of_two_ways_round_the_cheaper_is_what_a_path_is_computed_at(east: str, south: str, points: int) -> None:
    """TOCS-W10.1-2, TOCS-W10.1.1-2: to 04.04 past 04.03 or past 03.04, each a marsh; then on to 04.05."""
    land = ground("04.03 marsh, 03.04 marsh, 04.04 woods", detail=f"04.03 room SW {east}, 03.04 room NE {south}")
    s = Scene([Piece("A", "03.03")], [Piece("R", "08.08")], own="04.03 03.04 04.04 04.05", land=land)
    errand = Journey(Hex("04.05"), Activation("a", 9))
    quest = _Quest(s.view(), s.unit("A"), errand)
    assert route(s.view(), s.unit("A"), errand) == quest.plain() == (Hex("04.04"), Hex("04.05"))
    assert quest.spent((Hex("04.04"), Hex("04.05"))) == points


# ---------------------------------------------------------------- roads nobody has looked at

WAY, STRAIGHT = "03.03 02.03 02.04 02.05 03.06", "03.03 03.04 03.05 03.06"


def blind(own: str = "03.04 03.05 03.06", **unit: Any) -> Scene:
    """From 03.03 to 03.06: three hexes of own ground, or four of road through the enemy's."""
    return Scene([Piece("A", "03.03", **unit)], [Piece("R", "08.08")], own=own,
                 land=ground("03.05 forest, 04.04 woods, 04.05 woods", road(WAY)))  # fmt: skip


def test_cost_names_the_way_by_a_road_nobody_has_looked_at_and_the_one_without() -> None:
    """TOCS-W10.1.2-5, TOCS-W10.1-5, TOCS-W10.1-4: the road is an AP cheaper, and an ambush finds a column on it."""
    s = blind()
    told = advice.cost(s.game, s.picture(), "A", "03.06")
    assert told[0] == "A to 03.06: 3 MP, 2 AP of 3"
    assert told[-2:] == (
        "by road into 02.03, 02.04, 02.05, not yet reconnoitred: an ambush there finds you at half strength",
        "without that road, by 03.04 03.05 03.06: 5 MP, 3 AP of 3",
    )
    s.activate("A")
    order = move.Move((Hex("03.06"),))
    watched = move.warn(s.game, s.picture(), order)
    assert [line.split(",")[0] for line in watched] == [f"by road into {h}" for h in ("02.03", "02.04", "02.05")]


@pytest.mark.parametrize("scene", [blind(own=f"{WAY} {STRAIGHT}"), blind(recon=True)])
def test_over_own_ground_or_for_reconnaissance_there_is_no_more_to_say(scene: Scene) -> None:
    """TOCS-W10.1-5."""
    told = advice.cost(scene.game, scene.picture(), "A", "03.06")
    assert not any("never looked at" in line or "without that road" in line for line in told)

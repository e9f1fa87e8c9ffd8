"""What is kept of the ground (game.ways) is what would be computed afresh, for every unit, hex and light (TOCS-W11.0-1)."""

import random

import pytest

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.actions import move_plan
from pbem.rulesets.tocs.module import Module, load_module
from pbem.rulesets.tocs.rules import routes
from pbem.rulesets.tocs.rules.adjacent_moves import _entry, entries, entry
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import Activation, Unit
from pbem.rulesets.tocs.view import View

MODULE = load_module(library.module_files(library.module_folder("heumen-bridge")))
GAME, _, PICTURES = scenario.opening(MODULE, library.charts("tocs"))


@pytest.mark.parametrize("turn", [1, 4])  # by day, by night
@pytest.mark.parametrize("side", sorted(PICTURES))
@pytest.mark.parametrize("by_road", [True, False])
def test_every_unit_finds_the_ways_it_would_compute_itself(side: str, turn: int, by_road: bool) -> None:
    picture = PICTURES[side]
    nobody = {i: replace(u, status="dead") for i, u in picture.forces.units.items()}  # so that no road is full
    view = replace(picture, public=replace(picture.public, turn=turn), forces=replace(picture.forces, units=nobody)).view(GAME)
    for counter in picture.forces.counters.values():
        for place in GAME.ground.hexes:
            for bank in range(max(len(GAME.ground.banks.get(place, ())), 1)):
                at = Position(place, bank)
                afresh = [_entry(view, counter, at, to, by_road) for to in GAME.ground.neighbours[place]]
                assert list(entries(view, counter, at, by_road)) == [way for way in afresh if way is not None]
                assert [entry(view, counter, at, to, by_road) for to in GAME.ground.neighbours[place]] == afresh


@pytest.mark.parametrize("side", sorted(PICTURES))
@pytest.mark.parametrize("by_road", [True, False])
def test_the_next_hex_is_gone_to_as_the_search_would_go(side: str, by_road: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    view = PICTURES[side].view(GAME)
    one_of_each = {c.mobility: view.forces.units[c.id] for c in view.forces.counters.values()}.values()
    starts = [replace(unit, hex=at, bank=bank) for unit in one_of_each for at in GAME.ground.hexes
              for bank in range(max(len(GAME.ground.banks.get(at, ())), 1))]  # fmt: skip
    asked = [(view, unit, routes.Journey(to, Activation(unit.id, 3), by_road)) for unit in starts
             for to in GAME.ground.neighbours[unit.hex]]  # fmt: skip
    at_once = [routes.route(*question) for question in asked]
    short = sum(way is not None and len(way) == 1 for way in at_once)
    assert short, "else it shows nothing"
    monkeypatch.setattr(routes._Quest, "beside", lambda quest: None)
    assert at_once == [routes.route(*question) for question in asked]


def test_a_game_with_other_ground_keeps_ways_of_its_own() -> None:
    list(entries(PICTURES["allied"].view(GAME), next(iter(PICTURES["allied"].forces.counters.values())), Position(Hex("12.11"), 0)))
    assert GAME.ways
    assert replace(GAME, year=1945).ways == {}


NIJMEGEN = load_module(library.module_files(library.module_folder("omg-nijmegen")))


def a_long_way(of: Module) -> list[tuple[View, Unit, routes.Journey]]:
    """One unit of each class from where it stands to hexes all over the map, with points for them or not, some of it shunned."""
    game, _, pictures = scenario.opening(of, library.charts("tocs"))
    chance, asked = random.Random(7), list[tuple[View, Unit, routes.Journey]]()
    hexes = sorted(game.ground.hexes)
    for _, picture in sorted(pictures.items()):
        claims = {picture.side: tuple(chance.sample(hexes, 20))}
        fire = dict.fromkeys(chance.sample(hexes, 20), tuple(sorted(pictures)))
        view = replace(picture, public=replace(picture.public, turn=chance.choice((1, 4)), claims=claims, interdicted=fire)).view(
            game
        )
        for unit in {(c.mobility, c.traits, c.mp): view.forces.units[c.id] for c in view.forces.counters.values()}.values():
            for goal in chance.sample(hexes, 8):
                shun = frozenset(chance.sample(hexes, len(hexes) // 4)) - {goal}
                active = Activation(unit.id, chance.choice((1, 3, 9)), mp=chance.choice((0, 2)), run="move", road=True, bonus=True)
                start = replace(unit, hex=chance.choice(hexes) if unit.status != "map" else unit.hex, status="map")
                asked.append((view, start, routes.Journey(goal, active, shun=shun)))
    return asked


@pytest.mark.parametrize("of", [MODULE, NIJMEGEN], ids=["heumen", "nijmegen"])
def test_who_looks_ahead_by_the_printed_ground_finds_what_a_search_by_hexes_finds(
    of: Module, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = a_long_way(of)
    straight = [routes.route(*question) for question in asked]
    far = [routes.is_too_far(*question) for question in asked]
    assert {*far, *(way is None for way in straight)} == {True, False}, "else it shows nothing"
    monkeypatch.setattr(routes, "NEXT", 10**6)  # no hex is so far that the ground is looked at
    assert straight == [routes.route(*question) for question in asked]


@pytest.mark.parametrize("of", [MODULE, NIJMEGEN], ids=["heumen", "nijmegen"])
def test_a_move_that_is_too_far_is_refused_in_words(of: Module) -> None:
    told = 0
    for view, unit, errand in a_long_way(of):
        if errand.goal != unit.hex and routes.is_too_far(view, unit, errand):
            held = replace(view.forces, active=errand.active, units={**view.forces.units, unit.id: unit})
            told += 1
            assert isinstance(
                move_plan.plan(replace(view, forces=held), unit, move_plan.Move((errand.goal,)), errand.shun), Refusal
            )
    assert told

"""What is kept of the ground (game.ways) is what would be computed afresh, for every unit, hex and light (TOCS-W11.0-1)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.rules import routes
from pbem.rulesets.tocs.rules.adjacent_moves import _entry, entries, entry
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import Activation

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

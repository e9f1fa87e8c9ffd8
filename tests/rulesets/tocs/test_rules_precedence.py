"""Layers of rules and what a module is made of (TOCS-1.1-1, W0.1, W1.5-1)."""

from functools import partial

import pytest

from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.rulesets.tocs import RULESET
from pbem.rulesets.tocs import module as door
from pbem.rulesets.tocs.rules.activation import action_points
from pbem.rulesets.tocs.view import View

load_module = partial(door.load_module, grammar=library.grammar("tocs"))
FILES = library.module_files(library.module_folder("heumen-bridge"))
STATES = library.chart_texts("tocs")["unit-states.toml"]


def points(files: dict[str, str]) -> int:
    """AP of a fresh company on the first turn of a module."""
    game, situation, _ = RULESET.scenario.opening(load_module(files), library.charts("tocs"))
    view: View = situation.board.view(game, "german")
    unit = view.forces.unit_called("1/HG")
    assert unit is not None
    return action_points(view, unit)


def test_the_module_beats_the_period_and_the_period_the_basic_rules() -> None:
    """TOCS-1.1-1, TOCS-W0.1-1: the chart of the period gives three AP; a module's own chart of that name replaces it; a
    basic rule that the period changes (pursuit into the enemy, 3.9-9 against W19.6-5) goes by the period's switch."""
    assert points(FILES) == 3
    own = STATES.replace("ap_day = 3", "ap_day = 2", 1)
    assert own != STATES and points({**FILES, "tables/unit-states.toml": own}) == 2
    assert load_module(FILES).switches["pursuit_into_enemy"] == "engagement"


def test_a_module_of_another_war_is_not_of_these_rules() -> None:
    """TOCS-W0.1-2."""
    for year, ok in ((1944, True), (1951, True), (1916, False), (1973, False)):
        files = {**FILES, "module.toml": FILES["module.toml"].replace("year = 1944", f"year = {year}")}
        if ok:
            assert load_module(files).year == year
            continue
        with pytest.raises(ModuleError) as told:
            load_module(files)
        assert [fault.key for fault in told.value.faults] == ["year"]


@pytest.mark.parametrize("lacking", ["module.toml", "map.toml", "scenario-1.toml", "oob-allied.toml"])
def test_a_module_has_all_its_components(lacking: str) -> None:
    """TOCS-W0.1-3: map, scenario with briefs, orders of battle."""
    with pytest.raises(ModuleError):
        load_module({name: text for name, text in FILES.items() if name != lacking})


def test_turns_are_three_hours_unless_the_scenario_says_otherwise() -> None:
    """TOCS-W1.5-1."""
    text = FILES["scenario-1.toml"].replace('"17-1800", day = 17, hour = "1800"', '"17-1700", day = 17, hour = "1700"')
    text = text.replace('may_draw_from = "17-1800"', 'may_draw_from = "17-1700"')
    with pytest.raises(ModuleError) as told:
        load_module({**FILES, "scenario-1.toml": text})
    assert [fault.key for fault in told.value.faults] == ["turn[2].hour", "turn[3].hour"]
    slow = FILES["scenario-1.toml"].replace("moves_first", "turn_hours = 3\nmoves_first", 1)
    assert load_module({**FILES, "scenario-1.toml": slow}).turns == load_module(FILES).turns

"""A module that varies another: its own files, its base's, and scenarios of both laid over each other."""

from pathlib import Path

import pytest

from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.modules.variants import varied
from pbem.rulesets.tocs.module import Module, load_module

TORN = '[a]\ntext = """\nx\n[b is no table]\ny\n"""\n'


def module(name: str) -> Module:
    return load_module(library.module_files(library.module_folder(name)), grammar=library.grammar("tocs"))


def test_the_second_scenario_goes_on_to_the_23rd_with_the_same_points_and_forces() -> None:
    """MASL-1.2-1, MASL-16.15-1, MASL-16.15-2: the German schedule stands a second time, value for value."""
    first, second = module("omg-nijmegen"), module("omg-nijmegen-long")
    assert (first.turns[-1].id, second.turns[-1].id) == ("20-1800", "23-1800")
    assert second.turns[: len(first.turns)] == first.turns and len(second.turns) == 51
    assert second.victory == first.victory and second.counters == first.counters and second.placings == first.placings
    assert [aim for aim in second.victory if aim.side == "german"] and second.reinforcements == first.reinforcements


def test_tables_of_the_variant_stand_in_place_of_the_bases_and_the_rest_behind_them() -> None:
    base = {"module.toml": "", "scenario-1.toml": 'id = "a"\n[x]\nn = 1\n[x.y]\nm = 2\n[[z]]\nn = 3\n'}
    text = varied(base, {"scenario-1.toml": 'id = "b"\n[x]\nn = 9\n'})["scenario-1.toml"]
    assert text == 'id = "b"\n[x]\nn = 9\n\n[[z]]\nn = 3\n'
    assert varied(base, {"map.toml": "own"}) == {**base, "map.toml": "own"}


def test_a_text_that_would_be_cut_in_two_is_a_fault() -> None:
    base = {"module.toml": ""}
    with pytest.raises(ModuleError):
        varied(
            {**base, "scenario-1.toml": '[a]\ntext = """\nx\n[b is no table]\ny\n"""\n'},
            {"scenario-1.toml": "[c]\nn = 1\n[b]\nn = 2\n"},
        )


@pytest.mark.parametrize("base", ["nowhere", "variant"])
def test_a_base_that_does_not_lie_beside_it_is_a_fault(base: str, tmp_path: Path) -> None:
    folder = tmp_path / "variant"
    folder.mkdir()
    (folder / "module.toml").write_text(f'base = "{base}"\n', encoding="utf-8")
    with pytest.raises(ModuleError, match="no module"):
        library.module_files(folder)

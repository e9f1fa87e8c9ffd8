"""A module says whose it is, and that ruleset reads it."""

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from pbem.kernel.charts.grammar import PLAIN, ChartGrammar
from pbem.kernel.charts.tables import Table
from pbem.kernel.values import replace
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.modules.opened import OpenModule
from pbem.rulesets import RULESETS
from pbem.rulesets.loading import load_module, ruleset_of

FILES = library.module_files(library.module_folder("heumen-bridge"))


def test_a_module_is_read_by_the_ruleset_that_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    module, asked = load_module(FILES), list[tuple[object, ...]]()

    def door(
        files: Mapping[str, str], order_words: frozenset[str], scenario: str, charts: Mapping[str, Table], grammar: ChartGrammar
    ) -> OpenModule:
        asked.append((files, order_words, scenario, charts, grammar))
        return module

    chess = replace(RULESETS["tocs"], scenario=SimpleNamespace(load_module=door))
    monkeypatch.setitem(RULESETS, "chess", chess)
    files = {"module.toml": 'ruleset = "chess"', "board.toml": "squares = 64"}
    assert load_module(files, frozenset({"mate"}), "opening.toml") is module
    assert asked == [(files, frozenset({"mate"}), "opening.toml", {}, PLAIN)]
    assert (ruleset_of(FILES), module.ruleset) == ("tocs", "tocs")


def test_a_module_of_no_known_ruleset_is_refused_where_it_names_it() -> None:
    text = FILES["module.toml"].replace('ruleset = "tocs"', 'ruleset = "chess"')
    with pytest.raises(ModuleError) as refused:
        load_module({**FILES, "module.toml": text})
    (fault,) = refused.value.faults
    line = text.splitlines().index('ruleset = "chess"') + 1
    assert (fault.file, fault.key, fault.line) == ("module.toml", "ruleset", line) and "'chess'" in fault.message


@pytest.mark.parametrize("text", ["", "ruleset = 3", "ruleset = ", 'title = "Chess"'])
def test_a_module_that_names_no_ruleset_hears_of_all_its_faults(text: str) -> None:
    with pytest.raises(ModuleError) as refused:
        load_module({**FILES, "module.toml": text, "map.toml": "grid = 1"})
    assert {"module.toml", "map.toml"} <= {fault.file for fault in refused.value.faults}

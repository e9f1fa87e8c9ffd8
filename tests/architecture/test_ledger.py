"""The ledger of rules tells the truth about the code."""

import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from pbem.kernel.rulebook import Rule, RulesError, Status

LEDGER: dict[str, Any] = runpy.run_path(str(Path(__file__).with_name("ledger.py")))


def row(name: str, status: Status) -> Rule:
    return Rule(name, "tocs-basic", "move", "A unit moves", status, "", 1)


def test_the_ledger_is_true() -> None:
    assert LEDGER["faults"]() == []


def test_every_row_of_the_sources_and_of_the_base_game_of_tcs_is_there() -> None:
    systems = Counter(rule.system for rule in LEDGER["rows"]().values())
    sources = {"tocs-basic": 115, "tocs-wwii": 677, "masl-omgn": 117, "tcs-3e": 84, "tcs-prepared-defense": 34, "tcs-armor": 48}
    assert sum(sources.values()) == 1075
    assert systems == {**sources, "tcs-base": 256}


def test_a_row_in_two_ledgers_is_refused(tmp_path: Path) -> None:
    text = '[[rule]]\nid = "TCS3-1-1"\nsystem = "tcs-3e"\narea = "move"\ntitle = "A unit moves"\nstatus = "open"\n'
    ledgers = [tmp_path / "one.toml", tmp_path / "two.toml"]
    for ledger in ledgers:
        ledger.write_text(text, encoding="utf-8")
    assert list(LEDGER["rows"](ledgers[:1])) == ["TCS3-1-1"]
    with pytest.raises(RulesError):
        LEDGER["rows"](ledgers)


def test_an_id_is_read_whole() -> None:
    text = 'Rows TOCS-1.1-12, TOCS-W10.4-3. "TOCS-W1.2-2" but not XTOCS-1.1-1-2 or TOCS-1.1-1x.'
    assert LEDGER["ids_in"](text) == {"TOCS-1.1-12", "TOCS-W10.4-3", "TOCS-W1.2-2"}


def test_a_done_row_needs_code_and_a_test() -> None:
    rules = {name: row(name, "done") for name in ("TOCS-1.1-1", "TOCS-1.1-2", "TOCS-1.1-3")}
    rules["TOCS-1.1-4"] = row("TOCS-1.1-4", "open")
    assert LEDGER["uncited"](rules, {"TOCS-1.1-1", "TOCS-1.1-2"}, {"TOCS-1.1-1", "TOCS-1.1-3"}) == [
        "TOCS-1.1-3 is marked done, but not cited by the code",
        "TOCS-1.1-2 is marked done, but not cited by a test",
    ]


def test_a_citation_of_no_row_is_a_fault() -> None:
    assert LEDGER["unknown"]({"TOCS-1.1-1": row("TOCS-1.1-1", "open")}, {"TOCS-1.1-1", "TOCS-9.9-9", "TCS-1.1-1"}) == [
        "TOCS-9.9-9 is cited, but is no row"
    ]


def test_the_folders_are_read_but_for_what_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "a.py").write_text("TOCS-1.1-1", encoding="utf-8")
    (tmp_path / "b.py").write_text("TOCS-1.1-2", encoding="utf-8")
    (tmp_path / "c.bin").write_bytes(b"\xff TOCS-1.1-3")
    assert LEDGER["ids_under"](tmp_path, [tmp_path / "own"]) == {"TOCS-1.1-2"}
    assert LEDGER["ids_under"](tmp_path, [tmp_path / "b.py"]) == {"TOCS-1.1-1"}


def test_the_table_counts_each_status_once() -> None:
    lines = LEDGER["counts"]([row("TOCS-1.1-1", "done"), row("TOCS-1.1-2", "not_used"), row("TOCS-1.1-3", "done")])
    assert lines[0].split() == ["area", "done", "part", "open", "waits", "not", "used", "all"]
    assert lines[1].split() == ["move", "2", "0", "0", "0", "1", "3"]
    assert lines[2].split() == ["total", "2", "0", "0", "0", "1", "3"]

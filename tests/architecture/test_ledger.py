"""The ledger of rules tells the truth about the code."""

import runpy
from pathlib import Path
from typing import Any

from pbem.kernel.rulebook import Rule, Status

LEDGER: dict[str, Any] = runpy.run_path(str(Path(__file__).with_name("ledger.py")))


def row(name: str, status: Status) -> Rule:
    return Rule(name, "tocs-basic", "move", "A unit moves", status, "", 1)


def test_the_ledger_is_true() -> None:
    assert LEDGER["faults"]() == []


def test_every_row_of_the_basic_and_the_wwii_rules_is_there() -> None:
    rules = LEDGER["parse_rules"](LEDGER["LEDGER"].read_text(encoding="utf-8"))
    systems = [rule.system for rule in rules.values()]
    assert (systems.count("tocs-basic"), systems.count("tocs-wwii")) == (115, 677)


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
    assert LEDGER["ids_under"](tmp_path, tmp_path / "own") == {"TOCS-1.1-2"}
    assert LEDGER["ids_under"](tmp_path, tmp_path / "b.py") == {"TOCS-1.1-1"}


def test_the_table_counts_each_status_once() -> None:
    lines = LEDGER["counts"]([row("TOCS-1.1-1", "done"), row("TOCS-1.1-2", "not_used"), row("TOCS-1.1-3", "done")])
    assert lines[0].split() == ["area", "done", "part", "open", "waits", "not", "used", "all"]
    assert lines[1].split() == ["move", "2", "0", "0", "0", "1", "3"]
    assert lines[2].split() == ["total", "2", "0", "0", "0", "1", "3"]

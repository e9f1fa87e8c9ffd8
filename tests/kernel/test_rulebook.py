"""The ledger's rows, and the citations on functions."""

import pytest

from pbem.kernel.rulebook import Rule, RulesError, cited, parse_rules, rule

ROW = """[[rule]]
id = "TOCS-W10.4-3"
system = "tocs-wwii"
area = "recon"
title = "Each scouted hex costs full non-road terrain"
line = 267
status = "open"
"""


def test_a_row_is_read_whole() -> None:
    title = "Each scouted hex costs full non-road terrain"
    assert parse_rules(ROW) == {"TOCS-W10.4-3": Rule("TOCS-W10.4-3", "tocs-wwii", "recon", title, "open", "", 267)}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (ROW.replace("open", "almost"), "rule.1.status"),
        (ROW.replace("TOCS-W10.4-3", "W10.4"), "rule.1.id"),
        (ROW.replace("267", "0"), "rule.1.line"),
        (ROW + 'notes = "x"\n', "rule.1.notes"),
        (ROW + ROW, "TOCS-W10.4-3: has two rows"),
        (ROW.replace("open", "waits"), "TOCS-W10.4-3: a row that is waits needs a note"),
        (ROW.replace("open", "not_used"), "TOCS-W10.4-3: a row that is not_used needs a note"),
        (ROW.replace("= 267", "= "), "rules.toml cannot be read"),
    ],
)
def test_a_faulty_row_is_named(text: str, fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        parse_rules(text)


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(RulesError) as told:
        parse_rules(ROW.replace("open", "waits") + ROW)
    assert len(str(told.value).splitlines()) == 2


def test_a_row_that_waits_says_for_what() -> None:
    row = parse_rules(ROW.replace("open", "waits") + 'note = "air"\n')["TOCS-W10.4-3"]
    assert (row.status, row.note) == ("waits", "air")


def test_a_function_carries_the_rows_it_cites() -> None:
    @rule("TOCS-1.1-1", "TOCS-1.1-2")
    def doubled(number: int) -> int:
        return 2 * number

    assert doubled(4) == 8
    assert cited(doubled) == ("TOCS-1.1-1", "TOCS-1.1-2")


def test_citations_on_one_function_add_up() -> None:
    @rule("TOCS-1.1-1")
    @rule("TOCS-1.1-2")
    def same(number: int) -> int:
        return number

    assert cited(same) == ("TOCS-1.1-1", "TOCS-1.1-2")


def test_a_function_without_citations_cites_nothing() -> None:
    assert cited(len) == ()


def test_an_empty_citation_is_a_bug() -> None:
    with pytest.raises(ValueError, match="at least one"):
        rule()

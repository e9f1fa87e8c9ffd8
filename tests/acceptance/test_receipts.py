"""Receipts: their news in subject and first line, what was gained, until when more may come, and a faulty line as it was meant."""

import pytest

from tests.acceptance.table import Table, plain

TWO = "A/504: recon 13.11; if empty move, else attack deliberate\nB,C/504: move 13.12; attack 14.12 hasty"


def test_a_receipt_says_its_news_in_subject_and_first_line(table: Table) -> None:
    answer = table.write("allied", TWO)
    assert answer.subject.startswith("[test] T1.1 2 orders executed · Malden bridge is held · 13.12 gained")
    assert len(answer.subject) <= len("[test] ") + 72
    first = plain(answer).partition("DONE")[0]
    assert "2 orders executed. Held by the enemy: 13.11 Malden bridge. Gained: 13.12." in first
    assert "When the impulse closes 2 battles follow: 13.11 Malden bridge, 14.12 Heumen." in first
    assert "REPLY BY " in first and "more orders, or END IMPULSE." in first


def test_what_was_gained_is_listed(table: Table) -> None:
    assert "GAINED\n 13.12\n" in table.write("allied", TWO).text
    assert "GAINED" not in table.write("allied", "376A: move 11.12").text


def test_a_closed_impulse_has_nothing_left_to_reply_to(table: Table) -> None:
    answer = table.write("allied", "A/504: recon 12.10\nEND IMPULSE")
    assert "impulse closed" in answer.subject and "OP left" not in answer.subject
    assert "REPLY BY" not in answer.text and "You have" not in answer.text


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("B,C/504: move 13.12; atack 14.12 hasty", "B,C/504: move 13.12; attack 14.12 hasty"),
        ("A/504: reccon 13.11", "A/504: recon 13.11"),
    ],
)
def test_a_line_with_one_hint_is_shown_as_a_yes_would_run_it(table: Table, written: str, meant: str) -> None:
    answer = table.write("allied", written)
    assert f"      Meant:  {meant}\n" in answer.text and "^^^^^" in answer.text
    assert "did you mean" not in answer.text.lower()
    assert meant.partition(": ")[2] in table.write("allied", "YES").text


def test_a_line_with_several_hints_or_none_says_what_is_wrong(table: Table) -> None:
    answer = table.write("allied", "A/504: move 99.99")
    assert "Meant:" not in answer.text and "TO FIX" in answer.text


def test_a_line_counts_once_however_many_units_it_orders(table: Table) -> None:
    answer = plain(table.write("allied", "A,B,C/504: recon 13.11"))
    assert "1 order executed." in answer and "3 orders" not in answer

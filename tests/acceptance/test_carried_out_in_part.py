"""CARRY OUT WHAT YOU CAN: what has a slip is asked about before the impulse closes, and a line is for the units that can follow it
(TOCS-3.4-1)."""

from pathlib import Path

import pytest

from tests.acceptance.table import Table, plain


def told(table: Table) -> dict[str, str]:
    """What each unit was last ordered."""
    return dict(table.campaign.state.admin.last_told.get("allied", {}))


SLIP = "CARRY OUT WHAT YOU CAN\nA/504: move 12.10\nB/504: mvoe 12.10\nEND IMPULSE"


def test_the_impulse_stays_open_for_a_line_with_one_hint_and_closes_with_the_yes(table: Table) -> None:
    answer = table.write("allied", SLIP)
    assert "END IMPULSE waits for your YES" in answer.subject and "Meant: B/504: move 12.10" in plain(answer)
    assert "YES (take the hint, run it, end the impulse) | END IMPULSE ANYWAY (end it without) | CANCEL" in plain(answer)
    assert "NOT EXECUTED" not in answer.text
    assert told(table) == {"A/504": "move 12.10"} and table.phasing() == "allied"
    table.write("allied", "YES")
    assert told(table)["B/504"] == "move 12.10" and table.phasing() == "german"


@pytest.mark.parametrize("ends", ["END IMPULSE ANYWAY", "YES END"])
def test_who_does_not_mean_the_line_ends_without_it(table: Table, ends: str) -> None:
    table.write("allied", SLIP)
    table.write("allied", ends)
    assert told(table) == {"A/504": "move 12.10"} and table.phasing() == "german"


def test_where_orders_lie_on_file_the_yes_files_all_of_them_and_ends(tmp_path: Path) -> None:
    """A letter of orders takes the place of the one before, so the lines that had no slip stay in it."""
    table = Table(tmp_path, tempo="on-end")
    table.begin()
    answer = table.write("allied", SLIP)
    assert "take the hint, run it, end the impulse" in plain(answer) and table.phasing() == "allied"
    assert table.campaign.state.admin.staff("allied").files["allied"].lines == ("A/504: move 12.10",)
    table.write("allied", "YES")
    assert table.campaign.state.admin.staff("allied").files["allied"].lines == ("A/504: move 12.10", "B/504: move 12.10")
    assert table.phasing() == "allied", "what is on file is asked about as ever"
    table.close()


def test_a_letter_with_the_slip_alone_waits_too(table: Table) -> None:
    table.write("allied", "CARRY OUT WHAT YOU CAN\nB/504: mvoe 12.10\nEND IMPULSE")
    assert not told(table) and table.phasing() == "allied"
    table.write("allied", "YES")
    assert told(table) == {"B/504": "move 12.10"} and table.phasing() == "german"


@pytest.mark.parametrize("line", ["B/504: mvoe 12.10\nEND IMPULSE ANYWAY", "QQ77: move 12.10\nEND IMPULSE"])
def test_it_closes_at_once_with_anyway_and_where_nothing_is_hinted(table: Table, line: str) -> None:
    table.write("allied", f"CARRY OUT WHAT YOU CAN\nA/504: move 12.10\n{line}")
    assert told(table) == {"A/504": "move 12.10"} and table.phasing() == "german"


def test_a_line_is_for_the_units_that_can_follow_it(table: Table) -> None:
    """TOCS-W9.1-6: guns may not enter enemy ground, and the company beside them need not stay for that."""
    answer = table.write("allied", "CARRY OUT WHAT YOU CAN\nA/504, 376A: attack 13.11 hasty")
    assert told(table) == {"A/504": "attack 13.11 hasty"}, answer.text
    assert "line 1 without 376A: " in plain(answer)
    refused = table.write("allied", "B/504, 376B: attack 13.11 hasty")
    assert "1 line needs fixing" in refused.subject and "B/504" not in told(table)

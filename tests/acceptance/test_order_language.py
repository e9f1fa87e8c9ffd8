"""The order language from letter to answer, on the training module: what was meant is said back, done, or given back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.table import Table, plain


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign that both commanders have accepted."""
    table = Table(tmp_path)
    table.begin()
    yield table
    table.close()


def test_a_branch_of_several_acts_runs_as_far_as_it_is_told(table: Table) -> None:
    answer = table.write("allied", "82rcn: recon 12.12; if empty (move; if ezoc stop, else recon 13.12), else stop\n")
    assert "82rcn: recon 12.12; if empty (move; if ezoc stop, else recon 13.12), else stop" in plain(answer)
    assert "12.12: empty" in plain(answer) and "13.12: " in plain(answer)


def test_a_stop_inside_a_branch_gives_back_what_is_left_of_it(table: Table) -> None:
    answer = table.write("allied", "A/504: move 12.12; if unknown (stop; recon 13.12)\n")
    assert "NOT CARRIED OUT (stop)" in answer.text
    assert "A/504: recon 13.12" in answer.text


def test_a_line_is_refused_only_if_both_ways_fail(table: Table) -> None:
    answer = table.write("allied", "CHECK\nA/504: recon 13.11; if empty attack 20.20 hasty, else attack hasty\n")
    assert "READY" in answer.text and "TO MEND" not in answer.text
    answer = table.write("allied", "CHECK\nA/504: recon 13.11; if empty attack 20.20 hasty, else attack 20.20 hasty\n")
    assert "TO MEND" in answer.text


def test_one_follows_the_other(table: Table) -> None:
    answer = table.write("allied", "A/504: move 11.10\nB/504: follow A/504\n")
    assert "B/504 is in 11.10" in plain(answer)


def test_ops_kept_by_standing_order_bind_every_letter_until_it_says_otherwise(table: Table) -> None:
    points = table.campaign.state.pictures["allied"].camp.pools["american"].bank
    answer = table.write("allied", f"OPS KEEP {points - 1} ; DEFICIT 2\n")
    assert f"standing order filed: OPS KEEP {points - 1}" in plain(answer)
    answer = table.write("allied", "A/504: move 11.10\nB/504: move 11.10\n")
    assert "NOT CARRIED OUT (budget)" in answer.text and "B/504: move 11.10" in answer.text
    answer = table.write("allied", "KEEP 0\nB/504: move 11.10\n")
    assert "B/504 is in 11.10" in plain(answer)


def test_a_deficit_of_more_than_three_is_not_filed(table: Table) -> None:
    answer = table.write("allied", "OPS DEFICIT 4\n")
    assert "not filed: a deficit is three points at the most (TOCS-1.5-2)" in plain(answer)


def test_a_formation_stands_for_its_units(table: Table) -> None:
    answer = table.write("allied", "CHECK\n505: move 20.14\n")
    assert "HQ505, D/505, E/505: move 20.14" in plain(answer)

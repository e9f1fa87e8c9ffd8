"""The order language from letter to answer, on the training module: what was meant is said back, done, or given back."""

import pytest

from pbem.documents.ceiling import Ceiling
from pbem.documents.receipt import Checked, given_back, to_fix
from pbem.kernel.decisions import illegal
from pbem.kernel.numbered_lines import NumberedLine, numbered
from pbem.orders.parser import read_orders
from pbem.rulesets.tocs.actions.vocabulary import vocabulary
from tests.acceptance.table import Table, plain
from tests.opened import as_game, as_picture


def test_a_branch_of_several_acts_runs_as_far_as_it_is_told(table: Table) -> None:
    answer = table.write("allied", "82rcn: recon 12.12; if empty (move; if ezoc stop, else recon 13.12), else stop\n")
    assert "82rcn: recon 12.12; if empty (move; if ezoc stop, else recon 13.12), else stop" in plain(answer)
    assert "12.12: empty" in plain(answer) and "13.12: " in plain(answer)


def test_a_stop_inside_a_branch_gives_back_what_is_left_of_it(table: Table) -> None:
    answer = table.write("allied", "A/504: move 12.12; if unknown (stop; recon 13.12)\n")
    assert "NOT EXECUTED (stop)" in answer.text
    assert "A/504: recon 13.12" in answer.text


def test_a_line_is_refused_only_if_both_ways_fail(table: Table) -> None:
    answer = table.write("allied", "CHECK\nA/504: recon 13.11; if empty attack 20.20 hasty, else attack hasty\n")
    assert "READY" in answer.text and "TO FIX" not in answer.text
    answer = table.write("allied", "CHECK\nA/504: recon 13.11; if empty attack 20.20 hasty, else attack 20.20 hasty\n")
    assert "TO FIX" in answer.text


def test_one_follows_the_other(table: Table) -> None:
    answer = table.write("allied", "A/504: move 11.10\nB/504: follow A/504\n")
    assert "B/504 moved to 11.10" in plain(answer)


def test_ops_kept_by_standing_order_bind_every_letter_until_it_says_otherwise(table: Table) -> None:
    points = as_picture(table.campaign.state.pictures["allied"]).forces.pools["american"].bank
    answer = table.write("allied", f"OPS KEEP {points - 1} ; DEFICIT 2\n")
    assert f"Standing order filed: OPS KEEP {points - 1}" in plain(answer)
    answer = table.write("allied", "A/504: move 11.10\nB/504: move 11.10\n")
    assert "NOT EXECUTED (budget)" in answer.text and "B/504: move 11.10" in answer.text
    answer = table.write("allied", "KEEP 0\nB/504: move 11.10\n")
    assert "B/504 moved to 11.10" in plain(answer)


def test_a_deficit_of_more_than_three_is_not_filed(table: Table) -> None:
    answer = table.write("allied", "OPS DEFICIT 4\n")
    assert "Not filed: a deficit is three points at the most (TOCS-1.5-2)" in plain(answer)


def test_a_formation_stands_for_its_units(table: Table) -> None:
    answer = table.write("allied", "CHECK\n505: move 20.14\n")
    assert "HQ505, D/505, E/505: move 20.14" in plain(answer)


def test_a_march_stays_on_file_until_everybody_is_there(table: Table) -> None:
    answer = table.write("allied", "march 505 to 20.12 safe leave HQ505\n")
    assert "march 505 to 20.12 safe leave HQ505" in plain(table.write("allied", "ORDERS\n"))
    assert "· D/505: move" in answer.text or "= the head of 505" in answer.text
    table.write("allied", "end impulse\n")
    table.write("german", "end impulse\n")
    report = table.mail("allied")[-1]
    assert "4. INTENTIONS ON FILE" in report.text and "march 505 to 20.12" in report.text
    answer = table.write("allied", "HALT 505\n")
    assert "The march of 505 is off file" in plain(answer)
    assert "no march is on file" in plain(table.write("allied", "CONTINUE\n"))


def test_continue_goes_on_with_the_march_of_a_formation(table: Table) -> None:
    table.write("allied", "march 505 to 20.12 safe leave HQ505\n")
    for line in ("505: continue", "continue 505", "CONTINUE"):
        answer = table.write("allied", f"CHECK\n{line}\n")
        assert "march 505 to 20.12 safe leave HQ505" in answer.text, line
    assert "no march of 504 is on file" in plain(table.write("allied", "CHECK\ncontinue 504\n"))


def test_again_stands_for_lines_and_units_of_the_last_orders(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11\nB/504: move 12.12\nD/505: move 20.14\n")
    answer = table.write("allied", "CHECK\nAGAIN 2-3\n")
    assert "1 ✓ B/504: move 12.12" in answer.text and "D/505: move 20.14" in answer.text
    assert "A/504" not in answer.text.partition("STATE")[0]
    answer = table.write("allied", "CHECK\nagain all but 2\n")
    assert "A/504: recon 13.11" in answer.text and "D/505: move 20.14" in answer.text
    answer = table.write("allied", "CHECK\nA,C/504: again\n")
    assert "A/504: recon 13.11" in answer.text and "C/504 had no orders in your last letter" in plain(answer)
    assert "there is no line 7: your last orders have 3 lines" in plain(table.write("allied", "AGAIN 7\n"))


def test_again_inside_a_line_is_refused_in_plain_words(table: Table) -> None:
    answer = table.write("allied", "A/504: recon 13.10; if empty again\n")
    assert "AGAIN and CONTINUE stand alone on a unit's line" in plain(answer)


def test_a_receipt_numbers_order_lines_as_amendments_do(table: Table) -> None:
    answer = table.write("allied", "STATUS\nA/504: mvoe 12.10\n")
    assert "1 ✗ A/504: mvoe 12.10" in answer.text
    answer = table.write("allied", "1 move 12.10\n")
    assert "A/504 moved to 12.10" in plain(answer)


def test_take_runs_by_letter_and_shows_every_act(table: Table) -> None:
    answer = table.write("allied", "take 13.11 with A,C/504 from 12.11 hasty scout A if at least 1\n")
    text = plain(answer)
    assert "1 · A/504: recon 13.11" in text and "A/504: attack 13.11 hasty" in text
    assert "= A/504, C/504 will attack 13.11 Malden bridge" in text


@pytest.mark.parametrize("text", (
    "take 13.11 with B/504, C/504, A/504 from 12.11 deliberate scout B/504 if at least 2",
    "B/504: recon toward 12.11; recon toward 12.12; move 12.11; move 12.12; attack 13.11 deliberate",
))  # fmt: skip
def test_an_order_wider_than_the_page_comes_back_in_lines_that_continue_it(table: Table, text: str) -> None:
    """What was not carried out can be sent again as it stands: 68 columns, and the same order."""
    game, picture = table.campaign.table.game, table.campaign.state.pictures["allied"]
    words = vocabulary(as_game(game), as_picture(picture))
    (line,) = read_orders([NumberedLine(1, text)], words).lines
    (form,) = given_back((line,), "refused")
    assert len(form.lines) > 1 and all(len(part) <= 68 for part in form.lines)
    (again,) = read_orders(list(numbered(form.lines, 1)), words).lines
    assert again.command == line.command and again.command is not None
    (repair,) = to_fix((Checked(line, (("", illegal("not now", "TOCS-3.0-1")),), (), 0, False),), Ceiling())
    assert all(len(part) <= 68 for part in repair.lines)

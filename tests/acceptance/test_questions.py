"""Questions by letter: the map in letters, the report of a turn, what came of a line and by which rules."""

import re
from pathlib import Path

import pytest

from pbem.documents.document import WIDTH
from tests.acceptance.table import Table, plain


def test_the_whole_map_has_a_sign_for_each_hex_and_shows_no_enemy_that_is_not_known(table: Table) -> None:
    before = table.write("allied", "MAP\n").text
    assert "O own units" in before and "O" in before.partition("O own")[0]
    assert "X" not in before.partition("O own")[0]
    table.write("allied", "A/504: recon 13.11\n")
    assert "X" in table.write("allied", "MAP\n").text.partition("O own")[0]


@pytest.mark.parametrize("reach", ["", " 1", " 3", " 4", " 9"])
def test_the_map_around_a_hex_numbers_its_hexes_and_keeps_to_the_page(table: Table, reach: str) -> None:
    answer = table.write("allied", f"MAP 12.11{reach}\n")
    for hex_ in ("12.11", "12.10", "13.11"):
        assert hex_ in answer.text
    assert all(len(line) <= WIDTH for line in answer.text.split("\n"))
    assert "own" in answer.text


def test_the_map_around_a_hex_shows_contacts_by_their_number(table: Table) -> None:
    table.write("allied", "A/504: recon 13.11\n")
    assert "C-1" in table.write("allied", "MAP 13.11\n").text
    assert "is not on this map" in table.write("allied", "MAP 99.99\n").text


def test_the_report_of_a_turn_is_the_letter_that_was_sent_then(table: Table) -> None:
    first = table.mail("allied")[-1]
    before = len(table.mail("allied"))
    table.write("allied", "REPORT 1\n")
    again = table.mail("allied")[before:]
    assert any(mail.text == first.text and mail.message_id == first.message_id for mail in again)
    table.write("allied", "REPORT 5\n")
    assert any("You were sent no report in turn 5." in plain(m) for m in table.mail("allied"))


def test_why_line_tells_what_came_of_it_and_by_which_rule(table: Table) -> None:
    assert "none of your orders has been executed yet" in plain(table.write("allied", "WHY LINE 1\n"))
    table.write("allied", "CARRY OUT WHAT YOU CAN\nB/504: move 12.12\nA/504: attack 12.11 hasty\n")
    answer = plain(table.write("allied", "WHY LINE 2\n"))
    assert "A/504: attack 12.11 hasty" in answer and "12.11 is not next to 12.11 (TOCS-3.7-1)" in answer
    assert "TOCS-3.7-1: " in answer
    assert "it was executed" in plain(table.write("allied", "WHY LINE 1\n"))
    assert "your last orders have 2 lines" in plain(table.write("allied", "WHY LINE 9\n"))


def test_a_question_in_plain_english_is_answered_by_help_and_leaves_a_draft_alone(table: Table) -> None:
    table.write("allied", "A/504: mvoe 13.11\n")
    answer = table.write("allied", "What is EZOC?\nHow do I attack?\nHELP MAP, UNITS\nWhat can B/504 do?\n")
    assert all(head in answer.text for head in ("HELP EZOC", "HELP ATTACK", "HELP MAP", "HELP UNITS", "WHAT CAN B/504"))
    assert "fixing" not in answer.subject
    assert "mvoe" in table.write("allied", "ORDERS\n").text


def test_who_has_not_accepted_is_told_what_to_write(tmp_path: Path) -> None:
    table = Table(tmp_path)
    try:
        assert "write ACCEPT or DECLINE on a line of its own" in plain(table.write("allied", "Yes, gladly. May I accept tomorrow?"))
        table.write("allied", "ACCEPT")
        assert "not every commander has accepted" in plain(table.write("allied", "A/504: move 12.10"))
    finally:
        table.close()


def test_help_says_how_the_readers_own_campaign_has_it(table: Table) -> None:
    """Two newcomers read of four kinds of field battles and two tempos, and not which was theirs; of landing craft in a campaign
    without a sea."""
    answer = plain(table.write("allied", "HELP TEMPO\nHELP FIELD\nHELP BATTLE\nHELP BRING"))
    assert "HELP TEMPO Here your side's orders run as they arrive (tempo at-once)." in answer
    assert "HELP FIELD Here every battle is settled on the Combat Results Table (field_battle crt)." in answer
    assert "HELP BATTLE Here a report shows your own total, and the odds column that was read (odds column)." in answer
    assert "HELP BRING This campaign has no sea, and none of what follows. See HELP ENTER." in answer
    listed = table.write("allied", "HELP").text
    assert " ENTER," in listed and "LANDING" not in listed and "SUBS" not in listed


def test_why_and_a_unit_names_the_questions_that_tell_of_it(table: Table) -> None:
    answer = plain(table.write("allied", "WHY A/504\nWhy A/504?"))
    assert "WHY A/504 WHAT CAN A/504: what it is, how it stands, what it may do; DIARY A/504: what it did;" in answer
    assert "NOT UNDERSTOOD" not in answer


def test_status_in_the_letter_that_closes_an_impulse_speaks_of_no_clock_of_it(table: Table) -> None:
    answer = plain(table.write("allied", "STATUS\nEND IMPULSE ANYWAY"))
    assert "T1.1 is over; your report follows" in answer
    assert "T1.1 ends" not in answer and "impulse T1.2" not in answer


def test_cancel_beside_check_is_not_passed_over(table: Table) -> None:
    table.write("allied", "Q9/504: move 12.10")
    answer = plain(table.write("allied", "CANCEL\nCHECK\nA/504: move 12.10"))
    assert "CHECK changes nothing: CANCEL is not done" in answer and "DRAFT: 1 line waits to be fixed" in answer


def test_a_path_that_leaves_hexes_out_says_how_a_path_is_written(table: Table) -> None:
    answer = plain(table.write("allied", "C/307: move 12.12, 13.12"))
    assert "12.12 is not next to 11.11" in answer and "one hex alone finds its own way" in answer


def test_the_income_says_what_the_reserve_added(table: Table) -> None:
    """The figures of the report add up: what was in the bank, what was earned, what the reserve added."""
    first = " ".join(map(plain, table.mail("allied")))
    found = re.search(r"(\d+) OP earned; (\d+) from the reserve; (\d+) on hand", first)
    assert found, first
    earned, reserve, bank = map(int, found.groups())
    assert earned + reserve == bank and reserve == 6


def test_what_is_an_own_unit_tells_what_it_can_do_and_nobody_elses(table: Table) -> None:
    answer = plain(table.write("allied", "Good morning, new man in the chair here. What is A/504? What is 1/HG?\n"))
    assert "WHAT CAN A/504 A/504 in" in answer and "no topic '1/hg'" in answer
    assert "needs fixing" not in answer and "“Good morning, new man in the chair here.”" in answer


@pytest.mark.parametrize("word", ["OPS", "CALENDAR", "DIARY", "COST"])
def test_a_word_that_wants_more_behind_it_is_explained_where_it_stands_alone(table: Table, word: str) -> None:
    answer = table.write("allied", f"{word}\n")
    assert f"HELP {word}" in answer.text and "NOT UNDERSTOOD" not in answer.text and "fixing" not in answer.subject


def test_a_question_in_ones_own_words_keeps_no_order_waiting(table: Table) -> None:
    answer = table.write("allied", "Which of my companies can reach 13.11 by tonight?\nB/504: move 12.12\n")
    assert "1 order executed" in answer.subject and "NOT UNDERSTOOD" in answer.text
    assert "questions are answered that begin with WHAT CAN" in plain(answer) and "column" not in answer.text

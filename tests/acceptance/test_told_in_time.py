"""What a commander regrets is said while he can still fix it: points left, what END left behind, claimed zones on a path."""

import pytest

from tests.acceptance.table import Table


def flat(text: str) -> str:
    return " ".join(text.split())


def test_a_receipt_says_what_is_left_of_the_unit_in_hand(table: Table) -> None:
    """TOCS-3.6-2: its next orders cost no OP while it is."""
    assert "A/504 is activated: 2 AP and 1 MP left" in flat(table.write("allied", "A/504: move 12.10").text)
    assert "A/504 is activated: 2 AP left" in flat(table.write("allied", "A/504: move 12.11").text)
    said = flat(table.write("allied", "E/505: recon 19.15").text)
    assert "E/505 is activated:" in said and "A/504 is activated" not in said
    assert "Activation over: A/504" in said


def test_end_says_in_its_receipt_and_in_the_report_what_became_of_the_points(table: Table) -> None:
    """TOCS-1.5-3, TOCS-3.5-1."""
    left = table.write("allied", "A/504: move 12.10").text.partition("ON HAND: ")[2].split()[0]
    said = f"OP: 1 spent, {left} left"
    receipt = flat(table.write("allied", "END IMPULSE").text)
    assert said in receipt
    assert said in flat(table.mail("allied")[-1].text)
    assert "spent," not in flat(table.mail("german")[-1].text)


@pytest.mark.parametrize("word", ["CHECK\n", ""])
def test_a_claimed_zone_on_the_path_is_watched_for(table: Table, word: str) -> None:
    """TOCS-W6.0-11: before the move, and before YES to a draft."""
    assert "B/504 moved to 13.12; gained; halted there by enemy ZOC" in flat(table.write("allied", "B/504: move 13.12").text)
    typo = "" if word else "A/504: atack 13.11\n"
    answer = flat(table.write("allied", f"{word}{typo}C/504: move 13.12").text)
    assert "13.12 lies in claimed EZOC: the unit halts there if the claim still stands (TOCS-W6.0-11)" in answer


REFUSED = "A/504: move 19.12"


@pytest.mark.parametrize("between", ["CANCEL", "A/504: recon 13.11", "STATUS"])
def test_orders_that_came_to_nothing_are_read_again(table: Table, between: str) -> None:
    """In answer to the same letter: the draft is gone or another, and the old answer would tell of what is no more."""
    report = table.mail("allied")[-1]
    table.write("allied", REFUSED, report)
    table.write("allied", between, report)
    answer = table.write("allied", REFUSED, report)
    assert "repeat" not in answer.subject and "1 line" in answer.subject


def test_orders_written_too_soon_count_when_their_impulse_has_come(table: Table) -> None:
    report = table.mail("german")[-1]
    assert "2/HG is in" not in table.write("german", "2/HG: move 15.10", report).text
    table.write("allied", "END IMPULSE")
    assert "2/HG moved to 15.10" in table.means("german", "2/HG: move 15.10", report).text


def test_orders_that_ran_and_letters_that_come_twice_are_repeats(table: Table) -> None:
    report = table.mail("allied")[-1]
    table.write("allied", "A/504: move 12.10", report)
    assert "a repeat of" in table.write("allied", "A/504: move 12.10", report).subject
    raw = table.letter("allied", REFUSED, report)
    table.send("allied", raw)
    assert "a repeat of" in table.send("allied", raw).subject


def test_flights_alone_and_chance_are_questions(table: Table) -> None:
    """MASL-7.1-4, TOCS-3.9-1: no odds are told before a battle; what is known of the enemy, and of one's own, is."""
    asked = flat(table.write("allied", "FLIGHTS\nCHANCE A/504 at 14.12").text)
    assert "FLIGHTS No flight is to come." in asked and "nothing is known of enemy troops in 14.12 Heumen" in asked
    assert "A/504: parachute company, on foot; 4 steps, strength 6" in asked and "no odds are told before a battle" in asked
    table.write("allied", "E/505: recon 19.12")
    told = flat(table.write("allied", "CHANCE E/505 at 19.12\nCHANCE 1/HG at 99.99").text)
    assert "1/HG" not in told.partition("TO FIX")[0].partition("CHANCE at 19.12")[2].partition("STATE")[0]

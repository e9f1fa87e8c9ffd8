"""Tempo on-end: a team's orders lie on file; OPS, DONE, EXECUTE, H-HOUR, COUNTERMAND (MASL-2.1-3)."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.kernel.values import replace
from tests.acceptance.table import START, TEAMS, Table, begun, plain
from tests.opened import as_picture, found

SENIOR, ONE, TWO = "allied", "allied.504", "allied.505"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three whose orders lie on file; the first impulse is the Allied one. It is 10:06 in Amsterdam."""
    with begun(tmp_path, seats=TEAMS, tempo="on-end") as table:
        yield table


def where(table: Table, call: str) -> str:
    """Where an Allied unit stands."""
    camp = as_picture(table.campaign.state.pictures["allied"]).forces
    return str(found(camp.unit_called(call)).hex)


def files(table: Table, side: str = "allied") -> dict[str, tuple[str, ...]]:
    """What lies on file of a side."""
    return {seat: orders.lines for seat, orders in table.campaign.state.admin.staff(side).files.items()}


def test_orders_lie_on_file_until_the_commander_says_execute(table: Table) -> None:
    assert "your side's orders wait here until American command writes EXECUTE" in plain(table.mail(ONE)[-1])
    answer = table.write(ONE, "A/504: move 12.10")
    assert "On file, not executed yet." in plain(answer) and "READY" in answer.text
    table.write(TWO, "D/505: move 20.12")
    assert (where(table, "A/504"), where(table, "D/505")) == ("12.11", "20.13")
    before = len(table.mail(ONE))
    answer = table.write(SENIOR, "EXECUTE")
    assert "504 command: executed" in plain(answer) and "505 command: executed" in plain(answer)
    assert (where(table, "A/504"), where(table, "D/505")) == ("12.10", "20.12")
    ran = table.mail(ONE)[before:]
    assert len(ran) == 1 and "your orders on file" in ran[0].subject and "A/504 moved to 12.10" in plain(ran[0])
    assert not files(table) and table.phasing() == "allied"


def test_a_faulty_letter_waits_as_a_draft_and_is_filed_when_it_is_fixed(table: Table) -> None:
    answer = table.write(ONE, "A/504: moev 12.10\nDONE")
    assert "DONE does not count yet: your letter waits to be fixed" in plain(answer) and not files(table)
    table.write(ONE, "YES")
    assert files(table) == {ONE: ("A/504: move 12.10",)}


def test_a_later_letter_takes_the_place_of_the_one_before(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10")
    answer = table.write(ONE, "B/504: move 12.10")
    assert "In place of what was on file: A/504: move 12.10" in plain(answer)
    assert files(table) == {ONE: ("B/504: move 12.10",)}
    assert "B/504: move 12.10" in table.write(TWO, "ORDERS").text


def test_execute_is_for_the_commander_of_the_side(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10")
    answer = table.write(ONE, "EXECUTE\nH-HOUR 20:00\nOPS 504 5")
    assert [f"{word} is for American command to say (MASL-2.1-3)" in plain(answer) for word in ("EXECUTE", "H-HOUR", "OPS")] == [
        True
    ] * 3
    assert files(table)


def test_who_stands_in_for_the_commander_executes_for_him(table: Table) -> None:
    table.write(SENIOR, f"ABSENT {table.at:%Y-%m-%d} TO {table.at + timedelta(days=3):%Y-%m-%d} PROXY {ONE}")
    table.wait(hours=1)
    table.write(ONE, "A/504: move 12.10")
    table.write(TWO, "D/505: move 20.12")
    table.write(ONE, "OPS 505 1, REST 504\nEXECUTE")
    answer = plain(table.mail(ONE)[-1])
    assert "OPs allotted: 505 command 1" in answer and "505 command: executed" in answer
    assert where(table, "A/504") == "12.10" and not files(table)


def test_two_executes(table: Table) -> None:
    """The same letter twice is a repeat; a second EXECUTE finds nothing on file."""
    table.write(ONE, "A/504: move 12.10")
    letter = table.mail(SENIOR)[-1]
    table.write(SENIOR, "EXECUTE", letter)
    before = table.campaign.state.situation
    assert "The same orders were answered in" in plain(table.write(SENIOR, "EXECUTE", letter))
    assert "Nothing is on file" in plain(table.write(SENIOR, "EXECUTE"))
    assert table.campaign.state.situation == before
    table.write(ONE, "B/504: move 12.10")
    assert "504 command: executed" in plain(table.write(SENIOR, "EXECUTE"))


def test_some_seats_are_executed_in_the_order_named(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10")
    table.write(TWO, "D/505: move 20.12")
    answer = table.write(SENIOR, "EXECUTE 505, allied")
    assert "American command has nothing on file" in plain(answer) and "505 command: executed" in plain(answer)
    assert list(files(table)) == [ONE]
    assert "your side has no seat 506" in plain(table.write(SENIOR, "EXECUTE 506"))


def test_the_ops_allotted_bind_and_give_the_order_of_seats(table: Table) -> None:
    assert "are more than the" in plain(table.write(SENIOR, "OPS 504 90"))
    answer = table.write(SENIOR, "OPS 505 1, REST 504")
    assert "OPs allotted: 505 command 1, the rest 504 command" in plain(answer)
    assert "505 command 1, the rest 504 command" in plain(table.mail(TWO)[-1])
    table.write(TWO, "D/505: move 20.12\nE/505: move 19.13")
    table.write(ONE, "A/504: move 12.10")
    answer = table.write(SENIOR, "EXECUTE")
    assert plain(answer).index("505 command: 1 of 2 lines") < plain(answer).index("504 command: executed")
    assert table.campaign.state.admin.staff("allied").spent == {TWO: 1, ONE: 1}
    assert "E/505: move 19.13" in table.mail(TWO)[-1].text and where(table, "E/505") == "19.14"
    table.write(SENIOR, "OPS KEEP 1")  # a standing order still
    assert table.campaign.state.admin.staff("allied").rest == ONE


def test_when_all_are_done_everything_runs_and_the_impulse_ends(table: Table) -> None:
    assert "You are DONE; still missing: American command, 505 command" in plain(table.write(ONE, "A/504: move 12.10\nDONE"))
    assert "504 command has all orders in. Not DONE yet: American command, 505 command." in plain(table.mail(SENIOR)[-1])
    table.write(TWO, "D/505: move 20.12\nDONE")
    answer = table.write(SENIOR, "DONE")
    assert "All are DONE" in plain(answer) and "The impulse is over" in plain(answer)
    assert "T1.1" in answer.subject and "T1.1 is over; your report follows." in plain(answer)
    assert table.phasing() == "german" and where(table, "A/504") == "12.10"
    assert not table.campaign.state.admin.staff("allied").done


def test_when_something_came_back_the_impulse_goes_on(table: Table) -> None:
    table.write(SENIOR, "OPS 504 1")
    table.write(ONE, "A/504: move 12.10\nB/504: move 12.10\nDONE")
    table.write(TWO, "DONE")
    answer = table.write(SENIOR, "DONE")
    assert "1 of 2 lines executed, the rest was sent back" in plain(answer)
    assert table.phasing() == "allied" and ONE not in table.campaign.state.admin.staff("allied").done


def test_new_orders_are_not_done(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10\nDONE")
    table.write(ONE, "B/504: move 12.10")
    assert ONE not in table.campaign.state.admin.staff("allied").done


def test_the_h_hour_lets_everything_run(table: Table) -> None:
    answer = table.write(SENIOR, "H-HOUR 20:00")
    assert "H-hour is Mon 23 Nov 20:00 CET" in plain(answer)
    assert "what is on file runs at Mon 23 Nov 19:00 UTC" in plain(table.mail(ONE)[-1])
    table.write(ONE, "A/504: move 12.10")
    table.wait(hours=9)
    assert where(table, "A/504") == "12.11"
    table.wait(hours=1)
    assert where(table, "A/504") == "12.10" and "504 command: executed" in plain(table.mail(SENIOR)[-1])
    assert table.campaign.state.admin.staff("allied").hour is None


@pytest.mark.parametrize(
    ("said", "answer"),
    (
        ("H-HOUR 9:00", "09:00 is past, it is Mon 23 Nov 10:07 CET now; H-HOUR TOMORROW 09:00 is Tue 24 Nov 09:00 CET"),
        ("H-HOUR TOMORROW 9:00", "H-hour is Tue 24 Nov 09:00 CET"),
        ("H-HOUR OFF", "There is no H-hour"),
    ),
)
def test_an_h_hour_in_the_past_and_tomorrow(table: Table, said: str, answer: str) -> None:
    assert answer in plain(table.write(SENIOR, said))


def test_an_h_hour_after_the_impulse_is_refused(table: Table) -> None:
    table.wait(hours=58)  # the reminder is gone out, and grace runs
    assert "is after the impulse ends" in plain(table.write(SENIOR, "H-HOUR TOMORROW 20:00"))


def test_a_superiors_order_takes_the_place_of_a_subordinates_and_not_the_other_way(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10\nB/504: move 12.10")
    table.write(SENIOR, "A/504: move 13.11")
    assert files(table) == {SENIOR: ("A/504: move 13.11",), ONE: ("B/504: move 12.10",)}
    assert "American command has ordered otherwise. Off file: A/504: move 12.10" in plain(table.mail(ONE)[-1])
    answer = table.write(ONE, "A/504: move 12.10")
    assert "American command has orders for A/504 on file, which stand (MASL-2.1-3)" in plain(answer)
    assert files(table)[ONE] == ("B/504: move 12.10",)


def test_orders_on_file_are_countermanded(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10\nB/504: move 12.10")
    assert "D/505 not yours to order" in plain(table.write(ONE, "COUNTERMAND D/505"))
    assert "countermanded: > A/504: move 12.10" in plain(table.write(SENIOR, "COUNTERMAND A/504"))
    assert "American command has ordered otherwise" in plain(table.mail(ONE)[-1])
    assert "name the units" in plain(table.write(TWO, "COUNTERMAND allied.504"))
    assert "countermanded: > B/504: move 12.10" in plain(table.write(SENIOR, "COUNTERMAND allied.504"))
    assert "had nothing on file" in plain(table.write(SENIOR, "COUNTERMAND allied.504"))
    assert "no orders for them were on file" in plain(table.write(SENIOR, "COUNTERMAND A/504"))
    assert not files(table)


def test_end_impulse_asks_for_a_yes_while_orders_lie_on_file(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10")
    answer = table.write(SENIOR, "END IMPULSE")
    assert "on file, not executed: 504 command" in plain(answer) and "EXECUTE | CANCEL" in plain(answer)
    assert table.phasing() == "allied"
    table.write(SENIOR, "YES")
    assert table.phasing() == "german" and where(table, "A/504") == "12.11"
    assert any("What you had on file was not let run: A/504: move 12.10" in plain(m) for m in table.mail(ONE)[-2:])


def test_orders_execute_and_end_may_stand_in_one_letter(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10")
    table.write(SENIOR, "D/505: move 20.12\nEXECUTE\nEND IMPULSE")
    assert table.phasing() == "german"
    assert (where(table, "A/504"), where(table, "D/505")) == ("12.10", "20.12")


def test_when_the_time_runs_out_the_orders_of_those_who_are_done_run(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10\nDONE")
    table.write(TWO, "D/505: move 20.12")
    table.wait(days=4)
    assert table.phasing() == "german"
    assert (where(table, "A/504"), where(table, "D/505")) == ("12.10", "20.13")
    assert any("What you had on file was not let run: D/505: move 20.12" in plain(m) for m in table.mail(TWO))


def test_a_plan_is_filed_at_its_hour_and_its_seat_is_done(table: Table) -> None:
    table.write("german.henke", "FOR NEXT IMPULSE\n2/HG: move 15.10")
    table.write(SENIOR, "END IMPULSE")
    table.wait(hours=2, minutes=31)
    assert files(table, "german") == {"german.henke": ("2/HG: move 15.10",)}
    assert table.campaign.state.admin.staff("german").done == ("german.henke",)
    table.write("german", "EXECUTE\nEND IMPULSE")
    assert table.phasing() == "allied"


def test_what_a_seat_filed_goes_with_its_holder(table: Table) -> None:
    table.write(ONE, "A/504: move 12.10\nDONE")
    table.means(ONE, "RESIGN allied.504")
    assert not files(table) and not table.campaign.state.admin.staff("allied").done


def test_words_of_a_team_are_no_words_where_orders_run_as_they_come(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.begin()
    assert "your side's orders run as they arrive" in plain(table.write("allied", "DONE"))
    table.close()


def test_check_files_nothing(table: Table) -> None:
    answer = table.write(ONE, "CHECK\nA/504: move 12.10\nDONE")
    assert "CHECK is a dry run" in plain(answer)
    assert not files(table) and not table.campaign.state.admin.staff("allied").done


def test_the_enemy_gets_the_letters_that_orders_carried_out_at_once_would_have_brought_him(tmp_path: Path) -> None:
    """What lies on file, who is done, an H-hour: nothing of it reaches the other side, not by a byte."""
    heard = []
    for tempo in ("on-end", "at-once"):
        table = Table(tmp_path / tempo, seats=TEAMS)
        table.campaign.state = replace(table.campaign.state, admin=replace(table.campaign.state.admin, tempo={"allied": tempo}))
        table.begin()
        table.write(TWO, "D/505: move 20.12")
        table.write(ONE, "A/504: move 12.10\nDONE" if tempo == "on-end" else "A/504: move 12.10")
        if tempo == "on-end":
            table.write(SENIOR, "OPS 505 1, REST 504\nH-HOUR 20:00")
        table.at = START + timedelta(hours=5)
        table.write(SENIOR, "EXECUTE\nEND IMPULSE" if tempo == "on-end" else "END IMPULSE")
        assert table.phasing() == "german" and where(table, "A/504") == "12.10"
        heard.append([m.raw for s in ("german", "german.henke", "german.ls") for m in table.mail(s)])
        table.close()
    assert heard[0] == heard[1] and len(heard[0]) == 12


def test_a_subordinates_form_ends_with_done_and_the_commanders_with_end_impulse(table: Table) -> None:
    one, first = table.mail(ONE)[-1], table.mail(SENIOR)[-1]
    assert "# done\nEND ORDERS" in one.text and "DONE when all your orders are in" in plain(one)
    assert "# end impulse\nEND ORDERS" in first.text and "orders, or END IMPULSE." in plain(first)


def test_one_question_names_all_that_end_would_cost(table: Table) -> None:
    """TOCS-W3.0-5: orders on file that lapse, and troops over the stacking limit, are lost by a YES to a letter that names both."""
    table.write(SENIOR, "C,I/504: move 12.11\n376A: move 12.11")
    table.write(SENIOR, "EXECUTE")
    table.write(TWO, "D/505: move 20.12")
    asked = table.write(SENIOR, "END IMPULSE")
    assert "what is on file lapses" in plain(asked) and "W3.0-5" in asked.text
    assert table.phasing() == "allied"
    table.write(SENIOR, "YES", asked)
    assert table.phasing() == "german"

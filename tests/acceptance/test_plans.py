"""Plans on file: orders for the next impulse, run at an hour that tells the enemy nothing (design/campaign.md)."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.handlers.plans import LEAST, SPREAD
from pbem.rulesets.tocs.view import View
from tests.acceptance.table import TEAMS, Table, plain
from tests.opened import as_board


def hers(table: Table) -> None:
    """The Allied impulse ends and the German one begins."""
    table.write("allied", "end impulse\n")
    assert table.phasing() == "german"


def test_a_letter_for_the_next_impulse_runs_two_hours_into_it_at_a_drawn_moment(table: Table) -> None:
    answer = table.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nend impulse\n")
    assert "On file for your next impulse: 2/HG: move 15.10" in plain(answer)
    hers(table)
    assert "plan, runs " in table.mail("german")[-1].text
    plan = table.campaign.state.admin.plans["german"]
    assert plan.due and timedelta() < plan.due - table.at - LEAST < timedelta(seconds=SPREAD)
    before = len(table.mail("german"))
    table.wait(hours=1, minutes=59)
    assert table.phasing() == "german" and len(table.mail("german")) == before
    table.wait(minutes=40)
    assert table.phasing() == "allied"
    ran = table.mail("german")[before]
    assert "your plan" in ran.subject and "2/HG moved to 15.10" in plain(ran)
    assert not table.campaign.state.admin.plans


def test_the_enemy_gets_the_letters_that_orders_sent_at_that_hour_would_have_brought_him(tmp_path: Path) -> None:
    texts = []
    for planned in (True, False):
        table = Table(tmp_path / str(planned))
        table.begin()
        if planned:
            table.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\nend impulse\n")
        hers(table)
        table.wait(hours=2, minutes=31)
        if not planned:
            table.write("german", "2/HG: move 15.10\nend impulse\n")
        letters = table.mail("allied")
        texts.append([m.text.partition("is your impulse")[0].partition("By ")[0] for m in letters])
        assert "plan" not in letters[-1].text.lower()
        table.close()
    assert texts[0] == texts[1]


def test_a_plan_without_its_end_is_filed_and_takes_in_no_order_of_the_draft(table: Table) -> None:
    """Its first line stayed in the draft as a fault, and an order written to that draft vanished in it without a word."""
    answer = table.write("allied", "A/504: mvoe 12.10\nPLAN FOR NEXT\nB/504: move 12.10\nEND IMPULSE")
    said = plain(answer)
    assert "on file for your next impulse: B/504: move 12.10 on file for your next impulse: end impulse" in said
    assert table.campaign.state.admin.drafts["allied"].lines == ("A/504: mvoe 12.10",) and table.phasing() == "allied"
    joined = table.write("allied", "C/504: dig")
    assert "2 ✓ C/504: dig" in plain(joined)


def test_orders_written_meanwhile_take_its_place_and_questions_do_not(table: Table) -> None:
    table.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\n")
    hers(table)
    table.write("german", "STATUS\n")
    assert "german" in table.campaign.state.admin.plans
    answer = table.write("german", "1/HG: move 15.09\n")
    assert "the plan on file is dropped: you have written orders yourself" in plain(answer)
    assert "german" not in table.campaign.state.admin.plans


def test_a_plan_is_cancelled_by_its_own_words(table: Table) -> None:
    table.write("german", "PLAN FOR NEXT\n  2/HG: move 15.10\nEND PLAN\n")
    assert "plan, for your next impulse" in table.write("german", "ORDERS\n").text
    assert "The plan is off file" in plain(table.write("german", "CANCEL PLAN\n"))
    assert "No plan was on file" in plain(table.write("german", "CANCEL PLAN\n"))


def test_a_plan_with_a_faulty_line_is_not_filed(table: Table) -> None:
    answer = table.write("german", "FOR NEXT IMPULSE\nspend 2\n1/HG: move 15.09\n2/HG: mvoe 15.10\n")
    assert "Plan not filed" in plain(answer) and "not a word I know" in plain(answer)
    assert not table.campaign.state.admin.plans
    _, _, again = answer.text.partition("PLAN NOT FILED: fix it, and send all of it again\n")
    plan = again[: again.index("END PLAN")] + "END PLAN\n"
    assert "1/HG: move 15.09" in plan and "2/HG: mvoe 15.10" in plan and "spend 2" in plan.lower()
    table.write("german", plan.replace("mvoe", "move"))
    filed = table.campaign.state.admin.plans["german"].lines
    assert [text.lower() for text in filed] == ["1/hg: move 15.09", "2/hg: move 15.10", "spend 2"]


@pytest.mark.parametrize(
    "word", ["EXTEND", "ABSENT 2027-01-01 to 2027-01-05", "MUTE enemy", "CONCEDE", "NEW TOKEN", "IF SILENT PASS"]
)
def test_a_plan_with_what_is_no_order_is_not_filed(table: Table, word: str) -> None:
    """It lay on file as if it would be done at the plan's hour; then the answer was "Noted", and nothing had been done."""
    answer = plain(table.write("german", f"PLAN FOR NEXT\n1/HG: move 15.10\n{word}\nEND PLAN"))
    assert f"a plan holds orders alone; write this outside the plan, where it counts at once: {word}" in answer
    assert "german" not in table.campaign.state.admin.plans and not table.campaign.state.admin.asked
    table.write(
        "german", "PLAN FOR NEXT\n1/HG: move 15.10\nRUN ANYWAY\nvoid if attacked\nCOST 1/HG to 15.10\nEND IMPULSE\nEND PLAN"
    )
    assert len(table.campaign.state.admin.plans["german"].lines) == 5


def test_orders_in_the_enemys_impulse_are_told_how_they_are_kept_for_the_own(table: Table) -> None:
    answer = table.write("german", "2/HG: move 15.10\n")
    assert "FOR NEXT IMPULSE on a line above them keeps them for your next one" in plain(answer)
    assert "NOTHING DONE 2/HG: move 15.10 T1.1 is the enemy's impulse" in plain(answer)
    table.write("german", "FOR NEXT IMPULSE\n2/HG: move 15.10\n")
    assert "german" in table.campaign.state.admin.plans


def test_a_guard_that_holds_makes_the_plan_void_and_says_so(table: Table) -> None:
    table.write("german", "PLAN FOR NEXT\nvoid if lost 12.11\n2/HG: move 15.10\nEND PLAN\n")
    hers(table)
    assert "plan, void: 12.11 is not ours" in table.mail("german")[-1].text
    table.wait(hours=3)
    assert table.phasing() == "german"
    table.write("german", "end impulse\n")
    table.write("allied", "end impulse\n")
    assert not table.campaign.state.admin.plans, "a plan is for one impulse"


def test_a_plan_is_void_if_attacked_only_when_its_side_was(table: Table) -> None:
    table.write("german", "PLAN FOR NEXT\nvoid if attacked\n2/HG: move 15.10\nEND PLAN\n")
    table.write("allied", "A/504: attack 13.11 hasty\n")
    hers(table)
    assert "plan, void: we were attacked in 13.11" in table.mail("german")[-1].text


def test_what_can_be_run_of_a_plan_is_run_anyway_if_it_says_so(table: Table) -> None:
    table.write("german", "PLAN FOR NEXT\nrun anyway\n2/HG: move 15.10\n1/HG: attack 15.09 hasty\nEND PLAN\n")
    hers(table)
    table.wait(hours=3)
    ran = next(m for m in table.mail("german") if "your plan" in m.subject)
    assert "2/HG moved to 15.10" in plain(ran) and "1/HG: attack 15.09 hasty" in plain(ran)


@pytest.fixture
def dark(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole campaign lies in the night."""
    monkeypatch.setattr(View, "night", property(lambda view: True))


def test_a_quiet_impulse_of_the_night_closes_by_itself_at_the_hour_of_a_plan(table: Table, dark: None) -> None:
    """NIGHT IDLE IF NOTHING CLAIMED OR SEEN WITHIN 2, the default; TOCS-3.4-1: an ordinary end, no pass."""
    hers(table)
    letter = table.mail("german")[-1]
    assert "by your standing orders, runs " in letter.text and "end impulse" in letter.text
    soon = "By night it closes by itself 2 to 2½ hours"
    head = " ".join(letter.text.partition("\n1. ")[0].split())
    assert soon in head and "by your standing order NIGHT" in head and "Once you have written, you have until" in head
    assert "REPLY BY" not in head and letter.subject.endswith("your impulse, closes by itself")
    assert soon in " ".join(table.write("german", "STATUS").text.split()) and soon not in table.mail("allied")[-1].text
    table.wait(hours=1, minutes=59)
    assert table.phasing() == "german"
    table.wait(minutes=40)
    assert table.phasing() == "allied" and as_board(table.campaign.state.situation.board).public.passes == 0


def test_a_plan_sent_while_a_night_waits_to_close_by_itself_says_that_it_does_not(table: Table, dark: None) -> None:
    """NIGHT IDLE ALWAYS; TOCS-3.4-1: one thing is on file for a seat, and the plan is for the impulse after this."""
    table.write("german", "NIGHT IDLE ALWAYS\n")
    hers(table)
    assert table.campaign.state.admin.plans["german"].quiet
    told = plain(table.write("german", "PLAN FOR NEXT\n2/HG: move 15.10\nEND PLAN\n"))
    assert "This impulse does not close by itself any more" in told
    table.wait(hours=3)
    assert table.phasing() == "german" and not table.campaign.state.admin.plans["german"].quiet


def test_who_is_wide_awake_is_asked_by_night_too(table: Table, dark: None) -> None:
    """NIGHT ASK, and a commander who writes in time."""
    table.write("german", "NIGHT ASK\n")
    hers(table)
    assert "german" not in table.campaign.state.admin.plans


RUINOUS = ("EZOC NEVER", "EZOC ONLY 14.11", "IF SILENT PASS", "WINDOWS ASK ME 2", "RETREAT HOLD 14.12 13.11 15.10 14.10")


@pytest.mark.parametrize("line", RUINOUS)
def test_settings_that_ruin_the_game_are_warned_of(table: Table, line: str) -> None:
    assert "WATCH: " in plain(table.write("german", f"{line}\n"))
    assert "WATCH: " not in plain(table.write("german", "EZOC ALWAYS\nWINDOWS FILE ANSWERS\nBATTLES CRT\n"))


def test_a_plan_whose_end_would_destroy_troops_asks_first(table: Table) -> None:
    """TOCS-W3.0-5: three companies and a tank platoon in a hex are one too many; a plan's writer has been told nothing of it."""
    table.write("allied", "end impulse anyway")
    table.write("german", "end impulse anyway")
    while table.phasing() == "allied":
        table.write("allied", "end impulse anyway")
    table.write("allied", "FOR NEXT IMPULSE\nC,I/504: move 12.11\n376A: move 12.11\nend impulse\n")
    before = len(table.mail("allied"))
    table.write("german", "end impulse anyway")
    while table.phasing() == "german":
        table.write("german", "end impulse anyway")
    table.wait(hours=2, minutes=31)
    ran = table.mail("allied")[before + 1]
    units = as_board(table.campaign.state.situation.board).forces["allied"].units
    assert "END IMPULSE would destroy what stands over the stacking limit at 12.11" in plain(ran)
    assert table.phasing() == "allied" and "YES (end the impulse all the same)" in plain(ran)
    assert any("376" in unit for unit in units)
    table.write("allied", "YES", ran)
    assert table.phasing() == "german"


def test_orders_above_for_next_impulse_run_now_and_those_below_are_the_plan(table: Table) -> None:
    answer = plain(table.write("allied", "Hi ref,\nA/504: move 12.10\n\nfor next impulse\nB/504: move 12.10\nend impulse\nCheers"))
    assert "A/504 moved to 12.10" in answer and "on file for your next impulse: B/504: move 12.10" in answer
    assert table.campaign.state.admin.plans["allied"].lines == ("B/504: move 12.10", "end impulse")
    assert table.phasing() == "allied"


def test_a_faulty_line_for_now_and_one_of_the_plan_are_told_apart(table: Table) -> None:
    answer = plain(table.write("allied", "A/504: mvoe 12.10\nfor next impulse\nB/504: move 12.10"))
    assert "1 line needs fixing" in answer and "on file for your next impulse: B/504: move 12.10" in answer
    assert "A/504 moved to 12.10" in plain(table.write("allied", "YES"))
    answer = plain(table.write("allied", "B/504: move 12.10\nfor next impulse\nC/504: mvoe 12.10"))
    assert "B/504 moved to 12.10" in answer and "plan not filed: line 3" in answer


def test_a_plan_whose_impulse_is_ended_by_another_seat_is_told_to_its_writer_as_void(tmp_path: Path) -> None:
    """It did not run, and nobody else reads what it was; who ends the impulse is asked first. In the next impulse it is gone."""
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    table.write("allied", "END IMPULSE")
    table.write("allied.504", "PLAN FOR NEXT\nB/504: move 12.10\nEND PLAN")
    table.write("german", "END IMPULSE")
    assert "plan, runs " in plain(table.mail("allied.504")[-1])
    untold = "not run yet, and void once the impulse is over: the plan of 504 command"
    assert untold in plain(table.write("allied", "CANCEL\nA/599: move 20.12\nEND IMPULSE"))
    asked = table.write("allied", "CANCEL\nEND IMPULSE")
    assert "waits for your YES" in asked.subject and untold in plain(asked) and table.phasing() == "allied"
    table.write("allied", "YES", asked)
    assert table.phasing() == "german"
    told = plain(table.mail("allied.504")[-1])
    assert "plan, void: the impulse ended before it ran: B/504: move 12.10" in told.lower().replace("b/504", "B/504")
    assert "void" not in plain(table.mail("allied")[-1]) and "void" not in plain(table.mail("german")[-1])
    table.write("german", "END IMPULSE")
    assert "B/504: move 12.10" not in plain(table.mail("allied.504")[-1])
    table.close()


def test_a_letter_that_files_a_plan_is_not_headed_nothing_done(table: Table) -> None:
    """A remark that begins like an order is no order that came too late; an order that did is named, beside what was filed."""
    remark = table.write("german", "2/HG is at the dentist tomorrow, so:\nPLAN FOR NEXT\n2/HG: move 15.10\nEND PLAN")
    text = plain(remark)
    assert "NOTHING DONE" not in text and "no orders executed" not in remark.subject and "On file for your next impulse" in text
    late = table.write("german", "1/HG: move 15.10\nPLAN FOR NEXT\n2/HG: move 15.10\nEND PLAN")
    assert late.subject.endswith("noted; no orders executed")
    assert "ORDERS NOT EXECUTED" in plain(late) and "NOTHING DONE" not in plain(late)
    assert "Orders count only in your own" in plain(late) and "on file for your next impulse" in plain(late)
    assert "NOTHING DONE" in plain(table.write("german", "1/HG: move 15.10"))


def test_who_closes_the_impulse_hears_what_another_seats_plan_has_ordered_in_it(tmp_path: Path) -> None:
    """A battle may follow from it; its writer alone was told. The enemy is told nothing."""
    table = Table(tmp_path, seats=TEAMS)
    table.begin()
    table.write("allied", "END IMPULSE")
    table.write("allied.504", "PLAN FOR NEXT\nB/504: move 12.10\nEND PLAN")
    table.write("german", "END IMPULSE")
    before = len(table.mail("german"))
    table.wait(hours=3)
    assert "your plan has run" in table.mail("allied.504")[-1].subject
    told = table.mail("allied")[-1]
    assert "the plan of 504 command has run" in told.subject
    assert "Impulse T1.3 is yours to close. B/504: move 12.10" in plain(told)
    assert len(table.mail("german")) == before
    table.close()

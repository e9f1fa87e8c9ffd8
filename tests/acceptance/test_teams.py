"""Teams: seats that command formations, each ordering its own units and those below (TOCS-1.1-2, MASL-2.1-1, MASL-2.1-3)."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.state import Seat
from pbem.kernel.values import replace
from tests.acceptance.table import TEAMS, Table, begun, plain
from tests.opened import as_picture, found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three that have accepted; the first impulse is the Allied one."""
    with begun(tmp_path, seats=TEAMS) as table:
        yield table


def test_play_begins_when_every_commander_has_accepted_and_all_get_the_same_report(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=TEAMS)
    for seat in tuple(table.address)[:-1]:
        table.write(seat, "ACCEPT")
        assert table.campaign.state.admin.stage == "inviting"
    table.write("german.ls", "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"
    reports = {seat: table.mail(seat)[-1].text for seat in table.address if seat.startswith("allied")}
    assert all("T1.1 is your impulse" in text for text in reports.values())
    assert len({text.partition("1. SITUATION")[2].partition("BEGIN ORDERS")[0] for text in reports.values()}) == 1
    table.close()


def test_the_invitation_and_the_welcome_tell_what_a_seat_commands(table: Table) -> None:
    invitation, welcome = table.mail("allied.504")[:2]
    assert "command 504 for the American side in" in plain(invitation)
    assert "allied.504 504 (you)" in plain(welcome)
    assert "American command has the final say (MASL-2.1-3)" in plain(welcome)
    assert "german." not in welcome.text


def test_a_seat_orders_its_own_units_and_no_others(table: Table) -> None:
    answer = table.write("allied.504", "A/504: move 12.10\nD/505: move 20.12")
    assert "no orders executed yet" in plain(answer)
    said = "D/505 is not yours to order: 505 command has it. Write MESSAGE allied.505, or ask American command to DELEGATE"
    assert f"{said} (MASL-2.1-1)" in plain(answer)
    assert not table.campaign.state.admin.ran
    table.write("allied.504", "2 drop")
    assert "allied.504" in table.campaign.state.admin.ran


def test_the_commander_of_the_side_orders_anybody_and_ends_the_impulse_alone(table: Table) -> None:
    answer = table.write("allied.505", "END IMPULSE")
    assert "END IMPULSE is for American command to say, who commands the side (MASL-2.1-3)" in plain(answer)
    table.write("allied.505", "CANCEL")
    table.write("allied", "D/505: move 20.12\nA/504: move 12.10\nend impulse")
    assert table.phasing() == "german"
    assert all("T1.2" in table.mail(seat)[-1].subject for seat in table.address)


def test_a_superior_orders_the_units_of_those_below_him_and_not_the_other_way(table: Table) -> None:
    table.write("allied", "end impulse")
    assert "german.ls" not in plain(table.write("german.henke", "1/LS: move 14.11"))
    answer = table.write("german.ls", "2/HG: move 15.10")
    assert "2/HG is not yours to order: HENKE command has it" in plain(answer)


def test_orders_that_name_others_within_need_their_commander_too(table: Table) -> None:
    for line in ("take 14.12 with A/504, D/505 from 13.12 deliberate", "march 505 to 20.12", "HQ504: order D/505 move 20.12"):
        answer = table.write("allied.504", line)
        assert "505 command has it" in plain(answer), line
        table.write("allied.504", "CANCEL")


def test_a_formation_is_delegated_and_taken_back(table: Table) -> None:
    answer = table.write("allied.504", "DELEGATE 1/504 TO allied.505")
    assert "505 command may now order 1/504" in plain(answer)
    assert "504 command has delegated 1/504 to 505 command" in plain(table.mail("allied.505")[-1])
    assert "german" not in {s for s in table.address if "delegated" in table.mail(s)[-1].text}
    assert "MASL-2.1-1" not in table.write("allied.505", "CHECK\nA/504: move 12.10").text
    assert "MASL-2.1-1" not in table.write("allied.504", "CHECK\nA/504: move 12.10").text
    assert "505 command may no longer order 1/504" in plain(table.write("allied.505", "TAKE BACK 1/504"))
    assert "MASL-2.1-1" in table.write("allied.505", "CHECK\nA/504: move 12.10").text


def test_what_the_side_delegates_over_a_seats_head_is_lost_to_that_seat(table: Table) -> None:
    table.write("allied", "DELEGATE 504 TO 505")
    assert "505 command has it" in plain(table.write("allied.504", "CHECK\nHQ504: rally 11.11"))
    assert "American command delegated 504 to 505 command (MASL-2.1-3)" in plain(table.write("allied.504", "TAKE BACK 504"))
    table.write("allied", "TAKE BACK 504")
    assert "MASL-2.1-1" not in table.write("allied.504", "CHECK\nHQ504: rally 11.11").text


@pytest.mark.parametrize(
    ("words", "answer"),
    (
        ("DELEGATE 505 TO allied", "Not delegated: 505 is not yours to order: 505 command has it"),
        ("DELEGATE 504 TO german.ls", "Not delegated: your side has no seat german.ls; there are allied, allied.504, allied.505"),
        ("DELEGATE 504 TO allied.504", "504 is yours to order already"),
        ("TAKE BACK 504", "Not taken back: 504 is delegated to nobody"),
    ),
)
def test_a_delegation_that_cannot_be_is_refused(table: Table, words: str, answer: str) -> None:
    assert answer in plain(table.write("allied.504", words))
    assert not table.campaign.state.admin.delegated


def test_a_letter_that_mixes_orders_for_two_seats_of_one_person_is_refused_clearly(tmp_path: Path) -> None:
    seats = tuple(replace(s, address=TEAMS[1].address) if s.id == "allied.505" else s for s in TEAMS)
    table = Table(tmp_path, seats=seats)
    letters = table.mail("allied.504")
    for letter, _ in zip(letters, range(2), strict=False):
        table.write("allied.504", "ACCEPT", letter)
    for seat in ("allied", "german", "german.henke", "german.ls"):
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"
    last = [m for m in table.mail("allied.504") if "AB-" in m.text][-1]
    answer = table.write("allied.504", "A/504: move 12.10\nD/505: move 20.12", last)
    assert "D/505 is ordered by 505 command, which is your seat too" in plain(answer)
    assert "write it in answer to a letter to that seat (MASL-2.1-1)" in plain(answer)
    table.close()


def test_an_observer_reads_all_his_side_reads_and_orders_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*TEAMS, Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")))
    for seat in TEAMS:
        table.write(seat.id, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"  # nobody waits for who only watches
    assert "watch the American side" in plain(table.mail("allied.observer1")[0])
    assert len(table.mail("allied.observer1")) == 1
    assert "HAND-OVER" in table.write("allied.observer1", "ACCEPT").text
    answer = table.write("allied.observer1", "A/504: move 12.10\nEZOC NEVER\nend impulse\nWHAT CAN A/504")
    assert "you hold an observer's seat, which gives no orders" in plain(answer) and "WHAT CAN" in answer.text
    assert table.phasing() == "allied" and table.campaign.state.admin.standing["allied"].version == 1
    table.write("allied", "end impulse")
    assert "T1.2" in table.mail("allied.observer1")[-1].subject
    table.close()


def test_standing_orders_are_the_sides_and_the_team_hears_of_a_change(table: Table) -> None:
    answer = table.write("allied.505", "EZOC NEVER")
    assert "Standing orders are now version 2" in plain(answer)
    assert "505 command has filed standing orders for your side, now version 2: > EZOC NEVER" in plain(table.mail("allied")[-1])
    assert "EZOC NEVER" in table.write("allied.504", "ORDERS").text
    assert not [s for s in ("german", "german.ls") if "STANDING ORDERS" in table.mail(s)[-1].subject]


def test_who_writes_to_a_seat_by_its_name(table: Table) -> None:
    answer = table.write("allied.504", "MESSAGE allied.505\nTake the bridge.\nEND MESSAGE\nSEATS")
    assert "message sent to 505 command" in plain(answer) and "allied.505 505" in plain(answer)
    assert "> Take the bridge." in table.mail("allied.505")[-1].text
    assert "Take the bridge" not in "".join(m.text for s in ("allied", "german") for m in table.mail(s))


def form(text: str) -> tuple[str, ...]:
    """The calls and words that an order form offers."""
    inside = text.partition("BEGIN ORDERS")[2].partition("END ORDERS")[0]
    lines = inside.splitlines()[1:]
    said = tuple(line.removeprefix("# ") for line in lines if line.startswith("# "))
    return said + tuple(call for line in lines if line.endswith("]:") for call in calls(line.partition(" [")[0]))


def calls(units: str) -> list[str]:
    """`B,C/504` and `376A, 376B` one by one."""
    names, _, formation = units.partition("/")
    return [f"{name.strip()}/{formation}" if formation else name.strip() for name in names.split(",")]


def report(table: Table, seat: str) -> str:
    """The report of now, which a seat asks for."""
    table.write(seat, "REPORT")
    return table.mail(seat)[-1].text


def idle(text: str) -> set[str]:
    """The units that a receipt says have no orders."""
    return set(text.partition("NO ORDERS YET:")[2].partition("CLOCK:")[0].split())


def test_the_form_and_the_list_of_idle_units_name_those_that_the_seat_may_order(table: Table) -> None:
    of = {seat: form(table.mail(seat)[-1].text) for seat in ("allied", "allied.504", "allied.505")}
    low, high = set(of["allied.504"]), set(of["allied.505"])
    assert "A/504" in low and "D/505" in high and not low & high
    assert low | high | {"end impulse"} <= set(of["allied"])
    assert "end impulse" not in low | high  # it is for the commander of the side to say
    assert "END IMPULSE" not in table.mail("allied.504")[-1].html
    assert idle(table.write("allied.504", "A/504: move 12.10").text) == low - {"A/504"}
    assert {"B/504", "D/505"} <= idle(table.write("allied", "HQ504: rally 11.11").text)


def test_a_unit_that_is_delegated_stands_in_both_forms_and_leaves_one_when_it_is_taken_back(table: Table) -> None:
    table.write("allied.504", "DELEGATE 1/504 TO allied.505")
    assert "A/504" in form(report(table, "allied.505"))
    assert "A/504" in form(report(table, "allied.504"))
    table.write("allied.504", "TAKE BACK 1/504")
    assert "A/504" not in form(report(table, "allied.505"))


def test_a_proxy_is_offered_the_units_of_the_seat_that_is_away_while_it_is_away(table: Table) -> None:
    assert "A/504" not in form(report(table, "allied.505"))
    table.write("allied.504", "ABSENT 2026-11-23 TO 2026-11-24 PROXY allied.505")
    assert {"A/504", "D/505"} <= set(form(report(table, "allied.505")))
    table.wait(hours=40)
    assert table.phasing() == "allied"
    assert "A/504" not in form(report(table, "allied.505"))


def test_an_observer_is_offered_no_orders(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*TEAMS, Seat("allied.observer1", "allied", "observer", "otto@allied.example", "AD")))
    table.begin()
    read = report(table, "allied.observer1")
    assert not form(read) and "TO WRITE BACK" in read and "BEGIN ORDERS" in read
    assert "END IMPULSE" not in read
    table.close()


def test_a_plan_names_only_units_that_are_the_seats_when_it_is_filed(table: Table) -> None:
    answer = plain(table.write("german.ls", "CHECK\nPLAN FOR NEXT\n2/HG: move 15.10\nEND PLAN"))
    assert "the plan could not be filed: line 3: 2/HG is not yours to order: HENKE command has it" in answer
    answer = plain(table.write("german.ls", "PLAN FOR NEXT\n2/HG: move 15.10\nend impulse\nEND PLAN"))
    assert "plan not filed: line 2: 2/HG is not yours to order: HENKE command has it" in answer
    assert "plan not filed: line 3: END IMPULSE is for German command to say, who commands the side (MASL-2.1-3)" in answer
    assert not table.campaign.state.admin.plans
    filed = plain(table.write("german.ls", "FOR NEXT IMPULSE\n1/LS: move 14.11"))
    assert "On file for your next impulse: 1/LS: move 14.11" in filed
    assert table.campaign.state.admin.plans["german.ls"].lines == ("1/LS: move 14.11",)
    assert "1/LS: move 14.11: could go on file" in plain(table.write("german.ls", "CHECK\nFOR NEXT IMPULSE\n1/LS: move 14.11"))


def test_a_plan_for_units_that_were_taken_from_its_writer_meanwhile_does_not_run(table: Table) -> None:
    table.write("german", "DELEGATE HENKE TO german.ls")
    table.write("german.ls", "PLAN FOR NEXT\n2/HG: move 15.10\nEND PLAN")
    assert "german.ls" in table.campaign.state.admin.plans
    table.write("german", "TAKE BACK HENKE")
    table.write("allied", "end impulse")
    before = str(found(as_picture(table.campaign.state.pictures["german"]).forces.unit_called("2/HG")).hex)
    table.wait(hours=3)
    ran = next(m for m in table.mail("german.ls") if "your plan" in m.subject)
    assert "2/HG is not yours to order: HENKE command has it" in plain(ran)
    assert str(found(as_picture(table.campaign.state.pictures["german"]).forces.unit_called("2/HG")).hex) == before


def test_standing_orders_that_end_impulses_are_for_the_commander_of_the_side(table: Table) -> None:
    for line in ("NIGHT IDLE IF NOTHING CLAIMED OR SEEN WITHIN 3", "IF SILENT PASS"):
        for dry in ("CHECK\n", ""):
            answer = plain(table.write("allied.505", f"{dry}{line}"))
            assert "is for American command to say, who commands the side (MASL-2.1-3)" in answer, line
    assert table.campaign.state.admin.standing["allied"].version == 1
    assert "Standing order filed" in plain(table.write("allied", "NIGHT ASK"))

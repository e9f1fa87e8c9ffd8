"""Bad input and faults of staff work: each has its answer by mail, and nothing is half done."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.values import replace
from tests.acceptance import test_bounces as bounces
from tests.acceptance.table import START, Mail, Table, begun, plain
from tests.acceptance.test_field_battles import ATTACK, SEATS, at_battle, brief, form, module, out, report
from tests.acceptance.test_host_by_mail import SEATS as HOSTED
from tests.acceptance.test_host_by_mail import say
from tests.opened import as_picture


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[Table]:
    """A battle that field commanders fight while play waits."""
    with at_battle(tmp_path, "wait") as table:
        yield table


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, in its first impulse."""
    with begun(tmp_path, seats=HOSTED) as table:
        yield table


def result(table: Table, side: str) -> str:
    """What a side's report on file says of what happened, "" before it."""
    filed = as_picture(table.campaign.state.pictures[side]).forces.forces[0].report
    return "" if filed is None else str(filed)


def test_a_report_that_comes_too_late_is_not_taken_and_says_so(battle: Table) -> None:
    """MASL-2.1-6: the CRT has decided; the late report changes nothing, before the battle comes back and after."""
    last = brief(battle, "german.field1")
    late = form(last)
    battle.wait(days=8, minutes=5)
    battle.wait(days=2)
    assert out(battle) == []
    before = battle.campaign.state.situation
    answer = plain(battle.write("german.field1", late, last))
    assert "AAR 1: not taken: " in answer and "AAR 1 received" not in answer
    assert battle.campaign.state.situation == before


def test_a_second_report_with_other_content_takes_the_first_ones_place_until_both_agree(battle: Table) -> None:
    """MASL-4.1-1: the last faultless one counts, and the other side hears of neither."""
    before = len(battle.mail("german.field1"))
    report(battle, "allied.field1", prisoners="1 TAKEN, 0 LOST", narrative="A prisoner!")
    first = result(battle, "allied")
    assert "AAR 1 received" in plain(report(battle, "allied.field1", prisoners="0 TAKEN, 0 LOST", narrative="None after all."))
    assert result(battle, "allied") != first and "None after all." in result(battle, "allied")
    assert len(battle.mail("german.field1")) == before
    impossible = "AAR 1\nRESULT ENGAGED\nOWN UNITS A/504 9 fatigued\nEND AAR"
    bad = battle.write("allied.field1", impossible, brief(battle, "allied.field1"))
    assert "not taken; fix it and send the whole report again" in plain(bad) and "None after all." in result(battle, "allied")
    report(battle, "german.field1")
    assert any("is over" in m.subject for m in battle.mail("german.field1"))
    then = battle.campaign.state.situation
    again = plain(report(battle, "allied.field1", prisoners="3 TAKEN, 0 LOST"))
    assert "AAR 1: not taken: " in again and battle.campaign.state.situation == then


def test_the_same_report_twice_is_answered_alike_and_counts_once(battle: Table) -> None:
    text, last = form(brief(battle, "allied.field1")), brief(battle, "allied.field1")
    assert "AAR 1 received" in plain(battle.write("allied.field1", text, last))
    before = result(battle, "allied")
    assert "The same orders were answered in" in plain(battle.write("allied.field1", text, last))
    assert result(battle, "allied") == before


def bounced(table: Table, mail: Mail) -> None:
    """A letter comes back undelivered."""
    bounces.comes(table, bounces.report(mail))


def test_a_brief_that_comes_back_goes_to_the_commanders_second_address(tmp_path: Path) -> None:
    seats = tuple(replace(s, also=("second@allied.example",)) if s.id == "allied.field1" else s for s in SEATS)
    table = Table(tmp_path, module=str(module(tmp_path / "module", "wait")), seats=seats)
    table.begin()
    table.write("german", "BATTLES FIELD")
    table.write("allied", f"BATTLES FIELD\n{ATTACK}")
    bounced(table, brief(table, "allied.field1"))
    table.wait(minutes=5)
    again = table.postman.bags["second@allied.example"]
    assert any(b"mission brief" in raw for raw in again)
    table.close()


def test_a_brief_that_comes_back_for_good_is_told_to_the_host_and_the_battle_has_its_time(battle: Table) -> None:
    bounced(battle, brief(battle, "allied.field1"))
    assert battle.referee.bounces()[0][0].startswith("test allied.field1: 1 · ")
    assert out(battle) == [1]
    report(battle, "german.field1")
    battle.wait(days=8, minutes=5)
    battle.wait(days=2)
    assert out(battle) == []  # MASL-2.1-6: the CRT decides


@pytest.mark.parametrize(
    ("zone", "hint"), (("Lummerland", "No zone"), ("Europe/Amsterdm", "did you mean Europe/Amsterdam?"), ("CEST+25", "No zone"))
)
def test_a_zone_that_does_not_exist_is_answered_with_what_may_be_meant(hosted: Table, zone: str, hint: str) -> None:
    answer = plain(hosted.write("allied", f"ZONE {zone}"))
    assert hint in answer, answer
    assert not hosted.campaign.state.admin.hosting.zones


@pytest.mark.parametrize(
    ("moment", "note"), (("2027-03-28 02:30", "there is no 02:30 that day"), ("2027-10-31 02:30", "02:30 comes twice that day"))
)
def test_a_moment_in_a_gap_or_a_fold_of_the_clock_is_named(hosted: Table, moment: str, note: str) -> None:
    assert note in plain(say(hosted, f"PAUSE T1.1 UNTIL {moment}"))
    until = hosted.campaign.state.admin.hosting.until
    assert until is not None and until > START
    assert "Play resumes by itself" in plain(hosted.mail("german")[-1])


def test_a_commander_away_over_a_gap_of_the_clock_is_told_how_it_was_read(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=HOSTED)
    table.at = START.replace(year=2027, month=3, day=26)
    table.begin()
    assert "There is no 02:30 that day" in plain(table.write("allied", "ABSENT 2027-03-27 to 2027-03-28 02:30"))
    table.close()


WRONG = ("RESUME T1.1", "EXTEND T3.4 BY 2 HOURS", "PROCESS T9.9", "ROLLBACK T2.1 TO T1.1", "SETTLE 4 FOR crt")


@pytest.mark.parametrize("words", WRONG)
def test_a_host_word_in_the_wrong_phase_does_nothing_and_names_the_reason(hosted: Table, words: str) -> None:
    before = hosted.campaign.state.situation
    answer = hosted.write("host", words)
    assert "is refused" in answer.subject and "Nothing was done." in answer.text and "CONFIRM" not in answer.text
    assert hosted.campaign.state.situation == before

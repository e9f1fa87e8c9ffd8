"""A battle in a battle: a TOCS battle that field commanders fight as a game of TCS by mail, from brief to report (MASL-1.1-3)."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.campaign.state import host_seat
from tests.acceptance.battles_within import GAME, HEUMEN, HOLDS, at_a_battle, battle, fights, fought_out, of_battle, passes, says
from tests.acceptance.table import Mail, Table, plain, unsound
from tests.acceptance.test_field_battles import SEATS, _next_turn, out
from tests.acceptance.test_host_by_mail import say
from tests.opened import as_board

OTHERS = ("allied", "german", "allied.field2")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with at_a_battle(tmp_path) as found:
        yield found


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Table]:
    with at_a_battle(tmp_path, (*SEATS, host_seat("henk@host.example"))) as found:
        yield found


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """The battle for the Malden bridge, fought to its end, and its report applied."""
    with at_a_battle(tmp_path_factory.mktemp("story")) as found:
        fought_out(found)
        _next_turn(found)
        yield found


def last(table: Table, seat: str, words: str) -> Mail:
    """The last letter of a seat whose subject has these words."""
    return next(mail for mail in reversed(table.mail(seat)) if words in mail.subject)


# ---------------------------------------------------------------- the story, from brief to report


def test_each_commander_gets_a_brief_without_a_form_and_a_game_of_his_own(story: Table) -> None:
    """MASL-3.1-2, MASL-3.1-6: the attacker alone reads how long it lasts."""
    for seat in HOLDS.values():
        brief = last(story, seat, "mission brief")
        assert "nobody starts fires or blows anything up: the bridge stays whole" in plain(brief), "Malden bridge"
        assert "what became of the bridge" not in brief.text and "headed [test-b1]" in plain(brief)
        assert "END AAR" not in brief.text and "REPORT FORM" not in brief.text
        own = brief.text.partition("3. OWN")[2].partition("SUPPORT")[0]
        assert "supplied" in own and "ML" not in own and "ELR" not in own, "they are no figures of the game it is fought with"
        first = of_battle(story, seat)
        assert "you command" in first[0].subject and "T1.A" in first[1].subject and "ACCEPT" not in first[0].text
    ours, theirs = (plain(of_battle(story, HOLDS[side])[0]) for side in ("allied", "german"))
    assert "Take Malden bridge. The battle lasts 7 turns" in ours and "lasts" not in theirs and "Hold Malden bridge" in theirs
    assert "A504-1 Rifle platoon" in ours and "Rifle platoon" in theirs


def test_each_side_sees_its_own_mail_alone(story: Table) -> None:
    """MASL-2.1-1: nobody but its commander reads a letter of the game; none of his shows a counter of the other's by its name."""
    for seat in OTHERS:
        assert of_battle(story, seat) == []
    ours, theirs = ("".join(m.text for m in of_battle(story, HOLDS[side])) for side in ("allied", "german"))
    assert "1LS-" in theirs and "1LS-" not in ours and "A504-" in ours and "A504-" not in theirs


def test_the_referee_writes_the_report_of_what_each_side_saw(story: Table) -> None:
    """MASL-4.1-1, MASL-4.1-2: and the commanders of both sides read their own alone, and nothing else of the battle."""
    reports = {side: last(story, HOLDS[side], "your report has gone in") for side in HOLDS}
    assert re.search(r"RESULT (ATTACKER HOLDS|DEFENDER HOLDS|ENGAGED)", reports["allied"].text)
    assert "A/504" in reports["allied"].text and "1/LS" in reports["german"].text
    assert "1/LS" not in reports["allied"].text and "A/504" not in reports["german"].text
    assert "PRISONERS 0 TAKEN, 0 LOST" in plain(reports["allied"]) and "NARRATIVE" in reports["german"].text
    for side, seat in HOLDS.items():
        told = " ".join(plain(mail) for mail in story.mail(side))
        assert "your field commander reports" in told
        assert not any(mail.subject.startswith(f"[{GAME}]") for mail in story.mail(side))
        assert any("is over" in mail.subject for mail in story.mail(seat))
    assert out(story) == [] and unsound(story) == []


def test_the_last_letter_says_the_battle_is_over_and_opens_nothing(story: Table) -> None:
    for side, seat in HOLDS.items():
        mail = of_battle(story, seat)[-1]
        other = "1LS-" if side == "allied" else "A504-"
        assert (
            "battle is over" in mail.subject and "THE BATTLE IS OVER" in mail.text and "campaign is over" not in plain(mail).lower()
        )
        assert "REVEALED" not in mail.text and "ROLLS, OPENED" not in mail.text and other not in mail.text
    assert battle(story).state.admin.stage == "over"
    late = plain(says(story, HOLDS["allied"], "A504-1: move 02.08\nDONE"))
    assert "the battle is over" in late and "campaign" not in late and "as they arrive" not in late


def test_steps_are_as_the_game_left_them(story: Table) -> None:
    """MASL-2.2-1: no step is won, and what the game took is lost."""
    board = as_board(story.campaign.state.situation.board)
    tcs = battle(story).state.situation.board
    for side, call in (("allied", "A/504"), ("german", "1/LS")):
        forces = board.forces[side]
        counter = next(c for c in forces.counters.values() if c.call == call)
        unit = forces.units[counter.id]
        left = sum(u.steps for u in tcs.forces[side].units.values() if u.company == call)  # type: ignore[attr-defined]
        assert (unit.status == "dead") == (left == 0) or unit.lost == counter.steps - 1
        assert unit.lost <= counter.steps


def test_the_heumen_bridge_is_fought_by_mail_from_brief_to_report(tmp_path: Path) -> None:
    """MASL-3.1-2, MASL-4.1-1, MASL-2.2-1: the bridge that the campaign is about; each side reads its own mail alone."""
    with at_a_battle(tmp_path, bridge=HEUMEN) as table:
        briefs = {side: plain(last(table, seat, "mission brief")) for side, seat in HOLDS.items()}
        assert all("battle 1, 14.12" in text and "the bridge stays whole" in text for text in briefs.values())
        assert "Take Heumen bridge." in plain(of_battle(table, HOLDS["allied"])[0])
        assert "Hold Heumen bridge." in plain(of_battle(table, HOLDS["german"])[0])
        fought_out(table)
        _next_turn(table)
        letters = {side: "".join(m.text for m in of_battle(table, HOLDS[side])) for side in HOLDS}
        assert "A504-" in letters["allied"] and "A504-" not in letters["german"]
        assert not any(of_battle(table, seat) for seat in OTHERS)
        for side, seat in HOLDS.items():
            report = last(table, seat, "your report has gone in")
            assert re.search(r"RESULT (ATTACKER HOLDS|DEFENDER HOLDS|ENGAGED)", report.text)
            assert ("A/504" in report.text) is (side == "allied") and "BRIDGE WHOLE" in plain(report)
            assert "your field commander reports" in " ".join(plain(mail) for mail in table.mail(side))
        assert out(table) == [] and unsound(table) == []


# ---------------------------------------------------------------- who commands


def test_a_battle_that_is_handed_back_has_another_commander(table: Table) -> None:
    """MASL-2.1-1: by a letter to the campaign, or by RESIGN in the game; whoever had it reads no more of it."""
    fights(table)
    table.write("allied.field1", "HAND BACK 1", last(table, "allied.field1", "[test] "))
    assert "I want Malden bridge" in last(table, "allied.field2", "mission brief").text
    taken = of_battle(table, "allied.field2")
    assert "Hand-over" in taken[-1].subject and "A504-1" in taken[-1].text
    assert "receipt" in plain(table.write("allied.field2", "A504-1: fire mode\nDONE", taken[-1])).lower()
    before = len(of_battle(table, "allied.field1"))
    assert "you no longer command this battle" in of_battle(table, "allied.field1")[-1].subject
    table.deliver(table.letter("allied.field1", "A504-1: move 02.08", of_battle(table, "allied.field1")[-1]))
    table.run()
    assert len(of_battle(table, "allied.field1")) == before


def test_a_host_replaces_who_fights_it(hosted: Table) -> None:
    """MASL-2.1-1: the next field commander has it at once; who is only invited reads nothing of it."""
    table = hosted
    fights(table)
    say(table, "REPLACE allied.field1 BY nora@a.example")
    assert "you no longer command this battle" in of_battle(table, "allied.field1")[-1].subject
    assert "Hand-over" in of_battle(table, "allied.field2")[-1].subject
    assert battle(table).state.admin.seats["allied"].address == table.address["allied.field2"]
    invited = table.postman.bags["nora@a.example"]
    assert len(invited) == 1 and b"test-b1" not in invited[0] and b"A504" not in invited[0]


def test_whoever_takes_it_over_may_write_from_their_other_address(table: Table) -> None:
    """MASL-2.1-1: ADD ADDRESS of the campaign holds in a battle that a field commander gets later."""
    table.means("allied.field2", "ADD ADDRESS finn@work.example")
    table.write("allied.field1", "HAND BACK 1", last(table, "allied.field1", "[test] "))
    assert table.campaign.state.admin.seats["allied.field2"].also == ("finn@work.example",)
    assert battle(table).state.admin.seats["allied"].also == ("finn@work.example",)


def test_who_resigns_in_the_game_passes_it_on(table: Table) -> None:
    """MASL-2.1-1: in the end to the side's commander."""
    answer = says(table, "german.field1", "RESIGN GERMAN")
    table.write("german.field1", "YES", answer)
    assert "mission brief" in last(table, "german", "mission brief").subject
    assert "Hand-over" in of_battle(table, "german")[-1].subject
    assert battle(table).state.admin.seats["german"].address == table.address["german"]


def test_no_report_is_taken_from_a_person(table: Table) -> None:
    """MASL-4.1-1: it is the referee's to write."""
    answer = table.write("allied.field1", "AAR 1\nRESULT ENGAGED\nEND AAR", last(table, "allied.field1", "[test] "))
    assert "the referee writes its report" in plain(answer)


# ---------------------------------------------------------------- clocks


def test_two_silent_commanders_leave_it_to_the_table(table: Table) -> None:
    """MASL-2.1-6: after two letters that neither wrote; nobody is reminded of a report."""
    for _ in range(12):
        if battle(table).state.admin.stage == "over":
            break
        passes(table)
    assert table.campaign.state.admin.fields == {} or table.campaign.state.admin.fields[1].stage == "agreed"
    assert "is decided" in last(table, "allied.field1", "battle 1 is decided").subject
    assert battle(table).state.admin.stage == "over" and not any("report is due" in m.subject for m in table.mail("allied.field1"))
    _next_turn(table)
    assert out(table) == []


def test_one_silent_commander_does_not(table: Table) -> None:
    for _ in range(3):
        fights(table, ("allied",))
    assert battle(table).state.admin.stage == "playing" and out(table) == [1]


def test_when_its_time_is_over_the_table_decides(table: Table) -> None:
    """MASL-2.1-6."""
    fights(table)
    due = table.campaign.state.admin.fields[1].due
    while battle(table).state.admin.stage == "playing" and table.at < due:
        fights(table, ("allied",)) if table.at < due - timedelta(days=3) else passes(table)
        if battle(table).state.admin.stage == "over":
            return  # it was fought out in time
    table.at = due + timedelta(minutes=1)
    table.run()
    assert battle(table).state.admin.stage == "over"


def test_a_pause_of_the_campaign_stops_the_battle_too(hosted: Table) -> None:
    table = hosted
    say(table, f"PAUSE {table.impulse} Christmas")
    assert battle(table).state.admin.paused == "host"
    for seat in HOLDS.values():
        assert "the battle is paused" in of_battle(table, seat)[-1].subject
    before = len(of_battle(table, "allied.field1"))
    table.wait(days=9)
    assert len(of_battle(table, "allied.field1")) == before and battle(table).state.admin.stage == "playing"
    say(table, f"RESUME {table.impulse}")
    assert battle(table).state.admin.paused == "" and "play resumes" in of_battle(table, "german.field1")[-1].subject
    fights(table)


def test_a_rollback_to_before_it_recalls_it_and_a_battle_after_it_is_another(hosted: Table) -> None:
    table = hosted
    fights(table)
    say(table, f"ROLLBACK {table.impulse} TO T1.1")
    assert out(table) == [] and battle(table).state.admin.stage == "over"
    for seat in HOLDS.values():
        assert "battle is over" in of_battle(table, seat)[-1].subject
        assert not any("your report has gone in" in mail.subject for mail in table.mail(seat))
    table.write("german", "BATTLES FIELD")
    table.write("allied", "BATTLES FIELD")
    table.write("allied", "A/504: recon 13.11; attack 13.11 deliberate\nend impulse\n")
    assert out(table) == [1] and "test-b1-1" in table.referee.campaigns
    assert of_battle(table, "allied.field1", "test-b1-1")


def test_a_rollback_while_it_is_fought_leaves_it_alone(hosted: Table) -> None:
    table = hosted
    while table.phasing() != "german":
        table.write("allied", "end impulse")
    begun = table.impulse
    table.write("german", "end impulse")
    say(table, f"ROLLBACK {table.impulse} TO {begun}")
    assert out(table) == [1] and battle(table).state.admin.stage == "playing"
    fights(table)


def test_the_end_of_the_campaign_ends_it_and_opens_it(hosted: Table) -> None:
    table = hosted
    fights(table)
    say(table, f"CLOSE {table.impulse} enough")
    shown = battle(table).state.admin
    assert shown.stage == "over" and shown.battle is not None and shown.battle.opened
    for side, seat in HOLDS.items():
        opened = of_battle(table, seat)[-1]
        other = "1LS-1" if side == "allied" else "A504-1"
        assert "both sides revealed" in opened.subject and other in opened.text


# ---------------------------------------------------------------- nobody else


@pytest.mark.parametrize("side", ["allied", "german"])
def test_what_the_other_commander_does_changes_nothing_of_ones_mail(table: Table, side: str) -> None:
    """A letter, DONE, a fault of the other's: not a byte of one's own letters, nor of the campaign's, until it runs."""
    other = HOLDS["german" if side == "allied" else "allied"]
    seats = (HOLDS[side], *OTHERS)
    before = {seat: [m.raw for m in table.mail(seat)] for seat in seats}
    says(table, other, "DONE")
    says(table, other, "nonsense: move 99.99")
    assert {seat: [m.raw for m in table.mail(seat)] for seat in seats} == before


def test_a_host_who_plays_in_the_campaign_is_blind_in_its_battle(table: Table) -> None:
    from pbem.campaign.eyes import eyes

    admin = battle(table).state.admin
    assert eyes(admin, (table.address["allied"],)).led == {"allied"} and eyes(admin, ("henk@host.example",)).led == frozenset()
    assert battle(table).state.admin.hosts() == ()


def test_the_commander_reads_in_status_where_it_is_fought(table: Table) -> None:
    answer = plain(table.write("allied", "STATUS"))
    assert "battle 1, 13.11: fought as test-b1" in answer

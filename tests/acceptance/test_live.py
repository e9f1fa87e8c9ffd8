"""Live evenings as people agree on them and sit through them: offers, answers, clocks of minutes, and how an evening ends."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.admin.module_check import _audit_one as audit_one
from pbem.campaign.deadlines import Pace
from pbem.campaign.evenings import Evening
from pbem.campaign.state import Clock, Seat, host_seat
from pbem.kernel.values import replace
from pbem.rulesets.tocs.parts import points
from pbem.store.folder.disk import Disk
from tests.acceptance.table import ADDRESS, PREFIX, TEAMS, Mail, Postman, Table, begun, plain, the_clock, unsound
from tests.care.club import Club
from tests.opened import as_picture
from tests.store.failing_disk import FailingDisk, Killed

HOST = "henk@host.example"
SIDES = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
EVENING = "Mon 23 Nov 20:00 CET to 22:30 CET"


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A campaign with a host, in its first impulse, on Monday morning."""
    with begun(tmp_path, seats=(*SIDES, host_seat(HOST))) as table:
        yield table
    assert unsound(table) == []


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Table]:
    """Two teams of three."""
    with begun(tmp_path, seats=TEAMS, tempo="on-end") as table:
        yield table
    assert unsound(table) == []


def clock_of(table: Table) -> Clock:
    found = the_clock(table.campaign.state)
    assert found is not None
    return found


def evening(table: Table) -> Evening:
    found = table.campaign.state.admin.evenings.evening
    assert found is not None
    return found


def agree(table: Table, words: str = "LIVE 20:00-22:30") -> None:
    """The American offers, the German accepts."""
    assert "(offer 1):" in plain(table.write("allied", words))
    assert "agreed:" in plain(table.write("german", "ACCEPT LIVE 1"))


def begin(table: Table, words: str = "LIVE 20:00-22:30") -> None:
    """It is agreed, and it is eight o'clock."""
    agree(table, words)
    table.at = evening(table).start
    table.run()
    assert evening(table).stage == "running"


def until(table: Table, at: datetime) -> None:
    """Time goes by, looked at every minute."""
    while table.at < at:
        table.at = min(at, table.at + timedelta(minutes=1))
        table.run()


# ---------------------------------------------------------------- offered and answered


def test_an_evening_is_offered_accepted_and_begins_at_its_hour(table: Table) -> None:
    answer = plain(table.write("allied", "LIVE 20:00-22:30"))
    assert f"Live evening offered (offer 1): {EVENING}. The other side has been told; LIVE NO takes the offer back." in answer
    offer = table.mail("german")[-1]
    assert offer.subject == f"[test] live evening offered: {EVENING}"
    assert "REPLY ACCEPT LIVE 1 | DECLINE LIVE 1 (by Mon 23 Nov 20:00 CET)" in plain(offer)
    assert "body=ACCEPT%20LIVE%201" in offer.html and "body=DECLINE%20LIVE%201" in offer.html
    assert clock_of(table).due == utc("2026-11-25 19:00")
    assert f"Live evening agreed: {EVENING}. The other side has been told" in plain(table.write("german", "ACCEPT LIVE 1"))
    assert "Both sides have agreed" in plain(table.mail("allied")[-1])
    assert f"a live evening is agreed: {EVENING}" in plain(table.write("german", "STATUS"))
    until(table, utc("2026-11-23 19:00"))
    for seat in ("allied", "german"):
        begun = plain(table.mail(seat)[-1])
        assert f"The live evening has begun: {EVENING}. An impulse ends 20 minutes after its letter" in begun
    assert "T1.1 ends Mon 23 Nov 20:20 CET (in 20 min)" in plain(table.mail("allied")[-1])
    assert "T1.1 is the enemy's" in plain(table.mail("german")[-1])
    assert (clock_of(table).due, clock_of(table).last) == (utc("2026-11-23 19:20"), utc("2026-11-23 19:30"))


def test_an_offer_that_stands_is_called_ones_own_or_the_other_sides(table: Table) -> None:
    table.write("allied", "LIVE 20:00-22:30")
    told = {seat: plain(table.write(seat, "STATUS")) for seat in ADDRESS}
    assert f"your side offers a live evening: {EVENING} (offer 1); LIVE NO takes it back" in told["allied"]
    assert f"the other side offers a live evening: {EVENING} (offer 1)" in told["german"]
    assert "allied offers" not in "".join(told.values())


def test_an_offer_answered_by_a_tap_on_the_phone(table: Table) -> None:
    """The button's mail has its own subject, no In-Reply-To and one line."""
    table.write("allied", "LIVE 20:00")
    offer = table.mail("german")[-1]
    tapped = table.letter("german", "ACCEPT LIVE 1", offer).replace(b"In-Reply-To", b"X-Nothing")
    assert "agreed:" in plain(table.send("german", tapped))


@pytest.mark.parametrize(
    ("words", "start", "end"),
    [
        ("LIVE 20:00–22:30", "2026-11-23 19:00", "2026-11-23 21:30"),
        ("LIVE 20:00", "2026-11-23 19:00", "2026-11-23 21:30"),
        ("LIVE 27 Nov 20:00 to 22:00.", "2026-11-27 19:00", "2026-11-27 21:00"),
        ("live 2026-11-27", "2026-11-27 19:00", "2026-11-27 21:30"),
        ("LIVE Nov 27 at 23:00 - 1:00", "2026-11-27 22:00", "2026-11-28 00:00"),
    ],
)  # fmt: skip
def test_the_hours_are_read_on_the_writers_clocks(table: Table, words: str, start: str, end: str) -> None:
    table.write("allied", words)
    (offer,) = table.campaign.state.admin.evenings.offers
    assert (offer.start, offer.end) == (utc(start), utc(end))


def test_each_reads_the_hours_on_his_own_clocks(table: Table) -> None:
    table.write("allied", "ZONE America/New_York")
    assert "Mon 23 Nov 20:00 EST to 22:30 EST" in plain(table.write("allied", "LIVE 20:00-22:30"))
    offer = plain(table.mail("german")[-1])
    assert "Tue 24 Nov 02:00 CET to 04:30 CET" in offer
    assert "EST" not in offer and "20:00" not in offer


@pytest.mark.parametrize(
    ("at", "words", "note", "start"),
    [
        ("2027-03-25 12:00", "LIVE 28 Mar 02:30 to 04:30", "There is no 02:30 that day", "2027-03-28 01:30"),
        ("2026-10-22 12:00", "LIVE 25 Oct 02:30 to 04:30", "02:30 comes twice that day", "2026-10-25 00:30"),
        ("2026-10-22 12:00", "LIVE 25 Oct 00:30 to 02:30", "02:30 comes twice that day", "2026-10-24 22:30"),
    ],
)
def test_an_hour_that_the_clocks_skip_or_show_twice_is_named(tmp_path: Path, at: str, words: str, note: str, start: str) -> None:
    table = Table(tmp_path, seats=SIDES)
    table.at = utc(at)
    table.begin()
    answer = plain(table.write("allied", words))
    assert note in answer and "(offer 1):" in answer
    assert table.campaign.state.admin.evenings.offers[0].start == utc(start)
    assert note not in plain(table.mail("german")[-1])
    table.close()


def test_an_evening_over_the_night_the_clocks_change_names_both_hours(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=SIDES)
    table.at = utc("2026-10-22 12:00")
    table.begin()
    assert "Sun 25 Oct 01:00 CEST to 03:30 CET" in plain(table.write("allied", "LIVE 25 Oct 01:00 to 03:30"))
    table.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("LIVE 2026-11-22 20:00", "Sun 22 Nov 20:00 CET is gone by; it is Mon 23 Nov"),
        ("LIVE 31 Feb 20:00", "there is no such day"),
        ("LIVE 24 Jan 20:00", "is more than 28 days ahead"),
        ("LIVE 22 Nov 20:00", "2027 Mon 22 Nov 20:00 CET is more than 28 days ahead"),
        ("LIVE 20:00-20:20", "is too short: an impulse and its grace take 30 minutes"),
        ("LIVE 20:00-20:00", "is longer than 8 hours"),
        ("LIVE 20:00-05:00", "is longer than 8 hours"),
    ],
)
def test_an_evening_that_cannot_be_is_refused_and_nobody_hears_of_it(table: Table, words: str, why: str) -> None:
    before = len(table.mail("german"))
    answer = plain(table.write("allied", words))
    assert "No live evening offered" in answer and why in answer
    assert len(table.mail("german")) == before and not table.campaign.state.admin.evenings.offers


def test_live_alone_is_explained_and_offers_nothing(table: Table) -> None:
    """A word and nothing else on its line asks what it does."""
    answer = table.write("allied", "LIVE")
    assert answer.subject.endswith("answers: HELP") and "LIVE 20:00" in answer.text
    assert not table.campaign.state.admin.evenings.offers


@pytest.mark.parametrize("words", ["LIVE 25:00", "LIVE tomorrow", "ACCEPT LIVE now", "LIVE 20.00"])
def test_words_that_are_no_offer_are_fixed_like_every_line(table: Table, words: str) -> None:
    answer = table.write("allied", words)
    assert "fixing" in answer.subject and "TO FIX" in answer.text
    assert not table.campaign.state.admin.evenings.offers


def test_an_offer_is_declined_taken_back_and_made_afresh(table: Table) -> None:
    table.write("allied", "LIVE 20:00")
    assert "Live evening declined. The other side has been told." in plain(table.write("german", "DECLINE LIVE 1"))
    assert "The other side declines the live evening of" in plain(table.mail("allied")[-1])
    assert "none of the other side's stands" in plain(table.write("german", "ACCEPT LIVE"))
    table.write("allied", "LIVE 21:00")
    assert "Your offer is taken back" in plain(table.write("allied", "LIVE NO"))
    assert "The other side takes back" in plain(table.mail("german")[-1])
    assert "No live evening accepted: none of the other side's stands" in plain(table.write("german", "ACCEPT LIVE 2"))
    assert "No live evening is agreed, and you offer none" in plain(table.write("allied", "AGAIN\nLIVE NO"))


def test_a_new_offer_takes_the_place_of_the_one_before_and_an_answer_to_that_is_none(table: Table) -> None:
    table.write("allied", "LIVE 20:00")
    first = table.mail("german")[-1]
    assert "yours stands already, as offer 1" in plain(table.write("allied", "LIVE 20:00 to 22:30"))
    table.write("allied", "LIVE 24 Nov 20:00")
    assert "in the place of the one before" in plain(table.mail("german")[-1])
    answer = plain(table.write("german", "ACCEPT LIVE 1", first))
    assert "No live evening accepted: the other side's offer is number 2 now: the live evening of Tue 24 Nov 20:00 CET" in answer
    assert "agreed:" in plain(table.write("german", "ACCEPT LIVE"))
    assert evening(table).start == utc("2026-11-24 19:00")


def test_two_offers_at_once_stand_side_by_side_until_one_is_accepted(table: Table) -> None:
    table.write("allied", "LIVE 24 Nov 20:00")
    assert "The other side's own offer stands too: ACCEPT LIVE takes it" in plain(table.write("german", "LIVE 25 Nov 20:00"))
    assert "DECLINE LIVE answers the other side's offer" not in plain(table.write("german", "LIVE NO"))
    table.write("german", "LIVE 25 Nov 21:00")
    table.write("allied", "ACCEPT LIVE 3")
    assert evening(table).start == utc("2026-11-25 20:00")
    assert not table.campaign.state.admin.evenings.offers
    assert "none is open: one is agreed for Wed 25 Nov 21:00 CET" in plain(table.write("german", "ACCEPT LIVE 1"))
    answer = plain(table.write("german", "LIVE 26 Nov"))
    assert "one is agreed: Wed 25 Nov 21:00 CET to 23:30 CET; LIVE NO calls it off" in answer


def test_two_offers_of_the_same_hours_are_agreed(table: Table) -> None:
    table.write("allied", "LIVE 24 Nov 20:00")
    assert "agreed:" in plain(table.write("german", "LIVE 24 Nov 20:00 to 22:30"))
    assert "Both sides have agreed" in plain(table.mail("allied")[-1])


def test_an_offer_without_an_answer_lapses_at_its_hour_and_a_late_answer_is_none(table: Table) -> None:
    table.write("allied", "LIVE 20:00")
    german = len(table.mail("german"))
    until(table, utc("2026-11-23 19:01"))
    assert "Nobody has answered your offer of the live evening of Mon 23 Nov 20:00 CET" in plain(table.mail("allied")[-1])
    assert len(table.mail("german")) == german
    answer = plain(table.write("german", "ACCEPT LIVE 1"))
    assert "No live evening accepted: none of the other side's stands (it may have been taken back, or its hour have" in answer


def test_a_letter_of_before_the_hour_that_is_read_after_it_still_accepts(table: Table) -> None:
    table.write("allied", "LIVE 20:00")
    table.at = utc("2026-11-23 18:58")
    table.deliver(table.letter("german", "ACCEPT LIVE 1"))
    table.wait(minutes=3)
    assert evening(table).stage == "running"


def test_an_agreed_evening_is_called_off_by_either(table: Table) -> None:
    agree(table)
    assert "The live evening is called off" in plain(table.write("german", "LIVE NO"))
    assert f"The other side has called off the live evening of {EVENING}" in plain(table.mail("allied")[-1])
    until(table, utc("2026-11-23 19:05"))
    assert clock_of(table).due == utc("2026-11-25 19:00")


def test_before_play_and_in_a_pause_there_is_no_evening_to_offer(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=SIDES)
    assert "LIVE: the campaign is not being played now" in plain(table.write("allied", "ACCEPT\n")) + plain(
        table.write("allied", "LIVE 20:00")
    )
    table.close()


def test_offers_are_counted_among_the_messages_of_the_day(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.handlers.messages.MOST_A_DAY", 3)
    for number in range(1, 4):
        assert f"(offer {number}):" in plain(table.write("allied", f"LIVE 24 Nov 20:{number:02d}"))
    before = len(table.mail("german"))
    assert "you have sent 3 today already" in plain(table.write("allied", "LIVE 24 Nov 21:00"))
    assert len(table.mail("german")) == before


def test_who_is_away_then_sits_at_no_table(table: Table) -> None:
    table.write("german", "ABSENT 2026-11-23 18:00 to 2026-11-24")
    table.write("allied", "LIVE 20:00")
    assert "you said that you are away then; ABSENT NO comes first" in plain(table.write("german", "ACCEPT LIVE"))
    assert "agreed:" in plain(table.write("german", "ABSENT NO\nACCEPT LIVE"))


# ---------------------------------------------------------------- teams


def test_in_a_team_the_commander_speaks_for_his_side_and_all_are_told(team: Table) -> None:
    assert "LIVE is for American command to say, who speaks for your side (MASL-2.1-3)" in plain(
        team.write("allied.504", "LIVE 20:00")
    )
    team.write("allied", "LIVE 20:00-22:30")
    assert "American command offers the other side the live evening of" in plain(team.mail("allied.504")[-1])
    theirs = team.mail("german.henke")[-1]
    assert "German command (german) answers it for your side" in plain(theirs) and "body=ACCEPT" not in theirs.html
    assert "LIVE is for German command to say" in plain(team.write("german.henke", "ACCEPT LIVE 1"))
    team.write("german", "ACCEPT LIVE 1")
    for seat in ("allied", "allied.504", "german.henke", "german.ls"):
        assert "Both sides have agreed" in plain(team.mail(seat)[-1])


def test_a_proxy_speaks_for_his_side_while_its_commander_is_away(team: Table) -> None:
    team.write("german", "ABSENT 2026-11-23 to 2026-11-28 PROXY german.henke")
    team.write("allied", "LIVE 20:00")
    assert "agreed:" in plain(team.write("german.henke", "ACCEPT LIVE"))


def test_an_h_hour_that_lies_after_the_shortened_impulse_is_off(team: Table) -> None:
    agree(team)
    assert "H-hour is Tue 24 Nov 07:00 CET" in plain(team.write("allied", "H-HOUR TOMORROW 7:00"))
    until(team, utc("2026-11-23 19:00"))
    assert "The H-hour lies after the end of the impulse, and is off" in plain(team.mail("allied.504")[-1])
    assert "H-hour" not in plain(team.mail("german")[-1])
    assert team.campaign.state.admin.staff("allied").hour is None


def test_what_a_team_has_done_runs_when_the_minutes_are_over(team: Table) -> None:
    begin(team)
    team.write("allied.505", "D/505: recon around\nDONE")
    until(team, utc("2026-11-23 19:31"))
    assert team.phasing() == "german"
    assert "D/505" in plain([m for m in team.mail("allied.505") if "your orders on file" in m.subject][-1])


# ---------------------------------------------------------------- while it runs


def test_impulses_last_minutes_and_letters_go_to_and_fro(table: Table) -> None:
    begin(table)
    table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
    due = table.at + timedelta(minutes=20)
    assert clock_of(table) == Clock("german", "T1.2", due, due + timedelta(minutes=10), live=True)
    assert "Mon 20:21 CET" in table.mail("german")[-1].subject
    table.write("german", "END IMPULSE")
    assert clock_of(table).due == table.at + timedelta(minutes=20)


def test_an_impulse_of_minutes_is_reminded_of_and_closed_by_standing_orders(table: Table) -> None:
    begin(table)
    until(table, utc("2026-11-23 19:20"))
    assert "is overdue" in table.mail("allied")[-1].subject
    assert "You have grace until Mon 23 Nov 20:30 CET (in 10 min)" in plain(table.mail("allied")[-1])
    until(table, utc("2026-11-23 19:30"))
    assert table.phasing() == "german"
    assert table.campaign.state.admin.hosting.silences == {}


def test_who_lets_two_impulses_in_a_row_go_by_is_not_there_and_the_second_is_not_lost(table: Table) -> None:
    begin(table)
    until(table, utc("2026-11-23 19:30"))
    table.write("german", "END IMPULSE")
    opened = clock_of(table).moment
    until(table, clock_of(table).last)
    assert evening(table).stage == "over" and clock_of(table).moment == opened
    assert clock_of(table).due == utc("2026-11-26 19:00") and not clock_of(table).live
    assert "Two of your impulses in a row went by" in plain(table.mail("allied")[-1])
    assert "Two impulses" not in plain(table.mail("german")[-1])


def test_a_letter_between_two_silences_shows_that_somebody_is_there(table: Table) -> None:
    begin(table)
    until(table, utc("2026-11-23 19:30"))
    table.write("german", "END IMPULSE")
    table.write("allied", "STATUS")
    until(table, clock_of(table).last)
    assert evening(table).stage == "running" and table.phasing() == "german"


def test_a_plan_runs_within_the_impulse(table: Table) -> None:
    begin(table)
    table.write("allied", "PLAN FOR NEXT\nB/504: move 12.10\nend impulse\nEND PLAN")
    table.write("allied", "END IMPULSE")
    table.write("german", "END IMPULSE")
    opened = table.at
    assert "plan, runs within the impulse" in plain(table.write("allied", "ORDERS"))
    until(table, opened + timedelta(minutes=5))
    assert table.phasing() == "allied"
    until(table, opened + timedelta(minutes=15))
    assert table.phasing() == "german"


def test_a_plan_that_waits_when_the_evening_begins_is_given_a_new_hour(table: Table) -> None:
    agree(table)
    table.write("allied", "PLAN FOR NEXT\nB/504: move 12.10\nend impulse\nEND PLAN")
    table.write("allied", "END IMPULSE")
    table.at = utc("2026-11-23 18:30")
    table.write("german", "END IMPULSE")
    until(table, utc("2026-11-23 19:15"))
    assert table.phasing() == "german"


def test_an_impulse_that_could_not_end_before_the_evening_has_its_ordinary_time(table: Table) -> None:
    agree(table, "LIVE 20:00-20:50")
    until(table, utc("2026-11-23 19:15"))
    table.write("allied", "END IMPULSE")
    assert clock_of(table).last == utc("2026-11-23 19:46")
    until(table, utc("2026-11-23 19:25"))
    table.write("german", "END IMPULSE")
    assert not clock_of(table).live and clock_of(table).due == utc("2026-11-26 19:00")
    until(table, utc("2026-11-23 19:50"))
    assert evening(table).stage == "over" and clock_of(table).due == utc("2026-11-26 19:00")
    assert "The live evening ends at its hour" in plain(table.mail("german")[-1])


def test_either_ends_the_evening_with_a_word_and_the_impulse_has_its_whole_time(table: Table) -> None:
    begin(table)
    table.write("german", "STATUS")
    assert "The live evening is over; the other side has been told" in plain(table.write("german", "LIVE NO"))
    assert "The other side has ended the live evening" in plain(table.mail("allied")[-1])
    assert not clock_of(table).live and clock_of(table).due == utc("2026-11-26 19:00")


def test_no_day_is_added_to_an_impulse_of_minutes(table: Table) -> None:
    begin(table)
    assert "No extension: a live evening runs" in plain(table.write("allied", "EXTEND"))
    assert table.campaign.state.admin.hosting.extended == {}


def test_an_absence_keeps_an_impulse_open_in_an_evening_too(table: Table) -> None:
    begin(table)
    table.write("allied", "ABSENT 2026-11-23 to 2026-11-24")
    assert clock_of(table).due == utc("2026-11-25 19:00") and not clock_of(table).live


def test_with_nothing_left_to_spend_the_impulse_ends_in_ten_minutes(table: Table) -> None:
    agree(table)
    answer = table.mail("allied")[-1]
    for call in 10 * ("A/504", "B/504", "C/504", "I/504", "D/505", "E/505"):
        if points.left(as_picture(table.campaign.state.pictures["allied"])):
            answer = table.write("allied", f"AGAIN\nCARRY OUT WHAT YOU CAN\n{call}: recon around")
    assert "no OP is left: END IMPULSE closes T1.1 now, else it ends by itself Mon 23 Nov 22:" in plain(answer)
    until(table, utc("2026-11-23 19:09"))
    assert clock_of(table).spent == utc("2026-11-23 19:10") and table.phasing() == "allied"
    until(table, utc("2026-11-23 19:10"))
    assert table.phasing() == "german"


# ---------------------------------------------------------------- pauses, the host, the referee away


def by_host(table: Table, words: str) -> Mail:
    """The host says a word, and confirms it."""
    asked = table.write("host", words)
    code = next(line.split()[1] for line in asked.text.splitlines() if line.startswith("CONFIRM"))
    return table.write("host", f"CONFIRM {code}")


def test_a_pause_stops_the_evening_and_what_is_left_of_it_goes_on(table: Table) -> None:
    begin(table)
    by_host(table, "PAUSE T1.1")
    until(table, utc("2026-11-23 20:00"))
    assert table.phasing() == "allied"
    by_host(table, "RESUME T1.1")
    assert "The live evening lasts until its hour" in plain(table.mail("german")[-1])
    assert clock_of(table).live and clock_of(table).due == table.at + timedelta(minutes=20)


def test_an_evening_that_falls_into_a_pause_is_over(table: Table) -> None:
    agree(table)
    by_host(table, "PAUSE T1.1")
    table.wait(days=2)
    by_host(table, "RESUME T1.1")
    assert "fell into that time, and is over" in plain(table.mail("german")[-1])
    assert evening(table).stage == "over" and not clock_of(table).live


def test_a_pause_over_the_beginning_lets_the_rest_be_sat_through(table: Table) -> None:
    agree(table)
    by_host(table, "PAUSE T1.1")
    table.at = utc("2026-11-23 19:30")
    by_host(table, "RESUME T1.1")
    assert evening(table).stage == "running" and clock_of(table).live


def test_time_given_by_the_host_is_given_in_an_evening_too(table: Table) -> None:
    begin(table)
    by_host(table, "EXTEND T1.1 BY 2 HOURS")
    assert not clock_of(table).live and clock_of(table).due == utc("2026-11-23 21:20")


def test_a_rollback_leaves_the_evening_as_it_was_agreed(table: Table) -> None:
    begin(table)
    table.write("allied", "A/504: recon 13.11\nEND IMPULSE")
    by_host(table, "ROLLBACK T1.2 TO T1.1")
    assert clock_of(table).live and clock_of(table).moment == "T1.1"


def test_the_nights_digest_waits_for_the_end_of_the_evening(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=(*SIDES, host_seat(HOST)))
    table.begin()
    agree(table, "LIVE 24 Nov 03:45 to 05:00")
    until(table, utc("2026-11-24 03:05"))
    assert not any("ALL QUIET" in m.subject for m in table.mail("host"))
    table.write("german", "LIVE NO")
    table.run()
    assert "ALL QUIET" in table.mail("host")[-1].subject
    table.close()


def test_a_referee_who_was_away_for_an_impulse_ends_the_evening_and_nothing_is_lost(table: Table) -> None:
    begin(table)
    table.referee.away(table.at, table.at + timedelta(minutes=19))
    assert evening(table).stage == "running"
    since, table.at = table.at, table.at + timedelta(minutes=45)
    table.referee.away(since, table.at)
    table.run()
    assert table.phasing() == "allied" and not clock_of(table).live
    assert "The referee was away from Mon 23 Nov 20:00 CET to Mon 23 Nov 20:45 CET" in plain(table.mail("german")[-1])
    table.referee.away(since, table.at)
    assert sum("referee was away" in m.text for m in table.mail("german")) == 1


def test_the_minutes_are_the_campaigns_to_choose(tmp_path: Path) -> None:
    table = Table(tmp_path, seats=SIDES)
    table.campaign._table = replace(table.campaign._table, pace=Pace(live=40, live_length=60))
    table.begin()
    begin(table, "LIVE 20:00")
    assert clock_of(table).due == utc("2026-11-23 19:40") and evening(table).end == utc("2026-11-23 20:00")
    assert "An impulse ends 40 minutes after its letter" in plain(table.mail("german")[-1])
    table.close()


# ---------------------------------------------------------------- on the road, and through a power cut


def begun_over_maildirs(folder: Path) -> Club:
    """A live evening in which the Allied impulse is over."""
    club = Club(folder).found()
    club.play(0, 2)
    club.write("allied", "LIVE 20:00-22:30")
    assert f"live       spring: allied offers a live evening: {EVENING} (offer 1)" in care.status(club.file, club.now())
    club.write("german", "ACCEPT LIVE 1")
    assert f"live       spring: a live evening is agreed: {EVENING}" in care.status(club.file, club.now())
    club.at = utc("2026-11-23 18:55")
    for _ in range(4):
        club.tick(minutes=2)
    assert f"spring: a live evening runs: {EVENING}" in care.status(club.file, club.now())
    club.write("allied", "B/504: move 12.10\nEND IMPULSE")
    return club


def test_an_evening_over_maildirs_pass_by_pass(tmp_path: Path) -> None:
    """`pbem tick` from cron, every few minutes: offer, agreement, an impulse each, a gap in the post, the night after."""
    # the dice are others in every club, and one turn in 36 ends with its first impulse: then the next club is played
    clubs = (begun_over_maildirs(tmp_path / f"club{number}") for number in range(5))
    club = next(club for club in clubs if "T1.2" in club.letters("german")[-1].subject)
    assert "your impulse by Mon 20:24 CET" in club.letters("german")[-1].subject
    club.write("german", "END IMPULSE")
    late = the_clock(club.campaign().state)
    assert late is not None and late.live  # whose it is the dice say, which are others in every club
    for _ in range(16):
        club.tick(minutes=2)
    next_ = the_clock(club.campaign().state)
    assert next_ is not None and next_.moment != late.moment
    assert any("is overdue" in m.subject for m in club.letters(late.side))
    club.tick(minutes=50)
    assert "The referee was away from" in plain(club.letters("german")[-1])
    running = the_clock(club.campaign().state)
    assert running is not None and running.moment == next_.moment and running.due == utc("2026-11-26 19:00")
    club.tick(hours=12)
    assert "live " not in care.status(club.file, club.now())
    assert care.audit(club.file) == ("spring: sound\n", True)


def _agreed_and_begun(folder: Path, letter: bytes, disk: Disk) -> object:
    """The German accepts in the last minute, and nobody looks until the first reminder; after a death by a new process."""
    at = utc("2026-11-23 18:59")
    for now in (disk, Disk()):
        table = None
        try:
            table = Table(folder, now, seats=SIDES, postman=Postman())
            table.referee.take(letter, at, "test:accept")
            table.at = utc("2026-11-23 19:21")
            table.run()
        except Killed:
            if table:
                table.close()
            continue
        break
    assert table is not None
    campaign = table.campaign
    out = {p.name: p.read_bytes() for p in sorted((campaign.home / "letters" / "out").rglob("*.eml"))}
    end, faults = (campaign.script.snapshot(campaign.state), out), audit_one(campaign.home)
    table.close()
    assert faults == []
    return end


@pytest.mark.parametrize("step", range(2, 60, 4))
def test_an_evening_is_agreed_and_begun_once_whatever_dies(tmp_path: Path, step: int) -> None:
    table = Table(tmp_path / "a", seats=SIDES)
    table.begin()
    table.write("allied", "LIVE 20:00-22:30")
    letter = table.letter("german", "ACCEPT LIVE 1")
    table.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    quiet = _agreed_and_begun(tmp_path / "a", letter, Disk())
    assert _agreed_and_begun(tmp_path / "b", letter, FailingDisk(step, "kill")) == quiet

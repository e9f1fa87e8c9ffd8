"""The host stops clocks: both sides hear of it, orders are turned away, and time begins afresh when play goes on."""

import os
from datetime import timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.service.open_campaign import CampaignError
from pbem.service.referee import Referee
from tests.acceptance.table import plain, the_clock
from tests.care.club import Club, serving


@pytest.fixture
def club(tmp_path: Path) -> Club:
    club = Club(tmp_path / "club").found()
    club.play(0, 2)
    return club


def test_both_sides_are_told_of_a_pause_in_one_letter_each(club: Club) -> None:
    before = {seat: len(club.letters(seat)) for seat in ("allied", "german")}
    said = care.host(club.file, "spring", "PAUSE T1.1 the provider is down", club.now, True)
    assert said == "spring: paused; both sides are told\n"
    for seat, count in before.items():
        new = club.letters(seat)[count:]
        assert len(new) == 1
        assert "paused" in new[0].subject
        assert "the provider is down" in plain(new[0])
        assert new[0].fields["auto-submitted"] == "auto-generated"


def test_both_sides_read_the_same_words_of_a_pause(club: Club) -> None:
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    allied, german = (club.letters(seat)[-1].text.replace(prefix, "") for seat, prefix in (("allied", "A-4"), ("german", "G-4")))
    assert [line.strip() for line in allied.split("\n")[1:8]] == [line.strip() for line in german.split("\n")[1:8]]


def test_no_deadline_fires_while_a_campaign_is_paused(club: Club) -> None:
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    club.tick(days=30)
    assert [r["body"]["cause"]["kind"] for r in club.records()] == ["start", "letter", "letter", "host"]


def test_a_clock_begins_afresh_when_play_goes_on(club: Club) -> None:
    running = the_clock(club.campaign().state)
    assert running is not None
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    club.tick(days=30)
    assert care.host(club.file, "spring", "RESUME T1.1", club.now, True) == "spring: resumed; both sides are told\n"
    again = the_clock(club.campaign().state)
    assert again is not None
    assert (again.side, again.moment, again.reminded) == (running.side, running.moment, False)
    assert timedelta(hours=48) <= again.due - club.at <= timedelta(hours=72)
    assert "T1.1 ends" in plain(club.letters("allied")[-1])
    assert "T1.1 is the enemy's" in plain(club.letters("german")[-1])
    club.tick(days=4)
    assert [r["body"]["cause"]["kind"] for r in club.records()][-1] == "deadline"


def test_orders_are_turned_away_while_a_campaign_is_paused_and_run_when_they_come_again(club: Club) -> None:
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    away = club.write("allied", "C/504: move 11.11")
    assert "no orders executed" in away.subject
    assert "The campaign is paused" in plain(away)
    assert club.campaign().state.admin.drafts == {}
    care.host(club.file, "spring", "RESUME T1.1", club.now, True)
    assert "C/504 moved to 11.11" in plain(club.write("allied", "C/504: move 11.11"))


@pytest.mark.parametrize(
    "text", ["END IMPULSE", "YES", "IF SILENT PASS", "MESSAGE enemy\nhi\nEND MESSAGE", "ACCEPT", "A/504: mve 1"]
)
def test_whatever_acts_is_turned_away_in_the_same_words(club: Club, text: str) -> None:
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    before = club.campaign().state
    answer = {seat: plain(club.write(seat, text)) for seat in ("allied", "german")}
    after = club.campaign().state
    assert after.situation == before.situation
    assert after.admin.standing == before.admin.standing
    assert all("The campaign is paused: no clock runs" in words for words in answer.values())
    assert len(club.letters("german")) == len(club.letters("allied"))


def test_questions_are_answered_while_a_campaign_is_paused(club: Club) -> None:
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    answer = club.write("allied", "STATUS\nWHAT CAN A/504")
    assert "WHAT CAN A/504" in answer.text
    assert "the campaign is paused; no clock runs" in plain(answer)
    club.write("allied", "REPORT")
    assert "is your impulse" in club.letters("allied")[-1].text


def test_a_letter_that_came_before_the_pause_is_carried_out_before_it(club: Club) -> None:
    club.drop("allied", "C/504: move 11.11")
    with Referee(club.config) as referee:
        from pbem.service import transports as roads

        referee.fetch(roads.inbox(club.config))
    club.at += timedelta(minutes=1)
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    assert [r["body"]["cause"]["kind"] for r in club.records()][-2:] == ["letter", "host"]
    assert "C/504 moved to 11.11" in plain(club.letters("allied")[-2])


def test_what_the_daemon_has_not_come_to_when_patience_ends_is_safe_and_said_to_be(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.admin.handing.PATIENCE", 0.1)
    with Referee(club.config) as referee:
        said = care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
        assert said.startswith(f"spring: process {os.getpid()}, which runs here, has it in hand: it lies safe in the spool")
        assert club.campaign().state.admin.paused == ""
        serving(club, referee)
    assert club.campaign().state.admin.paused == "host"
    assert "paused" in club.letters("german")[-1].subject


def test_what_cannot_be_paused_or_resumed_is_said(club: Club) -> None:
    with pytest.raises(CampaignError, match="the campaign is not paused"):
        care.host(club.file, "spring", "RESUME T1.1", club.now, True)
    with pytest.raises(CampaignError, match="no campaign autumn"):
        care.host(club.file, "autumn", "PAUSE T1.1", club.now, True)
    care.host(club.file, "spring", "PAUSE T1.1", club.now, True)
    with pytest.raises(CampaignError, match="the campaign is paused already"):
        care.host(club.file, "spring", "PAUSE T1.1", club.now, True)


def test_all_campaigns_are_held_and_go_on_but_not_one_that_was_paused_by_itself(tmp_path: Path) -> None:
    club = Club(tmp_path / "many").found("autumn", "spring", "winter")
    care.host(club.file, "autumn", "PAUSE START", club.now, True)
    assert care.hold_all(club.file, "", club.now).count("paused") == 2
    assert care.hold_all(club.file, "", club.now) == "no campaign to stop\n"
    club.at += timedelta(minutes=1)
    assert "autumn" not in care.resume_all(club.file, club.now)
    paused = {name: club.campaign(name).state.admin.paused for name in ("autumn", "spring", "winter")}
    assert paused == {"autumn": "host", "spring": "", "winter": ""}
    assert care.resume_all(club.file, club.now) == "no campaign was held\n"


def test_a_pause_is_audited_and_replayed_like_everything_else(club: Club) -> None:
    care.host(club.file, "spring", "PAUSE T1.1 rain", club.now, True)
    club.write("german", "1/HG: move 15.09")
    care.host(club.file, "spring", "RESUME T1.1", club.now, True)
    text, clean = care.audit(club.file)
    assert clean, text
    campaign = club.campaign()
    state = campaign.from_the_beginning()
    assert campaign.script.snapshot(state) == campaign.script.snapshot(campaign.state)


def test_an_order_of_the_host_for_no_campaign_is_laid_aside(club: Club) -> None:
    from pbem.admin.running import drop, settle
    from pbem.service.errands import HOST

    drop(club.config, b'{"campaign": "gone", "kind": "host", "words": []}', club.now(), HOST)
    drop(club.config, b"no order at all", club.now(), HOST)
    settle(club.config, club.now)
    assert "in shunt   1 letter" in care.status(club.file, club.now())
    assert len(club.records()) == 3


def test_a_mail_cannot_pose_as_an_order_of_the_host(club: Club) -> None:
    club.put("host:evil", b'{"campaign": "spring", "kind": "host", "words": ["PAUSE T1.1"]}')
    club.tick()
    assert club.campaign().state.admin.paused == ""

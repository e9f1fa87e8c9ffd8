"""HOLD ALL and RESUME ALL: one word of the host's for all his campaigns, by mail and from the shell, once each and whole."""

import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem import admin as care
from pbem.admin.module_check import _audit_one as audit_one
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Cause
from pbem.campaign.state import Seat, host_seat
from pbem.kernel.numbered_lines import NumberedLine
from pbem.modules import library
from pbem.service.open_campaign import Setup
from pbem.service.opening import campaign_at
from pbem.store.folder.disk import Disk
from tests.acceptance.table import ADDRESS, PREFIX, SEED, Mail, Postman, Table, opened, plain
from tests.acceptance.test_host_by_mail import HOST, SEATS
from tests.care.club import Club
from tests.store.failing_disk import FailingDisk, Killed

OTHERS = ("autumn", "winter", "strange")  # beside "test"; the last has another host


def house(folder: Path, disk: Disk | None = None, postman: Postman | None = None) -> Table:
    """Four campaigns of one referee, three of them of one host, in the first impulse of "test"."""
    table = Table(folder, disk, seats=SEATS, postman=postman)
    for name in OTHERS:
        if name not in table.referee.campaigns:
            sides = (Seat(s, s, "commander", f"{name}.{ADDRESS[s]}", PREFIX[s]) for s in ("allied", "german"))
            host = host_seat("else@host.example" if name == "strange" else HOST)
            setup = Setup(name, library.module_folder("heumen-bridge"), (*sides, host), Pace(), seed=SEED)
            table.referee.new_campaign(setup, table.at)
    table.post()
    return table


def held(table: Table) -> dict[str, str]:
    """How each campaign is paused."""
    return {name: campaign.state.admin.paused for name, campaign in sorted(table.referee.campaigns.items())}


def say(table: Table, words: str) -> str:
    """Say a word in answer to the letter of "test" and confirm it."""
    mine = [m for m in table.mail("host") if "[test]" in m.subject]
    asked = table.write("host", words, mine[-1])
    found = re.search(r"CONFIRM (\S+)", asked.text)
    return plain(table.write("host", f"CONFIRM {found[1]}", asked)) if found else plain(asked)


def told(table: Table, campaign: str) -> int:
    """How many letters of a pause or its end a side of this campaign got."""
    bag = table.postman.bags.get(f"{campaign}.{ADDRESS['allied']}", [])
    return sum("PAUSED" in m.text or "RESUMED" in m.text for m in map(opened, bag))


def test_a_word_by_mail_holds_every_campaign_of_that_host_and_no_other(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    done = say(table, "HOLD ALL the provider is down")
    assert "paused; both sides are told" in done and "every other campaign that you are host of" in done
    assert held(table) == {"autumn": "all", "strange": "", "test": "all", "winter": "all"}
    assert [told(table, name) for name in OTHERS] == [1, 1, 0]
    assert "the provider is down" in plain(opened(table.postman.bags[f"winter.{ADDRESS['german']}"][-1]))
    assert "HOLD ALL: the campaign is held already" in say(table, "HOLD ALL")
    assert "resumed" in say(table, "RESUME ALL")
    assert set(held(table).values()) == {""} and [told(table, name) for name in OTHERS] == [2, 2, 0]
    table.close()
    assert [audit_one(c.home) for c in table.referee.campaigns.values()] == [[], [], [], []]


def test_one_that_is_paused_by_itself_passes_the_word_on_and_stays_as_it_is(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    say(table, "PAUSE T1.1")
    assert "here nothing changes: the campaign is paused already" in say(table, "HOLD ALL")
    assert held(table) == {"autumn": "all", "strange": "", "test": "host", "winter": "all"}
    letters = len(table.mail("allied"))
    assert "here nothing changes: the campaign was not held by HOLD ALL" in say(table, "RESUME ALL")
    assert held(table) == {"autumn": "", "strange": "", "test": "host", "winter": ""}
    assert len(table.mail("allied")) == letters
    table.close()


def _confirmed(folder: Path, words: str) -> tuple[bytes, datetime]:
    """The letter that confirms a word for all campaigns."""
    table = house(folder)
    table.begin()
    if words == "RESUME ALL":
        say(table, "HOLD ALL")
    asked = table.write("host", words, [m for m in table.mail("host") if "[test]" in m.subject][-1])
    found = re.search(r"CONFIRM (\S+)", asked.text)
    assert found
    raw, at = table.letter("host", f"CONFIRM {found[1]}", asked), table.at + timedelta(minutes=1)
    table.close()
    return raw, at


def _through(folder: Path, letter: tuple[bytes, datetime], disk: Disk) -> tuple[dict[str, str], dict[str, dict[str, Any]]]:
    """The letter arrives; after a death a new process goes on. How each campaign is held, and everything it is."""
    raw, at = letter
    table = None
    for now in (disk, Disk()):
        try:
            table = house(folder, now, Postman())
            table.at = at
            table.referee.take(raw, at, "test:confirm")
            table.run()
            break
        except Killed:
            if table:
                table.close()
    assert table is not None
    states = {name: c.script.snapshot(c.state) for name, c in table.referee.campaigns.items()}
    found = held(table)
    table.close()
    assert [audit_one(c.home) for c in table.referee.campaigns.values()] == [[], [], [], []]
    return found, states


@pytest.mark.parametrize("words", ["HOLD ALL", "RESUME ALL"])
@pytest.mark.parametrize("step", range(4, 64, 12))
def test_a_death_between_two_campaigns_leaves_none_out_and_tells_nobody_twice(tmp_path: Path, step: int, words: str) -> None:
    letter = _confirmed(tmp_path / "a", words)
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    quiet, first = _through(tmp_path / "a", letter, Disk())
    struck, again = _through(tmp_path / "b", letter, FailingDisk(step, "kill"))
    assert quiet == struck == {name: "all" if words == "HOLD ALL" and name != "strange" else "" for name in quiet}
    assert first == again


def test_from_the_shell_the_word_of_one_campaign_and_the_command_for_all_do_the_same(tmp_path: Path) -> None:
    names = ("autumn", "spring", "winter")
    for folder in ("one", "all"):
        club = Club(tmp_path / folder).found(*names)
        if folder == "one":
            assert "Say it again with --yes" in care.host(club.file, "spring", "HOLD ALL flood", club.now)
            assert "paused; both sides are told" in care.host(club.file, "spring", "HOLD ALL flood", club.now, True)
        else:
            assert care.hold_all(club.file, "flood", club.now).count("paused") == 3
        assert {campaign_at(club.data / "campaigns" / n).state.admin.paused for n in names} == {"all"}
        club.at += timedelta(minutes=1)
        if folder == "one":
            assert "resumed" in care.host(club.file, "autumn", "RESUME ALL", club.now, True)
        else:
            assert care.resume_all(club.file, club.now).count("resumed") == 3
        assert {campaign_at(club.data / "campaigns" / n).state.admin.paused for n in names} == {""}
        assert [len(club.records(n)) for n in names] == [3, 3, 3]


# ---------------------------------------------------------------- the night's digest


def nights(table: Table, address: str) -> list[Mail]:
    """The digests that a host has got."""
    return [mail for mail in map(opened, table.postman.bags.get(address, [])) if "HOST DIGEST" in mail.text]


def test_a_host_reads_of_all_his_campaigns_in_one_letter_a_night_and_of_no_other(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    table.wait(hours=20)
    (digest,) = nights(table, HOST)
    assert digest.subject.startswith("[autumn] ") and digest.subject.endswith("ALL QUIET · 3 campaigns · Tue 24 Nov")
    text = plain(digest)
    assert text.index("AUTUMN") < text.index("TEST") < text.index("WINTER")
    assert "waiting for commanders" in text and "Waiting for the American command: T1.1, by" in text
    assert "strange" not in text.lower()
    (alone,) = nights(table, "else@host.example")
    assert "1 campaign ·" in alone.subject and "winter" not in plain(alone).lower()
    table.wait(days=1)
    assert [len(nights(table, address)) for address in (HOST, "else@host.example")] == [2, 2]
    table.close()
    assert [audit_one(c.home) for c in table.referee.campaigns.values()] == [[], [], [], []]


def test_when_the_campaign_that_told_of_the_others_is_over_the_next_one_does(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    table.wait(hours=20)
    table.referee.campaigns["autumn"].handle(Cause("host", "host/close", table.at, lines=(NumberedLine(1, "CLOSE START"),)))
    table.wait(days=1)
    last = nights(table, HOST)[-1]
    assert last.subject.startswith("[test] ") and "2 campaigns" in last.subject and "AUTUMN" not in plain(last)
    table.close()


def test_who_plays_in_one_of_them_reads_of_it_what_a_player_may(tmp_path: Path) -> None:
    """The host of all three commands a side in "test": of its clock he reads no hour of the other side's."""
    table = house(tmp_path)
    table.begin()
    seat = table.campaign.state.admin.seats["german"]
    table.campaign.handle(Cause("host", "host/1", table.at, lines=(NumberedLine(1, f"REPLACE german BY {HOST}"),)))
    assert table.campaign.state.admin.seats["german"].address == HOST != seat.address
    table.wait(hours=20)
    text = plain(nights(table, HOST)[-1])
    assert "Waiting for the American command: T1.1." in text
    table.close()


def test_a_quiet_night_says_so_first_and_names_what_was_looked_at(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    table.wait(hours=20)
    digest = nights(table, HOST)[-1]
    text = plain(digest)
    assert "ALL QUIET in 3 campaigns: no decision waits for you. NO REPLY NEEDED." in text
    assert "MAIL AND DISK HELD: NEGATIVE BOUNCES: NEGATIVE UNREAD: NEGATIVE DISK:" in text
    assert "Letters since the last digest: 2 in," in text and "DECISIONS" not in text
    table.wait(days=1)
    assert "Letters since the last digest: 0 in, 0 out." in plain(nights(table, HOST)[-1])
    table.close()


def test_what_wants_a_decision_is_counted_in_the_subject_and_stands_first_with_its_answer(tmp_path: Path) -> None:
    table = house(tmp_path)
    table.begin()
    table.write("german", "APPEAL T1.1 the line was ours")
    table.referee.campaigns["winter"].handle(Cause("letter", "0001-x", table.at, "german", lines=(NumberedLine(1, "DECLINE"),)))
    table.wait(hours=20)
    digest = nights(table, HOST)[-1]
    assert digest.subject.endswith("2 decisions for you · 3 campaigns · Tue 24 Nov")
    text = plain(digest)
    assert "2 decisions wait for you." in text
    assert "1. test: Appeal 1 of German command (german) waits. APPEALS shows it, ANSWER APPEAL 1 <words> decides it." in text
    assert "2. winter: German command is empty. REPLACE german BY <address> fills it." in text
    assert text.index("DECISIONS") < text.index("AUTUMN")
    table.close()


def test_a_host_who_plays_reads_in_the_digest_of_no_letter_or_appeal_of_the_other_side(tmp_path: Path) -> None:
    """Whether the enemy wrote, appealed, or had a letter held: the digest of a host who plays is the same to the letter."""
    texts = []
    for wrote in (False, True):
        table = house(tmp_path / str(wrote))
        table.begin()
        table.campaign.handle(Cause("host", "host/1", table.at, lines=(NumberedLine(1, f"REPLACE german BY {HOST}"),)))
        table.at = table.at.replace(hour=10, minute=0)
        if wrote:
            table.write("allied", "STATUS")
            table.write("allied", "APPEAL T1.1 the line was ours")
            table.send("allied", table.letter("allied", "STATUS", to="referee@club.example"))  # held: it has no token
        table.at = table.at.replace(hour=11, minute=0)
        table.wait(hours=20)
        body = nights(table, HOST)[-1].text.splitlines()
        texts.append([line for line in body if "letter H-" not in line and not line.startswith("[autumn]")])
        table.close()
    assert texts[0] == texts[1]

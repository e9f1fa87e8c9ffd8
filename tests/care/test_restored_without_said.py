"""The disk dies, and what the host had said from the shell is lost with it: what came since is played otherwise, under numbers that
other letters have borne. No letter is taken for another of its number, by a mail program or by the referee.
"""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from pbem import admin as care
from pbem.campaign.deadlines import Pace
from tests.acceptance.table import ADDRESS, Mail, opened, plain
from tests.care.club import Club
from tests.care.test_backup import assert_sound

FAULTY = "A/504: recon 13.11\nB/504: move 13.12; atack 14.12 hasty"
PAUSES = ("PAUSE T1.1 the provider is down", "RESUME T1.1")


def says(club: Club, words: str) -> None:
    club.at += timedelta(minutes=1)
    care.host(club.file, "spring", words, club.now, True)


def without_said(club: Club, archive: Path, folder: Path) -> Club:
    """Another machine: yesterday's backup, today's mailboxes, and no word of the host's."""
    other = club.burnt(folder)
    shutil.rmtree(other.folder / "mail" / "said")
    assert "restored" in care.restore(other.file, archive)
    return other


@pytest.fixture
def burnt(tmp_path: Path) -> tuple[Club, Club]:
    """A club, and the one it has become: each seat was told of a pause and of its end, and a faulty letter was asked back."""
    club, archive = Club(tmp_path / "club").found(), tmp_path / "backup.tar.gz"
    club.play(0, 2)
    care.backup(club.file, archive, club.now())
    for words in PAUSES:
        says(club, words)
    club.write("allied", FAULTY)
    other = without_said(club, archive, tmp_path / "new")
    other.tick()
    return club, other


def named(letters: Iterator[bytes]) -> dict[str, set[bytes]]:
    """Letters by Message-ID."""
    found: dict[str, set[bytes]] = {}
    for raw in letters:
        found.setdefault(opened(raw).message_id, set()).add(raw)
    return found


def numbered(mail: Mail) -> int:
    return int(mail.message_id.split(".")[2].partition("-")[2])


# ---------------------------------------------------------------- letters


def test_another_letter_of_a_number_has_another_name_and_reaches_its_reader(burnt: tuple[Club, Club]) -> None:
    club, other = burnt
    before, after = club.frozen(), other.frozen()
    differing = [name for name in after if after[name] != before.get(name)]
    assert differing, "nothing was played otherwise"
    assert [name for name, raws in named(iter((*before.values(), *after.values()))).items() if len(raws) > 1] == []
    lying = set(other.posted().values())
    for name in differing:
        assert after[name] in lying and before[name] in lying, f"{name} was taken for a copy"


def test_the_same_letter_made_afresh_is_the_same_to_the_byte(burnt: tuple[Club, Club]) -> None:
    club, other = burnt
    told = [name for name, raw in club.frozen().items() if other.frozen().get(name) == raw]
    assert len(told) >= 4
    lost = [name for name in told if not name.endswith("-1.eml")]
    for name in lost:
        (other.data / "campaigns" / name).unlink()
    care.rebuild(other.file, other.now)
    assert {name: other.frozen()[name] for name in lost} == {name: club.frozen()[name] for name in lost}


def test_what_the_host_says_again_at_its_time_brings_the_same_letters(tmp_path: Path) -> None:
    club, archive = Club(tmp_path / "club").found(), tmp_path / "backup.tar.gz"
    club.play(0, 2)
    care.backup(club.file, archive, club.now())
    for words in PAUSES:
        says(club, words)
    other = without_said(club, archive, tmp_path / "new")
    other.at = club.at - timedelta(minutes=2)
    other.tick()  # the processed mail comes first
    for words in PAUSES:
        says(other, words)
    assert other.frozen() == club.frozen()
    assert other.posted() == club.posted()


# ---------------------------------------------------------------- answers to them


@pytest.mark.parametrize("there", [True, False], ids=["of a number that another bears", "of a number not reached"])
def test_a_yes_to_a_letter_that_was_lost_is_refused_in_words_and_to_the_one_that_lies_here_taken(
    burnt: tuple[Club, Club], there: bool
) -> None:
    club, other = burnt
    lost, asked = club.letters("allied")[-1], other.letters("allied")[-1]
    assert "YES" in lost.text and "YES" in asked.text and numbered(lost) == numbered(asked) + 2
    for n in range(2 if there else 0):
        other.write("allied", f"STATUS\n# {n}")
    answer = other.write("allied", "YES", answers=lost)
    assert "NOTHING DONE" in answer.text
    assert f"answers a A-{numbered(lost)} that does not lie here" in plain(answer)
    assert (f"RESEND A-{numbered(lost)} brings it" in plain(answer)) == there
    assert other.campaign().state.admin.drafts["allied"].lines, "the draft waits as it did"
    answer = other.write("allied", "YES", answers=asked)
    assert "13.12" in answer.text and "NOTHING DONE" not in answer.text
    assert "allied" not in other.campaign().state.admin.drafts
    assert_sound(other)


@pytest.mark.parametrize("words", ["CANCEL", "2 drop", "CARRY OUT WHAT YOU CAN", "YES END"])
def test_no_word_that_hangs_on_the_letter_it_answers_is_taken_for_an_answer_to_another(
    burnt: tuple[Club, Club], words: str
) -> None:
    club, other = burnt
    before = other.campaign().state
    answer = other.write("allied", f"{words}\nSTATUS", answers=club.letters("allied")[-1])
    assert "NOTHING DONE" in answer.text and "CLOCK: T1.1" in answer.text, "what is asked is answered"
    after = other.campaign().state
    assert after.admin.drafts == before.admin.drafts
    assert after.situation == before.situation


def test_a_link_in_a_letter_that_was_lost_answers_no_other(burnt: tuple[Club, Club]) -> None:
    """Such a mail names nothing that it replies to; what it answers stands in its subject alone."""
    club, other = burnt
    for n in range(2):
        other.write("allied", f"STATUS\n# {n}")
    for mail, taken in ((club.letters("allied")[-1], False), (other.letters("allied")[-3], True)):
        link = next(part for part in mail.html.split('"') if part.startswith("mailto:") and part.endswith("body=YES"))
        address = urlsplit(link.replace("&amp;", "&"))
        asked = {name: values[0] for name, values in parse_qs(address.query).items()}
        other.at += timedelta(minutes=1)
        head = (
            f"From: {ADDRESS['allied']}\nTo: {address.path}\nSubject: {asked['subject']}\nMessage-ID: <tap{taken}@allied.example>"
        )
        other.put(f"tap{taken}", f"{head}\n\n{asked['body']}\n".encode())
        other.tick()
        assert ("allied" not in other.campaign().state.admin.drafts) == taken
        assert ("NOTHING DONE" in other.letters("allied")[-1].text) != taken


def test_orders_in_answer_to_a_letter_that_was_lost_are_taken_as_they_stand(burnt: tuple[Club, Club]) -> None:
    club, other = burnt
    other.write("allied", "CANCEL")
    answer = other.write("allied", "I/504: move 12.11", answers=club.letters("allied")[-1])
    assert "DONE" in answer.text
    assert "Your orders count as they stand" in plain(answer)
    assert "taken as they stand" not in plain(other.write("allied", "H/504: recon 13.11"))


def test_what_was_answered_before_the_disk_died_is_played_again_as_far_as_it_stands_by_itself(tmp_path: Path) -> None:
    club, archive = Club(tmp_path / "club").found(), tmp_path / "backup.tar.gz"
    club.play(0, 2)
    care.backup(club.file, archive, club.now())
    for words in PAUSES:
        says(club, words)
    for seat, text in (("allied", "A/504: recon 13.11"), ("allied", "END IMPULSE"), ("german", "AUFKL: recon 14.11\nEND IMPULSE")):
        club.write(seat, text)
    other = without_said(club, archive, tmp_path / "new")
    other.tick()
    assert other.campaign().state.situation == club.campaign().state.situation
    assert_sound(other)


def test_the_invitation_to_a_campaign_that_was_founded_afresh_is_another(tmp_path: Path) -> None:
    """Its dice are others: who accepts the one that was lost has not accepted these."""
    club, archive = Club(tmp_path / "club").found(), tmp_path / "backup.tar.gz"
    care.backup(club.file, archive, club.now())
    who = ((f"allied={ADDRESS['allied']}", f"german={ADDRESS['german']}"), (), (), ())
    care.new_campaign(club.file, ("heumen-bridge", "second", "", ""), who, Pace(), club.now)
    other = without_said(club, archive, tmp_path / "new")
    other.tick()
    care.new_campaign(other.file, ("heumen-bridge", "second", "", ""), who, Pace(), other.now)
    lost, sent = club.letters("allied", "second")[0], other.letters("allied", "second")[0]
    assert lost.message_id != sent.message_id
    assert {lost.raw, sent.raw} <= set(other.posted().values())
    assert "NOTHING DONE" in other.write("allied", "ACCEPT", "second", lost).text
    assert not other.campaign("second").state.admin.seats["allied"].accepted
    other.write("allied", "ACCEPT", "second", sent)
    assert other.campaign("second").state.admin.seats["allied"].accepted

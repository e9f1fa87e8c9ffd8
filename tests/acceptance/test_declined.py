"""DECLINE: the host hears of it and the seat stays open; its writer gets a line of thanks, and may still ACCEPT while it does."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.kernel.values import replace
from pbem.store.folder.disk import Disk
from tests.acceptance.table import TEAMS, Postman, Table, plain
from tests.acceptance.test_host_by_mail import SEATS
from tests.acceptance.test_seats_change import NEW, OFFICER, bench, give
from tests.store.failing_disk import FailingDisk, Killed

OTHERS = tuple(seat.id for seat in TEAMS if seat.id != OFFICER)
ENEMY = ("german", "german.henke", "german.ls")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Two teams, a host, an officer in reserve; allied.504 has declined, the others have not answered yet."""
    table = bench(tmp_path)
    table.write("reserve1", "VOLUNTEER")
    table.write(OFFICER, "DECLINE")
    yield table
    table.close()


def held(table: Table, seat: str = OFFICER) -> bool:
    """Is somebody in it?"""
    return table.campaign.state.admin.seats[seat].in_office


def sent(table: Table, *seats: str) -> list[int]:
    """How many letters each was posted."""
    return [len(table.mail(seat)) for seat in seats]


def says(table: Table, text: str, **extra: str) -> None:
    """A letter of the seat's in answer to its invitation."""
    table.deliver(table.letter(OFFICER, text, table.mail(OFFICER)[0], **extra))
    table.run()


def test_one_line_of_thanks_and_the_host_hears_who_could_take_the_seat(table: Table) -> None:
    _, thanks = table.mail(OFFICER)
    assert "Thank you for letting us know; you have declined, and nothing more is sent to you." in plain(thanks)
    told = plain(table.mail("host")[-1])
    assert "(allied.504) is vacant: the invitation was declined." in told
    assert f"REPLACE allied.504 BY <address> gives it to somebody else; on the reserve list: {NEW}." in told
    assert "(allied.504) declined" in table.mail("host")[-1].subject


@pytest.mark.parametrize(
    "text", ["STATUS", "HELP", "DECLINE", "Sorry about that, have fun!", "Should I accept?", "A/504: move 12.10"]
)
def test_nothing_but_an_acceptance_is_answered_or_recorded(table: Table, text: str) -> None:
    before, records = sent(table, *table.address), table.campaign.journal.number
    says(table, text)
    says(table, text, to="referee@club.example")  # without its token
    assert (sent(table, *table.address), table.campaign.journal.number) == (before, records)


def test_a_change_of_mind_takes_the_seat_while_it_is_empty(table: Table) -> None:
    says(table, "ACCEPT")
    assert held(table) and "WELCOME" in table.mail(OFFICER)[-1].text
    assert "(allied.504) is filled after all" in table.mail("host")[-1].subject
    assert "(allied.504) is filled" in plain(table.mail("allied")[-1])
    for seat in OTHERS:
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"


def test_in_mid_play_it_is_answered_with_the_hand_over_and_no_enemy_hears_of_it(table: Table) -> None:
    for seat in OTHERS:
        table.write(seat, "ACCEPT")
    assert table.campaign.state.admin.stage == "playing"
    before = sent(table, *ENEMY)
    says(table, "Dear referee, I accept.")
    assert held(table) and "HAND-OVER" in table.mail(OFFICER)[-1].text
    assert sent(table, *ENEMY) == before
    assert "12.10" in table.write(OFFICER, "A/504: move 12.10").text


def test_the_enemy_hears_nothing_of_who_declined(tmp_path: Path) -> None:
    """Whether a seat below the commander was declined, and taken after all, or never answered: the enemy's mail is the same."""
    bags = []
    for number, words in enumerate(((), ("DECLINE",), ("DECLINE", "ACCEPT"))):
        table = Table(tmp_path / str(number), seats=TEAMS)
        for word in words:
            table.at = table.at.replace(second=0)
            table.write(OFFICER, word)
        table.at = table.at.replace(hour=10, minute=0)
        table.write("german", "ACCEPT")
        bags.append([mail.text for seat in ENEMY for mail in table.mail(seat)])
        table.close()
    assert bags[0] == bags[1] == bags[2]


def test_once_it_is_somebody_elses_a_late_acceptance_takes_nothing(table: Table) -> None:
    give(table, OFFICER, NEW)
    before, records = sent(table, *table.address), table.campaign.journal.number
    says(table, "ACCEPT")
    assert not held(table)
    assert (sent(table, *table.address), table.campaign.journal.number) == (before, records)


def test_quoted_words_neither_decline_nor_accept(tmp_path: Path) -> None:
    table = bench(tmp_path)
    table.write(OFFICER, "HELP\n\n> DECLINE\n> BEGIN ORDERS test\n> DECLINE\n> END ORDERS")
    assert not table.campaign.state.admin.seats[OFFICER].left
    table.write(OFFICER, "DECLINE\n\n> ACCEPT")
    says(table, "Thanks again.\n\n> ACCEPT\n> BEGIN ORDERS test\n> ACCEPT\n> END ORDERS")
    assert table.campaign.state.admin.seats[OFFICER].left == "declined"
    table.close()


def test_a_letter_that_says_both_is_asked_about(tmp_path: Path) -> None:
    table = bench(tmp_path)
    for text in ("ACCEPT\nDECLINE", "DECLINE\nACCEPT"):
        answer = plain(table.write(OFFICER, text))
        seat = table.campaign.state.admin.seats[OFFICER]
        assert (seat.left, seat.accepted) == ("", False)
        assert "ACCEPT" in answer and "DECLINE" in answer and "not clear" in answer
    assert "Thank you" in plain(table.write(OFFICER, "Please accept my apologies.\nDECLINE"))
    table.close()


def test_who_declined_one_seat_and_holds_another_is_told_of_a_letter_without_its_token(tmp_path: Path) -> None:
    """The seat that was declined hides no seat that is held from the same address."""
    both = tuple(replace(seat, address=NEW) if seat.id in (OFFICER, "allied.505") else seat for seat in TEAMS)
    table = Table(tmp_path, seats=both)
    officer, other = (mail for mail in table.mail(OFFICER))
    table.deliver(table.letter(OFFICER, "DECLINE", officer))
    table.deliver(table.letter(OFFICER, "ACCEPT", other))
    table.run()
    before = len(table.mail(OFFICER))
    says(table, "STATUS", to="referee@club.example")
    assert "AC-" in table.mail(OFFICER)[-1].text and len(table.mail(OFFICER)) == before + 1
    table.close()


def test_after_the_end_nothing_can_be_taken(table: Table) -> None:
    for seat in OTHERS:
        table.write(seat, "ACCEPT")
    table.means("allied", "CONCEDE")
    assert table.campaign.state.admin.stage == "over"
    before = sent(table, OFFICER)
    says(table, "ACCEPT")
    assert sent(table, OFFICER) == before


def test_a_resigned_seat_is_not_taken_back_by_an_acceptance(table: Table) -> None:
    for seat in OTHERS:
        table.write(seat, "ACCEPT")
    says(table, "ACCEPT")
    table.means(OFFICER, "RESIGN allied.504")
    before = sent(table, OFFICER)
    says(table, "ACCEPT")
    assert sent(table, OFFICER) == before and not held(table)


def _through(folder: Path, letters: tuple[bytes, ...], disk: Disk) -> tuple[object, dict[str, bytes]]:
    """The letters arrive and are handled; after a death by a new process. What the campaign is then, and its letters."""
    for now in (disk, Disk()):
        table = None
        try:
            table = Table(folder, now, seats=SEATS, postman=Postman())
            for minute, raw in enumerate(letters, 1):
                table.at = table.at.replace(hour=11, minute=minute)
                table.referee.take(raw, table.at, f"test:{minute}")
                table.run()
        except Killed:
            if table:
                table.close()
            continue
        break
    assert table is not None
    campaign = table.campaign
    out = {p.name: p.read_bytes() for p in sorted((campaign.home / "letters" / "out").rglob("*.eml"))}
    end = campaign.script.snapshot(campaign.state), out
    table.close()
    return end


@pytest.mark.parametrize("words", [("DECLINE",), ("DECLINE", "ACCEPT")], ids=" then ".join)
@pytest.mark.parametrize("step", [3, 7, 11, 16, 22, 31, 40])
def test_killed_midway_it_is_done_once_and_whole(tmp_path: Path, step: int, words: tuple[str, ...]) -> None:
    table = Table(tmp_path / "a", seats=SEATS)
    letters = tuple(table.letter("allied", word, table.mail("allied")[0]) for word in words)
    table.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    assert _through(tmp_path / "a", letters, Disk()) == _through(tmp_path / "b", letters, FailingDisk(step, "kill"))

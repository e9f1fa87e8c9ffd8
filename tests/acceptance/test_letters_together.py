"""Letters of one pass wait for the disk together while the post is busy; whatever ends the pass, each is answered once."""

import errno
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

from pbem.service.commit_batch import MOST, Poster, Tray
from pbem.service.open_campaign import Campaign
from pbem.store.folder.disk import Disk
from pbem.store.mailroom import Attempted
from tests.acceptance.table import Table, recorded
from tests.store.failing_disk import FailingDisk, Killed, Trouble

LETTERS = MOST + 3


class Busy:
    """Who posts always has something to do; it remembers what lay in the house each time that it was given something."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seen: list[tuple[int, int, int]] = []
        self.poster = Poster(self.give, lambda: False)

    def give(self, campaign: Campaign) -> None:
        """(records, letters frozen for the writer, letters that came and lie in the spool still)"""
        frozen = len(list((campaign.home / "letters" / "out" / "allied").glob("*.eml")))
        self.seen.append((campaign.journal.number, frozen, self.table.referee.spool.count()))


def waiting(folder: Path, disk: Disk | None = None) -> Table:
    """A table where letters have come, the middle one of them from a stranger."""
    table = Table(folder)
    table.begin()
    for number in range(LETTERS):
        table.deliver(table.letter("allied", f"STATUS\n# {number}\n"))
        if number == LETTERS // 2:
            table.deliver(table.letter("allied", "STATUS\n", sender="mallory@evil.example", to="referee@club.example"))
    if disk is None:
        return table
    table.close()
    return Table(folder, disk, postman=table.postman)


def numbers(table: Table) -> list[str]:
    """What the writer was sent, by number, each once; a repeat under the same Message-ID is none."""
    return sorted({mail.message_id.split(".")[2] for mail in table.mail("allied")}, key=lambda name: int(name.partition("-")[2]))


def test_while_the_post_is_busy_letters_wait_together_and_none_is_given_before_its_answer_lies_there(tmp_path: Path) -> None:
    table = waiting(tmp_path)
    busy, before = Busy(table), table.campaign.journal.number
    frozen = len(list((table.campaign.home / "letters" / "out" / "allied").glob("*.eml")))
    assert table.referee.work(table.at, poster=busy.poster) == LETTERS + 1
    assert [records - before for records, _, _ in busy.seen] == [MOST, LETTERS], "the first eight together, then the rest"
    assert [there - frozen for _, there, _ in busy.seen] == [MOST, LETTERS]
    assert [spool for _, _, spool in busy.seen] == [LETTERS, LETTERS - MOST], "they leave the spool when their answers are frozen"
    assert table.referee.spool.count() == 0
    assert len(list((table.campaign.home / "letters" / "in").glob("*.eml"))) == 2 + LETTERS
    table.close()


@pytest.mark.parametrize("trouble", ["kill", "power", "broken", "full"])
def test_whatever_ends_the_pass_each_letter_is_handled_and_answered_once(tmp_path: Path, trouble: Trouble) -> None:
    whole = waiting(tmp_path / "whole")
    whole.run()
    expected, records = numbers(whole), [r.cause.id for r in recorded(whole)]
    whole.close()
    for step in count(3, 37):
        folder = tmp_path / str(step)
        disk = FailingDisk(10**9, trouble)
        table = waiting(folder, disk)
        disk.fail_at = disk.operations + step
        with suppress(Killed, OSError):
            table.referee.work(table.at, poster=Busy(table).poster)
        table.close()
        again = Table(folder, postman=table.postman)
        again.run()
        again.run()
        assert (numbers(again), [r.cause.id for r in recorded(again)]) == (expected, records), step
        assert (again.referee.spool.count(), again.referee.spool.count("shunt")) == (0, 0)
        again.close()
        if not disk.failed:
            return


def test_a_letter_that_was_handled_when_the_next_one_killed_us_is_never_put_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = waiting(tmp_path)
    last = table.referee.spool.entries()[2].name
    note = type(table.referee.mailroom).note

    def dies(book: object, *facts: object) -> None:
        note(book, *facts)  # type: ignore[arg-type]
        if any(isinstance(fact, Attempted) and fact.spool == last for fact in facts):
            raise Killed("while it was read")

    for _ in range(3):
        with monkeypatch.context() as patched:
            patched.setattr("pbem.store.mailroom.Mailroom.note", dies)
            with pytest.raises(Killed):
                table.referee.work(table.at, poster=Busy(table).poster)
        table.close()
        table = Table(tmp_path, postman=table.postman)
    table.run()
    assert [entry.name for entry in table.referee.spool.entries("shunt")] == [last], "three attempts at it alone"
    table.close()


def test_a_tray_that_could_not_be_kept_is_empty_and_its_letters_are_handled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = waiting(tmp_path)

    def broken(_disk: object, files: object) -> None:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patched:
        patched.setattr(Disk, "write_all", broken)
        with pytest.raises(OSError, match="broken"):
            table.referee.work(table.at, poster=Busy(table).poster)
    assert isinstance(table.referee.office.tray, Tray) and not table.referee.office.tray.names
    before = len(recorded(table))
    table.run()
    assert len(recorded(table)) == before + LETTERS - MOST, "those of the broken pass are known by their causes"
    assert table.referee.spool.count() == 0
    table.close()

"""Old letters that were put aside go: first the book says so, and no crash leaves one half, or unknown."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.store.folder.disk import Disk
from pbem.store.folder.fact_file import FactFile
from pbem.store.folder.spool import FolderSpool
from pbem.store.mailroom import Fetched, Mailroom
from pbem.store.ports import ArrivedMail, Folder
from pbem.store.retention import MOST, RESPITE, clear
from pbem.store.seen_letters import known_letters
from tests.store.failing_disk import DEATHS, FAULTS, Trouble, endings

NOON = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
KEEP = timedelta(days=180)
LATER = NOON + KEEP + timedelta(days=1)
Fresh = Callable[[int], Path]


def opened(folder: Path, disk: Disk | None = None) -> tuple[FolderSpool, Mailroom]:
    disk = disk or Disk()
    mailroom = Mailroom(FactFile(disk, folder / "mailroom.jsonl"))
    mailroom.open()
    return FolderSpool(disk, folder / "spool"), mailroom


def filled(folder: Path) -> tuple[FolderSpool, Mailroom]:
    """An old letter in every folder, and one of this morning that is ignored."""
    spool, mailroom = opened(folder)
    places: tuple[Folder, ...] = ("held", "ignored", "shunt")
    for place in places:
        spool.move_to(spool.put(place.encode(), NOON, f"pipe:{place}"), place, "why")
    spool.put(b"new", NOON, "imap:new")
    entry = spool.put(b"fresh", LATER, "imap:fresh")
    mailroom.note(Fetched("imap:fresh", entry.name, "", 5, LATER))
    spool.move_to(entry, "ignored", "machine")
    return spool, mailroom


def lying(spool: FolderSpool) -> list[bytes]:
    folders: tuple[Folder, ...] = ("new", "held", "shunt", "ignored")
    return [spool.raw(entry) for place in folders for entry in spool.entries(place)]


def test_the_book_says_so_first_and_an_hour_later_they_go(tmp_path: Path) -> None:
    spool, mailroom = filled(tmp_path)
    assert clear(spool, mailroom, LATER, KEEP) == 0
    assert len(mailroom.thrown) == 2
    assert clear(spool, mailroom, LATER + RESPITE / 2, KEEP) == 0
    assert clear(spool, mailroom, LATER + RESPITE, KEEP) == 2
    assert lying(spool) == [b"new", b"shunt", b"fresh"]
    assert clear(spool, mailroom, LATER + 2 * RESPITE, KEEP) == 0
    assert len(opened(tmp_path)[1].thrown) == 2
    assert list((tmp_path / "spool" / "held").iterdir()) == []


def test_what_went_is_known_by_its_bytes(tmp_path: Path) -> None:
    spool, mailroom = filled(tmp_path)
    before = known_letters(mailroom, spool, ())
    for hours in (0, 1):
        clear(spool, mailroom, LATER + timedelta(hours=hours), KEEP)
    assert known_letters(mailroom, spool, ()) == before
    assert known_letters(opened(tmp_path)[1], spool, ()) == before


def test_a_clock_that_leaps_ahead_throws_nothing_away(tmp_path: Path) -> None:
    spool, mailroom = filled(tmp_path)
    clear(spool, mailroom, LATER, KEEP)
    for hours in (0, 1, 2):
        clear(spool, mailroom, LATER + timedelta(days=3650, hours=hours), KEEP)
    assert b"fresh" in lying(spool)


def test_a_clock_that_is_behind_throws_nothing_away(tmp_path: Path) -> None:
    spool, mailroom = filled(tmp_path)
    for hours in (0, 1, 2):
        assert clear(spool, mailroom, NOON + timedelta(hours=hours), KEEP) == 0
    assert not mailroom.thrown


def test_without_any_letter_there_is_nothing_to_do(tmp_path: Path) -> None:
    assert clear(*opened(tmp_path), LATER, KEEP) == 0


def test_a_heap_goes_by_and_by(tmp_path: Path) -> None:
    spool, mailroom = filled(tmp_path)
    letters = [ArrivedMail(b"%d" % n, NOON - timedelta(minutes=n), f"imap:{n}") for n in range(MOST + 50)]
    for entry in spool.put_all(letters):
        spool.move_to(entry, "ignored", "machine")
    went = [clear(spool, mailroom, LATER + n * RESPITE, KEEP) for n in range(5)]
    assert went[:2] == [0, MOST]
    assert sum(went) == MOST + 52


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
@pytest.mark.parametrize("hours", [0, 1], ids=["said", "done"])
def test_struck_anywhere_a_letter_is_whole_or_gone_and_known_in_any_case(fresh: Fresh, trouble: Trouble, hours: int) -> None:
    def prepare(n: int) -> Path:
        folder = fresh(n)
        spool, mailroom = filled(folder)
        if hours:
            clear(spool, mailroom, LATER, KEEP)
        return folder

    def work(disk: Disk, folder: Path) -> None:
        clear(*opened(folder, disk), LATER + hours * RESPITE, KEEP)

    spool, mailroom = filled(fresh(0))
    whole, known = lying(spool), known_letters(mailroom, spool, ())
    tries = 0
    for end in endings(prepare, work, trouble):
        tries += 1
        spool, mailroom = opened(end.folder)
        assert set(lying(spool)) <= set(whole)
        assert {b"new", b"shunt", b"fresh"} <= set(lying(spool))
        assert known_letters(mailroom, spool, ()) == known
        for again in (1, 2):
            clear(spool, mailroom, LATER + (hours + again) * RESPITE, KEEP)
        assert lying(spool) == [b"new", b"shunt", b"fresh"]
        left = [path for place in ("held", "ignored") for path in sorted((end.folder / "spool" / place).iterdir())]
        assert [path.suffix for path in left] == [".eml", ".json"]
    assert (tries > 0) == (trouble != "full" or not hours), "throwing away needs no room"

"""The spool: a letter is there whole or not at all, once, and in its place in the queue."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from pbem.store.ports import FOLDERS, HandledLetter, SpoolDamaged, SpoolEntry

from .failing_disk import DEATHS, FAULTS, FailingDisk, Killed, Trouble, endings

Fresh = Callable[[int], Path]

NOON = datetime(2026, 11, 26, 12, tzinfo=UTC)
RAW = b"From: a@example.org\r\n\r\nE/504: move 12.07\r\n"
TRANSPORT = "imap:INBOX:7:41"


def everything(spool: FolderSpool) -> list[tuple[str, bytes, str]]:
    return [(folder, spool.raw(entry), entry.reason) for folder in FOLDERS for entry in spool.entries(folder)]


def put(disk: Disk, folder: Path) -> SpoolEntry:
    return FolderSpool(disk, folder / "spool").put(RAW, NOON, TRANSPORT)


@pytest.fixture
def with_letter(fresh: Fresh) -> Fresh:
    """Fresh folders with one letter in `new`."""

    def prepare(n: int) -> Path:
        folder = fresh(n)
        put(Disk(), folder)
        return folder

    return prepare


def test_a_letter_is_kept_as_it_came(tmp_path: Path) -> None:
    entry = put(Disk(), tmp_path)
    spool = FolderSpool(Disk(), tmp_path / "spool")
    assert spool.entries() == [entry]
    assert spool.raw(entry) == RAW
    assert (entry.folder, entry.transport, entry.arrival, entry.size) == ("new", TRANSPORT, NOON, len(RAW))
    assert entry.name.startswith("20261126T120000000000Z-")
    assert spool.find(entry.name) == entry
    assert spool.find("nothing") is None


arrivals = st.datetimes(min_value=datetime(900, 1, 1), max_value=datetime(2100, 1, 1)).map(
    lambda naive: naive.replace(tzinfo=timezone(timedelta(hours=naive.second % 5)))
)


@given(st.lists(st.tuples(st.binary(max_size=4), arrivals), max_size=8))
def test_letters_queue_by_arrival_then_sha256(
    tmp_path_factory: pytest.TempPathFactory, letters: list[tuple[bytes, datetime]]
) -> None:
    spool = FolderSpool(Disk(), tmp_path_factory.mktemp("spool"))
    for number, (raw, arrival) in enumerate(letters):
        spool.put(raw, arrival, f"maildir:{number}")
    queue = [(entry.arrival, entry.sha256) for entry in spool.entries()]
    assert len(queue) == len(letters)
    assert queue == sorted(queue)


def test_one_transport_is_one_entry_wherever_it_lies(tmp_path: Path) -> None:
    spool = FolderSpool(Disk(), tmp_path / "spool")
    first = put(Disk(), tmp_path)
    assert put(Disk(), tmp_path) == first
    assert spool.put(RAW, NOON + timedelta(seconds=5), TRANSPORT) == first
    held = spool.move_to(first, "held", "no token")
    assert put(Disk(), tmp_path) == held
    assert everything(spool) == [("held", RAW, "no token")]


def test_equal_letters_by_two_transports_are_two_entries(tmp_path: Path) -> None:
    spool = FolderSpool(Disk(), tmp_path)
    spool.put(RAW, NOON, "imap:INBOX:7:41")
    spool.put(RAW, NOON, "imap:INBOX:7:42")
    assert len(spool.entries()) == 2


def test_a_moved_letter_lies_in_the_other_folder_with_its_reason(tmp_path: Path) -> None:
    spool = FolderSpool(Disk(), tmp_path / "spool")
    entry = spool.move_to(put(Disk(), tmp_path), "shunt", "killed its reader")
    assert everything(spool) == [("shunt", RAW, "killed its reader")]
    assert spool.entries("shunt") == [entry] == [spool.find(entry.name)]
    back = spool.move_to(entry, "new", "")
    assert spool.entries() == [back]
    assert spool.move_to(back, "new", "again").reason == "again"
    assert everything(spool) == [("new", RAW, "again")]


def test_a_removed_letter_leaves_nothing(tmp_path: Path) -> None:
    spool = FolderSpool(Disk(), tmp_path / "spool")
    entry = put(Disk(), tmp_path)
    spool.remove(entry)
    spool.remove(entry)
    assert [path for path in (tmp_path / "spool").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_put_in_trouble_leaves_no_letter_or_the_whole_one_and_can_be_repeated(fresh: Fresh, trouble: Trouble) -> None:
    tries = 0
    for end in endings(fresh, put, trouble):
        tries += 1
        spool = FolderSpool(Disk(), end.folder / "spool")
        assert everything(spool) in ([], [("new", RAW, "")])
        put(Disk(), end.folder)
        assert everything(spool) == [("new", RAW, "")]
    assert tries >= 11


def test_what_returned_survives_a_power_cut(tmp_path: Path) -> None:
    disk = FailingDisk(1000, "power")
    spool = FolderSpool(disk, tmp_path / "spool")
    first = put(disk, tmp_path)
    second = spool.put(RAW, NOON, "imap:INBOX:7:42")
    spool.move_to(first, "held", "no token")
    spool.remove(second)
    disk.fail_at = disk.operations + 1
    with pytest.raises(Killed):
        disk.append(tmp_path / "book", b"x")
    assert everything(FolderSpool(Disk(), tmp_path / "spool")) == [("held", RAW, "no token")]


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_move_in_trouble_leaves_the_letter_in_one_place_and_can_be_repeated(with_letter: Fresh, trouble: Trouble) -> None:
    def move(disk: Disk, folder: Path) -> None:
        spool = FolderSpool(disk, folder / "spool")
        spool.move_to(spool.entries()[0], "held", "no token")

    for end in endings(with_letter, move, trouble):
        spool = FolderSpool(Disk(), end.folder / "spool")
        assert everything(spool) in ([("new", RAW, "")], [("held", RAW, "no token")])
        if spool.entries():
            move(Disk(), end.folder)
        assert everything(spool) == [("held", RAW, "no token")]


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_release_in_trouble_leaves_the_letter_in_one_place(with_letter: Fresh, trouble: Trouble) -> None:
    def prepare(n: int) -> Path:
        folder = with_letter(n)
        spool = FolderSpool(Disk(), folder / "spool")
        spool.move_to(spool.entries()[0], "held", "no token")
        return folder

    def release(disk: Disk, folder: Path) -> None:
        spool = FolderSpool(disk, folder / "spool")
        spool.move_to(spool.entries("held")[0], "new", "released")

    for end in endings(prepare, release, trouble):
        spool = FolderSpool(Disk(), end.folder / "spool")
        assert everything(spool) in ([("new", RAW, "released")], [("held", RAW, "no token")])


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_removal_in_trouble_leaves_the_letter_or_nothing_that_is_read(with_letter: Fresh, trouble: Trouble) -> None:
    def remove(disk: Disk, folder: Path) -> None:
        spool = FolderSpool(disk, folder / "spool")
        for entry in spool.entries():
            spool.remove(entry)

    for end in endings(with_letter, remove, trouble):
        assert everything(FolderSpool(Disk(), end.folder / "spool")) in ([], [("new", RAW, "")])
        remove(Disk(), end.folder)
        assert everything(FolderSpool(Disk(), end.folder / "spool")) == []


def test_a_full_disk_takes_the_letter_once_there_is_room(fresh: Fresh) -> None:
    for end in endings(fresh, put, "full"):
        assert isinstance(end.disk, FailingDisk)
        end.disk.make_room()
        assert put(end.disk, end.folder).sha256
        assert everything(FolderSpool(Disk(), end.folder / "spool")) == [("new", RAW, "")]


def test_changed_bytes_are_found_out(tmp_path: Path) -> None:
    entry = put(Disk(), tmp_path)
    (tmp_path / "spool" / "new" / f"{entry.name}.eml").write_bytes(RAW + b"x")
    with pytest.raises(SpoolDamaged, match="not those that came"):
        FolderSpool(Disk(), tmp_path / "spool").raw(entry)


def test_a_lost_sidecar_is_found_out(tmp_path: Path) -> None:
    entry = put(Disk(), tmp_path)
    (tmp_path / "spool" / "new" / f"{entry.name}.json").unlink()
    with pytest.raises(SpoolDamaged, match="sidecar"):
        FolderSpool(Disk(), tmp_path / "spool").entries()


def test_an_arrival_needs_its_zone(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="without its zone"):
        FolderSpool(Disk(), tmp_path).put(RAW, datetime(2026, 11, 26), TRANSPORT)


def test_the_first_letter_is_the_one_that_stands_first_in_the_queue(tmp_path: Path) -> None:
    spool = FolderSpool(Disk(), tmp_path / "spool")
    assert spool.first() is None
    for minutes in (5, 1, 3):
        spool.put(RAW, NOON + timedelta(minutes=minutes), f"t{minutes}")
    while (entry := spool.first()) is not None:
        assert entry == spool.entries()[0]
        spool.remove(entry)
    assert spool.entries() == []


def filed(folder: Path) -> Path:
    """The letter where it lies with its campaign."""
    return next(iter((folder / "campaigns" / "first" / "letters" / "in").glob("*.eml")), folder / "nowhere")


def hand_over(disk: Disk, folder: Path) -> None:
    spool = FolderSpool(disk, folder / "spool")
    entry = spool.first()
    assert entry is not None
    spool.hand_over([HandledLetter(entry, "first")])


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_letter_handed_over_in_trouble_lies_here_or_there_and_is_handed_over_again(with_letter: Fresh, trouble: Trouble) -> None:
    for end in endings(with_letter, hand_over, trouble):
        spool = FolderSpool(Disk(), end.folder / "spool")
        entry = spool.first()
        assert entry is not None or filed(end.folder).read_bytes() == RAW
        if entry is not None:
            assert spool.raw(entry) == RAW
            hand_over(Disk(), end.folder)
        assert (spool.first(), filed(end.folder).read_bytes()) == (None, RAW)

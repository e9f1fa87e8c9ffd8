"""Disk: durable when it returns, and old or new when it does not."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store.folder.disk import Disk, Kind, NewFile

from .failing_disk import DEATHS, FAULTS, FailingDisk, Killed, Trouble, endings, steps

Fresh = Callable[[int], Path]


@pytest.fixture
def with_old(fresh: Fresh) -> Fresh:
    """Fresh folders that hold a file `book` with some old content, safe on disk."""

    def prepare(n: int) -> Path:
        folder = fresh(n)
        (folder / "book").write_bytes(b"old\n")
        return folder

    return prepare


def append_line(disk: Disk, folder: Path) -> None:
    disk.append(folder / "book", b"new line\n")


def write_book(disk: Disk, folder: Path) -> None:
    disk.write(folder / "book", b"quite new\n")


def move_book(disk: Disk, folder: Path) -> None:
    disk.make_folder(folder / "cur")
    disk.move(folder / "book", folder / "cur" / "book")


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_an_append_in_trouble_leaves_the_old_bytes_and_at_most_a_torn_tail(with_old: Fresh, trouble: Trouble) -> None:
    tries = 0
    for end in endings(with_old, append_line, trouble):
        tries += 1
        content = (end.folder / "book").read_bytes()
        assert b"old\nnew line\n".startswith(content)
        assert content.startswith(b"old\n")
        if trouble in (*FAULTS, "power"):
            assert content == b"old\n"
    assert tries == 2


@pytest.mark.parametrize("trouble", FAULTS)
def test_an_append_to_a_new_file_in_trouble_leaves_no_file(fresh: Fresh, trouble: Trouble) -> None:
    ends = [list(end.folder.iterdir()) for end in endings(fresh, append_line, trouble)]
    assert ends == [[]] * (4 if trouble == "broken" else 3)


@pytest.mark.parametrize("trouble", DEATHS)
def test_a_write_in_trouble_leaves_the_old_or_the_new_content(with_old: Fresh, trouble: Trouble) -> None:
    contents = []
    for end in endings(with_old, write_book, trouble):
        contents.append((end.folder / "book").read_bytes())
        Disk().sweep(end.folder)
        assert [path.name for path in end.folder.iterdir()] == ["book"]
    new = 0 if trouble == "power" else 1
    assert contents == [b"old\n"] * (5 - new) + [b"quite new\n"] * new


@pytest.mark.parametrize("trouble", FAULTS)
def test_a_write_on_a_full_disk_leaves_nothing_aside_and_works_when_there_is_room(with_old: Fresh, trouble: Trouble) -> None:
    for end in endings(with_old, write_book, trouble):
        assert isinstance(end.trouble, OSError)
        assert [path.name for path in end.folder.iterdir()] == ["book"]
        end.disk.make_room()
        write_book(end.disk, end.folder)
        assert (end.folder / "book").read_bytes() == b"quite new\n"


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_a_move_in_trouble_loses_nothing(with_old: Fresh, trouble: Trouble) -> None:
    for end in endings(with_old, move_book, trouble):
        places = [path for path in (end.folder / "book", end.folder / "cur" / "book") if path.exists()]
        assert [path.read_bytes() for path in places] in ([b"old\n"], [b"old\n"] * 2)


def remove_book(disk: Disk, folder: Path) -> None:
    disk.remove(folder / "book")


@pytest.mark.parametrize("work", [append_line, write_book, move_book, remove_book])
def test_what_returned_survives_a_power_cut(with_old: Fresh, work: Callable[[Disk, Path], None]) -> None:
    kept = {}
    done = steps(work, with_old(0))
    for after in (None, done + 1):
        folder = with_old(0)
        disk = Disk() if after is None else FailingDisk(after, "power")
        work(disk, folder)
        if after is not None:
            with pytest.raises(Killed):
                disk.write(folder / "other", b"never")
        kept[after] = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert kept[None] == kept[done + 1]


def test_a_dead_disk_stays_dead(tmp_path: Path) -> None:
    disk = FailingDisk(1, "kill")
    for _ in range(2):
        with pytest.raises(Killed):
            disk.append(tmp_path / "book", b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_real_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys; from pathlib import Path; from pbem.store.folder.disk import Disk\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); path = Path(sys.argv[1])\n"
        "Disk().append(path, b'a' * 900); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: Disk().append(path, b'b' * 900)\n"
        "except OSError as trouble: print(trouble.errno)\n"
        "try: Disk().write(path, b'c' * 1900)\n"
        "except OSError as trouble: print(trouble.errno)\n"
    )
    run = [sys.executable, "-c", program, str(tmp_path / "book")]
    told = subprocess.run(run, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2]).stdout
    assert told.split() == [str(errno.EFBIG)] * 2
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"a" * 900]


def test_files_and_folders_are_for_their_owner_alone(tmp_path: Path) -> None:
    disk = Disk()
    disk.make_folder(tmp_path / "a" / "b")
    disk.append(tmp_path / "a" / "b" / "book", b"x")
    disk.write(tmp_path / "a" / "b" / "page", b"x")
    modes = [path.stat().st_mode & 0o777 for path in sorted((tmp_path / "a").rglob("*"))]
    assert modes == [0o700, 0o600, 0o600]


def test_a_folder_may_be_made_twice(tmp_path: Path) -> None:
    disk = Disk()
    disk.make_folder(tmp_path / "a" / "b")
    count = disk.operations
    disk.make_folder(tmp_path / "a" / "b")
    assert (count, disk.operations) == (4, 4)


def test_removing_what_is_gone_is_no_trouble(tmp_path: Path) -> None:
    disk = Disk()
    disk.append(tmp_path / "book", b"x")
    disk.remove(tmp_path / "book")
    disk.remove(tmp_path / "book")
    assert list(tmp_path.iterdir()) == []


def test_moving_what_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Disk().move(tmp_path / "none", tmp_path / "other")


def test_a_file_is_cut_to_a_length(tmp_path: Path) -> None:
    Disk().append(tmp_path / "book", b"0123456789")
    Disk().truncate(tmp_path / "book", 4)
    assert (tmp_path / "book").read_bytes() == b"0123"


def test_the_sweep_takes_leavings_of_the_dead_and_of_an_earlier_self_but_not_of_the_living(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    sleeper = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    living = tmp_path / "deep" / f".book.{sleeper.pid}.aside"
    leavings = [living, tmp_path / "deep" / f".a.{os.getpid()}.aside", tmp_path / f".a.b.{dead.pid}.aside"]
    keep = [tmp_path / "book", tmp_path / ".hidden", tmp_path / ".odd.aside"]
    for path in [*leavings, *keep]:
        path.write_bytes(b"half")
    try:
        assert Disk().sweep(tmp_path) == 2
    finally:
        sleeper.communicate(b"\n")
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted([living, *keep])


@given(st.lists(st.binary(max_size=50), max_size=5))
def test_appends_add_up(tmp_path_factory: pytest.TempPathFactory, parts: list[bytes]) -> None:
    path = tmp_path_factory.mktemp("disk") / "book"
    disk = Disk()
    for part in parts:
        disk.append(path, part)
    assert (path.read_bytes() if parts else b"") == b"".join(parts)


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_what_can_be_made_again_is_whole_or_as_before_or_away_after_a_power_cut(with_old: Fresh, trouble: Trouble) -> None:
    for end in endings(with_old, lambda disk, folder: disk.write(folder / "book", b"quite new\n", "bytes"), trouble):
        assert (end.folder / "book").read_bytes() in (b"old\n", b"quite new\n")


def test_less_lasting_writes_wait_for_the_disk_less_often(tmp_path: Path) -> None:
    class Counting(Disk):
        def operation(self, kind: Kind, path: Path) -> None:
            if kind.startswith("fsync"):
                waits.append(kind)

    for lasting, expected in (("place", ["fsync", "fsync folder"]), ("bytes", ["fsync"]), ("nothing", [])):
        waits: list[str] = []
        Counting().write(tmp_path / "book", b"x", lasting)  # type: ignore[arg-type]
        assert waits == expected
        assert (tmp_path / "book").read_bytes() == b"x"


def test_a_removal_that_may_come_back_settles_less(tmp_path: Path) -> None:
    disk = Disk()
    for gone in (True, False):
        (tmp_path / "book").write_bytes(b"x")
        before = disk.operations
        disk.remove(tmp_path / "book", gone)
        assert disk.operations - before == (2 if gone else 1)
        assert not (tmp_path / "book").exists()


PAGES = {f"page{n}": b"%d\n" % n * n for n in range(12)}  # more than the disk is asked for at once


def write_pages(disk: Disk, folder: Path) -> None:
    disk.write_all([NewFile(folder / "book", b"quite new\n"), *(NewFile(folder / name, data) for name, data in PAGES.items())])


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_files_written_together_in_trouble_are_each_whole_or_as_before(with_old: Fresh, trouble: Trouble) -> None:
    for end in endings(with_old, write_pages, trouble):
        assert (end.folder / "book").read_bytes() in (b"old\n", b"quite new\n")
        assert all((end.folder / name).read_bytes() == data for name, data in PAGES.items() if (end.folder / name).exists())
        if trouble == "full":
            assert not list(end.folder.glob(".*.aside"))
        write_pages(Disk(), end.folder)
        assert {path.name: path.read_bytes() for path in end.folder.glob("[!.]*")} == {"book": b"quite new\n", **PAGES}


def move_pages(disk: Disk, folder: Path) -> None:
    moves = [(path, folder / path.name[-1] / path.name) for path in sorted(folder.glob("page*"))]
    for _, target in moves:
        disk.make_folder(target.parent)
    disk.move_all(moves)
    disk.fsync_folder(folder)


@pytest.mark.parametrize("trouble", [*DEATHS, *FAULTS])
def test_files_moved_together_in_trouble_are_never_lost(fresh: Fresh, trouble: Trouble) -> None:
    def prepare(n: int) -> Path:
        folder = fresh(n)
        for name, data in PAGES.items():
            (folder / name).write_bytes(data)
        return folder

    for end in endings(prepare, move_pages, trouble):
        assert {path.name: path.read_bytes() for path in end.folder.rglob("page*")} == PAGES
        move_pages(Disk(), end.folder)
        assert not list(end.folder.glob("page*"))


def test_what_is_written_or_moved_together_waits_together_and_trouble_with_one_is_told_when_all_have_ended(tmp_path: Path) -> None:
    meet, ended = threading.Barrier(3, timeout=10), []

    def settle(n: int) -> None:
        meet.wait()  # none goes on before all have begun
        if n == 1:
            raise OSError(errno.EIO, "broken")
        ended.append(n)

    with pytest.raises(OSError, match="broken"):
        Disk().wait(settle, (0, 1, 2))
    assert sorted(ended) == [0, 2]

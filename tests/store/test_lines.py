"""Files of checksummed lines: torn tails of every length are cut, damage is never passed over."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store.folder.append_log import LineFile, read_lines
from pbem.store.folder.disk import Disk
from pbem.store.framing import framed
from pbem.store.ports import LinesDamaged

from .failing_disk import FAULTS, FailingDisk, Trouble

TEXTS = (b'{"a":1}', b"{}", b'{"unit":"E/504"}')
WHOLE = b"".join(map(framed, TEXTS))


def opened(path: Path) -> LineFile:
    file = LineFile(Disk(), path)
    file.open()
    return file


def test_lines_are_readable_by_eye() -> None:
    assert framed(b'{"a":1}') == b'561bacaf {"a":1}\n'


@pytest.mark.parametrize("length", range(len(WHOLE) + 1))
def test_a_tail_torn_at_any_byte_is_cut_and_the_next_line_fits_on(tmp_path: Path, length: int) -> None:
    path = tmp_path / "book"
    path.write_bytes(WHOLE[:length])
    whole = [text for at, text in enumerate(TEXTS) if len(b"".join(map(framed, TEXTS[: at + 1]))) <= length]
    file = LineFile(Disk(), path)
    lines = file.open()
    assert list(lines.texts) == whole
    assert lines.torn == length - lines.length == length - sum(len(framed(text)) for text in whole)
    file.append(b'{"next":2}')
    assert read_lines(path).texts == (*whole, b'{"next":2}')


@pytest.mark.parametrize("tail", [b"\0" * 20, b"\0" * 19 + b"\n", framed(TEXTS[0])[:9] + b"\0\0\0\0\n", b"\r", b"5"])
def test_a_tail_that_never_reached_the_disk_is_cut(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "book"
    path.write_bytes(WHOLE + tail)
    assert LineFile(Disk(), path).open().torn == len(tail)
    assert path.read_bytes() == WHOLE


@pytest.mark.parametrize("tail", [b"00000000 {}\n", b"\r\n", b"\n", framed(TEXTS[0])[1:]])
def test_a_bad_last_line_that_ends_as_a_whole_one_is_damage(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "book"
    path.write_bytes(WHOLE + tail)
    with pytest.raises(LinesDamaged, match="line 4"):
        LineFile(Disk(), path).open()


@given(st.integers(0, len(WHOLE) - len(framed(TEXTS[-1])) - 1), st.integers(1, 255))
def test_any_changed_byte_before_the_last_line_is_damage(tmp_path_factory: pytest.TempPathFactory, at: int, change: int) -> None:
    path = tmp_path_factory.mktemp("lines") / "book"
    spoiled = bytearray(WHOLE)
    spoiled[at] ^= change
    path.write_bytes(spoiled)
    with pytest.raises(LinesDamaged, match=r"book, line [12]: ") as told:
        LineFile(Disk(), path).open()
    assert told.value.line == (1 if at < len(framed(TEXTS[0])) else 2)
    assert path.read_bytes() == spoiled


def test_appending_needs_an_open_file(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="not open"):
        LineFile(Disk(), tmp_path / "book").append(b"{}")


class StubbornDisk(FailingDisk):
    """When an append fails, even the cutting back fails."""

    def _cut_back(self, handle: int, path: Path, length: int, new: bool) -> None:
        raise OSError("no cutting back")


@pytest.mark.parametrize("trouble", FAULTS)
@pytest.mark.parametrize("before", [b"", framed(TEXTS[0])])
def test_a_line_that_could_not_be_cut_back_is_fixed_by_the_next_append(
    fresh: Callable[[int], Path], trouble: Trouble, before: bytes
) -> None:
    for step in (1, 2):
        path = fresh(step) / "book"
        path.write_bytes(before)
        disk = StubbornDisk(step, trouble)
        file = LineFile(disk, path)
        file.open()
        with pytest.raises(OSError, match="no cutting back"):
            file.append(b'{"lost":true}')
        disk.make_room()
        file.append(b'{"kept":true}')
        assert path.read_bytes() == before + framed(b'{"kept":true}')


def test_two_appends_find_their_places(tmp_path: Path) -> None:
    file = opened(tmp_path / "book")
    file.append(b"1")
    file.append(b"2")
    assert read_lines(tmp_path / "book").texts == (b"1", b"2")

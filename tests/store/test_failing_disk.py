"""The failing disk itself: it must lose what a machine may lose, and nothing else."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pbem.store.folder.disk import Disk

from .failing_disk import FailingDisk, Killed, Trouble, endings


class ForgetfulDisk(FailingDisk):
    """Skips every fsync, as a careless program would."""

    def _fsync(self, handle: int, path: Path) -> None:
        del handle, path

    def fsync_folders(self, folders: Iterable[Path]) -> None:
        del folders


def test_a_power_cut_loses_what_was_never_fsynced(tmp_path: Path) -> None:
    (tmp_path / "book").write_bytes(b"old")
    disk = ForgetfulDisk(5, "power")
    disk.append(tmp_path / "book", b" new")
    disk.append(tmp_path / "page", b"new")
    disk.remove(tmp_path / "book")
    assert [path.name for path in tmp_path.iterdir()] == ["page"]
    with pytest.raises(Killed):
        disk.make_folder(tmp_path / "deep")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("book", b"old")]


def test_a_power_cut_takes_back_a_rename_whose_folder_was_not_fsynced(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"A")
    (tmp_path / "b").write_bytes(b"B")
    disk = ForgetfulDisk(2, "power")
    disk.move(tmp_path / "a", tmp_path / "b")
    with pytest.raises(Killed):
        disk.append(tmp_path / "c", b"C")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"A", "b": b"B"}


@pytest.mark.parametrize(("trouble", "left"), [("kill", b""), ("tear", b"01234"), ("broken", b"01234")])
def test_a_torn_write_is_half_a_write(tmp_path: Path, trouble: Trouble, left: bytes) -> None:
    path = tmp_path / "book"
    path.touch()
    disk = FailingDisk(1, trouble)
    with path.open("wb") as file, pytest.raises((Killed, OSError)):
        disk.operation("write", path)
        disk.put(file.fileno(), b"0123456789")
    assert path.read_bytes() == left


def test_every_step_is_tried_once(fresh: Callable[[int], Path]) -> None:
    def work(disk: Disk, folder: Path) -> None:
        disk.make_folder(folder / "deep")
        disk.write(folder / "deep" / "book", b"x")

    met = [end.disk.failed_step for end in endings(fresh, work, "kill")]
    kinds = [step[0] for step in met if step]
    assert kinds == ["mkdir", "fsync folder", "create", "write", "fsync", "rename", "fsync folder"]

"""The lock: one holder, named to the others, and free as soon as the holder is dead."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.store.folder.lock import DataLock, holder
from pbem.store.ports import DataLocked

HOLD = (
    "import sys; from pathlib import Path; from pbem.store.folder.lock import DataLock\n"
    "with DataLock(Path(sys.argv[1])):\n"
    "    print('held', flush=True); sys.stdin.read()\n"
)


def hold_elsewhere(path: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", HOLD, str(path)]
    other = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[2])
    assert other.stdout is not None
    assert other.stdout.readline() == b"held\n"
    return other


def test_the_lock_can_be_taken_again_and_again(tmp_path: Path) -> None:
    lock = DataLock(tmp_path / "lock")
    for _ in range(2):
        with lock:
            assert holder(tmp_path / "lock") == os.getpid()


def test_another_process_is_named_by_its_pid(tmp_path: Path) -> None:
    with hold_elsewhere(tmp_path / "lock") as other:
        with pytest.raises(DataLocked, match=f"process {other.pid}") as told, DataLock(tmp_path / "lock"):
            raise AssertionError("two holders")
        other.communicate()
    assert told.value.pid == other.pid
    with DataLock(tmp_path / "lock"):
        assert holder(tmp_path / "lock") == os.getpid()


def test_a_killed_holder_leaves_the_lock_free(tmp_path: Path) -> None:
    with hold_elsewhere(tmp_path / "lock") as other:
        other.kill()
        other.wait()
    assert holder(tmp_path / "lock") == other.pid
    with DataLock(tmp_path / "lock"):
        assert holder(tmp_path / "lock") == os.getpid()


def test_a_second_lock_in_one_process_is_refused(tmp_path: Path) -> None:
    with DataLock(tmp_path / "lock"):
        with pytest.raises(DataLocked) as told, DataLock(tmp_path / "lock"):
            raise AssertionError("two holders")
        assert told.value.pid == os.getpid()


def test_entering_one_lock_twice_is_refused_and_the_first_stays(tmp_path: Path) -> None:
    lock = DataLock(tmp_path / "lock")
    with lock:
        with pytest.raises(DataLocked), lock:
            raise AssertionError("two holders")
        with pytest.raises(DataLocked), DataLock(tmp_path / "lock"):
            raise AssertionError("two holders")


def test_the_lock_is_freed_when_its_holder_fails(tmp_path: Path) -> None:
    with pytest.raises(KeyError), DataLock(tmp_path / "lock"):
        raise KeyError("trouble within")
    with DataLock(tmp_path / "lock"):
        assert holder(tmp_path / "lock") == os.getpid()


@pytest.mark.parametrize("content", [b"", b"nobody"])
def test_a_lock_nobody_signed_has_no_holder(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "lock").write_bytes(content)
    assert holder(tmp_path / "lock") == 0
    assert holder(tmp_path / "none") == 0

"""One writer: the lock around the data folder. The kernel frees it when its holder dies, however it dies."""

import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from pbem.store.ports import DataLocked


class DataLock:
    """`with DataLock(data / "lock"):` holds the folder or raises DataLocked at once. It never waits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = FileLock(
            path,
            timeout=0,
            mode=0o600,
            thread_local=False,
            fallback_to_soft=False,
            on_acquired=_sign,
        )

    def __enter__(self) -> Self:
        # filelock counts entries of one object; here a second one is a bug that must show.
        if self._lock.is_locked:
            raise DataLocked(self.path, os.getpid())
        try:
            self._lock.acquire()
        except Timeout as trouble:
            raise DataLocked(self.path, holder(self.path)) from trouble
        return self

    def __exit__(self, kind: type[BaseException] | None, trouble: BaseException | None, trace: TracebackType | None) -> None:
        self._lock.release()


def holder(path: Path) -> int:
    """The pid that signed the lock file last; 0 if there is none. It says nothing about whether the lock is held."""
    try:
        return int(path.read_bytes())
    except (FileNotFoundError, ValueError):
        return 0


def held(path: Path) -> bool:
    """Whether somebody holds the lock at this moment; asked without signing it."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


def _sign(handle: int) -> None:
    # A note for people, in a file that is no data: it need not be durable and does not pass through Disk.
    os.ftruncate(handle, 0)
    os.pwrite(handle, b"%d\n" % os.getpid(), 0)

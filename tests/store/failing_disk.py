"""A disk that dies, tears, loses its cache or is full at the n-th step; and a loop that tries every n.

    for end in endings(prepare, work, "power"):
        ...look at end.folder with a sound Disk: old state or new state, never another

`prepare(n)` gives a fresh folder, `work(disk, folder)` is the thing under test. The loop stops by itself once the
work takes fewer than n steps. Troubles:

kill    dies before the step; what was written before stays (the process is killed)
tear    as kill, but a write at that step gets half of its bytes out first
power   as tear, and then everything that was not fsynced (files and folders) is lost (the plug is pulled)
full    from that step on whatever needs room fails with ENOSPC, a write after half of its bytes; `make_room()` ends it
broken  that one step fails with EIO, whatever it is; a write after half of its bytes
"""

import errno
import itertools
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pbem.store.folder.disk import Disk, Kind

Trouble = Literal["kill", "tear", "power", "full", "broken"]
DEATHS: tuple[Trouble, ...] = ("kill", "tear", "power")
FAULTS: tuple[Trouble, ...] = ("full", "broken")
NEEDS_ROOM: frozenset[Kind] = frozenset({"create", "write", "fsync", "rename", "mkdir"})


class Killed(BaseException):
    """The process is dead. Not an Exception, so that nothing under test survives it by catching too much."""


@dataclass(frozen=True, slots=True)
class _Unsafe:
    """A change that a power cut takes back: `path` held `before` (None: nothing) until `sync` makes the change safe."""

    path: Path
    before: bytes | None
    sync: tuple[Kind, Path]


class FailingDisk(Disk):
    """A Disk in trouble at its `fail_at`-th step (counted from 1). `failed` tells whether it came so far."""

    def __init__(self, fail_at: int, trouble: Trouble) -> None:
        super().__init__()
        self.fail_at = fail_at
        self.trouble = trouble
        self.failed = False
        self.failed_step: tuple[Kind, Path] | None = None
        self._roomy = False
        self._tearing: BaseException | None = None
        self._unsafe: list[_Unsafe] = []

    def make_room(self) -> None:
        """The disk is full no more."""
        self._roomy = True

    def operation(self, kind: Kind, path: Path) -> None:
        super().operation(kind, path)
        trouble = self._trouble_at(kind, path)
        if trouble is None:
            self._remember(kind, path)
        elif kind == "write" and self.trouble != "kill" and not self._dead_before():
            self._remember(kind, path)
            self._tearing = trouble
        else:
            self._cut_power()
            raise trouble

    def put(self, handle: int, data: bytes) -> None:
        if self._tearing is None:
            super().put(handle, data)
            return
        trouble, self._tearing = self._tearing, None
        os.write(handle, data[: len(data) // 2])
        self._cut_power()
        raise trouble

    def _rename(self, source: Path, target: Path) -> None:
        self.operation("rename", target)
        content = source.read_bytes()
        self._unsafe.append(_Unsafe(target, _content(target), ("fsync folder", target.parent)))
        self._unsafe.append(_Unsafe(source, content, ("fsync folder", source.parent)))
        source.replace(target)
        # Bytes that were never fsynced stay unsafe under their new name.
        self._unsafe = [_moved(change, source, target) for change in self._unsafe]

    def _trouble_at(self, kind: Kind, path: Path) -> BaseException | None:
        if not self._struck(kind):
            return None
        self.failed = True
        self.failed_step = self.failed_step or (kind, path)
        if self.trouble in DEATHS:
            return Killed(f"step {self.operations}: {kind} {path.name}")
        number = errno.ENOSPC if self.trouble == "full" else errno.EIO
        return OSError(number, os.strerror(number), str(path))

    def _struck(self, kind: Kind) -> bool:
        if self.trouble == "broken":
            return self.operations == self.fail_at
        if self.trouble == "full":
            return self.operations >= self.fail_at and not self._roomy and kind in NEEDS_ROOM
        return self.operations >= self.fail_at

    def _dead_before(self) -> bool:
        return self.trouble in DEATHS and self.operations > self.fail_at

    def _remember(self, kind: Kind, path: Path) -> None:
        if kind in {"write", "truncate"}:
            self._unsafe.append(_Unsafe(path, _content(path), ("fsync", path)))
        elif kind in {"create", "unlink", "mkdir"}:
            self._unsafe.append(_Unsafe(path, _content(path), ("fsync folder", path.parent)))
        else:
            self._unsafe = [change for change in self._unsafe if change.sync != (kind, path)]

    def _cut_power(self) -> None:
        if self.trouble != "power":
            return
        for change in reversed(self._unsafe):
            _put_back(change)
        self._unsafe.clear()


@dataclass(frozen=True, slots=True)
class Ending:
    """How one try ended: what lies in `folder` after trouble at step `n`; `disk` can be given room and used again."""

    n: int
    folder: Path
    disk: FailingDisk
    trouble: BaseException | None


def endings(
    prepare: Callable[[int], Path], work: Callable[[Disk, Path], object], trouble: Trouble, first: int = 1
) -> Iterator[Ending]:
    """Run `work` with trouble at step `first`, `first`+1, …, until it ends without meeting any."""
    for n in itertools.count(first):
        folder = prepare(n)
        disk = FailingDisk(n, trouble)
        end = Ending(n, folder, disk, _run(work, disk, folder))
        if not disk.failed:
            return
        yield end


def steps(work: Callable[[Disk, Path], object], folder: Path) -> int:
    """How many physical steps the work takes on a sound disk."""
    disk = Disk()
    work(disk, folder)
    return disk.operations


def _run(work: Callable[[Disk, Path], object], disk: FailingDisk, folder: Path) -> BaseException | None:
    try:
        work(disk, folder)
    except (Killed, OSError) as trouble:
        return trouble
    return None


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _put_back(change: _Unsafe) -> None:
    if change.before is not None:
        if change.path.parent.is_dir():
            change.path.write_bytes(change.before)
    elif change.path.is_dir():
        shutil.rmtree(change.path)
    else:
        change.path.unlink(missing_ok=True)


def _moved(change: _Unsafe, source: Path, target: Path) -> _Unsafe:
    if change.sync != ("fsync", source):
        return change
    return _Unsafe(target, change.before, ("fsync", target))

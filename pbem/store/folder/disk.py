"""The only place that changes files: every write, fsync, rename, unlink, mkdir and truncate of the data folder.

Each physical step first passes `Disk.operation`, which counts it. Tests put a Disk there that dies, or is full, at
the n-th step, and so prove that every caller above leaves either the old state or the new one.
Reading needs no Disk. Trouble of the file system comes out as the OSError it is.
"""

import contextlib
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

Lasting = Literal["place", "bytes", "nothing"]
Kind = Literal["create", "write", "fsync", "rename", "unlink", "mkdir", "truncate", "fsync folder"]

T = TypeVar("T")

_TOGETHER = 8  # files that a disk is asked for at once: it takes little longer over them than over one

_ASIDE = re.compile(r"^\..+\.(\d+)\.aside$", re.DOTALL)


class NewFile(NamedTuple):
    """A file to be written: where it will lie, and what it will hold."""

    path: Path
    data: bytes


class Disk:
    """Durable changes of files. When a method returns, its change outlives a power cut."""

    def __init__(self) -> None:
        self.operations = 0

    def operation(self, kind: Kind, path: Path) -> None:
        """Called before each physical step. Test doubles override it to raise instead."""
        del kind, path
        self.operations += 1

    def put(self, handle: int, data: bytes) -> None:
        """Write all of `data` to an open file. Test doubles override it to tear the write."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]

    def append(self, path: Path, data: bytes, lasting: bool = True) -> None:
        """Add `data` at the end of the file, made if missing. After an OSError the file is as it was.

        What need not be `lasting` outlives a death of the process, and a power cut only with what is added after it.
        """
        with self._opened(path) as (handle, new):
            length = os.fstat(handle).st_size
            try:
                self._write(handle, path, data, lasting)
                if new and lasting:
                    self.fsync_folder(path.parent)
            except OSError:
                self._cut_back(handle, path, length, new)
                raise

    def write(self, path: Path, data: bytes, lasting: Lasting = "place") -> None:
        """Make `path` hold exactly `data`: written aside, then put in its place.

        For what can be made again less may last: "bytes", a power cut leaves it whole or away; "nothing", it may leave it
        torn as well. A death of the process leaves old or new in any case.
        After an OSError it is as it was, or (when only the folder's fsync failed) new already: doing it again is right.
        """
        aside = _aside(path)
        try:
            self._write_new(aside, data, lasting != "nothing")
            self._rename(aside, path)
        except OSError:
            self._drop(aside)
            raise
        if lasting == "place":
            self.fsync_folder(path.parent)

    def write_all(self, files: Sequence[NewFile]) -> None:
        """As `write`, lasting as "bytes", for several at once, which wait for the disk together; as many handles are open.

        After an OSError some may be new and the others as they were: doing it again is right.
        """
        asides = [_aside(path) for path, _ in files]
        try:
            with contextlib.ExitStack() as opened:
                handles = [self._aside_open(aside, data, opened) for aside, (_, data) in zip(asides, files, strict=True)]
                for aside in asides:
                    self.operation("fsync", aside)
                self.wait(os.fsync, handles)
            for aside, (path, _) in zip(asides, files, strict=True):
                self._rename(aside, path)
        except OSError:
            for aside in asides:
                self._drop(aside)
            raise

    def lay_out(self, files: Sequence[NewFile]) -> None:
        """As `write_all`, in folders that are made where they are missing; all of it is in its place when this returns."""
        folders = dict.fromkeys(path.parent for path, _ in files)
        for folder in folders:
            self.make_folder(folder)
        self.write_all(files)
        self.fsync_folders(folders)

    def move_all(self, moves: Iterable[tuple[Path, Path]]) -> None:
        """As `move`, for several at once, which wait for their folders together. A power cut may leave them in both places."""
        folders = dict[Path, None]()
        try:
            for source, target in moves:
                self._rename(source, target)
                folders[target.parent] = None
        finally:  # what was moved must stand there before the folder it came from is written next
            self.fsync_folders(folders)

    def move(self, source: Path, target: Path) -> None:
        """Rename, replacing `target`. Both on one file system; FileNotFoundError when `source` is missing."""
        self.move_all(((source, target),))
        if source.parent != target.parent:
            self.fsync_folder(source.parent)

    def remove(self, path: Path, gone: bool = True) -> None:
        """Unlink; a file that is already gone is no trouble, so that a repeat after a crash is harmless.

        Without `gone` a power cut may bring it back.
        """
        if not path.exists() and not path.is_symlink():
            return
        self.operation("unlink", path)
        path.unlink()
        if gone:
            self.fsync_folder(path.parent)

    def remove_tree(self, path: Path) -> None:
        """Take a folder away with all that lies in it; one that is not there is no trouble. A power cut may bring a part back."""
        for inner in sorted(path.rglob("*"), reverse=True):
            self._remove_one(inner)
        self._remove_one(path)

    def _remove_one(self, path: Path) -> None:
        if path.is_dir() and not path.is_symlink():
            self.operation("unlink", path)
            path.rmdir()
        else:
            self.remove(path, gone=False)

    def make_folder(self, path: Path, mode: int = 0o700) -> None:
        """Make the folder and the missing ones above it; an existing one is left alone."""
        if path.is_dir():
            return
        self.make_folder(path.parent, mode)
        self.operation("mkdir", path)
        path.mkdir(mode, exist_ok=True)
        self.fsync_folder(path.parent)

    def truncate(self, path: Path, length: int) -> None:
        """Cut the file to `length` bytes."""
        handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        try:
            self.operation("truncate", path)
            os.ftruncate(handle, length)
            self._fsync(handle, path)
        finally:
            os.close(handle)

    def sweep(self, folder: Path, but: Container[str] = ()) -> int:
        """Remove what killed writers left aside in `folder` and below, but for what lies in folders of these paths; returns how
        many files.

        What another live process is writing stays.
        """
        left = sorted(path for path in _asides(str(folder), but) if _left_over(path))
        for path in left:
            self.remove(path)
        return len(left)

    @contextlib.contextmanager
    def _opened(self, path: Path) -> Iterator[tuple[int, bool]]:
        handle, new = self._open(path)
        try:
            yield handle, new
        finally:
            os.close(handle)

    def _open(self, path: Path) -> tuple[int, bool]:
        flags = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC
        with contextlib.suppress(FileNotFoundError):
            return os.open(path, flags), False
        self.operation("create", path)
        return os.open(path, flags | os.O_CREAT, 0o600), True

    def _write_new(self, path: Path, data: bytes, fsync: bool) -> None:
        self.operation("create", path)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            self._write(handle, path, data, fsync)
        finally:
            os.close(handle)

    def _write(self, handle: int, path: Path, data: bytes, fsync: bool = True) -> None:
        self.operation("write", path)
        self.put(handle, data)
        if fsync:
            self._fsync(handle, path)

    def _cut_back(self, handle: int, path: Path, length: int, new: bool) -> None:
        if new:
            self._drop(path)
            return
        self.operation("truncate", path)
        os.ftruncate(handle, length)

    def _drop(self, path: Path) -> None:
        if path.exists():
            self.operation("unlink", path)
            path.unlink()

    def _rename(self, source: Path, target: Path) -> None:
        self.operation("rename", target)
        source.replace(target)

    def _fsync(self, handle: int, path: Path) -> None:
        self.operation("fsync", path)
        self.wait(os.fsync, (handle,))

    def fsync_folder(self, folder: Path) -> None:
        """What was put into the folder so far with less than "place" stands there from now on."""
        self.fsync_folders((folder,))

    def fsync_folders(self, folders: Iterable[Path]) -> None:
        """The same for several, waited for together."""
        folders = tuple(folders)
        for folder in folders:
            self.operation("fsync folder", folder)
        self.wait(_fsync_folder, folders)

    def wait(self, settle: Callable[[T], None], items: Sequence[T]) -> None:
        """Wait for the platter over each, at the same time; the first trouble is raised when all have ended."""
        if len(items) < 2:
            for item in items:
                settle(item)
            return
        with ThreadPoolExecutor(min(_TOGETHER, len(items)), "disk") as threads:
            waited = [threads.submit(settle, item) for item in items]
        for one in waited:
            one.result()

    def _aside_open(self, aside: Path, data: bytes, opened: contextlib.ExitStack) -> int:
        """The handle of a file that holds `data`, not durable yet."""
        self.operation("create", aside)
        handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        opened.callback(os.close, handle)
        self._write(handle, aside, data, fsync=False)
        return handle


def _fsync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _aside(path: Path) -> Path:
    # The writer's pid keeps two processes apart and tells `sweep` whose leavings these are.
    return path.with_name(f".{path.name}.{os.getpid()}.aside")


def _asides(folder: str, but: Container[str]) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        yield from (Path(at) / name for name in names if name.startswith(".") and name.endswith(".aside"))
        folders[:] = [name for name in folders if f"{at}/{name}" not in but]


def _left_over(path: Path) -> bool:
    found = _ASIDE.match(path.name)
    return found is not None and not other_lives(int(found.group(1)))


def other_lives(pid: int) -> bool:
    """Does another process of this number live?"""
    # Our own pid counts as dead: in a container every run has the same one.
    if pid == os.getpid():
        return False
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True

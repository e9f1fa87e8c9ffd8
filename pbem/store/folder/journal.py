"""The journal: the truth of one campaign, as records that are chained (`chain.py`), checksummed and only ever added to: files of
lines in a folder."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.store.chain import (
    FIRST_FILE,
    NO_RECORD,
    ChainLink,
    JournalDamaged,
    JournalFile,
    digest_of,
    next_name,
    read_file,
    record_text,
    snapshot_of,
    snapshot_text,
)
from pbem.store.folder.append_log import LineFile, read_lines
from pbem.store.folder.disk import Disk
from pbem.store.framing import framed
from pbem.store.ports import LinesDamaged
from pbem.store.shelf_ports import Opened

Record = dict[str, Any]


class FolderJournal:
    """One campaign's journal, held by its only writer; readers use `look` and `all_records`, which change nothing.

    full: the sizes of the files before the last one, by name; last, length: its name, and the bytes of its whole lines.
    """

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk = disk
        self.folder = folder
        self.number = 0
        self.records_in_file = 0
        self.digest = NO_RECORD
        self.full: dict[str, int] = {}
        self.last = f"{FIRST_FILE}.jsonl"
        self.length = 0
        self._lines: LineFile | None = None
        self._unborn: Path | None = None

    def open(self, allowed: Callable[[Opened], None] = lambda _: None) -> Opened:
        """Make ready for appending: a torn last line is cut, files holding nothing else removed. JournalDamaged.

        Before anything is changed `allowed` is shown what stands there; what it raises leaves all as it is.
        """
        opened = self.look()
        allowed(opened)
        self.disk.make_folder(self.folder)
        self.disk.sweep(self.folder)
        for path in _unborn(self.folder):
            self.disk.remove(path)
        paths = _files(self.folder)
        self._lines = LineFile(self.disk, paths[-1] if paths else self.folder / f"{FIRST_FILE}.jsonl")
        self._lines.open()
        self._unborn = None
        return opened

    def append(self, body: Mapping[str, Any]) -> int:
        """Add a record and return its number; it is durable on return. After an OSError it is not in the journal."""
        lines = self._ready()
        text = record_text(ChainLink(self.number, self.digest), body)
        lines.append(text)
        self._stand_at(ChainLink(self.number + 1, digest_of(text)), self.records_in_file + 1)
        self.length += len(framed(text))
        return self.number

    def start_file(self, name_hint: str, snapshot: Mapping[str, Any]) -> Path:
        """Begin a file with the state after the last record; records follow there.

        It is called `name_hint` if that sorts after the last file's name, else as a continuation of the last.
        """
        lines = self._ready()
        lines.repair()
        path = self._next_path(name_hint)
        text = snapshot_text(ChainLink(self.number, self.digest), snapshot)
        self._unborn = path
        self.disk.write(path, framed(text))
        self._unborn = None
        if lines.path != path and lines.path.exists():
            self.full[lines.path.name] = lines.path.stat().st_size
        self._lines = LineFile(self.disk, path)
        self._lines.open()
        self.records_in_file = 0
        self.last, self.length = path.name, len(framed(text))
        return path

    def settle(self) -> None:
        """Take out what a failed append, or a file's failed start, may have left: only whole records stand then. OSError."""
        self._ready().repair()

    def remember(self, snapshot: Callable[[], Mapping[str, Any]], after: int = 0) -> None:
        """Nobody takes it over."""

    def look(self) -> Opened:
        """What `open` would return, without changing anything; for readers beside a writer. JournalDamaged."""
        torn = sum(path.stat().st_size for path in _unborn(self.folder))
        *before, path = _files(self.folder) or [self.folder / f"{FIRST_FILE}.jsonl"]
        file = _read(path, None)
        full = {path.name: path.stat().st_size for path in before}
        opened = Opened(file.snapshot, file.records, torn + file.lines.torn, file.links or {0: NO_RECORD}, full)
        self._stand_at(ChainLink(opened.number, opened.links[opened.number]), len(opened.records))
        self.full = dict(full)
        self.last, self.length = path.name, file.lines.length
        return opened

    def news(self) -> list[Record]:
        """Nobody else writes."""
        return []

    def all_records(self) -> Iterator[Record]:
        """Every record from the first, the chain checked through all files and snapshots. JournalDamaged."""
        link: ChainLink | None = ChainLink(0, NO_RECORD)
        paths = _files(self.folder)
        for path in paths:
            file = _read(path, link)
            if file.lines.torn and path != paths[-1]:
                raise JournalDamaged(path.name, len(file.lines.texts) + 1, "the last line is torn, but a file follows")
            yield from file.records
            link = file.link

    def first_snapshot(self) -> bytes | None:
        """The state before the first record, as JSON; None when not even that line is whole. LinesDamaged."""
        lines = read_lines(min(self.folder.glob("*.jsonl"))).texts
        return snapshot_of(lines[0]) if lines else None

    def _ready(self) -> LineFile:
        if self._lines is None:
            raise RuntimeError("the journal is not open")
        if self._unborn is not None:
            # A file whose start failed may stand all the same; it must go before the old file grows on.
            self.disk.remove(self._unborn)
            self._unborn = None
        return self._lines

    def _stand_at(self, link: ChainLink, records_in_file: int) -> None:
        self.number, self.digest = link.number, link.digest
        self.records_in_file = records_in_file

    def _next_path(self, hint: str) -> Path:
        paths = _all_files(self.folder)
        return self.folder / f"{next_name(hint, paths[-1].stem if paths else '')}.jsonl"


def _files(folder: Path) -> list[Path]:
    """The files that hold a line at least, in order."""
    unborn = set(_unborn(folder))
    return [path for path in _all_files(folder) if path not in unborn]


def _all_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jsonl"), key=lambda path: path.stem)


def _unborn(folder: Path) -> list[Path]:
    """The last file if it holds a torn first line or nothing; and the one before, should that be so too."""
    found = []
    for path in reversed(_all_files(folder)):
        with contextlib.suppress(LinesDamaged):
            if not read_lines(path).texts:
                found.append(path)
                continue
        break
    return found


def _read(path: Path, link: ChainLink | None) -> JournalFile:
    try:
        lines = read_lines(path)
    except LinesDamaged as fault:
        raise JournalDamaged(fault.file, fault.line, fault.reason) from fault
    return read_file(path.name, lines, link)

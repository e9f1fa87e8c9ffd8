"""The journal: the truth of one campaign, as records that are chained, checksummed and only ever added to.

A record is {"number", "previous", "body"}; `previous` is the sha256 of the record's line before (without its newline),
64 zeros for the first. A file may begin with a snapshot {"kind": "snapshot", "number", "previous", "snapshot"}: the
state after record `number`, not a record itself and no link of the chain, so that it can be made again.
Files follow each other in the order of their names: T000, T001, T001+0001 (begun again within T001), T002 …
"""

import contextlib
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from pbem.kernel.values import Value
from pbem.store.codec import dumps
from pbem.store.folder.append_log import LineFile, Lines, framed, read_lines
from pbem.store.folder.disk import Disk
from pbem.store.ports import LinesDamaged
from pbem.store.shelf_ports import Opened

Record = dict[str, Any]

FIRST_FILE = "T000"
_NO_RECORD = "0" * 64
_HINT = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


class JournalDamaged(LinesDamaged):
    """A line is not what was written, or the chain is broken. Nothing was changed. `line` counts from 1."""


class _Link(Value):
    """Where the chain stands: the last record's number and the sha256 of its line."""

    number: int
    digest: str


@dataclass(slots=True)
class _File:
    """A file's lines, read one by one against the chain; begins with `link` None when the files before are not read."""

    path: Path
    lines: Lines
    link: _Link | None
    snapshot: dict[str, Any] | None = None
    records: list[Record] = field(default_factory=list)
    links: dict[int, str] = field(default_factory=dict)


class FolderJournal:
    """One campaign's journal, held by its only writer; readers use `look` and `all_records`, which change nothing.

    full: the sizes of the files before the last one, by name; last, length: its name, and the bytes of its whole lines.
    """

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk = disk
        self.folder = folder
        self.number = 0
        self.records_in_file = 0
        self.digest = _NO_RECORD
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
        text = dumps({"number": self.number + 1, "previous": self.digest, "body": body})
        lines.append(text)
        self._stand_at(_Link(self.number + 1, _digest(text)), self.records_in_file + 1)
        self.length += len(framed(text))
        return self.number

    def start_file(self, name_hint: str, snapshot: Mapping[str, Any]) -> Path:
        """Begin a file with the state after the last record; records follow there.

        It is called `name_hint` if that sorts after the last file's name, else as a continuation of the last.
        """
        lines = self._ready()
        lines.repair()
        path = self._next_path(name_hint)
        head = {"kind": "snapshot", "number": self.number, "previous": self.digest, "snapshot": snapshot}
        text = dumps(head)
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

    def look(self) -> Opened:
        """What `open` would return, without changing anything; for readers beside a writer. JournalDamaged."""
        torn = sum(path.stat().st_size for path in _unborn(self.folder))
        *before, path = _files(self.folder) or [self.folder / f"{FIRST_FILE}.jsonl"]
        file = _read(path, None)
        full = {path.name: path.stat().st_size for path in before}
        opened = Opened(file.snapshot, file.records, torn + file.lines.torn, file.links or {0: _NO_RECORD}, full)
        self._stand_at(_Link(opened.number, opened.links[opened.number]), len(opened.records))
        self.full = dict(full)
        self.last, self.length = path.name, file.lines.length
        return opened

    def all_records(self) -> Iterator[Record]:
        """Every record from the first, the chain checked through all files and snapshots. JournalDamaged."""
        link: _Link | None = _Link(0, _NO_RECORD)
        paths = _files(self.folder)
        for path in paths:
            file = _read(path, link)
            if file.lines.torn and path != paths[-1]:
                raise JournalDamaged(path.name, len(file.lines.texts) + 1, "the last line is torn, but a file follows")
            yield from file.records
            link = file.link

    def first_snapshot(self) -> Mapping[str, Any] | None:
        """The state before the first record; None when not even that line is whole. LinesDamaged."""
        lines = read_lines(min(self.folder.glob("*.jsonl"))).texts
        return orjson.loads(lines[0])["snapshot"] if lines else None

    def _ready(self) -> LineFile:
        if self._lines is None:
            raise RuntimeError("the journal is not open")
        if self._unborn is not None:
            # A file whose start failed may stand all the same; it must go before the old file grows on.
            self.disk.remove(self._unborn)
            self._unborn = None
        return self._lines

    def _stand_at(self, link: _Link, records_in_file: int) -> None:
        self.number, self.digest = link.number, link.digest
        self.records_in_file = records_in_file

    def _next_path(self, hint: str) -> Path:
        if not _HINT.fullmatch(hint):
            raise ValueError(f"no name for a journal file: {hint!r}")
        paths = _all_files(self.folder)
        last = paths[-1].stem if paths else ""
        if hint > last:
            return self.folder / f"{hint}.jsonl"
        base, _, count = last.partition("+")
        return self.folder / f"{base}+{int(count or 0) + 1:04}.jsonl"


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


def _read(path: Path, link: _Link | None) -> _File:
    try:
        file = _File(path, read_lines(path), link)
    except LinesDamaged as fault:
        raise JournalDamaged(fault.file, fault.line, fault.reason) from fault
    for at, text in enumerate(file.lines.texts, start=1):
        if fault_found := _take(file, at, text):
            raise JournalDamaged(path.name, at, fault_found)
    return file


def _take(file: _File, at: int, text: bytes) -> str:
    """Add a line to what was read of the file; returns what is wrong with it, or nothing."""
    try:
        line = orjson.loads(text)
    except orjson.JSONDecodeError:
        return "not JSON"
    if not isinstance(line, dict) or not {"number", "previous"} <= line.keys():
        return "neither a record nor a snapshot"
    is_snapshot = at == 1 and line.get("kind") == "snapshot"
    if file.link is None:
        file.link = _Link(line["number"], line["previous"]) if is_snapshot else _Link(0, _NO_RECORD)
    file.links.setdefault(file.link.number, file.link.digest)
    if is_snapshot:
        file.snapshot = line["snapshot"]
        return _misfit(file.link, line["number"], line["previous"])
    found = _misfit(file.link, line["number"] - 1, line["previous"])
    file.records.append(line)
    file.link = _Link(line["number"], _digest(text))
    file.links[file.link.number] = file.link.digest
    return found


def _misfit(link: _Link, number: int, previous: str) -> str:
    if number != link.number:
        return f"it follows record {number}, but record {link.number} stands before it"
    return "" if previous == link.digest else "the hash of the record before does not fit"


def _digest(text: bytes) -> str:
    return hashlib.sha256(framed(text)[:-1]).hexdigest()

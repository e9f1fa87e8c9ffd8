"""The chain of a journal: what a line says, and whether it follows the one before it, in whatever store it is kept.

A record is {"number", "previous", "body"}; `previous` is the sha256 of the record's line before (without its newline),
64 zeros for the first. A file may begin with a snapshot {"kind": "snapshot", "number", "previous", "snapshot"}: the
state after record `number`, not a record itself and no link of the chain, so that it can be made again.
Files follow each other in the order of their names: T000, T001, T001+0001 (begun again within T001), T002 …
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import orjson

from pbem.kernel.values import Value
from pbem.store.codec import dumps
from pbem.store.framing import Lines, framed
from pbem.store.ports import LinesDamaged

FIRST_FILE = "T000"
NO_RECORD = "0" * 64
_HINT = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*")


class JournalDamaged(LinesDamaged):
    """A line is not what was written, or the chain is broken. Nothing was changed. `line` counts from 1."""


class ChainLink(Value):
    """Where the chain stands: the last record's number and the sha256 of its line."""

    number: int
    digest: str


class _SnapshotLine(Value, forbid_unknown_fields=False):
    """The line with which a file begins; its snapshot stays as it is written, for whoever knows what is in it."""

    kind: Literal["snapshot"]
    number: int
    previous: str
    snapshot: msgspec.Raw


_SNAPSHOT = msgspec.json.Decoder(_SnapshotLine)


@dataclass(slots=True)
class JournalFile:
    """A file's lines, read one by one against the chain; begins with `link` None when the files before are not read. snapshot: as
    JSON."""

    name: str
    lines: Lines
    link: ChainLink | None
    snapshot: bytes | None = None
    records: list[dict[str, Any]] = field(default_factory=list)
    links: dict[int, str] = field(default_factory=dict)


def _take(file: JournalFile, at: int, text: bytes) -> str:
    """Add a line to what was read of the file; returns what is wrong with it, or nothing."""
    beginning = _snapshot_in(text) if at == 1 else None
    if file.link is None:
        file.link = ChainLink(beginning.number, beginning.previous) if beginning else ChainLink(0, NO_RECORD)
    file.links.setdefault(file.link.number, file.link.digest)
    if beginning:
        file.snapshot = bytes(beginning.snapshot)
        return _misfit(file.link, beginning.number, beginning.previous)
    try:
        line = orjson.loads(text)
    except orjson.JSONDecodeError:
        return "not JSON"
    if not isinstance(line, dict) or not {"number", "previous"} <= line.keys():
        return "neither a record nor a snapshot"
    found = _misfit(file.link, line["number"] - 1, line["previous"])
    file.records.append(line)
    file.link = ChainLink(line["number"], digest_of(text))
    file.links[file.link.number] = file.link.digest
    return found


def _snapshot_in(text: bytes) -> _SnapshotLine | None:
    """The snapshot that a line is; None when it is something else."""
    try:
        return _SNAPSHOT.decode(text)
    except msgspec.DecodeError:
        return None


def snapshot_of(text: bytes) -> bytes:
    """The snapshot, as JSON, in the text of the line with which a journal begins. JournalDamaged when it is none."""
    found = _snapshot_in(text)
    if found is None:
        raise JournalDamaged(f"{FIRST_FILE}.jsonl", 1, "neither a record nor a snapshot")
    return bytes(found.snapshot)


def _misfit(link: ChainLink, number: int, previous: str) -> str:
    if number != link.number:
        return f"it follows record {number}, but record {link.number} stands before it"
    return "" if previous == link.digest else "the hash of the record before does not fit"


def digest_of(text: bytes) -> str:
    """The sha256 of the line of a text, which the next record names."""
    return hashlib.sha256(framed(text)[:-1]).hexdigest()


def read_file(name: str, lines: Lines, link: ChainLink | None) -> JournalFile:
    """The lines of a file of this name. link: where the chain stands before it, None when that is not known. JournalDamaged."""
    file = JournalFile(name, lines, link)
    for at, text in enumerate(lines.texts, start=1):
        if fault_found := _take(file, at, text):
            raise JournalDamaged(name, at, fault_found)
    return file


def record_text(link: ChainLink, body: Mapping[str, Any]) -> bytes:
    """The text of the record that follows there."""
    return dumps({"number": link.number + 1, "previous": link.digest, "body": body})


def snapshot_text(link: ChainLink, snapshot: Mapping[str, Any]) -> bytes:
    """The text with which a file begins there."""
    return dumps({"kind": "snapshot", "number": link.number, "previous": link.digest, "snapshot": snapshot})


def next_name(hint: str, last: str) -> str:
    """What a file after `last` is called: `hint` if that sorts after it, else a continuation of it. ValueError."""
    if not _HINT.fullmatch(hint):
        raise ValueError(f"no name for a journal file: {hint!r}")
    if hint > last:
        return hint
    base, _, count = last.partition("+")
    return f"{base}+{int(count or 0) + 1:04}"

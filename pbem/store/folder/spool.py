"""The spool: letters as they came, kept before anything reads them.

A letter is a pair of files of one name: `.json` (how it came) and `.eml` (its bytes). It is there when its bytes are:
the sidecar is written first and removed last, so no crash leaves bytes that nobody can place. Putting a letter into
`new` needs no lock. The name begins with the arrival and the sha256, so names sort in the order of handling.
"""

import hashlib
import logging
import os
from collections.abc import Container, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, NamedTuple

from pbem.kernel.values import Value, replace
from pbem.store.codec import Codec, CodecError
from pbem.store.evidence import arrived
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.ports import FOLDERS, ArrivedMail, Folder, HandledLetter, SpoolDamaged, SpoolEntry
from pbem.store.spool_names import name_of, stamp


class _Sidecar(Value):
    transport: str
    arrival: datetime
    sha256: str
    size: int
    reason: str = ""


_CODEC = Codec()
log = logging.getLogger("pbem.store")


class _FreshLetter(NamedTuple):
    entry: SpoolEntry
    raw: bytes


class FolderSpool:
    """The spool of a data folder."""

    def __init__(self, disk: Disk, folder: Path) -> None:
        self.disk = disk
        self.folder = folder
        self._filed = folder.parent / "campaigns"

    def put(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter in `new`, durable on return. A transport id that is in the spool already keeps its entry."""
        return self.put_all([ArrivedMail(raw, arrival, transport)])[0]

    def put_all(self, letters: Sequence[ArrivedMail]) -> list[SpoolEntry]:
        """The same for several which wait for the disk together: all durable on return."""
        found: list[SpoolEntry] = []
        fresh: list[_FreshLetter] = []
        listed = self._names("new")
        for raw, arrival, transport in letters:
            name = name_of(raw, arrival, transport)
            known = self._known(name, listed)
            if known is None:
                sidecar = _Sidecar(transport, arrival.astimezone(UTC), hashlib.sha256(raw).hexdigest(), len(raw))
                known = _entry(name, "new", sidecar)
                fresh.append(_FreshLetter(known, raw))
            found.append(known)
        if fresh:
            self._put(fresh)
        return found

    def _put(self, fresh: Sequence[_FreshLetter]) -> None:
        new = self.folder / "new"
        self.disk.make_folder(new)
        self.disk.write_all([NewFile(self._path("new", entry.name, "json"), _CODEC.dumps(_sidecar(entry))) for entry, _ in fresh])
        self.disk.fsync_folder(new)
        self.disk.write_all([NewFile(self._path("new", entry.name, "eml"), raw) for entry, raw in fresh])
        self.disk.fsync_folder(new)

    def entries(self, folder: Folder = "new") -> list[SpoolEntry]:
        """The letters in a folder, ordered by arrival, then sha256. SpoolDamaged."""
        return [self._read(folder, name) for name in self._names(folder) if self._home(name) == folder]

    def sound(self, folder: Folder) -> list[SpoolEntry]:
        """The same; one whose sidecar cannot be read is put into `shunt`: for the holder of the lock alone."""
        return [entry for name in self._names(folder) if self._home(name) == folder and (entry := self._sound(folder, name))]

    def first(self, but: Container[str] = (), lane: str = "") -> SpoolEntry | None:
        """The letter in `new` that comes first, but for those of these names.

        One whose sidecar cannot be read is put into `shunt`, and the others go on: for the holder of the lock alone. There are no
        lanes.
        """
        del lane
        for name in self._names("new"):
            if name not in but and self._home(name) == "new" and (found := self._sound("new", name)):
                return found
        return None

    def _sound(self, folder: Folder, name: str) -> SpoolEntry | None:
        try:
            return self._read(folder, name)
        except SpoolDamaged as damage:
            log.error("%s", damage)
            self._without_sidecar(folder, name)
            return None

    def _without_sidecar(self, folder: Folder, name: str) -> None:
        """Put a letter aside with what its name and its bytes still tell."""
        raw = self._path(folder, name, "eml").read_bytes()
        lost = SpoolEntry(name, folder, f"lost:{name}", arrived(name), hashlib.sha256(raw).hexdigest(), len(raw))
        self.move_to(lost, "shunt", "its sidecar could not be read")

    def count(self, folder: Folder = "new") -> int:
        """How many letters lie in a folder, for readers beside a writer."""
        return sum(1 for _ in _letters(self.folder / folder))

    def find(self, name: str) -> SpoolEntry | None:
        """The letter of this spool id, wherever it lies. SpoolDamaged."""
        home = self._home(name)
        return self._read(home, name) if home else None

    def raw(self, entry: SpoolEntry) -> bytes:
        """The letter's bytes, as they came. SpoolDamaged."""
        raw = self._path(entry.folder, entry.name, "eml").read_bytes()
        if hashlib.sha256(raw).hexdigest() != entry.sha256:
            raise SpoolDamaged(f"{entry.name}: the bytes are not those that came")
        return raw

    def move_to(self, entry: SpoolEntry, folder: Folder, reason: str) -> SpoolEntry:
        """Put a letter into another folder, or give it a new reason. Repeating it after a crash is right."""
        sidecar = replace(_sidecar(entry), reason=reason)
        self.disk.make_folder(self.folder / folder)
        self.disk.write(self._path(folder, entry.name, "json"), _CODEC.dumps(sidecar))
        source = self._path(entry.folder, entry.name, "eml")
        if entry.folder != folder and source.exists():
            self.disk.move(source, self._path(folder, entry.name, "eml"))
        if entry.folder != folder:
            self.disk.remove(self._path(entry.folder, entry.name, "json"))
        return _entry(entry.name, folder, sidecar)

    def remove(self, entry: SpoolEntry) -> None:
        """Forget a letter that is handled and kept elsewhere. Repeating it is harmless."""
        for folder in FOLDERS:
            self.disk.remove(self._path(folder, entry.name, "eml"))
            self.disk.remove(self._path(folder, entry.name, "json"))

    def older(self, folder: Folder, before: datetime) -> list[str]:
        """The names of a folder's letters that arrived before that time, the oldest first, told by the names alone; so are
        sidecars that a crash left behind."""
        names = {name.removesuffix(".json") for name in _files(self.folder / folder) if name.endswith(".json")}
        return sorted(name for name in names | set(self._names(folder)) if name < stamp(before))

    def newest(self) -> datetime | None:
        """When the last of the letters arrived that lie here; None when none does."""
        return max((arrived(name) for folder in FOLDERS for name in self._names(folder)[-1:]), default=None)

    def sweep(self) -> None:
        """Take away what killed writers left."""
        self.disk.sweep(self.folder)

    def claim(self, entry: SpoolEntry) -> bool:
        """It is the one writer's."""
        del entry
        return True

    def throw(self, folder: Folder, name: str) -> None:
        """Throw a letter away. A power cut may bring it back, whole or its sidecar alone; repeating it is right."""
        self.disk.remove(self._path(folder, name, "eml"), gone=False)
        self.disk.remove(self._path(folder, name, "json"), gone=False)

    def hand_over(self, leaving: Sequence[HandledLetter]) -> None:
        """Let letters that are handled leave the spool and lie each with its campaign. Repeating it after a crash is right.

        A power cut may bring one back whole: then it is handled again, known by its cause, and handed over again.
        """
        targets = [self._filed / campaign / "letters" / "in" / f"{entry.name}.eml" for entry, campaign in leaving]
        for target in targets:
            self.disk.make_folder(target.parent)
        places = (self._path(entry.folder, entry.name, "eml") for entry, _ in leaving)
        moves = zip(places, targets, strict=True)
        self.disk.move_all([(source, target) for source, target in moves if source.exists()])
        for entry, _ in leaving:
            self.disk.remove(self._path(entry.folder, entry.name, "json"), gone=False)

    def _home(self, name: str) -> Folder | None:
        # A power cut within a move may leave the bytes in both folders; then the one further from `new` counts.
        there = (folder for folder in reversed(FOLDERS) if os.path.exists(f"{self.folder}/{folder}/{name}.eml"))  # noqa: PTH110
        return next(there, None)

    def _known(self, name: str, listed: Sequence[str]) -> SpoolEntry | None:
        # Moved letters are found by their whole name; in `new`, which is short, by the transport alone.
        digest = name.rpartition("-")[2]
        same = next((other for other in listed if other.endswith(f"-{digest}")), name)
        return self.find(same)

    def _names(self, folder: Folder) -> list[str]:
        return sorted(_letters(self.folder / folder))

    def _read(self, folder: Folder, name: str) -> SpoolEntry:
        try:
            sidecar = _CODEC.loads(_Sidecar, self._path(folder, name, "json").read_bytes())
        except (CodecError, FileNotFoundError) as fault:
            raise SpoolDamaged(f"{name}: its sidecar cannot be read: {fault}") from fault
        return _entry(name, folder, sidecar)

    def _path(self, folder: Folder, name: str, kind: Literal["eml", "json"]) -> Path:
        return Path(f"{self.folder}/{folder}/{name}.{kind}")


def _letters(folder: Path) -> Iterator[str]:
    """The names of a folder's letters; of one that is not there none."""
    return (name.removesuffix(".eml") for name in _files(folder) if name.endswith(".eml"))


def _files(folder: Path) -> list[str]:
    """What lies in a folder, but for what is being written; of one that is not there nothing."""
    try:
        return [name for name in os.listdir(folder) if not name.startswith(".")]  # noqa: PTH208
    except FileNotFoundError:
        return []


def _sidecar(entry: SpoolEntry) -> _Sidecar:
    return _Sidecar(entry.transport, entry.arrival, entry.sha256, entry.size, entry.reason)


def _entry(name: str, folder: Folder, sidecar: _Sidecar) -> SpoolEntry:
    return SpoolEntry(name, folder, sidecar.transport, sidecar.arrival, sidecar.sha256, sidecar.size, sidecar.reason)

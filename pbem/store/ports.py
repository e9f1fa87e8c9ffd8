"""What the rooms above need of whatever keeps a house: its ports. `folder/` fills them with files; another store would with a
database. All that is kept passes here, and nothing here says how.

What a method has kept is durable when it returns, unless it says otherwise; trouble of the place comes out as the OSError it is.
"""

from collections.abc import Container, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from pbem.kernel.values import Value
from pbem.store.facts import Fact
from pbem.store.shelf_ports import FrozenLetter, NewLetter, Shelf

# ---------------------------------------------------------------- trouble


class LinesDamaged(Exception):  # noqa: N818 (a state of the file, named as the field names it)
    """A line that was once whole is not what was written. `line` counts from 1."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}, line {line}: {reason}")
        self.file, self.line, self.reason = file, line, reason


class SpoolDamaged(Exception):  # noqa: N818 (a state of the file, named as the field names it)
    """A letter's bytes or its sidecar are not what was put there."""


class DataRefused(Exception):  # noqa: N818 (a state of the folder, named as the field names it)
    """What is kept there is not to be opened. Nothing was changed; the words are for the host."""


class DataLocked(Exception):  # noqa: N818 (a state of the folder, named as the field names it)
    """Another process, or another lock in this one, holds what is kept. `pid` is 0 if it could not be read."""

    def __init__(self, path: Path, pid: int) -> None:
        super().__init__(f"{path} is held by {f'process {pid}' if pid else 'another process'}")
        self.path, self.pid = path, pid


class StoreTrouble(OSError):  # noqa: N818 (named as the field names it)
    """A server that keeps the house does not answer, or has refused; what it was asked for may have been done or not. Whoever held
    anything of it in memory forgets it and opens it afresh. No letter is at fault."""


# ---------------------------------------------------------------- letters that came

Folder = Literal["new", "later", "held", "shunt", "ignored"]
FOLDERS: tuple[Folder, ...] = ("new", "later", "held", "shunt", "ignored")


class SpoolEntry(Value):
    """A letter in the spool: its spool id, where it lies and, but in `new`, why; its size in bytes. lane: where several work, the
    campaign that its address names."""

    name: str
    folder: Folder
    transport: str
    arrival: datetime
    sha256: str
    size: int
    reason: str = ""
    lane: str = ""


class ArrivedMail(NamedTuple):
    """A letter as a road brought it: its bytes, when it came, and its name on that road."""

    raw: bytes
    arrival: datetime
    transport: str


class HandledLetter(NamedTuple):
    """A letter that may leave the spool, and the campaign with which it will lie."""

    entry: SpoolEntry
    campaign: str


class Spool(Protocol):
    """Letters as they came, kept before anything reads them. Putting one into `new` needs no lock; its name sorts by arrival."""

    def put(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter in `new`. A transport id that is in the spool already keeps its entry."""
        ...

    def put_all(self, letters: Sequence[ArrivedMail]) -> list[SpoolEntry]:
        """The same for several at once."""
        ...

    def entries(self, folder: Folder = "new") -> list[SpoolEntry]:
        """The letters in a folder, ordered by arrival, then sha256. SpoolDamaged."""
        ...

    def sound(self, folder: Folder) -> list[SpoolEntry]:
        """The same; one of which nothing can be told is shunted: for the holder of the lock alone."""
        ...

    def first(self, but: Container[str] = (), lane: str = "") -> SpoolEntry | None:
        """The letter in `new` that comes first, but for those of these names; for the holder of the lock alone. lane: where several
        work, of this claimed campaign alone."""
        ...

    def find(self, name: str) -> SpoolEntry | None:
        """A letter by its name, wherever it lies. SpoolDamaged."""
        ...

    def count(self, folder: Folder = "new") -> int:
        """How many lie in a folder."""
        ...

    def raw(self, entry: SpoolEntry) -> bytes:
        """The letter's bytes, as they came. SpoolDamaged."""
        ...

    def move_to(self, entry: SpoolEntry, folder: Folder, reason: str) -> SpoolEntry:
        """Put a letter into another folder, or give it a new reason. Repeating it after a crash is right."""
        ...

    def remove(self, entry: SpoolEntry) -> None:
        """Forget a letter that is handled and kept elsewhere. Repeating it is harmless."""
        ...

    def older(self, folder: Folder, before: datetime) -> list[str]:
        """The names of a folder's letters that arrived before that time, the oldest first, half ones too."""
        ...

    def newest(self) -> datetime | None:
        """When the last of the letters arrived that lie here; None when none does."""
        ...

    def hand_over(self, leaving: Sequence[HandledLetter]) -> None:
        """Let letters that are handled leave the spool and lie where they belong. Repeating it after a crash is right."""
        ...

    def claim(self, entry: SpoolEntry) -> bool:
        """Is it ours alone until the turn ends, and does it lie there still? Always, where there is one writer."""
        ...

    def throw(self, folder: Folder, name: str) -> None:
        """Throw a letter away. A power cut may bring it back; repeating it is right."""
        ...

    def sweep(self) -> None:
        """Take away what killed writers left."""
        ...


# ---------------------------------------------------------------- the mailroom's book


class Noted(NamedTuple):
    """Everything that was noted when the book was opened, in order, and how many bytes of a torn line were cut."""

    facts: tuple[Fact, ...]
    torn: int


class FactLog(Protocol):
    """The mailroom's book as it is kept: facts, each noted once and never changed."""

    def open(self) -> Noted:
        """Make ready for noting. LinesDamaged."""
        ...

    def add(self, facts: tuple[Fact, ...], lasting: bool) -> None:
        """Note facts, all or none. What need not be `lasting` outlives this process, and a power cut only with what follows it."""
        ...

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order. LinesDamaged."""
        ...

    def news(self) -> tuple[Fact, ...]:
        """What others have noted since this was asked last; nothing, where there is one writer."""
        ...


# ---------------------------------------------------------------- files that are no store's


class Files(Protocol):
    """Durable changes of files, for Maildirs, maps, and what a host is given."""

    def write(self, path: Path, data: bytes, lasting: Literal["place", "bytes", "nothing"] = "place") -> None:
        """Make `path` hold exactly `data`; what can be made again may last less."""
        ...

    def move(self, source: Path, target: Path) -> None:
        """Rename, replacing `target`."""
        ...

    def remove(self, path: Path, gone: bool = True) -> None:
        """Unlink; a file that is already gone is no trouble."""
        ...

    def make_folder(self, path: Path, mode: int = 0o700) -> None:
        """Make the folder and the missing ones above it."""
        ...

    def sweep(self, folder: Path, but: Container[str] = ()) -> int:
        """Remove what killed writers left in `folder` and below; how many files."""
        ...

    def fsync_folder(self, folder: Path) -> None:
        """What was put into the folder so far stands there from now on."""
        ...


# ---------------------------------------------------------------- the house


def digest_of_mailbox(address: str, key: bytes) -> str:
    """What tells one league from another without telling its secret."""
    return sha256(b"mailbox\0" + address.lower().encode() + b"\0" + key).hexdigest()


class Store(Protocol):
    """One house, held from `hold` to `release`: a folder by its one writer, a database by any number of them."""

    @property
    def spool(self) -> Spool:
        """Letters that came."""
        ...

    @property
    def book(self) -> FactLog:
        """The mailroom's."""
        ...

    @property
    def files(self) -> Files:
        """For what lies beside it."""
        ...

    def hold(self) -> None:
        """Take the lock. DataRefused, DataLocked."""
        ...

    def release(self) -> None:
        """Let go of it."""
        ...

    def begin(self) -> None:
        """Make ready: what killed writers left goes, and what was being taken away."""
        ...

    def key(self) -> bytes:
        """The secret of this house, made on first use. DataRefused for one that is not whole."""
        ...

    @property
    def is_shared(self) -> bool:
        """Do several work in it at a time? Then a turn is durable as a whole, or not at all, and nothing waits for company."""
        ...

    def turn(self) -> AbstractContextManager[object]:
        """One cause and all that comes of it. Where several work: all of it durable at its end, or none."""
        ...

    def look_ahead(self) -> None:
        """In a turn: another follows at once, and what that asks first may be asked with the end of this one."""
        ...

    def look_afresh(self) -> None:
        """What was asked ahead is forgotten: it may be otherwise by now."""
        ...

    def claim(self, name: str, wait: bool = True) -> bool:
        """Is a campaign ours alone until the turn ends? Always, where there is one writer. wait: for who has it now."""
        ...

    def news(self) -> tuple[str, ...]:
        """The campaigns that others have made show something else since this was asked last, or brought, or taken away."""
        ...

    def names(self) -> Iterator[str]:
        """All campaigns, in the order of their names."""
        ...

    def shelf(self, name: str) -> Shelf:
        """The shelf of a campaign, that is or may be."""
        ...

    def is_gone(self, name: str) -> bool:
        """Was there a campaign of this name, that has gone?"""
        ...

    def bury(self, name: str, now: datetime) -> None:
        """Take a campaign away for good. Repeating it after a crash is right."""
        ...

    def freeze(self, letters: Sequence[NewLetter]) -> None:
        """Keep letters of ours together. A power cut may take one away, never tear it."""
        ...

    def await_map(self, letter: FrozenLetter, head: bytes) -> None:
        """Where several work: a letter waits until its map is painted, by whoever paints. head: what stands in its beginning."""
        ...

    def filed(self) -> Iterator[str]:
        """The spool ids of all letters that came and lie with a campaign."""
        ...

    def is_to_read_again(self) -> bool:
        """Is what was put away in the inbox to be read again?"""
        ...

    def read_again(self, again: bool) -> None:
        """It is, or it was."""
        ...

"""What the rooms above need of whatever keeps one campaign: the ports of its shelf, which `ports.Store` hands out."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from pbem.kernel.values import Value, field

Posted = Mapping[str, Collection[str]]  # by seat the numbers of its letters that were posted, by the mailroom's book
Row = dict[str, Any]
Rows = Mapping[str, Sequence[Mapping[str, Any]]]  # what a campaign shows, by table


class Opened(Value):
    """What a journal is opened with: its last snapshot (None before the first) as JSON, the records after it, how many bytes of a
    torn line followed; links: the sha256 of these records' lines by number, and of the record before them; full: the sizes of what
    stands before, by name."""

    snapshot: bytes | None
    records: list[dict[str, Any]]
    torn: int
    links: Mapping[int, str]
    full: Mapping[str, int]

    @property
    def number(self) -> int:
        """The number of the last record."""
        return max(self.links)


class Journal(Protocol):
    """The truth of one campaign: records that are chained and only ever added to. number: of the last; digest: of its line; full:
    the sizes of what stands before the last file, by name."""

    number: int
    digest: str
    full: dict[str, int]
    records_in_file: int

    def open(self, allowed: Callable[[Opened], None] = ...) -> Opened:
        """Make ready for appending; `allowed` is shown what stands there before anything is changed. LinesDamaged."""
        ...

    def look(self) -> Opened:
        """What `open` would return, without changing anything; for readers beside a writer. LinesDamaged."""
        ...

    def append(self, body: Mapping[str, Any]) -> int:
        """Add a record and return its number. After an OSError it is not in the journal."""
        ...

    def start_file(self, name_hint: str, snapshot: Mapping[str, Any]) -> object:
        """Keep the state after the last record, from which an opening goes on."""
        ...

    def settle(self) -> None:
        """Take out what a failed append may have left."""
        ...

    def remember(self, snapshot: Callable[[], Mapping[str, Any]], after: int = ...) -> None:
        """Where several work, now and then keep the state after the last record beside the journal, so that whoever takes the
        campaign over has few records to read: when so many have followed on what is kept. It is a help and no truth."""
        ...

    def news(self) -> list[dict[str, Any]]:
        """The records that others have added since; from here on it goes on after them. None, where there is one writer."""
        ...

    def all_records(self) -> Iterator[dict[str, Any]]:
        """Every record from the first, the chain checked. LinesDamaged."""
        ...

    def first_snapshot(self) -> bytes | None:
        """The state before the first record, as JSON; None when not even that is whole. LinesDamaged."""
        ...


class FrozenLetter(Protocol):
    """The place of a letter of ours, whether it was written yet or not; equal to any other of the same letter."""

    @property
    def number(self) -> str:
        """Such as "A-15"."""
        ...

    def is_there(self) -> bool:
        """Was it frozen?"""
        ...

    def raw(self) -> bytes:
        """Its bytes. OSError when it is not there."""
        ...

    def head(self, most: int) -> bytes | None:
        """So many bytes of its beginning, at the most; None when it is not there."""
        ...

    def stamp(self) -> tuple[int, int]:
        """What is another when its bytes are others. OSError when it is not there."""
        ...

    def __hash__(self) -> int: ...


class NewLetter(NamedTuple):
    """A letter of ours to be frozen."""

    letter: FrozenLetter
    raw: bytes


class Letters(Protocol):
    """The letters of ours of one campaign."""

    def at(self, seat: str, number: str) -> FrozenLetter:
        """The place of one."""
        ...

    def numbers(self, seats: Collection[str]) -> Mapping[str, frozenset[str]]:
        """By seat those that are frozen."""
        ...

    def foresee(self, seat: str, numbers: tuple[str, ...]) -> None:
        """A record that was just made tells of these for the first time, or none has yet: they are not there, and need not be
        looked for while its turn lasts."""
        ...

    def expect(self, seat: str, numbers: tuple[str, ...]) -> None:
        """How these begin will be asked for in this turn."""
        ...


class Evidence(Value):
    """What beside the journal proves how far a campaign has come. records, digest: the last record that what it shows tells of,
    None where that tells nothing; files: the sizes of the journal's files before its last one then; letters: by seat the number of
    its last letter that was frozen, or given to a carrier; came: the letters that were handled, by spool id.
    """

    records: int | None = None
    digest: str = ""
    files: Mapping[str, int] = field(default_factory=dict)
    letters: Mapping[str, int] = field(default_factory=dict)
    came: tuple[str, ...] = ()


class Own(Value):
    """What a campaign began with. about: the checksum of its word on itself; files: the sizes of its module's texts, by name."""

    about: int
    files: Mapping[str, int]


class Footing(Value):
    """What stood where when a campaign was shown. by: what wrote it; journal: the sizes of the journal's files by name; last: the
    last of them; tail: the checksum of its end; own: what lies beside it; heard: the last letters that records know, by spool id.
    """

    by: str
    journal: Mapping[str, int]
    last: str
    tail: int
    own: Own
    heard: tuple[str, ...]


class Shelf(Protocol):
    """What is kept of one campaign. home: a folder for what can be made again, such as painted ground."""

    @property
    def name(self) -> str:
        """The campaign's id."""
        ...

    @property
    def home(self) -> Path:
        """The folder."""
        ...

    @property
    def journal(self) -> Journal:
        """Its journal."""
        ...

    @property
    def letters(self) -> Letters:
        """Its letters."""
        ...

    def is_begun(self) -> bool:
        """Is there a campaign, whatever of it is damaged?"""
        ...

    def begin(self) -> None:
        """What a making that was cut short has left of the journal goes."""
        ...

    def sweep(self) -> None:
        """Take away what killed writers left."""
        ...

    def check_schema(self, known: int) -> None:
        """DataRefused when a newer program has written records."""
        ...

    def is_whole(self) -> bool:
        """Does the journal have its beginning?"""
        ...

    def write_about(self, raw: bytes) -> None:
        """Keep its word on itself: from here on it is a campaign."""
        ...

    def about(self) -> bytes:
        """Its word on itself. FileNotFoundError."""
        ...

    def write_texts(self, texts: Mapping[str, str]) -> None:
        """Keep the texts of its module, by name."""
        ...

    def module(self) -> Mapping[str, bytes]:
        """The files of its module, by name. FileNotFoundError when there are none."""
        ...

    def show(self, rows: Rows) -> None:
        """Keep what others must know without folding. What can be made again may be torn by a power cut."""
        ...

    def shown(self) -> dict[str, list[Row]] | None:
        """What was shown; None when it is gone or torn."""
        ...

    def shown_bytes(self) -> bytes:
        """The same as JSON, tables by name and their rows by number. OSError."""
        ...

    def evidence(self, posted: Posted) -> Evidence:
        """To be gathered before the journal is read."""
        ...

    def lacking(self, proved: Evidence, opened: Opened) -> str:
        """What the journal lacks by that evidence, in words; "" when all is there."""
        ...

    def own(self) -> Own:
        """What it began with, as it lies there. OSError."""
        ...

    def footing(self, by: str, own: Own, heard: tuple[str, ...]) -> Footing:
        """What stands where now. OSError."""
        ...

    def stands(self, footing: Footing, letters: Mapping[str, Collection[str]]) -> bool:
        """Does all of it stand as it did? letters: by seat the numbers of those that are frozen."""
        ...

    def came(self) -> list[str]:
        """The spool ids of the letters that came, in the order of their arrival."""
        ...

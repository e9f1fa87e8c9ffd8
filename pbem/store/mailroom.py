"""The mailroom's book: facts from outside, each noted once, durably, and never changed. Views of it live in memory.

A spool id is the name of a spool entry; a number is a letter's number within its seat, such as "A-15".
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path
from typing import Self, assert_never

from pbem.kernel.values import Value
from pbem.store.append_log import LineFile, Lines, LinesDamaged, read_lines
from pbem.store.codec import Codec, CodecError
from pbem.store.disk import Disk
from pbem.store.origins import Origins
from pbem.store.rate_limit import LastHour


class Fetched(Value):
    """A letter came in by a transport id and lies in the spool as `spool`; "" when it was too large to be taken."""

    transport: str
    spool: str
    sha256: str
    size: int
    arrival: datetime


class Attempted(Value):
    """Noted before a letter is read, so that one that kills its reader is found out."""

    spool: str
    at: datetime


class Excused(Value):
    """An attempt ended because the disk was full: it does not count against the letter."""

    spool: str
    at: datetime


class Ignored(Value):
    """Machine mail, or nobody's: no answer goes out."""

    spool: str
    reason: str
    at: datetime


class Shunted(Value):
    """A letter that could not be handled was put aside for the host."""

    spool: str
    reason: str
    at: datetime


class Held(Value):
    """A letter from a seat's address without a valid token waits for the host."""

    spool: str
    campaign: str
    seat: str
    reason: str
    at: datetime


class Thrown(Value):
    """Letters put aside so long ago that they are thrown away, an hour after this at the earliest."""

    spools: tuple[str, ...]
    at: datetime


class Posted(Value):
    """A letter of ours was accepted by the carrier. link: its own in the chain."""

    campaign: str
    seat: str
    number: str
    at: datetime
    link: str = ""


class Deferred(Value):
    """The carrier did not take a letter of ours for now."""

    campaign: str
    seat: str
    number: str
    text: str
    at: datetime


class Refused(Value):
    """The carrier refused a letter of ours for good."""

    campaign: str
    seat: str
    number: str
    text: str
    at: datetime


class Bounced(Value):
    """A letter that the carrier had taken came back. number: "" when the report does not say which; status: such as "5.1.1";
    spool: the report.
    """

    campaign: str
    seat: str
    number: str
    address: str
    status: str
    at: datetime
    spool: str

    @property
    def hard(self) -> bool:
        """For good, as far as the report goes."""
        return self.status.startswith("5")


class Reached(Value):
    """A letter came from an address that ours had come back from: it is alive again."""

    campaign: str
    seat: str
    address: str
    at: datetime


Fact = Fetched | Attempted | Excused | Ignored | Shunted | Held | Posted | Deferred | Refused | Bounced | Reached | Thrown

_CODEC = Codec(Fact)


class MailroomDamaged(LinesDamaged):
    """A line of the book is not what was written. `line` counts from 1."""


class Mailroom:
    """The book, held by its only writer; `open` comes first."""

    def __init__(self, disk: Disk, path: Path) -> None:
        self._file = LineFile(disk, path)
        self._forget()

    def open(self) -> int:
        """Read the book; a torn last line is cut. Returns how many bytes were cut. MailroomDamaged."""
        self._file.disk.make_folder(self._file.path.parent)
        facts = list(self.facts())
        lines = self._file.open()
        self._forget()
        for fact in facts:
            self._take(fact)
        return lines.torn

    def look(self) -> Self:
        """Read the book as `open` would, without changing anything; for readers beside a writer. MailroomDamaged."""
        self._forget()
        for fact in self.facts():
            self._take(fact)
        return self

    def note(self, *facts: Fact) -> None:
        """Write facts down, in one line and so all or none; durable on return. After an OSError they are not in the book.

        An attempt alone need not outlive a power cut: it is for letters that kill their reader, and none kills the machine.
        """
        if facts:
            lasting = any(not isinstance(fact, Attempted) for fact in facts)
            self._file.append(_CODEC.dumps(facts[0] if len(facts) == 1 else facts), lasting)
        for fact in facts:
            self._take(fact)

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order, read from the file. MailroomDamaged."""
        path = self._file.path
        for at, text in enumerate(_lines(path).texts, start=1):
            try:
                yield from _facts(text)
            except CodecError as fault:
                raise MailroomDamaged(path.name, at, str(fault)) from fault

    def __contains__(self, transport: object) -> bool:
        """Whether a letter with this transport id was fetched before, for an inbox that asks what it need not bring."""
        return transport in self.origins.transports

    def transports(self) -> frozenset[str]:
        """All transport ids fetched so far."""
        return frozenset(self.origins.transports)

    def attempts(self, spool: str) -> int:
        """How often reading this letter was begun since it was last put aside."""
        return self._attempts[spool]

    def held(self, campaign: str, seat: str) -> int:
        """How many letters of this seat were held so far."""
        return self._held[campaign, seat]

    def posted(self) -> dict[str, dict[str, Collection[str]]]:
        """By campaign and seat, the numbers of the letters that were posted."""
        return {c: {s: keys for (name, s), keys in self._posted.items() if name == c} for c in {name for name, _ in self._posted}}

    def link(self, campaign: str, seat: str, number: str) -> str:
        """The link under which a letter was posted, "" when it was not, or when that was not noted yet."""
        return self._posted.get((campaign, seat), {}).get(number, "")

    def posted_within_hour(self, now: datetime, seat: tuple[str, str] | None = None) -> int:
        """How many letters were posted (to a seat of a campaign) within the hour before `now`; what a clock that ran ahead noted
        is not among them."""
        return (self._hours[seat] if seat else self._hour).count(now)

    def is_posted(self, campaign: str, seat: str, number: str) -> bool:
        """Whether the carrier accepted this letter."""
        return number in self._posted.get((campaign, seat), ())

    def is_settled(self, campaign: str, seat: str, number: str) -> bool:
        """Whether the carrier accepted or refused this letter: nothing more is done about it."""
        return self.is_posted(campaign, seat, number) or number in self._refused.get((campaign, seat), ())

    def deferrals(self, campaign: str, seat: str, number: str) -> tuple[Deferred, ...]:
        """Each time the carrier put this letter off, oldest first; none once it is settled."""
        return tuple(self.deferred.get((campaign, seat, number), ()))

    def put_off_since(self, before: datetime) -> list[Deferred]:
        """Of each letter that waits and was first put off before that time: the last time, in the order of the first."""
        waiting = (tries for tries in self.deferred.values() if tries[0].at < before)
        return [tries[-1] for tries in sorted(waiting, key=lambda tries: tries[0].at)]

    def bounced(self, campaign: str, seat: str) -> tuple[Bounced, ...]:
        """Letters of the seat that came back for good from an address that has not been heard of since, oldest first."""
        return tuple(self._bounced.get((campaign, seat), ()))

    def _forget(self) -> None:
        self.origins = Origins()
        self.newest: datetime | None = None  # when the last letter arrived, by the mailbox's clock
        self.thrown: dict[str, datetime] = {}  # letters thrown away, and when that was said first
        self._attempts: Counter[str] = Counter()
        self._held: Counter[tuple[str, str]] = Counter()
        self._posted: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
        self._hour = LastHour()
        self._hours: dict[tuple[str, str], LastHour] = defaultdict(LastHour)
        self._refused: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._bounced: dict[tuple[str, str], list[Bounced]] = defaultdict(list)
        self.deferred: dict[tuple[str, str, str], list[Deferred]] = defaultdict(list)  # of letters that wait: each time, in order

    def _take(self, fact: Fact) -> None:
        match fact:
            case Fetched():
                self.origins.fetched(fact.transport, fact.spool)
                self.newest = max(self.newest or fact.arrival, fact.arrival)
            case Attempted() | Excused():
                self._attempts[fact.spool] += 1 if isinstance(fact, Attempted) else -1
            case Held():
                self._held[fact.campaign, fact.seat] += 1
            case Posted():
                self._posted[fact.campaign, fact.seat][fact.number] = fact.link
                self.deferred.pop((fact.campaign, fact.seat, fact.number), None)
                self._hour.note(fact.at)
                self._hours[fact.campaign, fact.seat].note(fact.at)
            case Refused():
                self._refused[fact.campaign, fact.seat].add(fact.number)
                self.deferred.pop((fact.campaign, fact.seat, fact.number), None)
            case Deferred():
                self.deferred[fact.campaign, fact.seat, fact.number].append(fact)
            case Bounced():
                known = self._bounced[fact.campaign, fact.seat]
                if fact.hard and all(b.spool != fact.spool for b in known):  # noted twice when a crash came between
                    known.append(fact)
            case Reached():
                known = self._bounced[fact.campaign, fact.seat]
                known[:] = [b for b in known if b.address != fact.address]
            case Thrown():
                self.thrown = dict.fromkeys(fact.spools, fact.at) | self.thrown
            case Ignored() | Shunted():
                self._attempts.pop(fact.spool, None)
                self.origins.nobodys(fact.spool)
            case _:
                assert_never(fact)


def _facts(text: bytes) -> tuple[Fact, ...]:
    """The facts of a line: one, or several as an array."""
    if text.startswith(b"["):
        several: tuple[Fact, ...] = _CODEC.loads(tuple[Fact, ...], text)
        if not several:
            raise CodecError("a line without a fact")
        return several
    return (_CODEC.loads(Fact, text),)


def _lines(path: Path) -> Lines:
    try:
        return read_lines(path)
    except LinesDamaged as fault:
        raise MailroomDamaged(fault.file, fault.line, fault.reason) from fault

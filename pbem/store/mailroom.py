"""The mailroom's book: facts from outside, each noted once, durably, and never changed. Views of it live in memory.

A spool id is the name of a spool entry; a number is a letter's number within its seat, such as "A-15".
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple, Self, assert_never

from pbem.store.facts import (
    Attempted,
    Bounced,
    Deferred,
    Excused,
    Fact,
    Fetched,
    Held,
    Ignored,
    Posted,
    Reached,
    Refused,
    Shunted,
    Thrown,
)
from pbem.store.origins import Origins
from pbem.store.ports import FactLog
from pbem.store.rate_limit import LastHour

__all__ = [
    "Attempted",
    "Bounced",
    "Deferred",
    "Excused",
    "Fact",
    "Fetched",
    "Held",
    "Ignored",
    "Mailroom",
    "Posted",
    "Reached",
    "Refused",
    "SeatKey",
    "Shunted",
    "Thrown",
]  # fmt: skip


class SeatKey(NamedTuple):
    """A seat of a campaign."""

    campaign: str
    seat: str


class LetterKey(NamedTuple):
    """A letter to a seat of a campaign."""

    campaign: str
    seat: str
    number: str


class Mailroom:
    """The book, held by its only writer; `open` comes first."""

    def __init__(self, log: FactLog) -> None:
        self._log = log
        self._forget()

    def open(self) -> int:
        """Read the book; a torn last line is cut. Returns how many bytes were cut. MailroomDamaged."""
        noted = self._log.open()
        self._forget()
        for fact in noted.facts:
            self._take(fact)
        return noted.torn

    def hear(self) -> None:
        """Take in what others have noted since. LinesDamaged."""
        for fact in self._log.news():
            self._take(fact)

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
            self._log.add(facts, lasting)
        for fact in facts:
            self._take(fact)

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order, read from the file. MailroomDamaged."""
        return self._log.facts()

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
        return self._held[SeatKey(campaign, seat)]

    def posted(self) -> dict[str, Mapping[str, Collection[str]]]:
        """By campaign and seat, the numbers of the letters that were posted."""
        return dict(self._posted)

    def posted_of(self, campaign: str) -> Mapping[str, Collection[str]]:
        """By seat of a campaign, the numbers of the letters that were posted."""
        return self._posted.get(campaign, {})

    def bouncing(self) -> frozenset[str]:
        """The campaigns of which letters came back for good from an address that has not been heard of since."""
        return frozenset(campaign for (campaign, _), back in self._bounced.items() if back)

    def link(self, campaign: str, seat: str, number: str) -> str:
        """The link under which a letter was posted, "" when it was not, or when that was not noted yet."""
        return self._posted.get(campaign, {}).get(seat, {}).get(number, "")

    def posted_within_hour(self, now: datetime, seat: SeatKey | None = None) -> int:
        """How many letters were posted (to a seat of a campaign) within the hour before `now`; what a clock that ran ahead noted
        is not among them."""
        return (self._hours[seat] if seat else self._hour).count(now)

    def is_posted(self, campaign: str, seat: str, number: str) -> bool:
        """Whether the carrier accepted this letter."""
        return number in self._posted.get(campaign, {}).get(seat, ())

    def is_settled(self, campaign: str, seat: str, number: str) -> bool:
        """Whether the carrier accepted or refused this letter: nothing more is done about it."""
        return self.is_posted(campaign, seat, number) or number in self._refused.get(SeatKey(campaign, seat), ())

    def deferrals(self, campaign: str, seat: str, number: str) -> tuple[Deferred, ...]:
        """Each time the carrier put this letter off, oldest first; none once it is settled."""
        return tuple(self.deferred.get(LetterKey(campaign, seat, number), ()))

    def put_off_since(self, before: datetime) -> list[Deferred]:
        """Of each letter that waits and was first put off before that time: the last time, in the order of the first."""
        waiting = (tries for tries in self.deferred.values() if tries[0].at < before)
        return [tries[-1] for tries in sorted(waiting, key=lambda tries: tries[0].at)]

    def bounced(self, campaign: str, seat: str) -> tuple[Bounced, ...]:
        """Letters of the seat that came back for good from an address that has not been heard of since, oldest first."""
        return tuple(self._bounced.get(SeatKey(campaign, seat), ()))

    def _forget(self) -> None:
        self.origins = Origins()
        self.newest: datetime | None = None  # when the last letter arrived, by the mailbox's clock
        self.thrown: dict[str, datetime] = {}  # letters thrown away, and when that was said first
        self._attempts: Counter[str] = Counter()
        self._held: Counter[SeatKey] = Counter()
        self._posted: dict[str, dict[str, dict[str, str]]] = {}
        self.returns = 0  # how often a letter came back, or an address was heard of again
        self._hour = LastHour()
        self._hours: dict[SeatKey, LastHour] = defaultdict(LastHour)
        self._refused: dict[SeatKey, set[str]] = defaultdict(set)
        self._bounced: dict[SeatKey, list[Bounced]] = defaultdict(list)
        self.deferred: dict[LetterKey, list[Deferred]] = defaultdict(list)  # of letters that wait: each time, in order

    def _take(self, fact: Fact) -> None:
        match fact:
            case Fetched():
                self.origins.fetched(fact.transport, fact.spool)
                self.newest = max(self.newest or fact.arrival, fact.arrival)
            case Attempted() | Excused():
                self._attempts[fact.spool] += 1 if isinstance(fact, Attempted) else -min(1, self._attempts[fact.spool])
            case Held():
                self._held[SeatKey(fact.campaign, fact.seat)] += 1
            case Posted():
                self._posted.setdefault(fact.campaign, {}).setdefault(fact.seat, {})[fact.number] = fact.link
                self.deferred.pop(LetterKey(fact.campaign, fact.seat, fact.number), None)
                self._hour.note(fact.at)
                self._hours[SeatKey(fact.campaign, fact.seat)].note(fact.at)
            case Refused():
                self._refused[SeatKey(fact.campaign, fact.seat)].add(fact.number)
                self.deferred.pop(LetterKey(fact.campaign, fact.seat, fact.number), None)
            case Deferred():
                self.deferred[LetterKey(fact.campaign, fact.seat, fact.number)].append(fact)
            case Bounced():
                self.returns += 1
                known = self._bounced[SeatKey(fact.campaign, fact.seat)]
                if fact.hard and all(b.spool != fact.spool for b in known):  # noted twice when a crash came between
                    known.append(fact)
            case Reached():
                self.returns += 1
                known = self._bounced[SeatKey(fact.campaign, fact.seat)]
                known[:] = [b for b in known if b.address != fact.address]
            case Thrown():
                self.thrown = dict.fromkeys(fact.spools, fact.at) | self.thrown
            case Ignored() | Shunted():
                self._attempts.pop(fact.spool, None)
                self.origins.nobodys(fact.spool)
            case _:
                assert_never(fact)

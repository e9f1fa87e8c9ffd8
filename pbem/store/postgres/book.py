"""The mailroom's book as rows, which all who work in a league note in and hear of from each other.

Attempts at letters are counted in a table of their own, on the second connection: a letter that kills its worker does not take its
own count back. A row of it goes when its letter does. The first attempt at a letter that came a moment ago is not written: if that
kills its worker, whoever takes it next finds one that has been waiting, and writes.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from pbem.store.codec import CodecError
from pbem.store.facts import Attempted, Excused, Fact, facts_of, line_of
from pbem.store.ports import DataRefused, LinesDamaged, Noted, StoreTrouble
from pbem.store.postgres.news import News, Tried
from pbem.store.postgres.server import DatabaseServer

_INSERT = "insert into fact (id, line) values (nextval('moment'), %s) returning id"
_COUNT = (
    "insert into attempt (name, times, at) values (%s, %s, %s)"
    " on conflict (name) do update set times = attempt.times + excluded.times, at = excluded.at returning times"
)


class DatabaseBook:
    """Facts in the order of their numbers, which is the order in which the turns ended that noted them. came_now: did a letter come
    a moment ago?"""

    def __init__(self, server: DatabaseServer, heard: News, came_now: Callable[[str], bool]) -> None:
        self.server, self._heard, self._came_now = server, heard, came_now
        self._unwritten: Attempted | None = None  # the attempt at the letter in hand, while it need not be written
        self._own: set[int] = set()
        self._attempts: dict[str, Tried] = {}  # as we were told when we asked last, or have noted since
        self._owed: list[Excused] = []

    def open(self) -> Noted:
        """Read the book. LinesDamaged."""
        self._heard.begin_book()
        self._own.clear()
        self._attempts.clear()
        return Noted(self.news(), 0)

    def add(self, facts: tuple[Fact, ...], lasting: bool) -> None:
        """Note facts, all or none: at the end of the turn; what need not be lasting at once, whatever becomes of the turn."""
        if not lasting or all(isinstance(fact, Excused) for fact in facts):
            self._count(facts)
            return
        line = line_of(facts)
        self.server.at_end(lambda: self._insert(line))

    def _insert(self, line: bytes) -> None:
        number = self.server.change(_INSERT, (line,))
        self.server.afterwards(lambda: self._own.add(int(number.rows[0][0])))

    def _count(self, facts: Sequence[Fact]) -> None:
        """Attempts at letters, and what excuses them: that which the server does not take now, it is given with the next."""
        left = [*self._owed, *(fact for fact in facts if isinstance(fact, Attempted | Excused))]
        while left:
            fact = left[0]
            try:
                self._write(fact)
            except (StoreTrouble, DataRefused):
                self._owed = [one for one in left if isinstance(one, Excused)]
                raise
            del left[0]
            known = self._attempts.get(fact.spool, Tried(0, fact.at))
            self._attempts[fact.spool] = Tried(known.times + _times(fact), fact.at)
        self._owed.clear()

    def _write(self, fact: Attempted | Excused) -> None:
        """Count it, with that at the same letter which was not written."""
        before, self._unwritten = self._unwritten, None
        at_hand = before is not None and before.spool == fact.spool
        if isinstance(fact, Excused) and at_hand:
            return
        if isinstance(fact, Attempted) and not at_hand and self._came_now(fact.spool) and fact.spool not in self._attempts:
            self._unwritten = fact
            return
        self._add_times(fact, _times(fact) + (1 if at_hand else 0))

    def _add_times(self, fact: Attempted | Excused, times: int) -> None:
        """What excuses an attempt is noted though the connection is lost: its trouble is what excuses it."""
        counted = (fact.spool, times, fact.at)
        try:
            self.server.ask_beside(_COUNT, counted)
        except StoreTrouble:
            if isinstance(fact, Attempted):
                raise
            self.server.ask_alone(_COUNT, counted)

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order. LinesDamaged."""
        for number, line in self.server.ask("select id, line from fact order by id"):
            yield from _told(number, bytes(line))

    def news(self) -> tuple[Fact, ...]:
        """What others have noted since."""
        found = list[Fact]()
        for number, line in self._heard.noted():
            if number in self._own:
                self._own.discard(number)
            else:
                found += _told(number, line)
        return (*found, *self._counted())

    def _counted(self) -> Iterator[Fact]:
        """By how much the attempts at each letter are others than was known."""
        now = dict(self._heard.tried)
        if self._unwritten is not None:
            now.setdefault(self._unwritten.spool, Tried(1, self._unwritten.at))
        told, self._attempts = self._attempts, now
        for name in sorted(now.keys() | told.keys()):
            known = told.get(name, Tried(0, datetime.min))
            found = now.get(name, Tried(0, known.at))
            yield from (Attempted(name, found.at),) * (found.times - known.times)
            yield from (Excused(name, found.at),) * (known.times - found.times)


def _times(fact: Attempted | Excused) -> int:
    return 1 if isinstance(fact, Attempted) else -1


def _told(number: int, line: bytes) -> tuple[Fact, ...]:
    try:
        return facts_of(line)
    except CodecError as fault:
        raise LinesDamaged("fact", number, str(fault)) from fault

"""The mailroom's book as rows, which all who work in a league note in and hear of from each other."""

from collections.abc import Iterator

from pbem.store.codec import CodecError
from pbem.store.facts import Excused, Fact, facts_of, line_of
from pbem.store.ports import LinesDamaged, Noted, StoreTrouble
from pbem.store.postgres.server import TURNS, DatabaseServer

_INSERT = "insert into fact (id, line) values (nextval('moment'), %s) returning id"
_INSERT_BESIDE = (  # a turn of one statement: the number is drawn when the lock of all ends is held
    "insert into fact (id, line) select nextval('moment'), %s from"
    " (select pg_advisory_xact_lock('league'::regclass::oid::integer, %s)) as ended returning id"
)


class DatabaseBook:
    """Facts in the order of their numbers, which is the order in which the turns ended that noted them."""

    def __init__(self, server: DatabaseServer) -> None:
        self.server = server
        self._heard = 0
        self._own: set[int] = set()
        self._owed: list[Fact] = []

    def open(self) -> Noted:
        """Read the book. LinesDamaged."""
        self._heard = 0
        self._own.clear()
        return Noted(self.news(), 0)

    def add(self, facts: tuple[Fact, ...], lasting: bool) -> None:
        """Note facts, all or none: at the end of the turn; what need not be lasting at once, whatever becomes of the turn."""
        if not lasting or all(isinstance(fact, Excused) for fact in facts):
            self._add_beside(facts)
            return
        line = line_of(facts)
        self.server.at_end(lambda: self._own.add(int(self.server.ask(_INSERT, (line,))[0][0])))

    def _add_beside(self, facts: tuple[Fact, ...]) -> None:
        """Attempts at letters, and what excuses them: that which the server does not take now, it is given with the next."""
        noted = (*self._owed, *facts)
        try:
            found = self.server.ask_beside(_INSERT_BESIDE, (line_of(noted), TURNS))
        except StoreTrouble:
            self._owed = [fact for fact in noted if isinstance(fact, Excused)]
            raise
        self._owed.clear()
        self._own.add(int(found[0][0]))

    def facts(self) -> Iterator[Fact]:
        """Everything noted, in order. LinesDamaged."""
        for number, line in self.server.ask("select id, line from fact order by id"):
            yield from _told(number, bytes(line))

    def news(self) -> tuple[Fact, ...]:
        """What others have noted since."""
        found = list[Fact]()
        for number, line in self.server.ask("select id, line from fact where id > %s order by id", (self._heard,)):
            self._heard = number
            if number in self._own:
                self._own.discard(number)
            else:
                found += _told(number, bytes(line))
        return tuple(found)


def _told(number: int, line: bytes) -> tuple[Fact, ...]:
    try:
        return facts_of(line)
    except CodecError as fault:
        raise LinesDamaged("fact", number, str(fault)) from fault

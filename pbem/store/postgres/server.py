"""A PostgreSQL server as a league speaks with it: two connections, turns, and its troubles in our words."""

import contextlib
import errno
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import make_conninfo

from pbem.store.ports import DataRefused, StoreTrouble

SETTINGS = {
    "idle_in_transaction_session_timeout": "10s",  # a worker that was stopped in a turn is let go of, and its claims with it
    "lock_timeout": "10s",
    "statement_timeout": "60s",
    "timezone": "UTC",
}
PATIENCE = {
    "connect_timeout": "10",
    "tcp_user_timeout": "10000",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
}
TURNS, HOUSE, POST = range(1, 4)  # what is locked by number: the end of turns, letters of no campaign, roles

SILENCE_SECONDS = 10
WORD_SECONDS = 2.0

Parameters = Sequence[object]
Row = tuple[Any, ...]
LetterName = tuple[str, str, str]  # campaign, seat, number


class DatabaseServer:
    """A database, and the schema in it that a league lives in. where: what it is called in words, without any secret; user: another
    than the database names.

    at_end: what a turn does last, in the order in which it was asked for.
    """

    def __init__(self, database: str, schema: str, user: str = "") -> None:
        self.schema = schema
        self._database, self._user = database, user
        self._turns: psycopg.Connection[Row] | None = None
        self._beside: psycopg.Connection[Row] | None = None
        self._in_turn = self._wakes = False
        self._at_end: list[Callable[[], None]] = []
        self.claimed: dict[str, int] = {}  # by lane, the number of its campaign's last record when it was claimed
        self.heads: dict[LetterName, bytes] = {}  # how letters of ours begin that are frozen, which they do for ever
        self.texts: dict[str, bytes] = {}  # of modules, by their sha256: a league has few, and thousands of campaigns play them

    # ------------------------------------------------------------ coming and going

    def open(self) -> None:
        """Connect. DataRefused for what no waiting heals: a wrong password, a database that is not there; StoreTrouble."""
        self.close()
        try:
            self._turns = self._connected()
            self._beside = self._connected()
            self.ask_beside("select set_config('synchronous_commit', 'off', false)")  # an attempt may be lost with the server
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go: locks and claims are free at once, and a turn that has not ended is as if it had never been."""
        for connection in (self._turns, self._beside):
            if connection is not None:
                with contextlib.suppress(psycopg.Error):
                    connection.close()
        self._turns = self._beside = None
        self._in_turn = False
        self._at_end.clear()
        self.claimed.clear()
        self.heads.clear()

    def stay_awake(self) -> None:
        """From now on the server lets go of our locks when nothing is heard of us for a while, as of a machine that stands still or
        is gone; a thread says a word meanwhile, however long a letter takes."""
        self.ask_beside("select set_config('idle_session_timeout', %s, false)", (f"{SILENCE_SECONDS}s",))
        threading.Thread(target=_say_a_word, args=(self._there(self._beside),), name="league", daemon=True).start()

    @property
    def where(self) -> str:
        """What it is called in words."""
        return f"database of the league (schema {self.schema})"

    def _connected(self) -> "psycopg.Connection[Row]":
        options = " ".join(f"-c {name}={value}" for name, value in {**SETTINGS, "search_path": self.schema}.items())
        named = {"user": self._user} if self._user else {}
        try:
            database = make_conninfo(self._database, options=options, application_name="pbem", **PATIENCE, **named)
            return psycopg.connect(database, autocommit=True)
        except (errors.InvalidPassword, errors.InvalidAuthorizationSpecification, errors.InvalidCatalogName) as refusal:
            raise DataRefused(f"{self.where}: {_words(refusal)}") from None
        except psycopg.OperationalError as trouble:
            if any(words in str(trouble) for words in ("password authentication failed", "no password supplied", "does not exist")):
                raise DataRefused(f"{self.where}: {_words(trouble)}") from None
            raise self._trouble(trouble) from None
        except psycopg.Error as trouble:
            raise self._trouble(trouble) from None

    def _trouble(self, trouble: psycopg.Error) -> StoreTrouble:
        number = errno.ENOSPC if isinstance(trouble, errors.DiskFull) else errno.EAGAIN
        return StoreTrouble(number, _words(trouble), self.where)

    # ------------------------------------------------------------ statements

    def ask(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """The rows that a statement gives. StoreTrouble."""
        return self._run(self._turns, statement, parameters)

    def do(self, statement: str, parameters: Parameters = ()) -> int:
        """Carry a statement out; how many rows it has changed. StoreTrouble."""
        with self._heard():
            return int(self._there(self._turns).execute(statement, parameters).rowcount)

    def ask_beside(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """The rows of a statement that is carried out at once, whatever becomes of the turn."""
        return self._run(self._beside, statement, parameters)

    def script(self, text: str, **names: str) -> None:
        """Carry several statements out together. names: what stands in it as {name}, quoted as a name."""
        named = {name: sql.Identifier(value) for name, value in names.items()}
        connection = self._there(self._turns)
        with self._heard(), connection.transaction():
            connection.execute(sql.SQL(text).format(**named) if named else sql.SQL(text))

    def _there(self, connection: "psycopg.Connection[Row] | None") -> "psycopg.Connection[Row]":
        if connection is None:
            raise StoreTrouble(errno.EAGAIN, "not connected", self.where)
        return connection

    def _run(self, connection: "psycopg.Connection[Row] | None", statement: str, parameters: Parameters) -> list[Row]:
        with self._heard():
            return self._there(connection).execute(statement, parameters).fetchall()

    @contextlib.contextmanager
    def _heard(self) -> Iterator[None]:
        try:
            yield
        except psycopg.Error as trouble:
            raise self._trouble(trouble) from None

    # ------------------------------------------------------------ turns

    @contextlib.contextmanager
    def turn(self) -> Iterator[None]:
        """A transaction: all that is done within is durable at its end, or none of it is. Turns do not stand in each other."""
        connection = self._there(self._turns)
        if self._in_turn:
            raise RuntimeError("a turn within a turn")
        self._in_turn, self._wakes = True, False
        self._at_end.clear()
        self.claimed.clear()
        try:
            with self._heard(), connection.transaction():
                yield
                self._end()
        except BaseException:
            self.heads.clear()  # some may be of letters that are not there after all
            raise
        finally:
            self._in_turn = self._wakes = False
            self._at_end.clear()
            self.claimed.clear()

    def at_end(self, last: Callable[[], None]) -> None:
        """Do something at the end of the turn, under the lock of all ends; outside of a turn now, as a turn of its own."""
        if self._in_turn:
            self._at_end.append(last)
            return
        with self.turn():
            self._at_end.append(last)

    def _end(self) -> None:
        if self._at_end:
            self.lock_to_end(TURNS)
        for last in self._at_end:
            last()
        if self._wakes:
            self.ask("select pg_notify('pbem_league', '')::text")

    @property
    def in_turn(self) -> bool:
        """Is a turn under way?"""
        return self._in_turn

    # ------------------------------------------------------------ news

    def wake(self) -> None:
        """Whoever waits looks again, when the turn has ended; outside of one, now."""
        self._wakes = self._in_turn
        if not self._in_turn:
            self.ask("select pg_notify('pbem_league', '')::text")

    def wait(self, seconds: float) -> bool:
        """Wait until somebody is to be woken, so long at the most. Was it so?"""
        connection = self._there(self._beside)
        with self._heard():
            connection.execute("listen pbem_league")
            return any(True for _ in connection.notifies(timeout=seconds, stop_after=1))

    # ------------------------------------------------------------ locks by number

    def lock_to_end(self, number: int) -> None:
        """Wait for a lock of this league, and hold it until the turn ends."""
        self.ask("select pg_advisory_xact_lock('league'::regclass::oid::integer, %s)::text", (number,))

    def try_to_end(self, number: int) -> bool:
        """The same without waiting: is it ours?"""
        ((ours,),) = self.ask("select pg_try_advisory_xact_lock('league'::regclass::oid::integer, %s)", (number,))
        return bool(ours)

    def let_go(self, number: int) -> None:
        """Give back what `try_for_good` gave."""
        self.ask_beside("select pg_advisory_unlock('league'::regclass::oid::integer, %s)", (number,))

    def try_for_good(self, number: int) -> bool:
        """The same until the connection ends."""
        found = self._run(self._beside, "select pg_try_advisory_lock('league'::regclass::oid::integer, %s)", (number,))
        return bool(found[0][0])


def _say_a_word(connection: "psycopg.Connection[Row]") -> None:
    """As long as the connection stands."""
    with contextlib.suppress(psycopg.Error):
        while not connection.closed:
            connection.execute("select 1")
            time.sleep(WORD_SECONDS)


def _words(trouble: psycopg.Error) -> str:
    """The server's words in one line; of a statement's contents nothing."""
    told = trouble.diag.message_primary or str(trouble)
    return " ".join(told.split()) or type(trouble).__name__

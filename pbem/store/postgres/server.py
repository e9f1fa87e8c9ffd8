"""A PostgreSQL server as a league speaks with it: two connections, turns, and its troubles in our words."""

import contextlib
import errno
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import psycopg
from psycopg import errors, sql
from psycopg.conninfo import make_conninfo

from pbem.store.ports import DataRefused, StoreTrouble
from pbem.store.postgres.pipeline import GoingStatement, Pipeline, Row

SILENCE_SECONDS = 10.0
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
TURNS, HOUSE, POST, WATCH = range(1, 5)  # what is locked by number: the end of turns, letters of no campaign, roles

_WAKE = "select pg_notify('pbem_league', %s)::text"
_LOCK = "select pg_advisory_xact_lock('league'::regclass::oid::integer, %s)::text"
_LOCK_AND_WAKE = f"{_LOCK}, pg_notify('pbem_league', %s)::text"
TRY_TO_END = "select pg_try_advisory_xact_lock('league'::regclass::oid::integer, %s)"
_MOVE = "update campaign set last = %s, digest = %s where name = %s"
_NO_WAITING_HEALS = (
    *("password authentication failed", "no password supplied", "does not exist"),
    *("certificate verify failed", "does not match host name", "does not support SSL"),
)
WORD_SECONDS = 2.0
LONGEST_SECONDS = 300.0  # a turn that lasts longer is let go of, though its worker lives: it may go round in a circle

Parameters = Sequence[object]
Woken = Literal["", "worker", "post", "paint"]  # who is to look again: everybody, or who is at work in a role
LetterName = tuple[str, str, str]  # campaign, seat, number


class ComingRows:
    """The rows that a statement gives, which goes out at the latest when they are asked for."""

    def __init__(self, collect: Callable[[], None]) -> None:
        self._collect = collect
        self.found: list[Row] | None = None

    @property
    def rows(self) -> list[Row]:
        """They. StoreTrouble, of this statement or one before it."""
        if self.found is None:
            self._collect()
        assert self.found is not None
        return self.found


class JournalEnd(NamedTuple):
    """The number of a campaign's last record, and the digest of its line."""

    number: int
    digest: str


class _Leaving(NamedTuple):
    """A statement that goes out with the next whose rows are wanted."""

    going: GoingStatement
    answer: ComingRows | None


class _Foreseen(NamedTuple):
    """The rows of a question that will be asked."""

    parameters: Parameters
    answer: ComingRows


class DatabaseServer:
    """A database, and the schema in it that a league lives in. where: what it is called in words, without any secret; user: another
    than the database names.

    at_end: what a turn does last, in the order in which it was asked for.

    What a turn changes goes out in one piece with the next statement whose rows are wanted, and a turn begins for the server with
    its first change or claim: each journey costs the server more than most statements do.
    """

    def __init__(self, database: str, schema: str, user: str = "") -> None:
        self.schema = schema
        self._database, self._user = database, user
        self._turns: psycopg.Connection[Row] | None = None
        self._beside: psycopg.Connection[Row] | None = None
        self._pipeline: Pipeline | None = None  # by which turns go
        self._in_turn = self._listens = False
        self._wakes: set[Woken] = set()
        self._at_end: list[Callable[[], None]] = []
        self._afterwards: list[Callable[[], None]] = []
        self._leaving: list[_Leaving] = []
        self._foreseen: dict[str, _Foreseen] = {}
        self._ahead: dict[str, _Foreseen] = {}  # the same, of the turn that follows
        self._ask_ahead: Callable[[], None] | None = None
        self._is_begun = False  # does the server hold a transaction of ours open?
        self._spoken = self._began = time.monotonic()  # when it heard of us last in a turn, and when the turn began
        self._silence = 0.0  # seconds between that and the last statements
        self._speaking = threading.Lock()  # who speaks on the connection of turns
        self.moved: dict[str, JournalEnd] = {}  # by campaign, where its journal ends by what this turn has added
        self.claimed: dict[str, int] = {}  # by lane, the number of its campaign's last record when it was claimed
        self.heads: dict[LetterName, bytes] = {}  # how letters of ours begin that are frozen, which they do for ever
        self.recent: dict[LetterName, bytes] = {}  # letters of ours that were frozen here of late: they are what is answered
        self.expected_heads: dict[tuple[str, str], list[str]] = {}  # by campaign and seat, until the turn ends: numbers of letters
        self.absent: set[LetterName] = set()  # until the turn ends: letters of claimed campaigns that nobody has made
        self.texts: dict[str, bytes] = {}  # of modules, by their sha256: a league has few, and thousands of campaigns play them

    # ------------------------------------------------------------ coming and going

    def open(self) -> None:
        """Connect. DataRefused for what no waiting heals: a wrong password, a database that is not there; StoreTrouble."""
        self.close()
        try:
            self._turns = self._connected()
            self._pipeline = Pipeline(self._turns)
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
        self._turns = self._beside = self._pipeline = None
        self._in_turn = self._listens = False
        self._end_of_turn()
        self.forget_letters()

    def forget_letters(self) -> None:
        """What is known of letters of ours is asked again."""
        self.heads.clear()
        self.recent.clear()

    def stay_awake(self, word: str, parameters: Parameters) -> None:
        """From now on the server lets go of our locks when nothing is heard of us for a while, as of a machine that stands still or
        is gone; a thread says a word meanwhile, a statement, however long a letter takes, and another in a turn."""
        self.ask_beside("select set_config('idle_session_timeout', %s, false)", (f"{SILENCE_SECONDS:g}s",))
        said = (self._there(self._beside), word, parameters, self._say_in_turn)
        threading.Thread(target=_say_a_word, args=said, name="league", daemon=True).start()

    def _say_in_turn(self) -> None:
        """The turn goes on, in which a letter takes its time. A turn whose connection is gone finds that itself: the word beside it
        is said all the same."""
        with self._speaking, contextlib.suppress(psycopg.Error):
            now = time.monotonic()
            if self._pipeline and self._is_begun and now - self._spoken > WORD_SECONDS and now - self._began < LONGEST_SECONDS:
                self._pipeline.carry_out([GoingStatement("select 1", ())])
                self._spoken = now

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
            if any(words in str(trouble) for words in _NO_WAITING_HEALS):
                raise DataRefused(f"{self.where}: {_words(trouble)}") from None
            raise self._trouble(trouble) from None
        except psycopg.Error as trouble:
            raise self._trouble(trouble) from None

    def _trouble(self, trouble: psycopg.Error) -> StoreTrouble:
        """ETIMEDOUT: the turn took so long without a word that the server let go of it."""
        number = errno.ENOSPC if isinstance(trouble, errors.DiskFull) else errno.EAGAIN
        if self._is_begun and self._silence > SILENCE_SECONDS:
            number = errno.ETIMEDOUT
        return StoreTrouble(number, _words(trouble), self.where)

    # ------------------------------------------------------------ statements

    def ask(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """The rows that a statement gives, which changes nothing. StoreTrouble."""
        self._out_of_turn()
        foreseen = self._foreseen.pop(statement, None)
        if foreseen is not None and foreseen.parameters == parameters:
            return foreseen.answer.rows
        if self._leaving or self._is_begun:
            return self._send(statement, parameters).rows
        return self._run(self._turns, statement, parameters)

    def do(self, statement: str, parameters: Parameters = ()) -> None:
        """Carry a statement out; in a turn by its end at the latest. StoreTrouble, of this one or one before it."""
        self._out_of_turn()
        if not self._in_turn:
            with self._heard():
                self._there(self._turns).execute(statement, parameters)
            return
        self._begin()
        self._foreseen.clear()
        self._leaving.append(_Leaving(GoingStatement(statement, parameters), None))

    def change(self, statement: str, parameters: Parameters = ()) -> ComingRows:
        """The same of one that gives rows."""
        self._out_of_turn()
        if not self._in_turn:
            answer = ComingRows(lambda: None)
            answer.found = self._run(self._turns, statement, parameters)
            return answer
        self._begin()
        self._foreseen.clear()
        return self._send(statement, parameters)

    def expect(self, statement: str, parameters: Parameters) -> None:
        """This will be asked: it goes out with the next statement, unless it was asked already."""
        known = self._foreseen.get(statement)
        if known is None or known.parameters != parameters:
            self._foreseen[statement] = _Foreseen(parameters, self._send(statement, parameters))

    def _send(self, statement: str, parameters: Parameters) -> ComingRows:
        answer = ComingRows(self._flush)
        self._leaving.append(_Leaving(GoingStatement(statement, parameters), answer))
        return answer

    def _flush(self) -> None:
        """All that waits goes out in one piece, and the rows come in."""
        leaving, self._leaving = self._leaving, []
        foreseen, self._foreseen = self._foreseen, {}  # after trouble nothing of it comes any more
        if self._pipeline is None:
            raise StoreTrouble(errno.EAGAIN, "not connected", self.where)
        with self._heard(), self._speaking:
            self._silence = time.monotonic() - self._spoken
            answers = self._pipeline.carry_out([one.going for one in leaving])
            self._spoken = time.monotonic()
        for one, rows in zip(leaving, answers, strict=True):
            if one.answer is not None:
                one.answer.found = rows
        self._foreseen = foreseen

    def ask_beside(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """The rows of a statement that is carried out at once, whatever becomes of the turn."""
        return self._run(self._beside, statement, parameters)

    def ask_alone(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """The same by a connection of its own, when the second one is lost. StoreTrouble, DataRefused."""
        connection = self._connected()
        try:
            return self._run(connection, statement, parameters)
        finally:
            connection.close()

    def script(self, text: str, names: Mapping[str, str], values: Mapping[str, object]) -> None:
        """Carry several statements out together. names, values: what stands in it as {name}, to be quoted as a name or a value."""
        named = {key: sql.Identifier(name) for key, name in names.items()}
        given = {key: sql.Literal(value) for key, value in values.items()}
        connection = self._there(self._turns)
        with self._heard(), connection.transaction():
            connection.execute(sql.SQL(text).format(**named, **given))
        self._pipeline = Pipeline(connection)  # after changes of tables psycopg forgets all that was prepared

    def _there(self, connection: "psycopg.Connection[Row] | None") -> "psycopg.Connection[Row]":
        if connection is None:
            raise StoreTrouble(errno.EAGAIN, "not connected", self.where)
        return connection

    def _run(self, connection: "psycopg.Connection[Row] | None", statement: str, parameters: Parameters) -> list[Row]:
        with self._heard():
            return self._there(connection).execute(statement, parameters, binary=True).fetchall()

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
        self._there(self._turns)
        if self._in_turn:
            raise RuntimeError("a turn within a turn")
        self._end_of_turn()
        self._foreseen, self._ahead = self._ahead, {}
        self._in_turn = True
        try:
            yield
            self._end()
        except BaseException:
            self.forget_letters()  # some may not be there after all
            self._take_back()
            raise
        finally:
            self._in_turn = False
            self._end_of_turn()

    def _end_of_turn(self) -> None:
        """Nothing of it is remembered."""
        with self._speaking:
            self._is_begun = False
        self._wakes.clear()
        for known in (self._at_end, self._afterwards, self._leaving):
            known.clear()
        self._foreseen.clear()
        self._ask_ahead = None
        self.claimed.clear()
        self.absent.clear()
        self.expected_heads.clear()
        self.moved.clear()

    def _out_of_turn(self) -> None:
        """Who asks or does something between two turns may have reasons to look again."""
        if not self._in_turn and self._ahead:
            self._ahead = {}

    def _begin(self) -> None:
        """From here on the server holds a transaction open."""
        if not self._is_begun:
            self._is_begun = True
            self._began = self._spoken = time.monotonic()
            self._leaving.append(_Leaving(GoingStatement("BEGIN", ()), None))

    def _take_back(self) -> None:
        """What the turn has changed is as if it had never been."""
        if self._pipeline is not None and self._is_begun:
            with contextlib.suppress(psycopg.Error), self._speaking:
                self._pipeline.carry_out([GoingStatement("ROLLBACK", ())])

    def at_end(self, last: Callable[[], None]) -> None:
        """Do something at the end of the turn, under the lock of all ends; outside of a turn now, as a turn of its own."""
        if self._in_turn:
            self._at_end.append(last)
            return
        with self.turn():
            self._at_end.append(last)

    def _end(self) -> None:
        """What was to be done last, then all of it counts."""
        wakes = sorted(self._wakes)
        if self._at_end and wakes:
            self.do(_LOCK_AND_WAKE, (TURNS, wakes.pop()))
        elif self._at_end:
            self.do(_LOCK, (TURNS,))
        for last in self._at_end:
            last()
        for campaign, end in self.moved.items():
            self.do(_MOVE, (*end, campaign))
        for whom in wakes:
            self.do(_WAKE, (whom,))
        if self._is_begun:
            self._leaving.append(_Leaving(GoingStatement("COMMIT", ()), None))
            self._foreseen.clear()
            if self._ask_ahead is not None:
                self._ask_ahead()
            self._flush()
            self._ahead = dict(self._foreseen)
        for then in self._afterwards:
            then()

    def ask_ahead(self, expect: Callable[[], None]) -> None:
        """What the turn that follows asks first is asked with the end of this one, as that leaves it."""
        self._ask_ahead = expect

    def forget_ahead(self) -> None:
        """What was asked so is asked again."""
        self._ahead = {}

    def move(self, campaign: str, end: JournalEnd) -> None:
        """A journal has got so far; the campaign tells of it at the end of the turn, with what it shows then."""
        if self._in_turn:
            self.moved[campaign] = end
        else:
            self.do(_MOVE, (*end, campaign))

    def afterwards(self, then: Callable[[], None]) -> None:
        """Take note of something when the turn counts."""
        self._afterwards.append(then)

    @property
    def has_begun(self) -> bool:
        """Has the turn changed or claimed anything?"""
        return self._is_begun

    @property
    def in_turn(self) -> bool:
        """Is a turn under way?"""
        return self._in_turn

    # ------------------------------------------------------------ news

    def wake(self, whom: Woken = "") -> None:
        """Whoever of them waits looks again, when the turn has ended; outside of one, now."""
        if self._in_turn:
            self._wakes.add(whom)
        else:
            self.do(_WAKE, (whom,))

    def wait(self, seconds: float, who: Woken = "") -> bool:
        """Wait until all are to be woken, or who waits here, so long at the most. Was it so?"""
        connection = self._there(self._beside)
        with self._heard():
            self._listen_on(connection)
            return any(told.payload in ("", who) for told in connection.notifies(timeout=seconds))

    def _listen_on(self, connection: "psycopg.Connection[Row]") -> None:
        if not self._listens:
            connection.execute("listen pbem_league")
            self._listens = True

    # ------------------------------------------------------------ locks by number

    def let_go(self, number: int) -> None:
        """Give back what `try_for_good` gave."""
        self.ask_beside("select pg_advisory_unlock('league'::regclass::oid::integer, %s)", (number,))

    def try_for_good(self, number: int) -> bool:
        """The same until the connection ends."""
        found = self._run(self._beside, "select pg_try_advisory_lock('league'::regclass::oid::integer, %s)", (number,))
        return bool(found[0][0])


def _say_a_word(connection: "psycopg.Connection[Row]", word: str, parameters: Parameters, then: Callable[[], None]) -> None:
    """As long as the connection stands."""
    with contextlib.suppress(psycopg.Error):
        while not connection.closed:
            connection.execute(word, parameters)
            then()
            time.sleep(WORD_SECONDS)


def _words(trouble: psycopg.Error) -> str:
    """The server's words in one line; of a statement's contents nothing."""
    told = trouble.diag.message_primary or str(trouble)
    return " ".join(told.split()) or type(trouble).__name__

"""The loop of a role of a league (`league_work.py`), any number of them on any number of machines: over a referee of its own.
Trouble of the server ends that referee, never the loop, and what is durable says where the next one goes on.
"""

import contextlib
import gc
import logging
import time
from collections.abc import Iterator
from typing import NamedTuple

from pbem.kernel.i18n import phrase
from pbem.mail.inbox import Inbox, InboxError, LoginRefused
from pbem.mail.parser_process import ReaderAbsent
from pbem.service import health_checks
from pbem.service.alerts import AlertBook
from pbem.service.config.settings import Config
from pbem.service.crew import Crew, named
from pbem.service.daemon import REST, Clock, Stop
from pbem.service.league_opening import DatabaseStore
from pbem.service.league_watch import DatabaseAbsence, LeagueWatch, told_by
from pbem.service.league_work import BARRED_SECONDS, ROLES, SLICE, Hall, Off, Role, door_of, inbox_of
from pbem.service.metrics import MetricsBoard, Tally
from pbem.service.referee import Referee
from pbem.service.systemd import notify
from pbem.service.telling import heed_inbox
from pbem.store.ports import StoreTrouble

log = logging.getLogger("pbem.service.league")
NO_READER = phrase("{trouble}; letters stay where they are")


class Ends(NamedTuple):
    """What ends a role's work, and what counts it."""

    stop: Stop
    tally: Tally
    troubles: "Troubles"
    name: str  # of this process
    book: AlertBook
    inbox: Inbox | None = None


class Troubles:
    """How often in a row the server was in trouble; absence: of which the host is told."""

    def __init__(self, absence: DatabaseAbsence) -> None:
        self._count, self._absence = 0, absence

    def met(self, trouble: Exception) -> float:
        """Once more; so many seconds it is left alone."""
        self._count += 1
        if isinstance(trouble, StoreTrouble):
            self._absence.met(trouble)
        return REST[min(self._count, len(REST)) - 1]

    def over(self) -> None:
        """It is well."""
        self._count = 0
        self._absence.over()


class Workplace(NamedTuple):
    """Where somebody works: in which role; metrics: the port of its figures, 0 for the one of the configuration and the role."""

    role: str
    metrics: int = 0


def serve(config: Config, post: Workplace, clock: Clock, stop: Stop) -> None:
    """Be at work in a role until told to stop: the turn in hand is ended first. DataRefused at the start, and when a newer program
    has brought the schema to where this one may not follow."""
    tally = Tally(clock, post.role)
    troubles, name, book = Troubles(DatabaseAbsence(config, clock, tally)), named(), AlertBook(None, clock())
    with _board(config, post, tally), _door(config, post.role) as inbox:
        while not stop.asked:
            try:
                _be_at_work(config, post.role, Ends(stop, tally, troubles, name, book, inbox))
            except (StoreTrouble, ReaderAbsent) as trouble:
                log.warning("%s: %s; what is not done stays where it is", post.role, trouble)
                if isinstance(trouble, ReaderAbsent):
                    book.alarm("reader", NO_READER, trouble=trouble)
                _rest(troubles.met(trouble), lambda: _alive(stop))
    notify("STOPPING=1")


def _be_at_work(config: Config, role: str, ends: Ends) -> None:
    """One referee's life."""
    stop, tally, book = ends.stop, ends.tally, ends.book
    with Referee(config) as referee:
        store = referee.store
        assert isinstance(store, DatabaseStore)
        referee.listen(tally.letter)
        crew = Crew(store, role, ends.name, lambda: told_by(book, referee.damaged))
        crew.stay_awake()
        hall = Hall(config, referee, store, tally, crew, book, ends.inbox)
        at_work, watch = ROLES[role](hall), LeagueWatch(hall)
        gc.freeze()  # what was opened lives as long as we do
        try:
            notify("READY=1")
            while not stop.asked:
                _go_round(hall, at_work, watch, lambda: _alive(stop))
                tally.blind = bool(referee.blind())
                ends.troubles.over()
        finally:
            with contextlib.suppress(StoreTrouble):
                at_work.close()
        crew.leave()


def _go_round(hall: Hall, at_work: Role, watch: LeagueWatch, off: Off) -> None:
    """A pass and the rest after it. Trouble of the mailbox is no trouble of the league: letters wait there."""
    hall.book.looked(hall.store.now())
    hall.crew.beat()
    watch.look()
    try:
        at_work.once(off)
        health_checks.campaigns(hall.referee, hall.book)
        at_work.wait(off)
    except InboxError as trouble:
        heed_inbox(hall.book, trouble)
        hall.book.read(False, hall.store.last_poll(door_of(hall.config)))
        hall.crew.beat()
        _rest(BARRED_SECONDS if isinstance(trouble, LoginRefused) else REST[1], off)


def _rest(seconds: float, ended: Off) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not ended():
        time.sleep(SLICE)


def _alive(stop: Stop) -> bool:
    """Are we to stop? With a word to the watchdog."""
    notify("WATCHDOG=1")
    return stop.asked


@contextlib.contextmanager
def _door(config: Config, role: str) -> Iterator[Inbox | None]:
    """The mailbox of an intake, for as long as it is at work."""
    if role != "intake":
        yield None
        return
    with contextlib.closing(inbox_of(config)) as inbox:
        yield inbox


@contextlib.contextmanager
def _board(config: Config, post: Workplace, tally: Tally) -> Iterator[None]:
    """The figures of a role. On one machine each role has a port: the one that is configured, and those that follow on it."""
    configured, board = config.settings.metrics.port, None
    port = post.metrics or (configured + list(ROLES).index(post.role) if configured else 0)
    try:
        board = MetricsBoard(tally, port) if port else None
    except OSError as trouble:
        log.error("no metrics: port %d: %s", port, trouble.strerror)
    try:
        yield
    finally:
        if board:
            board.close()

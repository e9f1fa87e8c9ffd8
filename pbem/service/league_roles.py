"""The roles of a league, any number of each on any number of machines: intake, worker, post, paint. Each is a loop over a referee
of its own; trouble of the server ends a referee, never the loop, and what is durable says where the next one goes on.

Of intake (a mailbox each), post and paint one is at work and the others stand by: its lock is free when it dies.
"""

import contextlib
import logging
import socket
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from pbem.handlers import is_missed
from pbem.mail.inbox import InboxError
from pbem.mail.outbox import PostVerdict
from pbem.mail.outbox.courier import Courier
from pbem.mail.parser_process import ReaderAbsent
from pbem.service import transports
from pbem.service.config.settings import Config
from pbem.service.daemon import REST, Clock, Stop
from pbem.service.errands import AWAY, Errand, packed
from pbem.service.league_opening import AWAY_ROAD, PAINT, POST, DatabaseStore
from pbem.service.metrics import MetricsBoard, Tally
from pbem.service.referee import NO_POLL, Referee
from pbem.service.systemd import notify
from pbem.store.ports import StoreTrouble

LOOK_SECONDS = 5.0  # a role looks by itself so often, whoever failed to wake it
SLICE = 0.5
DOORS = 1 << 29  # the locks of mailboxes are numbered from here
CLOCKS_APART = timedelta(seconds=2)  # what a door has looked through may have come so much later by the mail server's clock
BARRED_SECONDS = 900.0  # a refused login is not tried again before
log = logging.getLogger("pbem.service.league")
Off = Callable[[], bool]


class Role(Protocol):
    """What a role does once, and how long it rests then."""

    rest: float

    def once(self, off: Off) -> None:
        """One pass. StoreTrouble, InboxError."""
        ...

    def close(self) -> None:
        """Let go of what it holds open."""
        ...


class Hall:
    """What each role is given: a referee over the league, and the store it works in, whose clock counts, since machines differ."""

    def __init__(self, config: Config, referee: Referee, store: DatabaseStore) -> None:
        self.config, self.referee, self.store = config, referee, store
        self._ours: set[int] = set()

    def stands_by(self, number: int) -> bool:
        """Is another at work in this role?"""
        return number not in self._ours and not self._taken(number)

    def _taken(self, number: int) -> Sequence[int]:
        if self.store.server.try_for_good(number):
            self._ours.add(number)
        return sorted(self._ours & {number})


class WorkerRole:
    """Letters and clocks, campaign by campaign."""

    rest = LOOK_SECONDS

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def once(self, off: Off) -> None:
        """Everything there is to be done."""
        hall = self.hall
        polled, now = hall.store.polled(), hall.store.now()
        hall.referee.press.go_on()
        hall.referee.work(now, min(polled, now) - CLOCKS_APART if polled else NO_POLL, off)

    def close(self) -> None:
        """It holds nothing."""


class IntakeRole:
    """Letters from one mailbox into the league."""

    def __init__(self, hall: Hall) -> None:
        self.hall, settings = hall, hall.config.settings
        self.rest = float(settings.poll_seconds)
        self.inbox = transports.inbox(hall.config)
        self.door = door_of(hall.config)
        self._lock = DOORS + zlib.crc32(self.door.encode()) % DOORS  # one a mailbox

    def once(self, off: Off) -> None:
        """One look into the mailbox: what lies there is kept, then the door says until when nothing is outside."""
        hall, at = self.hall, self.hall.store.now()
        if off() or hall.stands_by(self._lock):
            return
        hall.referee.office.hear()
        hall.referee.fetch(self.inbox)
        with hall.store.turn():
            since = hall.store.last_poll(self.door)
            if since and self._is_to_be_told(since, at):
                away = packed(Errand(AWAY, words=(since.isoformat(), at.isoformat())))
                hall.store.spool.put(away, since, f"{AWAY_ROAD}{since.isoformat()}")
            hall.store.beat(self.door, at)
            hall.store.server.wake()
        hall.referee.housekeep(self.inbox)

    def _is_to_be_told(self, since: datetime, until: datetime) -> bool:
        """Was nothing read for so long that a live evening was missed, or no deadline counts?"""
        shown = [shelf.shown for shelf in self.hall.referee.campaigns.all]
        hours = self.hall.config.settings.outage_hours
        outage = bool(hours) and until - since >= timedelta(hours=hours)
        return outage or any(is_missed(one.pace, one.admin, since, until) for one in shown)

    def close(self) -> None:
        """Shut the door."""
        self.inbox.close()


class PostRole:
    """Frozen letters to the carrier."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.rest = hall, LOOK_SECONDS
        self.outbox = transports.outbox(hall.config)
        self.tally = Tally(hall.store.now)

    def once(self, off: Off) -> None:
        """Everything that is due."""
        hall = self.hall
        self.rest = LOOK_SECONDS
        if off() or hall.stands_by(POST):
            return
        hall.referee.office.hear()
        with contextlib.closing(Courier(self.outbox, self._heed)) as courier:
            hall.referee.outgoing.post(hall.referee.campaigns.all, courier, hall.store.now())

    def _heed(self, verdicts: Sequence[PostVerdict]) -> None:
        for verdict in verdicts:
            self.tally.posted(verdict.state)
            if verdict.barred:
                log.error("outbox: the login was refused: %s", verdict.text)
                self.rest = BARRED_SECONDS

    def close(self) -> None:
        """It holds nothing between two passes."""


class PaintRole:
    """The maps of letters that wait for them."""

    rest = LOOK_SECONDS

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def once(self, off: Off) -> None:
        """Every letter that is not frozen yet."""
        if not off() and not self.hall.stands_by(PAINT):
            self.hall.referee.office.hear()
            self.hall.referee.freeze_lacking()

    def close(self) -> None:
        """It holds nothing."""


ROLES: dict[str, Callable[[Hall], Role]] = {"worker": WorkerRole, "intake": IntakeRole, "post": PostRole, "paint": PaintRole}


def door_of(config: Config) -> str:
    """What a mailbox is called in the league. One that is a folder of a machine is another on each machine."""
    settings = config.settings.inbox
    if settings.kind == "imap":
        return f"imap:{settings.user}@{settings.host}:{settings.folder or 'INBOX'}"
    return f"{settings.kind}:{socket.gethostname()}:{config.path(settings.folder or 'mail/in')}"


def serve(config: Config, role: str, clock: Clock, stop: Stop) -> None:
    """Be at work in a role until told to stop: the turn in hand is ended first. DataRefused at the start."""
    tally, troubles = Tally(clock), 0
    with _board(config, tally):
        while not stop.asked:
            try:
                _be_at_work(config, role, Ends(stop, tally))
            except (StoreTrouble, InboxError, ReaderAbsent) as trouble:
                troubles = min(troubles + 1, len(REST))
                log.warning("%s: %s; what is not done stays where it is", role, trouble)
                _rest(REST[troubles - 1], lambda: _alive(stop))
            else:
                troubles = 0
    notify("STOPPING=1")


class Ends(NamedTuple):
    """What ends a role's work, and what counts it."""

    stop: Stop
    tally: Tally


def _be_at_work(config: Config, role: str, ends: Ends) -> None:
    """One referee's life."""
    stop, tally = ends
    with Referee(config) as referee:
        store = referee.store
        assert isinstance(store, DatabaseStore)
        referee.listen(tally.letter)
        hall = Hall(config, referee, store)
        at_work = ROLES[role](hall)
        try:
            notify("READY=1")
            while not stop.asked:
                at_work.once(lambda: _alive(stop))
                tally.blind = bool(referee.blind())
                _wait(store, at_work.rest, stop)
        finally:
            at_work.close()


def _wait(store: DatabaseStore, seconds: float, stop: Stop) -> None:
    """Until it is woken, told to stop, or has rested."""
    _rest(seconds, lambda: _alive(stop) or store.server.wait(SLICE), sleep=0.0)


def _rest(seconds: float, ended: Off, sleep: float = SLICE) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not ended():
        time.sleep(sleep)


def _alive(stop: Stop) -> bool:
    """Are we to stop? With a word to the watchdog."""
    notify("WATCHDOG=1")
    return stop.asked


@contextlib.contextmanager
def _board(config: Config, tally: Tally) -> Iterator[None]:
    port = config.settings.metrics.port
    board = MetricsBoard(tally, port) if port else None
    try:
        yield
    finally:
        if board:
            board.close()

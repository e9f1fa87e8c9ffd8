"""What each role of a league does in one pass: letters and clocks, one mailbox, the post, maps. The loop is `league_roles.py`.

Of intake (one a mailbox) and post one is at work and the others stand by: its lock is free when it dies. Workers and painters all
work; what one has in hand is locked for as long as it lives.
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
from pbem.mail.inbox import Inbox
from pbem.mail.outbox import PostVerdict
from pbem.mail.outbox.courier import Courier
from pbem.service import transports
from pbem.service.alerts import AlertBook
from pbem.service.config.settings import Config
from pbem.service.crew import Crew
from pbem.service.errands import AWAY, Errand, packed
from pbem.service.health_checks import LOOP
from pbem.service.league_door import Doorkeeper
from pbem.service.league_opening import AWAY_ROAD, POST, DatabaseStore, Woken
from pbem.service.metrics import Tally
from pbem.service.referee import NO_POLL, Referee
from pbem.service.telling import heed_login

LOOK_SECONDS = 5.0  # a role looks by itself so often, whoever failed to wake it
STAND_BY_SECONDS = 1.0  # and so often whether it is needed in another's place
SLICE = 0.5
PASS_SECONDS = 5.0  # after so long a worker looks again what time it is, and until when the mailboxes were looked through
DOORS, MAPS = 1 << 29, 1 << 28  # the locks of mailboxes, and of campaigns whose maps are painted, are numbered from here
CLOCKS_APART = timedelta(seconds=2)  # what a door has looked through may have come so much later by the mail server's clock
BARRED_SECONDS = 900.0  # a refused login is not tried again before
log = logging.getLogger("pbem.service.league")
Off = Callable[[], bool]


class Role(Protocol):
    """What a role does once, and how it waits then."""

    def once(self, off: Off) -> None:
        """One pass. StoreTrouble, InboxError."""
        ...

    def wait(self, off: Off) -> None:
        """Until there may be something to do. StoreTrouble, InboxError."""
        ...

    def close(self) -> None:
        """Let go of what it holds open."""
        ...


class Hall(NamedTuple):
    """What each role is given: a referee over the league, the store it works in, whose clock counts since machines differ, and
    what counts its work."""

    config: Config
    referee: Referee
    store: DatabaseStore
    tally: Tally
    crew: Crew
    book: AlertBook  # what this process knows to be wrong
    inbox: Inbox | None = None  # of intake: it outlives trouble of the server, so that a door says "later" meanwhile

    def rest(self, seconds: float, off: Off, who: Woken = "") -> None:
        """Until everybody is woken, or who rests here, it is told to stop, or has rested."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not (off() or self.store.server.wait(min(SLICE, seconds), who)):
            pass


class OneOfMany:
    """The lock of a role in which one is at work."""

    def __init__(self, store: DatabaseStore, number: int) -> None:
        self.number, self._store, self.is_ours = number, store, False

    def take(self) -> None:
        """Take it, if no other has it; it is ours until we die."""
        self.is_ours = self.is_ours or self._store.server.try_for_good(self.number)


class WorkerRole:
    """Letters and clocks, campaign by campaign."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.crew = hall, hall.crew
        self._loops = hall.referee.loops
        hall.store.spool.prefers = self.crew.prefers
        self._rest = LOOK_SECONDS

    def once(self, off: Off) -> None:
        """Everything there is to be done, or as much as a pass may last."""
        hall, end = self.hall, time.monotonic() + PASS_SECONDS
        hall.store.foresee_look()
        hall.store.check_in_play()
        polled, now = hall.store.polled(), hall.store.now()
        hall.referee.press.go_on()
        hall.referee.work(now, min(polled, now) - CLOCKS_APART if polled else NO_POLL, lambda: self._ends(off, end))
        hall.book.over("reader")
        if hall.referee.loops > self._loops:
            self._loops = hall.referee.loops
            hall.book.alarm("loop", LOOP)
        self._rest = 0.0 if time.monotonic() >= end else self._until_next()

    def _ends(self, off: Off, end: float) -> bool:
        self.crew.beat()
        return off() or time.monotonic() >= end

    def _until_next(self) -> float:
        """Less than the usual rest when a letter was left to another for now, or a clock runs out meanwhile."""
        now = self.hall.store.now()
        due = self.hall.referee.next_due(now)
        left = (due - now + CLOCKS_APART).total_seconds() if due else LOOK_SECONDS
        return min(LOOK_SECONDS, SLICE / 2 if self.hall.store.spool.passed_by else LOOK_SECONDS, left if left > 0 else LOOK_SECONDS)

    def wait(self, off: Off) -> None:
        """Until a letter is kept, a door was looked through, or a clock runs out."""
        self.crew.beat()
        self.hall.rest(self._rest, off, "worker")

    def close(self) -> None:
        """What it has at hand is remembered, for those who take over."""
        self.hall.referee.campaigns.put_by()


class IntakeRole:
    """Letters from one mailbox into the league."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.inbox = hall.inbox or inbox_of(hall.config)
        self.door = door_of(hall.config)
        self.lock = OneOfMany(hall.store, DOORS + zlib.crc32(self.door.encode()) % DOORS)
        self._looked: datetime | None = None

    def once(self, off: Off) -> None:
        """One look into the mailbox: what lies there is kept, then the door says until when nothing is outside."""
        hall, at = self.hall, self.hall.store.now()
        self.lock.take()
        if off() or not self.lock.is_ours:
            return
        hall.store.check_in_play()
        hall.referee.office.hear()
        hall.referee.fetch(self.inbox)
        with hall.store.turn():
            since = hall.store.last_poll(self.door)
            if since and self._is_to_be_told(since, at):
                away = packed(Errand(AWAY, words=(since.isoformat(), at.isoformat())))
                hall.store.spool.put(away, since, f"{AWAY_ROAD}{since.isoformat()}")
            hall.store.beat(self.door, at)
            hall.store.server.wake("worker")
        self._looked = at
        hall.tally.polled(at)
        hall.book.read(True, at)
        hall.book.welcome("inbox")
        hall.referee.housekeep(self.inbox)

    def _is_to_be_told(self, since: datetime, until: datetime) -> bool:
        """Was nothing read for so long that a live evening was missed, or no deadline counts?"""
        shown = [shelf.shown for shelf in self.hall.referee.campaigns.all]
        hours = self.hall.config.settings.outage_hours
        outage = bool(hours) and until - since >= timedelta(hours=hours)
        return outage or any(is_missed(one.pace, one.admin, since, until) for one in shown)

    def wait(self, off: Off) -> None:
        """Until a letter comes, the usual time is over, or a clock has run out which waits for a look into this mailbox."""
        if not self.lock.is_ours:
            self.hall.rest(STAND_BY_SECONDS, off)
            return
        now = self.hall.store.now()
        seconds = self.hall.referee.rest(now, hears=False)
        due = self.hall.referee.next_due(now)
        counts = due + CLOCKS_APART if due else None
        if counts and self._looked and self._looked < counts:
            seconds = min(seconds, max(SLICE, (counts - now).total_seconds()))
        self.inbox.wait(seconds, off)

    def close(self) -> None:
        """The door stays as it is."""


class PostRole:
    """Frozen letters to the carrier."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.lock, self._rest = hall, OneOfMany(hall.store, POST), LOOK_SECONDS
        self.outbox = transports.outbox(hall.config)

    def once(self, off: Off) -> None:
        """Everything that is due."""
        hall = self.hall
        self._rest = LOOK_SECONDS
        self.lock.take()
        if off() or not self.lock.is_ours:
            self._rest = STAND_BY_SECONDS
            return
        hall.store.check_in_play()
        hall.referee.office.hear()
        with contextlib.closing(Courier(self.outbox, self._heed)) as courier:
            hall.referee.outgoing.post(hall.referee.campaigns.all, courier, hall.store.now())

    def _heed(self, verdicts: Sequence[PostVerdict]) -> None:
        for verdict in verdicts:
            self.hall.tally.posted(verdict.state)
            if verdict.barred:
                self._rest = BARRED_SECONDS
        heed_login(self.hall.book, verdicts)

    def wait(self, off: Off) -> None:
        """Until letters are frozen; after a refused login nothing wakes it."""
        end = time.monotonic() + self._rest
        self.hall.rest(self._rest, off, "post")
        while self._rest == BARRED_SECONDS and time.monotonic() < end and not off():
            time.sleep(SLICE)

    def close(self) -> None:
        """It holds nothing between two passes."""


class PaintRole:
    """The maps of letters that wait for them, by as many painters as there are: each has a campaign in hand that no other has."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    def once(self, off: Off) -> None:
        """Every letter that is not frozen yet, campaign by campaign."""
        hall = self.hall
        hall.store.check_in_play()
        hall.referee.office.hear()
        for name in hall.store.unpainted():
            with self._in_hand(name) as ours:
                for campaign in hall.referee.office.each([name] if ours and not off() else []):
                    hall.referee.press.freeze_missing(campaign)
                    hall.tally.painted()

    @contextlib.contextmanager
    def _in_hand(self, name: str) -> Iterator[bool]:
        """Is it ours to paint? No claim is held meanwhile: it is played on."""
        server, number = self.hall.store.server, MAPS + zlib.crc32(name.encode()) % MAPS
        ours = server.try_for_good(number)
        try:
            yield ours
        finally:
            if ours:
                server.let_go(number)

    def wait(self, off: Off) -> None:
        """Until a letter waits for a map."""
        self.hall.rest(LOOK_SECONDS, off, "paint")

    def close(self) -> None:
        """It holds nothing between two passes."""


ROLES: dict[str, Callable[[Hall], Role]] = {"worker": WorkerRole, "intake": IntakeRole, "post": PostRole, "paint": PaintRole}


def inbox_of(config: Config) -> Inbox:
    """The mailbox of an intake; if it is a door, it is open from here on."""
    inbox = transports.inbox(config, Doorkeeper(config))
    transports.open_door(inbox)
    return inbox


def door_of(config: Config) -> str:
    """What a mailbox is called in the league. One that is a folder of a machine is another on each machine."""
    settings = config.settings.inbox
    if settings.kind == "imap":
        return f"imap:{settings.user}@{settings.host}:{settings.folder or 'INBOX'}"
    return f"{settings.kind}:{socket.gethostname()}:{config.path(settings.folder or 'mail/in')}"

"""The daemon: one loop that fetches, handles, posts and waits. One pass of it is `tick`."""

import logging
import shutil
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime

from pbem.config import Config
from pbem.mail.inbox import Inbox, InboxError, never
from pbem.mail.outbox import Outbox
from pbem.referee import Referee
from pbem.store.heartbeat import beat

REST = (2.0, 5.0, 15.0, 60.0)  # seconds after the first, second … pass in a row that met trouble: no storm of log-ins
LOOK_UP_SECONDS = 0.5

Clock = Callable[[], datetime]
log = logging.getLogger("pbem.daemon")


def tick(referee: Referee, inbox: Inbox, outbox: Outbox, clock: Clock) -> int:
    """One pass: fetch, handle, post, put away. Returns how many causes were handled."""
    return _pass(referee, (inbox, outbox), clock, never)[0]


def _pass(referee: Referee, roads: tuple[Inbox, Outbox], clock: Clock, off: Callable[[], bool]) -> tuple[int, bool]:
    """(causes handled, whether disk and inbox were well). What is handled is posted before the inbox is tidied."""
    inbox, outbox = roads
    polled = clock()
    if not room(referee.config):
        log.error("disk nearly full: no mail is taken")
        return 0, False
    fetched = _asked(lambda: referee.fetch(inbox))
    if fetched:
        beat(referee.data, polled)
    # without a poll no deadline may fire: the letter may lie there
    done = referee.work(clock(), polled if fetched else datetime.min.replace(tzinfo=UTC), off)
    referee.post(outbox, clock())
    return done, fetched and _asked(lambda: referee.housekeep(inbox))


def _asked(question: Callable[[], object]) -> bool:
    """Did the inbox answer?"""
    try:
        question()
    except InboxError as trouble:
        log.warning("inbox: %s", trouble)
        return False
    return True


def room(config: Config) -> bool:
    """Is there as much free disk as the configuration asks for?"""
    return shutil.disk_usage(config.data).free >= config.settings.free_mb * 1_000_000


class Stop:
    """Set by SIGTERM or SIGINT: the letter in hand is finished, then the loop ends."""

    def __init__(self) -> None:
        self.asked = False

    def listen(self) -> None:
        """Hear the signals from now on."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._heard)

    def _heard(self, *_signal: object) -> None:
        self.asked = True


def serve(referee: Referee, roads: tuple[Inbox, Outbox], clock: Clock, stop: Stop) -> None:
    """Tick until told to stop; between ticks wait for news in the inbox or in the spool; after trouble rest first."""
    troubles = 0
    while not stop.asked:
        try:
            well = _pass(referee, roads, clock, lambda: stop.asked)[1]
        except OSError as trouble:
            log.error("disk: %s; letters stay where they are", trouble)
            well = False
        well = well and _asked(lambda: _wait(referee, roads[0], stop))
        troubles = 0 if well else troubles + 1
        if troubles:
            _rest(min(REST[min(troubles, len(REST)) - 1], referee.config.settings.poll_seconds), stop)
    roads[0].close()


def _wait(referee: Referee, inbox: Inbox, stop: Stop) -> None:
    """At most `poll_seconds`; a stop or a piped letter ends it within half a second."""
    inbox.wait(referee.config.settings.poll_seconds, lambda: stop.asked or bool(referee.spool.entries("new")))


def _rest(seconds: float, stop: Stop) -> None:
    end = time.monotonic() + seconds
    while not stop.asked and time.monotonic() < end:
        time.sleep(LOOK_UP_SECONDS)

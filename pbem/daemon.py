"""The daemon: one loop that fetches, handles, posts and waits. One pass of it is `tick`."""

import logging
import shutil
import signal
from collections.abc import Callable
from datetime import datetime

from pbem.config import Config
from pbem.mail.inbox import Inbox, InboxError
from pbem.mail.outbox import Outbox
from pbem.referee import Referee

Clock = Callable[[], datetime]
log = logging.getLogger("pbem.daemon")


def tick(referee: Referee, inbox: Inbox, outbox: Outbox, clock: Clock) -> int:
    """One pass: fetch, handle, put away, post. Returns how many causes were handled."""
    polled: datetime | None = clock()
    if not room(referee.config):
        log.error("disk nearly full: no mail is taken")
        return 0
    try:
        referee.fetch(inbox)
    except InboxError as trouble:
        log.warning("inbox: %s", trouble)
        polled = None  # without a poll no deadline may fire: the letter may lie there
    done = referee.work(clock(), polled or datetime.min.replace(tzinfo=clock().tzinfo))
    try:
        referee.housekeep(inbox)
    except InboxError as trouble:
        log.warning("inbox: %s", trouble)
    referee.post(outbox, clock())
    return done


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

    def _heard(self, _number: int, _frame: object) -> None:
        self.asked = True


def serve(referee: Referee, roads: tuple[Inbox, Outbox], clock: Clock, stop: Stop) -> None:
    """Tick until told to stop; between ticks wait for news in the inbox or in the spool."""
    inbox, outbox = roads
    while not stop.asked:
        try:
            tick(referee, inbox, outbox, clock)
        except OSError as trouble:
            log.error("disk: %s; letters stay where they are", trouble)
        _wait(referee, inbox, stop)
    inbox.close()


def _wait(referee: Referee, inbox: Inbox, stop: Stop) -> None:
    """At most `poll_seconds`, in short stretches, so that a stop or a piped letter is seen soon."""
    left = float(referee.config.settings.poll_seconds)
    while left > 0 and not stop.asked and not referee.spool.entries("new"):
        stretch = min(left, 2.0)
        try:
            if inbox.wait(stretch):
                return
        except InboxError as trouble:
            log.warning("inbox: %s", trouble)
            return
        left -= stretch

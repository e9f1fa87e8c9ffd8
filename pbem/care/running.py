"""Running: the daemon, one pass of it, one piped letter, the letters that wait."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pbem import config as configuration
from pbem import daemon, roads
from pbem.disk import Disk
from pbem.logs import configure
from pbem.referee import Referee
from pbem.store.lock import DataLocked
from pbem.store.spool import Spool

Now = Callable[[], datetime]
log = logging.getLogger("pbem.care")


def serve(file: Path, now: Now) -> str:
    """Run the daemon until it is told to stop."""
    configure()
    config = configuration.load(file)
    stop = daemon.Stop()
    stop.listen()
    with Referee(config) as referee:
        daemon.serve(referee, (roads.inbox(config), roads.outbox(config)), now, stop)
    return ""


def tick(file: Path, now: Now) -> str:
    """One pass of the daemon."""
    config = configuration.load(file)
    inbox = roads.inbox(config)
    with Referee(config) as referee:
        done = daemon.tick(referee, inbox, roads.outbox(config), now)
    inbox.close()
    return f"{done} handled\n"


def receive(file: Path, raw: bytes, now: Now) -> None:
    """Take one piped letter: safe in the spool first; handled at once if nobody holds the lock, else by its holder.

    Once it is safe nothing may make the carrier bring it a second time, so what goes wrong then is logged and left.
    """
    configure()
    config = configuration.load(file)
    at = now()
    Spool(Disk(), config.data / "spool").put(raw, at, f"pipe:{at.isoformat()}:{sha256(raw).hexdigest()[:16]}")
    try:
        with Referee(config) as referee:
            referee.work(at, datetime.min.replace(tzinfo=UTC))
            referee.post(roads.outbox(config), now())
    except DataLocked:
        return
    except Exception:
        log.exception("the letter is safe but not handled yet")


def outbox(file: Path, now: Now, post: bool) -> str:
    """Letters that wait, a line each; with `post`, after an attempt."""
    config = configuration.load(file)
    with Referee(config) as referee:
        if post:
            referee.post(roads.outbox(config), now())
        lines = [
            f"{due.campaign} {due.seat} {due.key} ({len(referee.mailroom.deferrals(due.campaign, due.seat, due.key))} tries)\n"
            for campaign in referee.campaigns.values()
            for due in referee.postroom.waiting(campaign)
        ]
    return "".join(lines) or "nothing waits\n"

"""Running: the daemon, one pass of it, one piped letter."""

import logging
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from pbem.mail.inbox.maildir import MaildirInbox
from pbem.service import daemon
from pbem.service import transports as roads
from pbem.service.alerts import STORAGE
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.logs import configure, last_words
from pbem.service.referee import NO_POLL, Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import check, present
from pbem.store.ports import DataLocked, SpoolEntry

Now = Callable[[], datetime]
PIPE = "pipe:"
NOT_WELL = ("disk", STORAGE, "reader", "mailbox", "poll", "journal", "clock")  # alarms that a pass by hand tells on the spot
log = logging.getLogger("pbem.admin")


def serve(file: Path, now: Now) -> str:
    """Run the daemon until it is told to stop."""
    configure()
    config = configuration.load(file)
    present(config.data)
    stop = daemon.Stop()
    stop.listen()
    with Referee(config) as referee, last_words():
        daemon.serve(referee, daemon.Roads(roads.inbox(config), roads.outbox(config)), now, stop, file)
    return ""


def tick(file: Path, now: Now, again: bool = False) -> tuple[str, bool]:
    """One pass of the daemon, and whether all was well: disk, inbox, and every campaign in play; with `again` it reads the letters
    put away in the inbox too, and handles what is unknown.
    """
    configure()
    config = configuration.load(file)
    present(config.data)
    inbox = roads.inbox(config)
    with Referee(config) as referee, last_words():
        if again:
            referee.read_again()
        day = daemon.Daemon(referee, daemon.Roads(inbox, roads.outbox(config)), now)
        done, well = day.passed()
        handled = "done" if referee.blind() else f"{done} handled"  # the count would be the other side's too
        well = well and not (referee.damaged or referee.stopped)
    inbox.close()
    return "".join(f"{line}\n" for line in (handled, *day.watch.shut(), *day.watch.standing(*NOT_WELL))), well


def receive(file: Path, raw: bytes, now: Now) -> None:
    """Take one piped letter: safe in the spool first; handled at once if nobody holds the lock, else by its holder.

    Once it is safe nothing may make the carrier bring it a second time, so what goes wrong then is logged and left.
    """
    configure()
    config = configuration.load(file)
    present(config.data)
    check(config.data)
    if not _taken_before(config, raw):
        at = now()
        MaildirInbox(Disk(), config.piped).keep(raw, at)
        drop(config, raw, at, PIPE)
    try:
        settle(config, now)
    except DataLocked:
        return
    except Exception:
        log.exception("the letter is safe but not handled yet")


def _taken_before(config: Config, raw: bytes) -> bool:
    """Does a letter of these bytes lie in the spool, or among a campaign's own? Then the carrier did not hear that we took it."""
    digest = sha256(raw).hexdigest()[:16]
    places = (*(config.data / "spool").glob("*"), *(config.data / "campaigns").glob("*/letters/in"))
    return any(digest in path.name for place in places for path in place.glob("*.eml"))


def drop(config: Config, raw: bytes, at: datetime, road: str) -> SpoolEntry:
    """Leave something in the spool, durably; that needs no lock. DataRefused."""
    check(config.data)
    return FolderSpool(Disk(), config.data / "spool").put(raw, at, f"{road}{at.isoformat()}:{sha256(raw).hexdigest()[:16]}")


def settle(config: Config, now: Now) -> None:
    """Handle what lies in the spool and post what comes of it. DataLocked: its holder does it."""
    present(config.data)
    with Referee(config) as referee:
        referee.work(now(), NO_POLL)
        daemon.post(referee, roads.outbox(config), now)

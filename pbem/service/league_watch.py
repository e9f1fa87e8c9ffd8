"""What the host of a league is told: which role nobody is at work in, who ended without a word, that letters pile up, and what each
process knows to be wrong: a campaign set aside, a login refused, a clock that stands still.

Each process tells its own in its row (`crew.py`). One of them all, whichever has the lock, gathers it and tells the host, once a
day for each kind of trouble; what was told is kept in the league, so that no other tells it again. When the database itself does
not answer, one process of each machine tells that by itself, and keeps in the data folder of that machine that it did.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from pbem.kernel.i18n import phrase
from pbem.kernel.values import Value, field
from pbem.service import health_checks, transports
from pbem.service.alerts import DATABASE, Alarm, AlertBook, PulseFile
from pbem.service.config.settings import Config
from pbem.service.league_opening import WATCH, PulseRow, Workman, one_of_machine
from pbem.service.league_work import Hall, OneOfMany
from pbem.service.metrics import Tally
from pbem.service.opening import files
from pbem.service.telling import heeding, tell_host
from pbem.store.codec import Codec, CodecError

LOOK_SECONDS = 15.0
ALIVE, UNHEARD = timedelta(seconds=30), timedelta(minutes=5)
WAITED = timedelta(minutes=10)  # a letter that waits so long is one too many
STARTED_AT = timedelta(seconds=10)  # a process may be there so long before the one whose place it takes was seen last
LOOK_CLOSER = phrase("`pbem league status` looks closer.")
NOBODY = {
    "worker": phrase("no worker of the league is running: letters and clocks wait"),
    "intake": phrase("no intake of the league is running: letters stay in the mailbox, and no deadline is struck"),
    "post": phrase("no post of the league is running: no letter leaves"),
    "paint": phrase("no painter of the league is running: letters with maps wait"),
}
GONE = phrase("ended without a word, by machine and role, with the time of the last one: {gone}; others go on with what they did")
PILED_UP = phrase("letters have waited for more than ten minutes, and nobody has handled them: the workers are too few, or stuck")
AWAY = phrase("the database of the league does not answer: {trouble}")
SEVERAL = phrase("{told}")
OF_ROLES = ("journal", "clock", "inbox login", "outbox login", "mailbox", "poll", "reader", "loop")
"""The kinds of alarm that processes tell of themselves."""


class OwnAlarms(Value):
    """What a process knows to be wrong; aside: the campaigns whose letters wait for that."""

    alarms: Mapping[str, Alarm] = field(default_factory=dict)
    aside: tuple[str, ...] = ()


_CODEC = Codec()


def told_by(book: AlertBook, aside: Iterable[str]) -> bytes:
    """What a process tells in its row."""
    return _CODEC.dumps(OwnAlarms(book.pulse.alarms, tuple(sorted(aside))))


def _told_of(one: Workman) -> OwnAlarms:
    """What is told in a row; nothing, where a newer program writes other words."""
    try:
        return _CODEC.loads(OwnAlarms, one.told) if one.told else OwnAlarms()
    except (CodecError, ValueError):
        return OwnAlarms()


# ---------------------------------------------------------------- who is gone


class Absentees(NamedTuple):
    """Processes that have not been heard of for long: those in whose place nobody has come, and those in whose place somebody
    has."""

    missing: tuple[Workman, ...]
    replaced: tuple[Workman, ...]


def absentees(crew: Sequence[Workman], now: datetime) -> Absentees:
    """Each that is gone is replaced by one on the same machine and in the same role that began about then or later, which replaces
    no other."""
    missing, replaced, used = list[Workman](), list[Workman](), set[str]()
    for gone in sorted((one for one in crew if now - one.seen >= UNHEARD), key=lambda one: one.seen):
        heir = min(
            (one for one in crew if one.name not in used and _may_replace(one, gone)), key=lambda one: one.since, default=None
        )
        if heir is None:
            missing.append(gone)
        else:
            replaced.append(gone)
            used.add(heir.name)
    return Absentees(tuple(missing), tuple(replaced))


def _may_replace(one: Workman, gone: Workman) -> bool:
    """Did it come to the place of one that is gone?"""
    same = (one.machine, one.role) == (gone.machine, gone.role)
    return same and one.name != gone.name and one.since >= gone.seen - STARTED_AT


class LeagueWatch:
    """The watch of one process, which is at work only while it has the lock."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._lock = hall, OneOfMany(hall.store, WATCH)
        self._looked = float("-inf")
        self._noticed: dict[str, datetime] = {}  # since when nobody was seen in a role

    def look(self) -> None:
        """Look at everything, and tell the host; not more often than every fifteen seconds. StoreTrouble."""
        hall = self._hall
        if not hall.config.settings.host.address or time.monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        self._lock.take()
        if self._lock.is_ours:
            hall.referee.office.hear()
            self._look(hall.store.now())

    def _look(self, now: datetime) -> None:
        hall, book = self._hall, AlertBook(PulseRow(self._hall.store.server), now)
        book.looked(now)
        crew = hall.store.crew.all()
        told = [_told_of(one) for one in crew if now - one.seen <= ALIVE]
        self._roles(book, crew, now)
        self._absentees(book, crew, now)
        aside = {name for one in told for name in one.aside}
        book.report("backlog", hall.store.overdue(WAITED, sorted(aside | hall.referee.blind())), PILED_UP)
        _gathered(book, told)
        health_checks.house(hall.referee, book, now)
        origins = hall.referee.mailroom.origins
        book.fetched(origins.validities, origins.rescued)
        tell_host(hall.config, book, lambda: heeding(transports.outbox(hall.config), book, hall.tally), LOOK_CLOSER)
        book.keep()

    def _roles(self, book: AlertBook, crew: Sequence[Workman], now: datetime) -> None:
        """Is somebody at work in each role?"""
        pictures = self._hall.config.settings.pictures
        for role, words in NOBODY.items():
            if (role == "paint" and not pictures) or any(one.role == role and now - one.seen <= ALIVE for one in crew):
                self._noticed.pop(role, None)
                book.over(f"no {role}")
                continue
            noticed = self._noticed.setdefault(role, now)
            if now - max((one.seen for one in crew if one.role == role), default=noticed) >= UNHEARD:
                book.alarm(f"no {role}", words)

    def _absentees(self, book: AlertBook, crew: Sequence[Workman], now: datetime) -> None:
        missing, replaced = absentees(crew, now)
        gone = "; ".join(f"{one.machine} {one.role} ({one.seen:%Y-%m-%d %H:%M} UTC)" for one in missing)
        book.report("gone", gone, GONE, gone=gone)
        self._hall.store.crew.forget(one.name for one in replaced)


def _gathered(book: AlertBook, told: Sequence[OwnAlarms]) -> None:
    """What processes tell of themselves; the same of several is said once."""
    for kind in OF_ROLES:
        found = {alarm.words: alarm for one in told if (alarm := one.alarms.get(kind))}
        if len(found) > 1:
            book.alarm(kind, SEVERAL, told="; ".join(alarm.said for _, alarm in sorted(found.items())))
        elif found:
            (alarm,) = found.values()
            book.alarm(kind, alarm.text, **alarm.parts)
        elif kind != "outbox login" or "outbox" not in book.pulse.bars:  # else it is the login of our own notices
            book.over(kind)


# ---------------------------------------------------------------- the database itself


class DatabaseAbsence:
    """The database does not answer, as a process of this machine sees it."""

    def __init__(self, config: Config, clock: Callable[[], datetime], tally: Tally) -> None:
        self._config, self._clock, self._tally = config, clock, tally
        self._since: datetime | None = None
        self._is_told = True  # as far as we know: somebody before us may have told it

    def met(self, trouble: object) -> None:
        """Once more. After five minutes the host is told, by one process of each machine."""
        now = self._clock()
        self._since = self._since or now
        if now - self._since < UNHEARD or not self._config.settings.host.address:
            return
        with one_of_machine(self._lock) as ours:
            if ours:
                book = self._book(now)
                book.alarm(DATABASE, AWAY, trouble=trouble)
                self._is_told = True
                outbox = transports.outbox
                tell_host(self._config, book, lambda: heeding(outbox(self._config), book, self._tally), LOOK_CLOSER)
                book.keep()

    def over(self) -> None:
        """It answers."""
        self._since = None
        if not self._is_told:
            return
        with one_of_machine(self._lock) as ours:
            if ours:
                book = self._book(self._clock())
                book.over(DATABASE)
                book.keep()
                self._is_told = False

    @property
    def _lock(self) -> Path:
        return self._config.data / "watch.lock"

    def _book(self, now: datetime) -> AlertBook:
        book = AlertBook(PulseFile(files(), self._config.data), now)
        book.looked(now)
        return book

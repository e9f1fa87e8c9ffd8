"""What is wrong outside, and since when: told once in the log, and once a day to the host. Kept in data/watch.json; in a league
beside its campaigns (`league_watch.py`).

Kept, so that passes from cron know what the one before them knew: `pbem tick` with a wrong password must not knock
once a minute until the account is locked.
"""

import logging
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Literal, Protocol

from pbem.kernel.calendar import clock
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value, field, replace
from pbem.mail.compose import Mailbox
from pbem.store.codec import Codec, CodecError
from pbem.store.ports import Files, StoreTrouble

Road = Literal["inbox", "outbox"]

PAUSES = (60, 120, 240, 480, 900)  # seconds without a log-in after the first, second … refusal in a row
BACKWARDS = timedelta(minutes=1)  # the clock may go back so far without a word
TELL_AGAIN, TRY_AGAIN = timedelta(days=1), timedelta(hours=1)
UNREAD = timedelta(minutes=15)
KEEP_EVERY = timedelta(seconds=10)
DATABASE = "database"  # of a league, which does not answer
STORAGE = "storage"  # the disk refused what was to be written, whatever room it says it has
FORM, RECREATED, SPAM = "staff form of ", "mailbox recreated: ", "spam folder"
ONCE = (FORM, RECREATED)  # how kinds of alarm begin that the host is told once
KEEPS_NONE = (*ONCE, SPAM)  # and those that keep no letter from anybody
PAST = (RECREATED, SPAM)  # and those of what has happened, which stand for a day
MAILBOX_RECREATED = phrase(
    "inbox: the mailbox {name} was recreated (UIDVALIDITY {validity}): all that lies in it was read again, and nothing is done "
    "twice; the old one is out of reach"
)
RESCUED = phrase(
    "inbox: letters of commanders lay in the spam folder: {count}; they were read there: switch the filter of this mailbox off, "
    "or let their addresses pass"
)
NEVER = datetime.max.replace(tzinfo=UTC)
log = logging.getLogger("pbem.service.alerts")


CALLED = {
    "disk": phrase("disk"), "inbox login": phrase("inbox login"), "outbox login": phrase("outbox login"), "poll": phrase("poll"),
    "mailbox": phrase("mailbox"), "reader": phrase("reader"), "journal": phrase("journal"), "clock": phrase("clock"),
    "bounces": phrase("bounces"), "post": phrase("post"), "shunt": phrase("shunt"), STORAGE: phrase("disk"), "loop": phrase("loop"),
    FORM: phrase("staff form of {name}"), RECREATED: phrase("mailbox recreated: {name}"), SPAM: phrase("spam folder"),
    DATABASE: phrase("database"), "no worker": phrase("no worker"), "no intake": phrase("no intake"), "no post": phrase("no post"),
    "no paint": phrase("no painter"), "gone": phrase("process gone"), "backlog": phrase("backlog"),
}  # fmt: skip
"""What a kind of alarm is called in the subject of a notice; what follows the beginning of a kind is its name."""


class Alarm(Value):
    """Something that keeps mail from being taken or posted, in an English phrase and what stands in its braces."""

    text: str
    parts: Mapping[str, str]
    since: datetime

    @property
    def words(self) -> str:
        """In English, for the log and the shell."""
        return self.text.format_map(self.parts)

    @property
    def said(self) -> str:
        """As a letter has it."""
        return say(self.text, **self.parts)


class Backoff(Value):
    """A server refused our log-in so often in a row; no further attempt before `until`."""

    times: int
    until: datetime


class HealthState(Value):
    """What is known of it. at: last sign of life; hush: when a kind of alarm may be told next; mailboxes: UIDVALIDITY by name;
    rescued: letters that were found in the spam folder so far."""

    at: datetime
    alarms: Mapping[str, Alarm] = field(default_factory=dict)
    bars: Mapping[str, Backoff] = field(default_factory=dict)
    hush: Mapping[str, datetime] = field(default_factory=dict)
    mailboxes: Mapping[str, str] = field(default_factory=dict)
    rescued: int = 0


_CODEC = Codec()


class PulsePlace(Protocol):
    """Where a pulse is kept."""

    def read(self) -> bytes:
        """What was kept last. OSError."""
        ...

    def write(self, raw: bytes) -> None:
        """Keep it. OSError."""
        ...


class PulseFile:
    """In a data folder."""

    def __init__(self, disk: Files, data: Path) -> None:
        self._disk, self._path = disk, data / "watch.json"

    def read(self) -> bytes:
        """What was kept last. OSError."""
        return self._path.read_bytes()

    def write(self, raw: bytes) -> None:
        """Keep it. OSError."""
        self._disk.write(self._path, raw)


def pulse_of(raw: bytes) -> HealthState | None:
    """A pulse from its bytes; None when they are not of one."""
    try:
        return _CODEC.loads(HealthState, raw)
    except (CodecError, ValueError):
        return None


def read_pulse(data: Path) -> HealthState | None:
    """The last sign of life in a data folder; None when there is none that can be read."""
    try:
        return pulse_of((data / "watch.json").read_bytes())
    except OSError:
        return None


class AlertBook:
    """Keeps the pulse of one house. It is a note, not a truth: without it nothing is lost but patience. place: None for one that
    lasts as long as its process."""

    def __init__(self, place: PulsePlace | None, now: datetime) -> None:
        self._place = place
        self._kept = self._found()
        self.pulse = self._kept or HealthState(now)
        self._begun = now

    def _found(self) -> HealthState | None:
        try:
            return pulse_of(self._place.read()) if self._place else None
        except StoreTrouble:
            raise
        except OSError:
            return None

    def looked(self, now: datetime) -> None:
        """The clock was read. Deadlines and arrivals do not hang on it going forward, but a host should know."""
        back = self.pulse.at - now
        if back > BACKWARDS:
            log.warning("the clock was set back by %d s", back.total_seconds())
            hush = {kind: at if at == NEVER else min(at, now + TELL_AGAIN) for kind, at in self.pulse.hush.items()}
            self.pulse = replace(self.pulse, hush=hush)
        self.pulse = replace(self.pulse, at=now)

    # ------------------------------------------------------------ alarms

    def alarm(self, kind: str, text: str, /, **parts: object) -> None:
        """Something is wrong. Logged when it begins, not again while it lasts; the words may change meanwhile."""
        alarms = self.pulse.alarms
        since = alarms[kind].since if kind in alarms else self.pulse.at
        now = Alarm(text, {name: str(part) for name, part in parts.items()}, since)
        if kind not in alarms:
            log.error("%s", now.words, extra={"alarm": kind})
        self.pulse = replace(self.pulse, alarms={**alarms, kind: now})

    def over(self, kind: str) -> None:
        """It is well again."""
        alarms = dict(self.pulse.alarms)
        if alarms.pop(kind, None):
            log.info("over: %s", kind, extra={"alarm": kind})
            self.pulse = replace(self.pulse, alarms=alarms)

    def read(self, well: bool, last: datetime | None) -> None:
        """The inbox was read, or not; `last`: when it was read last. After a quarter of an hour without it that is an alarm, unless
        another says why already."""
        if well:
            self.over("mailbox")
            self.over("poll")
        elif self.pulse.at - (last or self._begun) >= UNREAD and not {"inbox login", "mailbox"} & self.pulse.alarms.keys():
            since = f"{last or self._begun:%Y-%m-%d %H:%M}"
            self.alarm("poll", phrase("inbox: it could not be read since {since} UTC: no server answers"), since=since)

    def report(self, kind: str, wrong: object, text: str, /, **parts: object) -> None:
        """Something is wrong, or it is well."""
        if wrong:
            self.alarm(kind, text, **parts)
        else:
            self.over(kind)

    def fetched(self, validities: Mapping[str, str], rescued: int) -> None:
        """Where letters came from, compared with before: a mailbox under another UIDVALIDITY was deleted or moved by somebody;
        letters were rescued from the spam folder. Either is an alarm for a day."""
        for kind, alarm in self.pulse.alarms.items():
            if kind.startswith(PAST) and self.pulse.at - alarm.since >= TELL_AGAIN:
                self.over(kind)
        for name, validity in validities.items():
            if self.pulse.mailboxes.get(name, validity) != validity:
                self.alarm(f"{RECREATED}{name} {validity}", MAILBOX_RECREATED, name=repr(name), validity=validity)
        if rescued > self.pulse.rescued:
            self.alarm(SPAM, RESCUED, count=rescued - self.pulse.rescued)
        self.pulse = replace(self.pulse, mailboxes=dict(validities), rescued=rescued)

    # ------------------------------------------------------------ refused log-ins

    def barred(self, road: Road) -> bool:
        """Must this road be left alone for now? A clock set back cannot stretch the longest pause."""
        bar = self.pulse.bars.get(road)
        return bar is not None and timedelta() < bar.until - self.pulse.at <= timedelta(seconds=PAUSES[-1])

    def refused(self, road: Road, words: str) -> None:
        """The log-in was refused: alarm, and a pause that grows up to a quarter of an hour."""
        self.alarm(f"{road} login", phrase("{road}: the login was refused: {words}"), road=road, words=words)
        times = self.pulse.bars[road].times + 1 if road in self.pulse.bars else 1
        until = self.pulse.at + timedelta(seconds=PAUSES[min(times, len(PAUSES)) - 1])
        self.pulse = replace(self.pulse, bars={**self.pulse.bars, road: Backoff(times, until)})

    def shut(self) -> tuple[str, ...]:
        """Which roads are left alone for now, and until when."""
        roads: tuple[Road, ...] = ("inbox", "outbox")
        until = {road: self.pulse.bars[road].until for road in roads if self.barred(road)}
        return tuple(f"{road}: left alone until {clock(at, 'UTC')}, the login was refused" for road, at in until.items())

    def standing(self, *kinds: str) -> tuple[str, ...]:
        """What is wrong of these kinds, in English."""
        return tuple(self.pulse.alarms[kind].words for kind in kinds if kind in self.pulse.alarms)

    def welcome(self, road: Road) -> None:
        """The log-in was accepted."""
        self.over(f"{road} login")
        self.pulse = replace(self.pulse, bars={name: bar for name, bar in self.pulse.bars.items() if name != road})

    def lift(self) -> None:
        """The host started us, or told us to read the configuration again: one attempt at once."""
        bars = {road: replace(bar, until=self.pulse.at) for road, bar in self.pulse.bars.items()}
        self.pulse = replace(self.pulse, bars=bars)

    # ------------------------------------------------------------ telling the host

    def untold(self) -> tuple[str, ...]:
        """The kinds of alarm that the host should hear of now."""
        hush = self.pulse.hush
        return tuple(kind for kind in sorted(self.pulse.alarms) if kind not in hush or hush[kind] <= self.pulse.at)

    def told(self, kinds: Iterable[str], taken: bool) -> None:
        """The host was written to; when the carrier did not take it, again in an hour."""
        next_time = self.pulse.at + (TELL_AGAIN if taken else TRY_AGAIN)
        again = {kind: NEVER if taken and kind.startswith(ONCE) else next_time for kind in kinds}
        self.pulse = replace(self.pulse, hush={**self.pulse.hush, **again})

    def keep(self) -> None:
        """Write the pulse down when it says something new, else every ten seconds. A full disk is no trouble here. StoreTrouble."""
        old, new = self._kept, self.pulse
        if old and replace(old, at=new.at) == new and timedelta() <= new.at - old.at < KEEP_EVERY:
            return
        try:
            if self._place:
                self._place.write(self.packed())
            self._kept = new
        except StoreTrouble:
            raise
        except OSError as trouble:
            log.warning("the watch could not be written down: %s", trouble.strerror)

    def packed(self) -> bytes:
        """The pulse as bytes."""
        return _CODEC.dumps(self.pulse)


def notice(mailbox: Mailbox, host: str, alarms: Mapping[str, Alarm], now: datetime, closer: str) -> bytes:
    """A short letter to the host: what is wrong and since when, in the language of letters. Nothing of any campaign. closer: a
    phrase that says what looks closer."""
    message = EmailMessage()
    message["From"], message["To"] = mailbox.address, host
    message["Subject"] = f"pbem: {', '.join(map(_called, sorted(alarms)))}"
    message["Date"] = now
    message["Message-ID"] = f"<notice.{now:%Y%m%d%H%M%S}@{mailbox.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    began = {kind: say("since {when} UTC", when=f"{alarm.since:%Y-%m-%d %H:%M}") for kind, alarm in sorted(alarms.items())}
    lines = [f"{alarms[kind].said}\n  {since}\n" for kind, since in began.items()]
    if any(not kind.startswith(KEEPS_NONE) for kind in alarms):
        lines += [say("While this lasts letters wait where they are; none is lost."), say(closer)]
    message.set_content("\n".join(lines) + "\n")
    return message.as_bytes()


def _called(kind: str) -> str:
    """The kind of an alarm in the language of letters."""
    start = next((start for start in ONCE if kind.startswith(start)), kind)
    return say(CALLED.get(start, start), name=kind.removeprefix(start))

"""The referee of a data folder: takes mail in, handles every cause in order, posts what comes of it.

The only one to touch the store. One cause becomes exactly one journal record; everything after the record's fsync can
be made again from it, and everything before it from the spool.
"""

import contextlib
import errno
import logging
import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import chain
from itertools import count as counted
from pathlib import Path
from typing import Any, Self

import orjson

from pbem import library, recruiting
from pbem.bounces import bounced, told
from pbem.campaign import DAMAGE, Campaign, Setup, create, finish_start, open_campaign
from pbem.causes import MOST_AN_HOUR, is_missed
from pbem.chronicle import Cause
from pbem.command.affairs import Seat, host_seat
from pbem.command.deadlines import Pace
from pbem.config import Config, ConfigError
from pbem.disk import Disk
from pbem.identity import mailbox, secret, trust
from pbem.kernel.kept import kept
from pbem.kernel.values import replace
from pbem.mail.compose import parse_message_id, tap_number
from pbem.mail.inbox import SPAM, Inbox, handfuls, never
from pbem.mail.inbox import Fetched as Mail
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.letter import REFUSALS, Cover, Letter, Machine, Unreadable, left_out
from pbem.mail.machines import OUR_OWN
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.courier import Courier
from pbem.mail.reading_room import ROOM, ReaderAbsent, ReaderDied
from pbem.mail.sender import Enrolment, Held, Known, Nobody, identify, token, without_tokens
from pbem.postroom import Postroom
from pbem.store.clearing import clear
from pbem.store.known import known_letters
from pbem.store.last_hour import HOUR
from pbem.store.lock import DataLock
from pbem.store.mailroom import Attempted, Excused, Fact, Fetched, Ignored, Mailroom, Reached, Shunted
from pbem.store.mailroom import Held as HeldFact
from pbem.store.spool import Spool, SpoolDamaged, SpoolEntry
from pbem.store.version import check, mark
from pbem.studio import Studio
from pbem.tray import NOBODY, Poster, Tray

MOST_ATTEMPTS = 3
NO_POLL = datetime(1970, 1, 1, tzinfo=UTC)  # "polled" of a pass that could not look into the inbox: nothing is due by then
AGAIN = "again"  # a file: the next fetch reads the processed mail too (after a restore, or at the host's word)
RELEASE = "release"  # the host's orders that are the mailroom's and no campaign's: a seat's addresses work again,
UNSHUNT, DISCARD = "unshunt", "discard"  # shunted letters are read again, or one is given up
HOST = "host:"  # the transport of an order that a command of the host's left in the spool
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # no fault of the letter in hand
UNPROVED_SPAM = "spam without proof of a seat"
OUTCOMES = {"letter": "handled", "refused": "refused", "held": "held"}  # a cause that is a letter, by what became of it
HELD_FOR = {
    "token": "no token", "address": "an address not enrolled", "voucher": "nobody vouches for the sender",
    "quiet": "too many in an hour",
}  # fmt: skip
log = logging.getLogger("pbem.referee")


class Referee:
    """A data folder held open by its one writer (context manager: the lock is taken on entering)."""

    def __init__(self, config: Config, disk: Disk | None = None) -> None:
        self.config, self.disk = config, disk or Disk()
        self.trust, self.reading = trust(config), ROOM
        self.data = config.data
        self.spool = Spool(self.disk, self.data / "spool")
        self.mailroom = Mailroom(self.disk, self.data / "mailroom.jsonl")
        self.campaigns: dict[str, Campaign] = {}
        self.damaged: dict[str, str] = {}  # campaigns whose journal cannot be read, and what is wrong with it
        self.stopped: dict[str, str] = {}  # campaigns whose clock met a bug, and where; it strikes again after their next letter
        self._kept_back: set[str] = set()  # letters that may be for one of them
        self._lock = DataLock(self.data / "lock")
        self.on_letter: Callable[[str, datetime], None] = lambda *_: None  # what became of a letter, and when it arrived
        self.loops = 0  # letters of our own that came back to us, since the start
        self._last_arrival: datetime | None = None
        self._behind: set[str] = set()  # campaigns whose index is to be written
        self._cleared: datetime | None = None
        self._put_away: set[str] | None = None  # None: nothing has been put away since the start; ask for all of it

    def __enter__(self) -> Self:
        check(self.data)
        self.disk.make_folder(self.data)
        self._lock.__enter__()
        try:
            self._open()
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        if self.postroom.studio:
            self.postroom.studio.close()
        self._lock.__exit__(None, None, None)

    def reconfigure(self, config: Config) -> None:
        """Take over a new configuration of the same data folder; letters go on where they were."""
        if config.data != self.data:
            raise ConfigError("data: the data folder cannot change while it is held; start again for that")
        self.config, self.postroom.mailbox, self.trust = config, mailbox(config), trust(config)
        self._furnish()
        self._put_away = None  # the inbox may be another one

    def _furnish(self) -> None:
        """The postroom as the configuration wants it."""
        settings, room = self.config.settings, self.postroom
        room.marked, room.most = settings.outbox.return_marks, settings.outbox.letters_an_hour
        if not settings.pictures:
            room.studio = None
        elif room.studio is None:
            room.studio = Studio(self.disk, library.fonts())

    def _open(self) -> None:
        self.disk.sweep(self.data)
        mark(self.disk, self.data)
        self.mailroom.open()
        self._again = (self.data / AGAIN).exists()
        self.postroom = Postroom(secret(self.disk, self.data / "key"), mailbox(self.config), self.mailroom)
        self._tray = Tray(self.disk, self.spool, self.postroom)
        self._furnish()
        for home in sorted((self.data / "campaigns").glob("*")):
            if (home / "journal" / "T000.jsonl").exists():
                self._open_one(home)

    def _open_one(self, home: Path) -> None:
        """Open a campaign. One that is damaged is left as it is, and its letters wait: the others play on."""
        try:
            campaign = open_campaign(self.disk, home)
            finish_start(campaign)
        except DAMAGE as fault:
            self.damaged[home.name] = str(fault)
            log.error("set aside: %s", fault, extra={"campaign": home.name})
            return
        self.campaigns[campaign.id] = campaign
        self.postroom.freeze_all(campaign)  # a power cut may have taken posted ones too

    # ------------------------------------------------------------ campaigns

    def new_campaign(self, setup: Setup, at: datetime) -> Campaign:
        """Set a campaign up and freeze its invitations."""
        campaign = create(self.disk, self.data / "campaigns", setup, at)
        self.campaigns[campaign.id] = campaign
        self.postroom.freeze_missing(campaign)
        return campaign

    # ------------------------------------------------------------ mail in

    def take(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter, durable on return."""
        return self.spool.put(raw, arrival, transport)

    def fetch(self, inbox: Inbox) -> int:
        """Everything new in the inbox goes to the spool; put away there only after it is handled (`housekeep`)."""
        count = self._fetch_again(inbox) if self._again else 0
        self._last_arrival = None
        taken: list[Fetched] = []
        try:
            for hand in handfuls(chain(inbox.fetch(self.mailroom), inbox.astray(self.mailroom, self._writers()))):
                taken += self._take_in(hand)
        except Exception:  # what did come in is in the spool and will be handled
            self._fetched(taken)
            raise
        self._fetched(taken)
        if self._again:
            self.disk.remove(self.data / AGAIN)
            self._again = False
        return count + len(taken)

    def _writers(self) -> frozenset[str]:
        """The addresses that letters of a seat may come from."""
        return frozenset(enrolment.address for enrolment in self._enrolments())

    def _fetched(self, taken: list[Fetched]) -> None:
        """Note what was fetched, all in one line. Were that lost, it would be fetched again and known by its cause."""
        self.mailroom.note(*taken)
        if self._put_away is not None:
            self._put_away.update(fact.transport for fact in taken)

    def _take_in(self, mails: list[Mail]) -> list[Fetched]:
        arrivals = [self._apart(mail.arrival) for mail in mails]
        marks = [f"{mail.transport}#oversized" if mail.oversized else mail.transport for mail in mails]
        there = [n for n, mail in enumerate(mails) if mail.raw is not None]
        entries = self.spool.put_all([(mails[n].raw or b"", arrivals[n], marks[n]) for n in there])
        names = dict(zip(there, (entry.name for entry in entries), strict=True))
        return [Fetched(m.transport, names.get(n, ""), "", m.size, arrivals[n]) for n, m in enumerate(mails)]

    def _apart(self, arrival: datetime) -> datetime:
        """Mail servers tell whole seconds: letters of one second keep the order of their listing, however often it is read."""
        last = self._last_arrival
        if last and arrival <= last and arrival.replace(microsecond=0) == last.replace(microsecond=0):
            arrival = last + timedelta(microseconds=1)
        self._last_arrival = arrival
        return arrival

    def _fetch_again(self, inbox: Inbox) -> int:
        """What was put away in the inbox and is unknown here: the data folder is older than the inbox.

        A letter is known by its bytes, since moving it gave it another transport id; a second copy counts as a second.
        """
        remembered = (cause for campaign in self.campaigns.values() for cause in campaign.state.causes)
        filed = (path.stem for path in (self.data / "campaigns").glob("*/letters/in/*.eml"))  # however long ago
        known = known_letters(self.mailroom, self.spool, chain(remembered, filed))
        self._last_arrival = None
        count = 0
        piped = MaildirInbox(self.disk, self.config.piped).again() if self.config.piped.is_dir() else ()
        for hand in handfuls(mail for mail in chain(inbox.again(), piped) if not _counted_off(known, mail)):
            self.mailroom.note(*self._take_in(hand))
            count += len(hand)
        return count

    def read_again(self) -> None:
        """Let the next fetch read what was put away in the inbox too; nothing is handled before that."""
        self.disk.write(self.data / AGAIN, b"")
        self._again = True

    def work(
        self, now: datetime, polled: datetime | None = None, off: Callable[[], bool] = never, poster: Poster = NOBODY
    ) -> int:
        """Handle every cause there is, in order of arrival; deadlines at their time, not later than the last poll.

        `off` is asked before each cause: a True leaves the rest where it is. `poster` is given each campaign whose letters
        are ready to be posted.
        """
        self._tray.poster = poster
        count = 0
        try:
            while not off() and self._next(polled or now, now):
                count += 1
                self._tray.settle(at_once=False)
        except Exception:
            with contextlib.suppress(OSError):  # what is handled is handled, whatever befell the next
                self._tray.settle()
            raise
        self._tray.settle()
        for name in sorted(self._behind):
            self.campaigns[name].write_index()
        self._behind.clear()
        self._clear(now)
        return count

    def _next(self, polled: datetime, now: datetime) -> bool:
        """Handle what comes first; False when there is nothing, or when older letters are to be read again before."""
        if self._again:
            return False
        entry = self.spool.first(self._passed())
        running = min(self._deadlines(polled), default=None)
        if running and (entry is None or running[0] < entry.arrival):
            self._strike(self.campaigns[running[1]], running)
        elif entry:
            self._letter(entry, now)
            if self.mailroom.attempts(entry.name) > 1:  # whatever ended the attempt before shall not find it in the spool again
                self._tray.settle()
        return bool(running or entry)

    def _passed(self, *names: str) -> frozenset[str]:
        """Letters in the spool that are not the next: these, those that wait for a campaign, those that are handled."""
        return self._tray.names | self._kept_back | {*names}

    def _strike(self, campaign: Campaign, running: tuple[datetime, str, str, str]) -> None:
        """A clock has run out. A bug in what follows stops this campaign's clock alone: the others play on."""
        try:
            self._handle(campaign, _deadline(running, campaign.state.causes))
        except OSError:  # the disk, as with letters
            raise
        except Exception as bug:
            log.exception("stopped", extra={"campaign": campaign.id})
            self.stopped[campaign.id] = _place(bug)

    def _deadlines(self, polled: datetime) -> Iterator[tuple[datetime, str, str, str]]:
        for campaign in (c for c in self.campaigns.values() if c.id not in self.stopped):
            found = campaign.due(polled)
            if found is not None:
                yield found[0], campaign.id, campaign.state.affairs.clock.impulse if campaign.state.affairs.clock else "", found[1]

    def _handle(self, campaign: Campaign, cause: Cause) -> None:
        self._behind.add(campaign.id)
        record = campaign.handle(cause)
        if record is None:  # handled before: trouble came between the record and what follows from it
            self._tray.settle()
            self.postroom.freeze_missing(campaign)
            self._tray.answered(campaign, [])
        else:
            log.info("handled", extra={"campaign": campaign.id, "seat": cause.seat, "cause": cause.kind})
            self.stopped.pop(campaign.id, None)
            if cause.kind in OUTCOMES:
                self.on_letter(OUTCOMES[cause.kind], cause.at)
            self._tray.answered(campaign, list(self.postroom.rendered(campaign, record)))

    # ------------------------------------------------------------ one letter

    def _letter(self, entry: SpoolEntry, now: datetime) -> None:
        """Read, identify, handle one letter; a bug in any of it shunts the letter and spares the others."""
        if self.mailroom.attempts(entry.name) >= MOST_ATTEMPTS:
            self._shunt(entry, "three attempts to read it did not end", now)
            return
        if not entry.transport.startswith(HOST):
            self.reading.open()  # without a reader no letter is begun
        self.mailroom.note(Attempted(entry.name, now))
        try:
            self._read(entry, now)
        except ReaderDied as death:  # the attempt is noted, and the letter is the next again: after three it is put aside
            log.error("%s", death, extra={"spool": entry.name})
        except OSError as trouble:  # the disk: stop taking mail, the letter stays where it is
            if trouble.errno in NO_ROOM or isinstance(trouble, ReaderAbsent):
                with contextlib.suppress(OSError):
                    self.mailroom.note(Excused(entry.name, now))
            raise
        except Exception as bug:
            log.exception("shunted", extra={"spool": entry.name})
            self._shunt(entry, _place(bug), now)

    def _shunt(self, entry: SpoolEntry, reason: str, now: datetime) -> None:
        self.mailroom.note(Shunted(entry.name, reason, now))
        self.on_letter("shunted", entry.arrival)
        self.spool.move_to(entry, "shunt", reason)

    def _read(self, entry: SpoolEntry, now: datetime) -> None:
        if entry.transport.startswith(HOST):
            self._ordered(entry, now)
            return
        raw = self.spool.raw(entry)
        mail = self.reading.read(raw, oversized=_oversized(entry))
        self._look_ahead(entry)
        sealed = parse_message_id(self.postroom.key, mail.message_id) is not None
        if sealed or mail.sender == self.postroom.mailbox.address.lower():
            self.loops += sealed
            self._ignore(entry, OUR_OWN, now)
            return
        if isinstance(mail, Machine):
            all_affairs = (c.state.affairs for c in self.campaigns.values())
            back = bounced(mail, all_affairs, self.postroom.key, entry.name, now) if mail.reason == "bounce" else None
            if self.damaged and mail.reason == "bounce" and back is None:
                self._keep_back(entry, now)
                return
            self._ignore(entry, mail.reason, now, *((back,) if back else ()))
            return
        who = identify(mail, self._enrolments(), self.postroom.key, lambda: self.reading.vouched(raw, self.trust))
        if self.damaged and not isinstance(who, Known):  # whose it is cannot be told while a campaign's seats are not known
            self._keep_back(entry, now)
        elif entry.transport.startswith(SPAM) and not isinstance(who, Known):  # one proof of two, or none
            self._ignore(entry, UNPROVED_SPAM, now)
        elif not isinstance(who, Known) and self.config.settings.boot_camp.places and recruiting.asks(mail):
            self._newcomer(entry, mail, now, raw)
        elif isinstance(who, Nobody):
            self._ignore(entry, "nobody's", now)
        elif isinstance(who, Held):
            self._hold(entry, mail, who, now)
        else:
            self._known(entry, mail, who, now)

    def _look_ahead(self, entry: SpoolEntry) -> None:
        """The reader begins with the next letter while this one is handled; nothing is noted, nothing is decided."""
        following = self.spool.first(self._passed(entry.name))
        if following and not following.transport.startswith(HOST):
            with contextlib.suppress(SpoolDamaged, OSError):  # when its turn comes
                self.reading.ahead(self.spool.raw(following), _oversized(following))

    def _newcomer(self, entry: SpoolEntry, mail: Cover, now: datetime, raw: bytes) -> None:
        """A stranger asks for a boot camp: he has it, or there is silence. A crash between the camp and the end of its letter
        brings the letter again, and the camp is there."""
        name = recruiting.name(self.postroom.key, mail)
        all_affairs = (c.state.affairs for c in self.campaigns.values())
        places = self.config.settings.boot_camp.places
        if name not in self.campaigns:
            welcome = recruiting.may_have_one(mail, entry.arrival, places, all_affairs)
            if not (welcome and (not self.trust.asked or self.reading.vouched(raw, self.trust))):
                self._ignore(entry, "no place in a boot camp", now)
                return
            self._found(recruiting.newcomers(self.postroom.key, mail, entry.arrival, Pace()), entry.arrival)
        self.on_letter("handled", entry.arrival)
        self._file(self.campaigns[name], entry)

    def _found(self, setup: Setup, at: datetime) -> None:
        """A newcomer's campaign, with the host and the proof that new campaigns have."""
        host, proof = self.config.settings.host.address, "token+dkim" if self.trust.asked else "token"
        hosts = (host_seat(host),) if host else ()
        campaign = self.new_campaign(replace(setup, seats=(*setup.seats, *hosts), proof=proof), at)
        log.info("founded", extra={"campaign": campaign.id})
        self._tray.answered(campaign, [])

    def _ordered(self, entry: SpoolEntry, now: datetime) -> None:
        """The host's order, left in the spool by a command that may not hold the lock."""
        order: dict[str, Any] = orjson.loads(self.spool.raw(entry))
        if order["kind"] in (UNSHUNT, DISCARD):
            (name,) = order["words"]
            self.unshunt(name) if order["kind"] == UNSHUNT else self.discard(name, now)
            self.spool.remove(entry)
            return
        campaign = self.campaigns.get(order["campaign"])
        if order["campaign"] in self.damaged:
            self._keep_back(entry, now)
            return
        if campaign is None:
            self._ignore(entry, "no such campaign", now)
            return
        if order["kind"] == RELEASE:
            self._release(campaign, order["words"][0], now)
            self.spool.remove(entry)
            return
        each = ("each",) if order.get("each") else ()  # the shell has said it to every campaign by itself
        self._handle(campaign, Cause("host", entry.name, entry.arrival, lines=tuple(enumerate(order["words"], 1)), words=each))
        self._everywhere(campaign, entry)
        self.spool.remove(entry)

    def _everywhere(self, campaign: Campaign, entry: SpoolEntry) -> None:
        """HOLD ALL and RESUME ALL of one campaign's host go for every campaign that he is host of; from the shell, for all. After
        a death between two campaigns the letter is read again, and those that have heard it say so."""
        affairs = campaign.state.affairs
        if affairs.hosting.everywhere[1:] != (entry.name,):
            return
        word, hosts = affairs.hosting.everywhere[0], {s.address for s in affairs.seats.values() if s.role == "host"}
        for other in self.campaigns.values():
            theirs = {s.address for s in other.state.affairs.seats.values() if s.role == "host"}
            if other is not campaign and (entry.transport.startswith(HOST) or hosts & theirs):
                self._handle(other, Cause("host", entry.name, entry.arrival, lines=((1, word),), words=("each",)))

    def away(self, since: datetime, until: datetime) -> None:
        """Nothing was read for so long: live evenings that fall into it are over; after `outage_hours` no deadline counts."""
        for campaign in self.campaigns.values():
            if is_missed(campaign.table.pace, campaign.state.affairs, since, until):
                name = f"missed/{campaign.id}/{since.isoformat()}"
                self._handle(campaign, Cause("missed", name, until, words=(since.isoformat(),)))
        hours = self.config.settings.outage_hours
        if hours and until - since >= timedelta(hours=hours):
            self._outage(since, until)

    def _outage(self, since: datetime, until: datetime) -> None:
        """No deadline counts anywhere until the host says so."""
        for campaign in self.campaigns.values():
            if campaign.state.affairs.clock and campaign.state.affairs.stage == "playing":
                name = f"outage/{campaign.id}/{since.isoformat()}"
                self._handle(campaign, Cause("outage", name, until, words=(since.isoformat(),)))

    def _release(self, campaign: Campaign, seat: str, now: datetime) -> None:
        """The host says that the addresses of a seat work again."""
        gone = dict.fromkeys(back.address for back in self.mailroom.bounced(campaign.id, seat))
        self.mailroom.note(*(Reached(campaign.id, seat, address, now) for address in gone))

    def bounces(self) -> tuple[list[str], list[str]]:
        """What the host should know of letters that came back, and the seats to which letters wait."""
        return told(self.mailroom, (campaign.state.affairs for campaign in self.campaigns.values()))

    def _ignore(self, entry: SpoolEntry, reason: str, now: datetime, *facts: Fact) -> None:
        self.mailroom.note(*facts, Ignored(entry.name, reason, now))
        self.on_letter("ignored", entry.arrival)
        self.spool.move_to(entry, "ignored", reason)

    def _keep_back(self, entry: SpoolEntry, now: datetime) -> None:
        """It stays where it is until every campaign can be opened, and no attempt at it counts."""
        self.mailroom.note(Excused(entry.name, now))
        self._kept_back.add(entry.name)

    def rest(self, now: datetime) -> float:
        """Seconds until the inbox is to be read again: less while a live evening runs, or when one is to begin."""
        settings, playing = self.config.settings, (c.state.affairs for c in self.campaigns.values())
        hours = [affairs.evenings.ahead for affairs in playing if affairs.stage == "playing"]
        until = min(((evening.start - now).total_seconds() for evening in hours if evening), default=settings.poll_seconds)
        return min(settings.poll_seconds, max(until, settings.live_poll_seconds))

    def has_work(self) -> bool:
        """Does a letter wait in the spool that can be handled, or one for nothing but to be posted, its map being painted?"""
        return self.spool.first(self._kept_back) is not None or self.postroom.painted

    def _hold(self, entry: SpoolEntry, mail: Cover, who: Held, now: datetime) -> None:
        """One proof of two: the letter is put aside and the enrolled address told."""
        campaign = self.campaigns[who.campaign]
        self._handle(campaign, Cause("held", entry.name, entry.arrival, who.seat, mail.sha256, words=(who.lacking, mail.sender)))
        reason = HELD_FOR[who.lacking]
        self.mailroom.note(HeldFact(entry.name, who.campaign, who.seat, reason, now))
        self.spool.move_to(entry, "held", reason)

    def _known(self, entry: SpoolEntry, mail: Cover, who: Known, now: datetime) -> None:
        campaign = self.campaigns[who.campaign]
        hour, count = campaign.state.affairs.came.get(who.seat, ("", 0))
        if hour == f"{entry.arrival:%Y-%m-%dT%H}" and count >= MOST_AN_HOUR:
            self._hold(entry, mail, Held(who.campaign, who.seat, "quiet"), now)
            return
        answers = self._answers(mail, who)
        if isinstance(mail, Letter):
            tokens = self._tokens(campaign, who.seat)
            lines, beside = without_tokens(mail.lines, tokens), without_tokens(mail.beside, tokens)
            if campaign.state.affairs.seats[who.seat].role == "host":
                lines = (*lines, *mail.enclosed)  # a patch of the module
            cause = Cause("letter", entry.name, entry.arrival, who.seat, mail.sha256, mail.message_id, answers,
                          lines, left_out(mail), form=mail.form, beside=beside)  # fmt: skip
        else:
            reason = mail.reason if isinstance(mail, Unreadable) else "broken"
            cause = Cause("refused", entry.name, entry.arrival, who.seat, mail.sha256, mail.message_id, answers,
                          words=(REFUSALS.get(reason, reason),))  # fmt: skip
        self._handle(campaign, cause)
        self._everywhere(campaign, entry)
        if any(back.address == mail.sender for back in self.mailroom.bounced(who.campaign, who.seat)):
            self.mailroom.note(Reached(who.campaign, who.seat, mail.sender, entry.arrival))
        self._file(campaign, entry)

    def _tokens(self, campaign: Campaign, name: str) -> tuple[str, ...]:
        """Every reply token that a seat has had."""
        seat, key = campaign.state.affairs.seats[name], self.postroom.key
        held = (seat.address, *(address for address, _ in seat.earlier))
        return tuple(token(key, campaign.id, name, a, g) for a in held for g in range(1, seat.generation + 1))

    def _file(self, campaign: Campaign, entry: SpoolEntry) -> None:
        """The letter as it came goes to the campaign's own folder, then leaves the spool."""
        self._tray.leave(entry, campaign.home / "letters" / "in" / f"{entry.name}.eml")

    def _answers(self, mail: Cover, who: Known) -> str:
        """The number of our newest letter that this one replies to, if it is this seat's."""
        found = (parse_message_id(self.postroom.key, text) for text in mail.answers)
        numbers = [n for c, s, n in filter(None, found) if (c, s) == (who.campaign, who.seat)]
        tapped = tap_number(mail.subject)
        own = self.campaigns[who.campaign].state.affairs.seats[who.seat].prefix
        return next(iter(numbers), tapped if tapped.rpartition("-")[0] == own else "")

    def _enrolments(self) -> list[Enrolment]:
        all_affairs = (campaign.state.affairs for campaign in self.campaigns.values())
        return [enrolment for a in all_affairs for enrolment in _enrolled(a.campaign, a.seats, a.proof)]

    # ------------------------------------------------------------ mail out

    def post(self, outbox: Outbox, now: datetime) -> None:
        """Post what is due, campaign by campaign."""
        courier = Courier(outbox)
        try:
            self.post_by(courier, now)
        finally:
            courier.close()

    def post_by(self, courier: Courier, now: datetime) -> None:
        """The same by a courier who may have letters out already."""
        self.postroom.post(self.campaigns.values(), courier, now)

    def housekeep(self, inbox: Inbox) -> None:
        """Put handled letters out of the way in the inbox: only those that have left `spool/new`."""
        fresh = self.mailroom.transports() if self._put_away is None else self._put_away
        waiting = {entry.transport.removesuffix("#oversized") for entry in self.spool.entries("new")}
        inbox.done(sorted(fresh - waiting))
        self._put_away = set(fresh & waiting)

    def _clear(self, now: datetime) -> None:
        """Once an hour: throw old letters away that were put aside. Never while mail is to be read again, or a campaign is to be
        restored."""
        keep = self.config.settings.keep_days
        resting = self._cleared is not None and abs(now - self._cleared) < HOUR
        if keep and not resting and not self._again and not self.damaged:
            self._cleared = now
            if went := clear(self.spool, self.mailroom, now, timedelta(days=keep)):
                log.info("thrown away: %d letters put aside over %d days ago", went, keep)

    def unshunt(self, name: str = "") -> int:
        """Put shunted letters (or one) back to be read again."""
        entries = [e for e in self.spool.entries("shunt") if name in ("", e.name)]
        for entry in entries:
            self.spool.move_to(entry, "new", "unshunted")
        return len(entries)

    def discard(self, name: str, now: datetime) -> None:
        """Give a shunted letter up."""
        for entry in self.spool.entries("shunt"):
            if entry.name == name:
                self._ignore(entry, "given up by the host", now)


def _oversized(entry: SpoolEntry) -> bool:
    """Was the mail so large that only its header was fetched?"""
    return entry.transport.endswith("#oversized")


def _place(bug: Exception) -> str:
    """What kind of bug, and where; not its text, which may quote a letter."""
    last = traceback.extract_tb(bug.__traceback__)[-1]
    return f"{type(bug).__name__} at {Path(last.filename).name}:{last.lineno}"


@kept(1024)  # seats seldom change between two letters
def _enrolled(campaign: str, seats: Mapping[str, Seat], proof: str) -> tuple[Enrolment, ...]:
    """What a letter's sender is compared with for one campaign."""
    return tuple(
        Enrolment(campaign, s.id, address, s.generation, proof, s.address)
        for s in seats.values() if not (s.left or s.scripted) for address in (s.address, *s.also)
    )  # fmt: skip


def _counted_off(known: Counter[str], mail: Mail) -> bool:
    """Is the mail one of those that are known? Then it is counted off."""
    digest = sha256(mail.raw or b"").hexdigest()[:16]
    if not known[digest]:
        return False
    known[digest] -= 1
    return True


def _deadline(struck: tuple[datetime, str, str, str], handled: Container[str]) -> Cause:
    """The cause of a clock that has run out. Several may at one moment (two battles, a letter that waited): each has its own id.

    What is durable is not due any more, so that the next id is never asked for what has been handled.
    """
    at, campaign, impulse, kind = struck
    name = f"{kind}/{campaign}/{impulse}/{at.isoformat()}"
    ids = chain((name,), (f"{name}/{n}" for n in counted(2)))
    return Cause(kind, next(i for i in ids if i not in handled), at)

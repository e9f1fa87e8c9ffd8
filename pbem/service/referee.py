"""The referee of a data folder: takes mail in, handles every cause in order, posts what comes of it.

The only one to touch the store. One cause becomes exactly one journal record; everything after the record's fsync can
be made again from it, and everything before it from the spool.
"""

import contextlib
import errno
import logging
import traceback
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import chain
from itertools import count as counted
from pathlib import Path
from typing import Self

from pbem.campaign.deadlines import Pace
from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.records import Cause
from pbem.campaign.state import AdminState, Seat, host_seat
from pbem.handlers import digest_lines, is_missed, is_told, sense, unheard
from pbem.kernel.values import replace
from pbem.letters.map_worker import Studio
from pbem.mail.automated_mail import OUR_OWN
from pbem.mail.compose import Named, parse_message_id, tapped
from pbem.mail.directory import Directory
from pbem.mail.inbox import SPAM, Inbox, handfuls, never
from pbem.mail.inbox import FetchedMail as Mail
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.mail.letter import REFUSALS, Cover, Letter, Machine, Unreadable, left_out
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.courier import Courier
from pbem.mail.parser_process import ROOM, ReaderAbsent, ReaderDied
from pbem.mail.reading import known_by, read_beside
from pbem.mail.sender import Enrolment, Known, Nobody, ProofMissing, identify, token, without_tokens
from pbem.modules import library
from pbem.modules.faults import ModuleError
from pbem.service import recruiting
from pbem.service.bounces import bounced, told
from pbem.service.brake import Brake, over_at
from pbem.service.commit_batch import NOBODY, Poster, Tray
from pbem.service.config.settings import Config, ConfigError
from pbem.service.damage import told_of
from pbem.service.directory import house, mailbox, secret, trust
from pbem.service.due_times import Clockwork, StruckClock
from pbem.service.errands import DISCARD, FOUND, HOST, REBUILD, RELEASE, UNSHUNT, Errand, Founding, unpacked
from pbem.service.open_campaign import Campaign, CampaignError, Setup, create
from pbem.service.postroom import Postroom
from pbem.service.shelves import SetAside, Shelves
from pbem.store.folder import gone
from pbem.store.folder.disk import Disk
from pbem.store.folder.homes import homes, is_born
from pbem.store.folder.journal import Journal
from pbem.store.folder.lock import DataLock
from pbem.store.folder.spool import ArrivedMail, Spool, SpoolDamaged, SpoolEntry
from pbem.store.folder.version import BOOK, check, mark
from pbem.store.mailroom import Attempted, Excused, Fact, Fetched, Ignored, Mailroom, Reached, Shunted
from pbem.store.mailroom import Held as HeldFact
from pbem.store.rate_limit import HOUR
from pbem.store.retention import clear
from pbem.store.seen_letters import known_letters

MOST_ATTEMPTS = 3
SOON = 0.2  # seconds until the next pass, when something has come due during the last
NO_POLL = datetime(1970, 1, 1, tzinfo=UTC)  # "polled" of a pass that could not look into the inbox: nothing is due by then
AGAIN = "again"  # a file: the next fetch reads the processed mail too (after a restore, or at the host's word)
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)  # no fault of the letter in hand
UNPROVED_SPAM = "spam without proof of a seat"
OUTCOMES = {"letter": "handled", "refused": "refused", "held": "held"}  # a cause that is a letter, by what became of it
HELD_FOR = {
    "token": "no token", "address": "an address not enrolled", "voucher": "nobody vouches for the sender",
}  # fmt: skip
NOT_UNDERSTOOD = "no line of it is understood, nor of those before it"
log = logging.getLogger("pbem.service.referee")


class Referee:
    """A data folder held open by its one writer (context manager: the lock is taken on entering)."""

    def __init__(self, config: Config, disk: Disk | None = None) -> None:
        self.config, self.disk = config, disk or Disk()
        self.trust, self.reading = trust(config), ROOM
        self.data = config.data
        self.spool = Spool(self.disk, self.data / "spool")
        self.brake = Brake(self.spool)
        self.mailroom = Mailroom(self.disk, self.data / BOOK)
        self.campaigns = Shelves(self.disk, self.mailroom, self._mend, lambda fault, home: told_of(fault, home, house(self.config)))
        self.damaged = self.campaigns.damaged  # campaigns whose files are not whole, and what the host may read of it
        self.stopped: dict[str, str] = {}  # campaigns whose clock met a bug, and where; it strikes again after their next letter
        self._kept_back: set[str] = set()  # letters that may be for one of them
        self._lock = DataLock(self.data / "lock")
        self.on_letter: Callable[[str, datetime], None] = lambda *_: None  # what became of a letter, and when it arrived
        self.loops = 0  # letters of our own that came back to us, since the start
        self._last_arrival: datetime | None = None
        self._clockwork = Clockwork()
        self._moved: set[str] = set()  # campaigns that the directory is to hear of
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
        self.disk.sweep(self.data, {str(home) for home in homes(self.data)})
        mark(self.disk, self.data)
        self.mailroom.open()
        self.brake.open()
        self._again = (self.data / AGAIN).exists()
        self.postroom = Postroom(secret(self.disk, self.data / "key"), mailbox(self.config), self.mailroom)
        self._directory = Directory(self.postroom.key)
        self._tray = Tray(self.disk, self.spool, self.postroom)
        self._furnish()
        gone.finish(self.disk, self.data)
        self.campaigns.fill(self.data)

    # ------------------------------------------------------------ campaigns

    def new_campaign(self, setup: Setup, at: datetime) -> Campaign:
        """Set a campaign up and freeze its invitations. CampaignError, also when there was one of that name that has gone."""
        if gone.is_gone(self.data, setup.id):
            raise CampaignError(f"a boot camp {setup.id} was played here before; give this one another name")
        campaign = create(self.disk, self.data / "campaigns", setup, at)
        self.campaigns.add(campaign)
        self.postroom.freeze_missing(campaign)
        return campaign

    def _begun(self, name: str) -> Campaign | None:
        """The campaign of this name, also one whose founding was broken off by the disk when its journal stood already."""
        home = self.data / "campaigns" / name
        if name not in self.campaigns and name not in self.damaged and is_born(home):
            self.campaigns.find(home)
        return self.campaigns.get(name)

    def _mend(self, campaign: Campaign) -> None:
        """Letters of a campaign that was opened are frozen again; a power cut may have taken posted ones too."""
        self.postroom.freeze_all(campaign)

    def _each(self, names: Iterable[str]) -> Iterator[Campaign]:
        """These campaigns, opened one by one; those that prove to be damaged are passed over."""
        for name in names:
            try:
                campaign = self.campaigns[name]
            except SetAside:
                continue
            yield campaign
            self._make_room()

    def _make_room(self) -> None:
        """Too many campaigns are open: some are let go, when nothing is to be written of any."""
        if self.campaigns.crowded:
            self._tray.settle()
            self.campaigns.let_go()

    def read_on(self, now: datetime) -> None:
        """When all is done: what of the campaigns only their whole contents tell is looked at, a few at a time."""
        self.campaigns.read_on(now)

    def _all_affairs(self) -> Iterator[AdminState]:
        """What every campaign shows of its affairs."""
        return (shelf.shown.affairs for shelf in self.campaigns.all)

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
        self._tell_directory()
        return self._directory.writers()

    def _fetched(self, taken: list[Fetched]) -> None:
        """Note what was fetched, all in one line. Were that lost, it would be fetched again and known by its cause."""
        self.mailroom.note(*taken)
        if self._put_away is not None:
            self._put_away.update(fact.transport for fact in taken)

    def _take_in(self, mails: list[Mail]) -> list[Fetched]:
        arrivals = [self._apart(mail.arrival) for mail in mails]
        marks = [f"{mail.transport}#oversized" if mail.oversized else mail.transport for mail in mails]
        there = [n for n, mail in enumerate(mails) if mail.raw is not None]
        entries = self.spool.put_all([ArrivedMail(mails[n].raw or b"", arrivals[n], marks[n]) for n in there])
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
        remembered = (cause for campaign in self._each(self.campaigns) for cause in campaign.state.causes)
        filed = (path.stem for path in (self.data / "campaigns").glob("*/letters/in/*.eml"))  # however long ago
        known = known_letters(self.mailroom, self.spool, chain(remembered, filed))
        self._last_arrival = None
        count = 0
        piped = MaildirInbox(self.disk, self.config.piped).again() if self.config.piped.is_dir() else ()
        for hand in handfuls(_unknown(chain(inbox.again(), piped), known)):
            self.mailroom.note(*self._take_in(hand))
            count += len(hand)
        return count + self._said_again()

    def _said_again(self) -> int:
        """What the host said from the shell and is unknown here is done at its own time, as the letters are: else all that comes
        after would have other numbers than it had. It is known by its name, which is that of its cause."""
        kept, count = Spool(self.disk, self.config.said), 0
        for entry in kept.sound("new") if self.config.said.is_dir() else ():
            raw = kept.raw(entry)
            if not self._is_done(entry.name, unpacked(raw)):
                self.spool.put(raw, entry.arrival, entry.transport)
                count += 1
        return count

    def _is_done(self, name: str, errand: Errand) -> bool:
        """Was this errand carried out, or laid aside?"""
        if name in self.mailroom.thrown or self.spool.find(name) or gone.is_gone(self.data, errand.campaign):
            return True
        campaign = self.campaigns.get(errand.campaign)
        if errand.kind == FOUND:
            return campaign is not None or errand.campaign in {*self.damaged, *self.mailroom.posted()}
        return campaign is not None and (name in campaign.state.causes or name in campaign.causes())

    def read_again(self) -> None:
        """Let the next fetch read what was put away in the inbox too; nothing is handled before that."""
        self.disk.write(self.data / AGAIN, b"")
        self._again = True

    def work(self, now: datetime, polled: datetime | None = None, off: Callable[[], bool] = never, poster: Poster = NOBODY) -> int:
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
                self._make_room()
        except Exception:
            with contextlib.suppress(OSError):  # what is handled is handled, whatever befell the next
                self._tray.settle()
            raise
        self._tray.settle()
        self.campaigns.write_behind()
        self._tidy(now)
        self.campaigns.let_go(now=now)
        return count

    def _next(self, polled: datetime, now: datetime) -> bool:
        """Handle what comes first; False when there is nothing, or when older letters are to be read again before."""
        if self._again:
            return False
        entry = self._first(now)
        self._look_round()
        running = self._clockwork.due(polled, now)
        if running and (entry is None or running.at < self._counts_from(entry)):
            self._strike(running)
        elif entry:
            self._letter(entry, now)
            if self.mailroom.attempts(entry.name) > 1:  # whatever ended the attempt before shall not find it in the spool again
                self._tray.settle()
        return bool(running or entry)

    def _first(self, now: datetime) -> SpoolEntry | None:
        """The letter that is next: of those that came, and of those that waited for the end of an hour."""
        fresh, waited = self.spool.first(self._passed()), self.brake.next(now, self._passed())
        if fresh is None or waited is None:
            return waited.entry if waited else fresh
        return waited.entry if waited.until <= fresh.arrival else fresh

    def _counts_from(self, entry: SpoolEntry) -> datetime:
        """When a letter came, or was to be read at the earliest."""
        return self.brake.until(entry) or entry.arrival

    def _passed(self, *names: str) -> frozenset[str]:
        """Letters in the spool that are not the next: these, those that wait for a campaign, those that are handled."""
        return self._tray.names | self._kept_back | {*names}

    def _look_round(self) -> None:
        """The clocks hear of what campaigns show; the directory hears of it when it is asked next."""
        for name in self.campaigns.moved():
            self._clockwork.set(name, self.campaigns.shelf(name).shown if name in self.campaigns else None)
            self._moved.add(name)
        for name in self.stopped:
            self._clockwork.set(name, None)

    def _strike(self, running: StruckClock) -> None:
        """A clock has run out. A bug in what follows stops this campaign's clock alone: the others play on."""
        try:
            campaign = self.campaigns[running.campaign]
            cause = _deadline(running, campaign.state.causes)
            nights = tuple(self._nights(campaign, cause.at)) if cause.kind == "digest" else ()
            self._handle(campaign, replace(cause, nights=nights))
        except SetAside:
            return
        except OSError:  # the disk, as with letters
            raise
        except Exception as bug:
            log.exception("stopped", extra={"campaign": running.campaign})
            self.stopped[running.campaign] = _place(bug)

    def _nights(self, campaign: Campaign, at: datetime) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        """What a campaign's digest of the night tells its hosts of the others that they host. Of all that one hosts, the first in
        order of name tells him."""
        shown = sorted((shelf.id, shelf.shown.affairs) for shelf in self.campaigns.all if shelf.id not in self.stopped)
        hosted = [(name, {s.address for s in _hosts(a)}) for name, a in shown if a.stage != "over" and a.hosting.digest]
        for host in _hosts(campaign.state.affairs):
            first, *others = [name for name, hosts in hosted if host.address in hosts] or [campaign.id]
            if first != campaign.id:
                yield host.id, "", ()
            else:
                yield from ((host.id, c.id, digest_lines(c.table, c.state, host.address, at)) for c in self._each(others))

    def _handle(self, campaign: Campaign, cause: Cause) -> None:
        self.campaigns.hold(campaign)
        record = campaign.handle(cause)
        if record is None:  # handled before: trouble came between the record and what follows from it
            self._tray.settle()
            self.postroom.freeze_missing(campaign)
            self._tray.answered(campaign, [])
        else:
            self._log(campaign, cause)
            self.stopped.pop(campaign.id, None)  # what it shows now is new to the clocks
            if cause.kind in OUTCOMES:
                self.on_letter(OUTCOMES[cause.kind], cause.at)
            self._tray.answered(campaign, list(self.postroom.rendered(campaign, record)))

    def _log(self, campaign: Campaign, cause: Cause) -> None:
        """A line of what is handled; of the other side's hours a host who plays reads nothing."""
        eyes = self._eyes(campaign.state.affairs)
        if not eyes.blind or (cause.seat and eyes.sees_seat(campaign.state.affairs, cause.seat)):
            log.info("handled", extra={"campaign": campaign.id, "seat": cause.seat, "cause": cause.kind})

    def _eyes(self, affairs: AdminState) -> Eyes:
        return eyes(affairs, house(self.config))

    def blind(self) -> frozenset[str]:
        """The campaigns in which whoever sits at the shell, or another host, commands a side: of these no figures are told."""
        return frozenset(affairs.campaign for affairs in self._all_affairs() if self._eyes(affairs).blind)

    def shown(self, campaign: str, seat: str) -> bool:
        """May the host be told of single letters to this seat?"""
        if campaign not in self.campaigns:
            return True
        affairs = self.campaigns.shelf(campaign).shown.affairs
        return self._eyes(affairs).sees_seat(affairs, seat)

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
        except SetAside:  # it is for a campaign that proved to be damaged when it was opened for it
            self._keep_back(entry, now)
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
        self.brake.gone(entry.name)
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
            back = bounced(mail, self._all_affairs(), self.postroom.key, entry.name, now) if mail.reason == "bounce" else None
            if self.damaged and mail.reason == "bounce" and back is None:
                self._keep_back(entry, now)
                return
            self._ignore(entry, mail.reason, now, *((back,) if back else ()))
            return
        who = identify(mail, self._near(mail), self.postroom.key, lambda: self.reading.vouched(raw, self.trust))
        if self.damaged and not isinstance(who, Known):  # whose it is cannot be told while a campaign's seats are not known
            self._keep_back(entry, now)
        elif entry.transport.startswith(SPAM) and not isinstance(who, Known):  # one proof of two, or none
            self._ignore(entry, UNPROVED_SPAM, now)
        elif not isinstance(who, Known) and self.config.settings.boot_camp.places and recruiting.asks(mail):
            self._newcomer(entry, mail, now, raw)
        elif isinstance(who, Nobody):
            self._ignore(entry, "nobody's", now)
        elif isinstance(who, ProofMissing):
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
        places = self.config.settings.boot_camp.places
        if gone.is_gone(self.data, name):
            self._ignore(entry, "its boot camp is over and gone", now)
            return
        if self._begun(name) is None:
            welcome = recruiting.may_have_one(mail, entry.arrival, places, self._all_affairs())
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
        """The host's errand, left in the spool by a command that may not hold the lock."""
        errand = unpacked(self.spool.raw(entry))
        if errand.founding:
            self._founded(entry, errand.founding, now)
        elif errand.kind in (UNSHUNT, DISCARD):
            (name,) = errand.words
            self.unshunt(name) if errand.kind == UNSHUNT else self.discard(name, now)
            self.spool.remove(entry)
        elif errand.kind == REBUILD:
            self.rebuild()
            self.spool.remove(entry)
        elif errand.campaign in self.damaged:
            self._keep_back(entry, now)
        elif errand.campaign not in self.campaigns:
            self._ignore(entry, "no such campaign", now)
        else:
            self._said(entry, errand, now)

    def _said(self, entry: SpoolEntry, errand: Errand, now: datetime) -> None:
        """Words of the host's to a campaign, or that letters to a seat of it go out again."""
        campaign = self.campaigns[errand.campaign]
        if errand.kind == RELEASE:
            self._release(campaign, errand.words[0], now)
        else:
            each = ("each",) if errand.each else ()  # the shell has said it to every campaign by itself
            self._handle(campaign, Cause("host", entry.name, entry.arrival, lines=tuple(enumerate(errand.words, 1)), words=each,
                                         house=house(self.config), own=self.postroom.mailbox.address))  # fmt: skip
            self._everywhere(campaign, entry)
        self.spool.remove(entry)

    def _founded(self, entry: SpoolEntry, founding: Founding, now: datetime) -> None:
        """A campaign that the host sets up. A crash between the campaign and the end of its errand brings the errand again, and the
        campaign is there: its seed says so."""
        there = self._begun(founding.id)
        if there is None or there.state.seed != founding.seed.hex():
            try:
                if founding.id in self.mailroom.posted() and there is None:  # its letters would count as posted
                    raise CampaignError(f"letters of a campaign {founding.id} were posted before; give this one another name")
                there = self.new_campaign(founding.setup(), entry.arrival)
            except (CampaignError, ModuleError) as fault:
                self._ignore(entry, str(fault), now)
                return
        self._tray.answered(there, [])
        self.spool.remove(entry)

    def _everywhere(self, campaign: Campaign, entry: SpoolEntry) -> None:
        """HOLD ALL and RESUME ALL of one campaign's host go for every campaign that he is host of; from the shell, for all. After
        a death between two campaigns the letter is read again, and those that have heard it say so."""
        affairs = campaign.state.affairs
        if affairs.hosting.everywhere[1:] != (entry.name,):
            return
        word, hosts = affairs.hosting.everywhere[0], {s.address for s in affairs.seats.values() if s.role == "host"}
        others = [
            other.campaign for other in self._all_affairs() if other.campaign != campaign.id
            and (entry.transport.startswith(HOST) or hosts & {s.address for s in other.seats.values() if s.role == "host"})
        ]  # fmt: skip
        for other in self._each(others):
            self._handle(other, Cause("host", entry.name, entry.arrival, lines=((1, word),), words=("each",)))

    def away(self, since: datetime, until: datetime) -> None:
        """Nothing was read for so long: live evenings that fall into it are over; after `outage_hours` no deadline counts."""
        missed = [shelf.id for shelf in self.campaigns.all if is_missed(shelf.shown.pace, shelf.shown.affairs, since, until)]
        for campaign in self._each(missed):
            name = f"missed/{campaign.id}/{since.isoformat()}"
            self._handle(campaign, Cause("missed", name, until, words=(since.isoformat(),)))
        hours = self.config.settings.outage_hours
        if hours and until - since >= timedelta(hours=hours):
            self._outage(since, until)

    def _outage(self, since: datetime, until: datetime) -> None:
        """No deadline counts anywhere until the host says so."""
        for campaign in self._each([a.campaign for a in self._all_affairs() if a.clocks and a.stage == "playing"]):
            name = f"outage/{campaign.id}/{since.isoformat()}"
            self._handle(campaign, Cause("outage", name, until, words=(since.isoformat(),)))

    def _release(self, campaign: Campaign, seat: str, now: datetime) -> None:
        """The host says that the addresses of a seat work again."""
        gone = dict.fromkeys(back.address for back in self.mailroom.bounced(campaign.id, seat))
        self.mailroom.note(*(Reached(campaign.id, seat, address, now) for address in gone))

    def bounces(self) -> tuple[list[str], list[str]]:
        """What the host should know of letters that came back, and the seats to which letters wait."""
        back = self.mailroom.bouncing()
        return told(self.mailroom, (affairs for affairs in self._all_affairs() if affairs.campaign in back))

    def _ignore(self, entry: SpoolEntry, reason: str, now: datetime, *facts: Fact) -> None:
        self.mailroom.note(*facts, Ignored(entry.name, reason, now))
        self.on_letter("ignored", entry.arrival)
        self.brake.gone(entry.name)
        self.spool.move_to(entry, "ignored", reason)

    def _keep_back(self, entry: SpoolEntry, now: datetime) -> None:
        """It stays where it is until every campaign can be opened, and no attempt at it counts."""
        self.mailroom.note(Excused(entry.name, now))
        self._kept_back.add(entry.name)

    def next_due(self, now: datetime) -> datetime | None:
        """When something is next to be done though no letter comes: a clock, a letter that was put off, one that waits."""
        self._look_round()
        moments = self._clockwork.next(now), self.postroom.next_try(now), self.brake.soonest(self._kept_back)
        return min(filter(None, moments), default=None)

    def rest(self, now: datetime, hears: bool = True) -> float:
        """Seconds until the next pass: less while a live evening runs, or when one is to begin.

        hears: the inbox hears of a letter when it comes. Then what is due by itself is done at its moment too, else with the next
        look into the inbox: either way it leaves as long after its own Date as an answer does, and no plan is known by that.
        """
        settings = self.config.settings
        hours = [affairs.evenings.ahead for affairs in self._all_affairs() if affairs.stage == "playing"]
        until = min(((evening.start - now).total_seconds() for evening in hours if evening), default=settings.poll_seconds)
        most = min(settings.poll_seconds, max(until, settings.live_poll_seconds))
        due = self.next_due(now) if hears else None
        left = (due - now).total_seconds() if due else most
        return min(most, left if left > 0 else SOON)

    def has_work(self) -> bool:
        """Does a letter wait in the spool that can be handled, or one for nothing but to be posted, its map being painted?"""
        return self.spool.first(self._kept_back) is not None or self.postroom.painted

    def _hold(self, entry: SpoolEntry, mail: Cover, who: ProofMissing, now: datetime) -> None:
        """One proof of two: the letter is put aside and the enrolled address told."""
        campaign = self.campaigns[who.campaign]
        if not is_told(campaign.state.affairs, who.seat, who.lacking, entry.arrival):
            cause = Cause("held", entry.name, entry.arrival, who.seat, mail.sha256, words=(who.lacking, mail.sender))
            self._handle(campaign, cause)
        self._put_aside(entry, who, HELD_FOR[who.lacking], now)

    def _put_aside(self, entry: SpoolEntry, who: ProofMissing | Known, reason: str, now: datetime) -> None:
        """The letter stays in the house for `keep_days`, unanswered; the book counts it to its seat."""
        self.mailroom.note(HeldFact(entry.name, who.campaign, who.seat, reason, now))
        self.brake.gone(entry.name)
        self.spool.move_to(entry, "held", reason)

    def _known(self, entry: SpoolEntry, mail: Cover, who: Known, now: datetime) -> None:
        campaign = self.campaigns[who.campaign]
        at = self._counts_from(entry)
        answers, gone = self._answers(mail, who)
        if isinstance(mail, Letter | Unreadable):
            mail = read_beside(mail, self.postroom.sent.answered_by(campaign, who.seat, mail))
        if isinstance(mail, Letter):
            tokens = self._tokens(campaign, who.seat)
            lines, beside = without_tokens(mail.lines, tokens), without_tokens(mail.beside, tokens)
            if campaign.state.affairs.seats[who.seat].role == "host":
                lines = (*lines, *mail.enclosed)  # a patch of the module
            cause = Cause("letter", entry.name, at, who.seat, mail.sha256, mail.message_id, answers,
                          lines, left_out(mail), form=mail.form, beside=beside, own=self.postroom.mailbox.address,
                          gone=gone)  # fmt: skip
        else:
            reason = mail.reason if isinstance(mail, Unreadable) else "broken"
            contents = mail.contents if isinstance(mail, Unreadable) else None
            text = (known_by(contents),) if contents else ()
            cause = Cause("refused", entry.name, at, who.seat, mail.sha256, mail.message_id, answers,
                          words=(REFUSALS.get(reason, reason), *text), gone=gone)  # fmt: skip
        over = over_at(campaign.state.affairs, who.seat, at, now)
        if over or unheard(campaign.state, who.seat):
            found = sense(campaign.table, campaign.state, cause)
            if unheard(campaign.state, who.seat) and not found.some:
                self._put_aside(entry, who, NOT_UNDERSTOOD, now)
                return
            if over and not found.whole:
                self._wait(entry, (campaign, cause), over, now)
                return
        self._handle(campaign, cause)
        self._everywhere(campaign, entry)
        if any(back.address == mail.sender for back in self.mailroom.bounced(who.campaign, who.seat)):
            self.mailroom.note(Reached(who.campaign, who.seat, mail.sender, entry.arrival))
        self._file(campaign, entry)

    def _wait(self, entry: SpoolEntry, what: tuple[Campaign, Cause], over: datetime, now: datetime) -> None:
        """Too many letters of a seat came within the hour: this one is read when it is over. The seat is told, once a day."""
        campaign, cause = what
        if not is_told(campaign.state.affairs, cause.seat, "quiet", cause.at):
            words = ("quiet", over.isoformat())
            self._handle(campaign, Cause("held", f"{entry.name}/waits", cause.at, cause.seat, cause.sha256, words=words))
        self.mailroom.note(Excused(entry.name, now))
        self.brake.put(entry, f"{campaign.id}/{cause.seat}", over)

    def _tokens(self, campaign: Campaign, name: str) -> tuple[str, ...]:
        """Every reply token that a seat has had."""
        seat, key = campaign.state.affairs.seats[name], self.postroom.key
        held = (seat.address, *(address for address, _ in seat.earlier))
        return tuple(token(key, campaign.id, name, a, g) for a in held for g in range(1, seat.generation + 1))

    def _file(self, campaign: Campaign, entry: SpoolEntry) -> None:
        """The letter as it came goes to the campaign's own folder, then leaves the spool."""
        self.brake.gone(entry.name)
        self._tray.leave(entry, campaign.home / "letters" / "in" / f"{entry.name}.eml")

    def _answers(self, mail: Cover, who: Known) -> tuple[str, str]:
        """The number of our newest letter that this one replies to, if it is this seat's; the second when another letter than
        the one that it means lies here under that number."""
        campaign = self.campaigns[who.campaign]
        found = (parse_message_id(self.postroom.key, text) for text in mail.answers)
        named = next((n for n in filter(None, found) if (n.campaign, n.seat) == (who.campaign, who.seat)), None)
        link = tapped(mail.subject)
        if named is None and link.number.rpartition("-")[0] == campaign.state.affairs.seats[who.seat].prefix:
            named = Named(who.campaign, who.seat, *link)
        if named is None:
            return "", ""
        return (named.number, "") if self.postroom.is_kept(campaign, named) else ("", named.number)

    def _near(self, mail: Cover) -> tuple[Enrolment, ...]:
        """The seats that a letter's token or address could be."""
        self._tell_directory()
        return self._directory.near(mail)

    def _tell_directory(self) -> None:
        """The directory hears of every campaign that shows something else than before, has come, or is here no longer."""
        self._look_round()
        for name in sorted(self._moved):
            if name in self.campaigns:
                affairs = self.campaigns.shelf(name).shown.affairs
                self._directory.enter(name, _enrolled(affairs.campaign, affairs.seats, affairs.proof))
            else:
                self._directory.leave(name)
        self._moved.clear()

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
        lacking = [shelf.id for shelf in self.campaigns.all if self.postroom.lacking(shelf)]
        for campaign in self._each(lacking):
            self.postroom.freeze_missing(campaign)
        self.postroom.post(self.campaigns.all, courier, now)

    def housekeep(self, inbox: Inbox) -> None:
        """Put handled letters out of the way in the inbox: only those that have left `spool/new`."""
        fresh = self.mailroom.transports() if self._put_away is None else self._put_away
        waiting = {entry.transport.removesuffix("#oversized") for entry in self.spool.entries("new")}
        inbox.done(sorted(fresh - waiting))
        self._put_away = set(fresh & waiting)

    def _tidy(self, now: datetime) -> None:
        """Once an hour: take away what killed writers left, letters put aside long ago and boot camps left long ago. These never
        while mail is to be read again, or a campaign is to be restored."""
        if self._cleared is not None and abs(now - self._cleared) < HOUR:
            return
        self._cleared = now
        self.disk.sweep(self.spool.folder)
        for name in self.spool.older("new", now - HOUR):
            if self._is_half(name):
                self.spool.throw("new", name)
        keep = timedelta(days=self.config.settings.keep_days)
        if not keep or self._again or self.damaged:
            return
        if went := clear(self.spool, self.mailroom, now, keep):
            log.info("thrown away: %d letters put aside over %d days ago", went, keep.days)
        newest = max(filter(None, (self.mailroom.newest, self.spool.newest())), default=None)  # a clock that leaps buries nobody
        for shelf in self.campaigns.all:
            if newest and _is_left(shelf.shown.affairs, Journal(self.disk, shelf.home / "journal"), min(now, newest) - keep):
                self._bury(shelf.id, now)

    def _bury(self, name: str, now: datetime) -> None:
        """A boot camp that is over, or that nobody entered, goes; its name stays taken for ever."""
        self.campaigns.drop(name)
        gone.bury(self.disk, self.data, name, now)
        log.info("gone", extra={"campaign": name})

    def _is_half(self, name: str) -> bool:
        """Is it a sidecar alone, of a letter that never came to lie in `new`, or lies elsewhere by now?"""
        with contextlib.suppress(SpoolDamaged):
            found = self.spool.find(name)
            return found is None or found.folder != "new"
        return False

    def rebuild(self) -> None:
        """Indexes and missing letters, made again from the journals."""
        for campaign in self._each(self.campaigns):
            campaign.write_index()
            self.postroom.freeze_all(campaign)

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


def _is_left(affairs: AdminState, journal: Journal, before: datetime) -> bool:
    """Is it a boot camp in which nothing is played, and nobody has said anything since then? A digest says nothing."""
    if affairs.camp is None or affairs.stage == "playing" or affairs.paused:
        return False
    causes = (record["body"]["cause"] for record in journal.all_records())
    said = [cause["at"] for cause in causes if cause["kind"] != "digest"]
    return bool(said) and datetime.fromisoformat(said[-1]) < before


def _oversized(entry: SpoolEntry) -> bool:
    """Was the mail so large that only its header was fetched?"""
    return entry.transport.endswith("#oversized")


def _place(bug: Exception) -> str:
    """What kind of bug, and where; not its text, which may quote a letter."""
    last = traceback.extract_tb(bug.__traceback__)[-1]
    return f"{type(bug).__name__} at {Path(last.filename).name}:{last.lineno}"


def _hosts(affairs: AdminState) -> tuple[Seat, ...]:
    """Who hosts it by mail."""
    return tuple(s for _, s in sorted(affairs.seats.items()) if s.role == "host" and not s.left)


def _enrolled(campaign: str, seats: Mapping[str, Seat], proof: str) -> tuple[Enrolment, ...]:
    """What a letter's sender is compared with for one campaign."""
    held = (
        Enrolment(campaign, s.id, address, s.generation, proof, s.address)
        for s in seats.values() if not (s.left or s.scripted) for address in (s.address, *s.also)
    )  # fmt: skip
    return (*held, *(former for s in seats.values() for former in _formers(campaign, s)))


def _formers(campaign: str, seat: Seat) -> Iterator[Enrolment]:
    """Those who held a seat before, he who left it too, with every token they may have had of it."""
    gone = (seat.address, *seat.also) if seat.left else ()
    firsts = dict.fromkeys(gone, seat.address)
    firsts |= {address: address for address, _ in seat.earlier if address != seat.address}
    for address, first in firsts.items():
        for generation in range(1, seat.generation) if address else ():
            yield Enrolment(campaign, seat.id, address, generation, first=first, former=True)


def _unknown(mails: Iterable[Mail], known: Counter[str]) -> Iterator[Mail]:
    """The mails that are not known. known: how often each is, by its digest; each mail that is known is counted off."""
    for mail in mails:
        digest = sha256(mail.raw or b"").hexdigest()[:16]
        if known[digest]:
            known[digest] -= 1
        else:
            yield mail


def _deadline(struck: StruckClock, handled: Container[str]) -> Cause:
    """The cause of a clock that has run out. Several may at one moment (two battles, a letter that waited): each has its own id.

    What is durable is not due any more, so that the next id is never asked for what has been handled.
    """
    name = f"{struck.kind}/{struck.campaign}/{struck.impulse}/{struck.at.isoformat()}"
    ids = chain((name,), (f"{name}/{n}" for n in counted(2)))
    return Cause(struck.kind, next(i for i in ids if i not in handled), struck.at)

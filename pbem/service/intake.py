"""Intake: letters come in as bytes, each once, and lie in the spool until they are handled; then they lie where they belong."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import chain

from pbem.kernel.values import Value
from pbem.mail.inbox import FetchedMail, Inbox, handfuls
from pbem.mail.inbox.maildir import MaildirInbox
from pbem.service import opening
from pbem.service.errands import FOUND, HOST, Errand, unpacked
from pbem.service.office import Office
from pbem.service.open_campaign import Campaign
from pbem.store.mailroom import Excused, Fact, Fetched, Held, Ignored, Shunted
from pbem.store.ports import ArrivedMail, Folder, SpoolEntry
from pbem.store.seen_letters import known_letters

OVERSIZED = "#oversized"  # the end of a transport id of a mail of which only the header was fetched


class HeldSeat(Value):
    """The seat to which the book counts a letter that is put aside."""

    campaign: str
    seat: str


class Intake:
    """The spool of a referee, and the book's word on what lies there. again: older letters are to be fetched before any is read."""

    def __init__(self, office: Office) -> None:
        self.office, self.spool, self.mailroom, self.brake = office, office.spool, office.mailroom, office.brake
        self.again = False
        self.early: set[str] = set()  # letters before which a clock is to strike that cannot yet
        self._last_arrival: datetime | None = None
        self._put_away: set[str] | None = None  # None: nothing has been put away since the start; ask for all of it

    def open(self) -> None:
        """Find out whether older letters are to be read again."""
        self.again = self.office.store.is_to_read_again()

    def forget_inbox(self) -> None:
        """The inbox may be another one from now on."""
        self._put_away = None

    # ------------------------------------------------------------ bytes in

    def take(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter, durable on return; the same bytes of the same transport are the same entry."""
        return self.spool.put(raw, arrival, transport)

    def fetch(self, inbox: Inbox, writers: Callable[[], frozenset[str]]) -> int:
        """Everything new in the inbox goes to the spool; put away there only after it is handled (`housekeep`).

        writers: the addresses that letters of a seat may come from.
        """
        count = self._fetch_again(inbox) if self.again else 0
        self._last_arrival = None
        taken: list[Fetched] = []
        try:
            for hand in handfuls(chain(inbox.fetch(self.mailroom), inbox.astray(self.mailroom, writers()))):
                taken += self._take_in(hand)
        except Exception:  # what did come in is in the spool and will be handled
            self._fetched(taken)
            raise
        self._fetched(taken)
        if self.again:
            self.office.store.read_again(False)
            self.again = False
        return count + len(taken)

    def _fetched(self, taken: list[Fetched]) -> None:
        """Note what was fetched, all in one line. Were that lost, it would be fetched again and known by its cause."""
        self.mailroom.note(*taken)
        if self._put_away is not None:
            self._put_away.update(fact.transport for fact in taken)

    def _take_in(self, mails: list[FetchedMail]) -> list[Fetched]:
        arrivals = [self._apart(mail.arrival) for mail in mails]
        marks = [f"{mail.transport}{OVERSIZED}" if mail.oversized else mail.transport for mail in mails]
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

    # ------------------------------------------------------------ what came before

    def read_again(self) -> None:
        """Let the next fetch read what was put away in the inbox too; nothing is handled before that."""
        self.office.store.read_again(True)
        self.again = True

    def _fetch_again(self, inbox: Inbox) -> int:
        """What was put away in the inbox and is unknown here: the data folder is older than the inbox.

        A letter is known by its bytes, since moving it gave it another transport id; a second copy counts as a second.
        """
        office = self.office
        remembered = (cause for campaign in office.each(office.campaigns) for cause in campaign.state.causes)
        known = known_letters(self.mailroom, self.spool, chain(remembered, office.store.filed()))  # however long ago
        self._last_arrival = None
        count = 0
        piped = MaildirInbox(office.store.files, office.config.piped).again() if office.config.piped.is_dir() else ()
        for hand in handfuls(_unknown(chain(inbox.again(), piped), known)):
            self.mailroom.note(*self._take_in(hand))
            count += len(hand)
        return count + self._said_again()

    def _said_again(self) -> int:
        """What the host said from the shell and is unknown here is done at its own time, as the letters are: else all that comes
        after would have other numbers than it had. It is known by its name, which is that of its cause."""
        kept, count = opening.said(self.office.config), 0
        for entry in kept.sound("new"):
            raw = kept.raw(entry)
            if not self._is_done(entry.name, unpacked(raw)):
                self.spool.put(raw, entry.arrival, entry.transport)
                count += 1
        return count

    def _is_done(self, name: str, errand: Errand) -> bool:
        """Was this errand carried out, or laid aside?"""
        office = self.office
        if name in self.mailroom.thrown or self.spool.find(name) or office.store.is_gone(errand.campaign):
            return True
        campaign = office.campaigns.get(errand.campaign)
        if errand.kind == FOUND:
            return campaign is not None or errand.campaign in {*office.damaged, *self.mailroom.posted()}
        return campaign is not None and (name in campaign.state.causes or name in campaign.causes())

    # ------------------------------------------------------------ which is next

    def first(self, now: datetime) -> SpoolEntry | None:
        """The letter that is next: of those that came, and of those that waited for the end of an hour."""
        fresh, waited = self.spool.first(self._passed()), self.brake.next(now, self._passed())
        if waited and not self.spool.claim(waited.entry):
            waited = None
        if fresh is None or waited is None:
            return waited.entry if waited else fresh
        return waited.entry if waited.until <= fresh.arrival else fresh

    def first_of(self, campaign: str) -> SpoolEntry | None:
        """The first of those that came for a campaign which is claimed."""
        return self.spool.first(self._passed(), campaign)

    def following(self, entry: SpoolEntry) -> SpoolEntry | None:
        """The letter that came next after this one, of those that can be read; None for an errand."""
        if self.office.store.is_shared:  # it is whoever's who claims it
            return None
        found = self.spool.first(self._passed(entry.name))
        return None if found is None or found.transport.startswith(HOST) else found

    def counts_from(self, entry: SpoolEntry) -> datetime:
        """When a letter came, or was to be read at the earliest."""
        return self.brake.until(entry) or entry.arrival

    def next_braked(self) -> datetime | None:
        """When the first letter is to be read that waits for the end of an hour."""
        return self.brake.soonest(self.office.kept_back)

    def has_letters(self) -> bool:
        """Does a letter wait in the spool that can be handled?"""
        return self.spool.first(self.office.kept_back) is not None

    def _passed(self, *names: str) -> frozenset[str]:
        """Letters in the spool that are not the next: these, those that wait for a campaign, those that are handled."""
        return self.office.tray.names | self.office.kept_back | self.early | {*names}

    # ------------------------------------------------------------ where a letter lies from now on

    def ignore(self, entry: SpoolEntry, reason: str, now: datetime, *facts: Fact) -> None:
        """It is put aside without an answer; facts: what else is noted of it, with that or not at all."""
        self.mailroom.note(*facts, Ignored(entry.name, reason, now))
        self.office.on_letter("ignored", entry.arrival)
        self._move(entry, "ignored", reason)

    def shunt(self, entry: SpoolEntry, reason: str, now: datetime) -> None:
        """It cannot be handled, and is the host's to judge."""
        self.mailroom.note(Shunted(entry.name, reason, now))
        self.office.on_letter("shunted", entry.arrival)
        self._move(entry, "shunt", reason)

    def put_aside(self, entry: SpoolEntry, whose: HeldSeat, reason: str, now: datetime) -> None:
        """The letter stays in the house for `keep_days`, unanswered; the book counts it to its seat."""
        self.mailroom.note(Held(entry.name, whose.campaign, whose.seat, reason, now))
        self._move(entry, "held", reason)

    def _move(self, entry: SpoolEntry, folder: Folder, reason: str) -> None:
        self.brake.gone(entry.name)
        self.spool.move_to(entry, folder, reason)

    def keep_back(self, entry: SpoolEntry, now: datetime) -> None:
        """It stays where it is until every campaign can be opened, and no attempt at it counts."""
        self.mailroom.note(Excused(entry.name, now))
        self.office.kept_back.add(entry.name)

    def brake_until(self, entry: SpoolEntry, seat: str, over: datetime, now: datetime) -> None:
        """It is read when the hour is over. seat: campaign and seat that it waits with."""
        self.mailroom.note(Excused(entry.name, now))
        self.brake.put(entry, seat, over)

    def file(self, entry: SpoolEntry, campaign: Campaign) -> None:
        """The letter as it came goes to the campaign's own folder, then leaves the spool."""
        self.brake.gone(entry.name)
        self.office.tray.leave(entry, campaign.id)

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
                self.ignore(entry, "given up by the host", now)

    # ------------------------------------------------------------ put away

    def housekeep(self, inbox: Inbox) -> None:
        """Put handled letters out of the way in the inbox: only those that have left `spool/new`."""
        fresh = self.mailroom.transports() if self._put_away is None else self._put_away
        waiting = {entry.transport.removesuffix(OVERSIZED) for entry in self.spool.entries("new")}
        inbox.done(sorted(fresh - waiting))
        self._put_away = set(fresh & waiting)


def _unknown(mails: Iterable[FetchedMail], known: Counter[str]) -> Iterator[FetchedMail]:
    """The mails that are not known. known: how often each is, by its digest; each mail that is known is counted off."""
    for mail in mails:
        digest = sha256(mail.raw or b"").hexdigest()[:16]
        if known[digest]:
            known[digest] -= 1
        else:
            yield mail

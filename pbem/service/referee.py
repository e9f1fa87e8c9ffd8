"""The referee of a data folder, put together of its four: intake, router, worker, outgoing. It is what a daemon holds.

The only one to touch the store. One cause becomes exactly one journal record; everything after the record's fsync can
be made again from it, and everything before it from the spool.
"""

import contextlib
import errno
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Self

from pbem.mail.inbox import Inbox, never
from pbem.mail.outbox import Outbox
from pbem.mail.outbox.courier import Courier
from pbem.service import opening
from pbem.service.bounces import told
from pbem.service.commit_batch import NOBODY, Poster
from pbem.service.config.settings import Config, ConfigError
from pbem.service.dispositions import Hands
from pbem.service.field_liaison import FieldLiaison, LiaisonDeed
from pbem.service.founder import Founder
from pbem.service.intake import Intake
from pbem.service.office import Office
from pbem.service.open_campaign import Campaign, Setup
from pbem.service.outgoing import OutgoingPost
from pbem.service.press import Press
from pbem.service.router import Router
from pbem.service.shell_errands import ShellErrands
from pbem.service.tidying import Tidying
from pbem.service.worker import Worker
from pbem.store.ports import Files, SpoolEntry, StoreTrouble

SOON = 0.2  # seconds until the next pass, when something has come due during the last
NO_POLL = datetime(1970, 1, 1, tzinfo=UTC)  # "polled" of a pass that could not look into the inbox: nothing is due by then


class Referee:
    """A data folder held open by its one writer (context manager: the lock is taken on entering)."""

    def __init__(self, config: Config, files: Files | None = None) -> None:
        self.store = opening.store_of(config, files)
        self.office = Office(config, self.store)
        self.intake, self.worker, self.founder = Intake(self.office), Worker(self.office), Founder(self.office)
        self.errands = ShellErrands(self.intake, self.worker, self.founder)
        self.liaison = FieldLiaison(self.office, self.worker, self.founder)
        self.router = Router(Hands(self.intake, self.worker, self.founder, self.errands), self.liaison.hear)
        self._tidying = Tidying(self.intake, self.founder)
        self.disk, self.data = self.store.files, config.data
        self.spool, self.mailroom, self.campaigns = self.office.spool, self.office.mailroom, self.office.campaigns
        self.damaged, self.stopped = self.office.damaged, self.office.stopped

    def __enter__(self) -> Self:
        self.store.hold()
        try:
            self.intake.open()
            self.office.open()
            self.router.open()
        except BaseException:
            self.store.release()
            raise
        return self

    def __exit__(self, *exc: object) -> None:
        self.office.close()
        self.store.release()

    def reconfigure(self, config: Config) -> None:
        """Take over a new configuration of the same data folder; letters go on where they were."""
        if config.data != self.data:
            raise ConfigError("data: the data folder cannot change while it is held; start again for that")
        self.office.reconfigure(config)
        self.intake.forget_inbox()

    # ------------------------------------------------------------ what it holds

    @property
    def config(self) -> Config:
        """The configuration that is in force."""
        return self.office.config

    @property
    def press(self) -> Press:
        """Where letters are made."""
        return self.office.press

    @property
    def outgoing(self) -> OutgoingPost:
        """Where they are posted."""
        return self.office.outgoing

    @property
    def loops(self) -> int:
        """Letters of our own that came back to us, since the start."""
        return self.office.loops

    def blind(self) -> frozenset[str]:
        """The campaigns of which no figures are told."""
        return self.office.blind()

    def shown(self, campaign: str, seat: str) -> bool:
        """May the host be told of single letters to this seat?"""
        return self.office.shown(campaign, seat)

    def bounces(self) -> tuple[list[str], list[str]]:
        """What the host should know of letters that came back, and the seats to which letters wait."""
        back = self.mailroom.bouncing()
        return told(self.mailroom, (admin for admin in self.office.all_admin() if admin.campaign in back))

    def listen(self, on_letter: Callable[[str, datetime], None]) -> None:
        """From now on tell what becomes of each letter, and when it arrived."""
        self.office.on_letter = on_letter

    # ------------------------------------------------------------ mail in

    def new_campaign(self, setup: Setup, at: datetime) -> Campaign:
        """Set a campaign up and freeze its invitations. CampaignError."""
        with self.store.turn():
            return self.founder.new_campaign(setup, at)

    def take(self, raw: bytes, arrival: datetime, transport: str) -> SpoolEntry:
        """Keep a letter, durable on return."""
        return self.intake.take(raw, arrival, transport)

    def fetch(self, inbox: Inbox) -> int:
        """Everything new in the inbox goes to the spool."""
        return self.intake.fetch(inbox, self.router.writers)

    def read_again(self) -> None:
        """Let the next fetch read what was put away in the inbox too; nothing is handled before that."""
        self.intake.read_again()

    def housekeep(self, inbox: Inbox) -> None:
        """Put handled letters out of the way in the inbox."""
        self.intake.housekeep(inbox)

    def away(self, since: datetime, until: datetime) -> None:
        """Nothing was read for so long."""
        self.worker.tell_away(since, until)

    # ------------------------------------------------------------ causes in their order

    def work(self, now: datetime, polled: datetime | None = None, off: Callable[[], bool] = never, poster: Poster = NOBODY) -> int:
        """Handle every cause there is, in order of arrival; deadlines at their time, not later than the last poll.

        `off` is asked before each cause: a True leaves the rest where it is. `poster` is given each campaign whose letters
        are ready to be posted.
        """
        tray, count = self.office.tray, 0
        tray.poster = poster
        self.store.look_afresh()
        try:
            while not off() and self._take_turn(polled or now, now):
                count += 1
                self.office.make_room()
        except Exception:
            if not self.store.is_shared:  # there nothing is handled before its turn has ended
                with contextlib.suppress(OSError):  # what is handled is handled, whatever happened to the next
                    tray.settle()
            raise
        tray.settle()
        self.campaigns.write_behind()
        self._tidying.tidy(now)
        self.campaigns.let_go(now=now)
        return count

    def _take_turn(self, polled: datetime, now: datetime) -> bool:
        """Handle the next cause, if there is one: its record, and what comes of it."""
        cause = None
        try:
            with self.store.turn():
                if deed := self._between():
                    self.liaison.carry(deed, now)
                else:
                    cause = self.router.next(polled, now)
                    if cause is None:
                        return False
                    self.router.carry(cause, now)
                self.store.look_ahead()
                self.office.tray.settle(at_once=self.store.is_shared)
                if self.store.is_shared:
                    self.campaigns.write_behind()
        except StoreTrouble as trouble:  # of the server, at the end of the turn too; no letter is at fault
            if isinstance(cause, SpoolEntry) and trouble.errno != errno.ETIMEDOUT:  # unless one took too long
                self.router.excuse(cause, now)
            raise
        return True

    def _between(self) -> LiaisonDeed | None:
        """What a campaign and its battles must hear of each other, which comes first of all."""
        if self.intake.again:
            return None
        self.office.hear()
        self.router.look_round()
        return self.liaison.next()

    def read_on(self, now: datetime) -> None:
        """When all is done: what of the campaigns only their whole contents tell is looked at, a few at a time."""
        self.campaigns.read_on(now)

    def next_due(self, now: datetime) -> datetime | None:
        """When something is next to be done though no letter comes: a clock, a letter that was put off, one that waits."""
        moments = self.router.next_due(now), self.outgoing.next_try(now), self.intake.next_braked()
        return min(filter(None, moments), default=None)

    def rest(self, now: datetime, hears: bool = True) -> float:
        """Seconds until the next pass: less while a live evening runs, or when one is to begin.

        hears: the inbox hears of a letter when it comes. Then what is due by itself is done at its moment too, else with the next
        look into the inbox: either way it leaves as long after its own Date as an answer does, and no plan is known by that.
        """
        settings = self.config.settings
        hours = [admin.evenings.ahead for admin in self.office.all_admin() if admin.stage == "playing"]
        until = min(((evening.start - now).total_seconds() for evening in hours if evening), default=settings.poll_seconds)
        most = min(settings.poll_seconds, max(until, settings.live_poll_seconds))
        due = self.next_due(now) if hears else None
        left = (due - now).total_seconds() if due else most
        return min(most, left if left > 0 else SOON)

    def has_work(self) -> bool:
        """Does a letter wait in the spool that can be handled, or one for nothing but to be posted, its map being painted?"""
        return self.intake.has_letters() or self.press.painted

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
        self.freeze_lacking()
        self.outgoing.post(self.campaigns.all, courier, now)

    def freeze_lacking(self) -> None:
        """Make the letters that wait and are not frozen: their maps were to be painted, or a crash or a full disk came between."""
        lacking = [shelf.id for shelf in self.campaigns.all if self.press.lacking(shelf)]
        for campaign in self.office.each(lacking):
            self.press.freeze_missing(campaign)

    # ------------------------------------------------------------ fixing

    def rebuild(self) -> None:
        """Indexes and missing letters, made again from the journals."""
        self.errands.rebuild()

    def unshunt(self, name: str = "") -> int:
        """Put shunted letters (or one) back to be read again."""
        return self.intake.unshunt(name)

    def discard(self, name: str, now: datetime) -> None:
        """Give a shunted letter up."""
        self.intake.discard(name, now)

"""What the four of a referee share: what is configured, what is kept, and the campaigns. It decides nothing."""

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.state import AdminState
from pbem.letters.map_worker import Studio
from pbem.mail.parser_process import ROOM
from pbem.modules import library
from pbem.service.brake import Brake
from pbem.service.commit_batch import Tray
from pbem.service.config.settings import Config
from pbem.service.damage import told_of
from pbem.service.directory import house, mailbox, trust
from pbem.service.open_campaign import Campaign
from pbem.service.outgoing import OutgoingPost
from pbem.service.press import Press
from pbem.service.shelves import SetAside, Shelves
from pbem.service.unposted import Unposted
from pbem.store.mailroom import Mailroom
from pbem.store.ports import Store

BRAKE_SECONDS = 1.0
log = logging.getLogger("pbem.service.referee")


class Office:
    """A data folder, and who works in it.

    on_letter: told what became of a letter, and when it arrived; loops: letters of our own that came back to us, since the start;
    stopped: campaigns whose clock met a bug, and where: it strikes again after their next letter; kept_back: letters in the spool
    that may be for a campaign which is set aside.
    """

    press: Press
    outgoing: OutgoingPost
    tray: Tray

    def __init__(self, config: Config, store: Store) -> None:
        self.config, self.store = config, store
        self.trust, self.reading = trust(config), ROOM
        self.spool = store.spool
        self.brake = Brake(self.spool)
        self.mailroom = Mailroom(store.book)
        self.campaigns = Shelves(store, self.mailroom, self._repair, lambda fault, shelf: told_of(fault, shelf, house(self.config)))
        self.stopped: dict[str, str] = {}
        self.kept_back: set[str] = set()
        self._braked = float("-inf")
        self.on_letter: Callable[[str, datetime], None] = lambda *_: None
        self.loops = 0

    @property
    def damaged(self) -> dict[str, str]:
        """Campaigns whose files are not whole, and what the host may read of it."""
        return self.campaigns.damaged

    # ------------------------------------------------------------ opening, furnishing

    def open(self) -> None:
        """Make ready what lies in the data folder; its lock is held."""
        self.store.begin()
        self.mailroom.open()
        self.brake.open()
        own, unposted = mailbox(self.config), Unposted(self.mailroom)
        self.press = Press(self.store, own, unposted)
        self.outgoing = OutgoingPost(self.press.key, own, unposted)
        self.tray = Tray(self.spool, self.press)
        self._furnish()
        self.campaigns.fill()

    def hear(self) -> None:
        """Whatever others have done in this house since; nothing, where there is one writer."""
        if self.store.is_shared:
            self.mailroom.hear()
            self.campaigns.hear()
            if time.monotonic() - self._braked > BRAKE_SECONDS:  # what waits there waits for the end of an hour
                self._braked = time.monotonic()
                self.brake.open()

    def close(self) -> None:
        """Leave the map painter."""
        if self.press.studio:
            self.press.studio.close()

    def reconfigure(self, config: Config) -> None:
        """Take over a new configuration of the same data folder."""
        self.config, self.trust = config, trust(config)
        self.press.mailbox = self.outgoing.mailbox = mailbox(config)
        self._furnish()

    def _furnish(self) -> None:
        """The rooms of letters as the configuration wants them."""
        settings = self.config.settings
        self.outgoing.marked, self.outgoing.most = settings.outbox.return_marks, settings.outbox.letters_an_hour
        if not settings.pictures:
            self.press.studio = None
        elif self.press.studio is None:
            self.press.studio = Studio(self.store.files, library.fonts())

    # ------------------------------------------------------------ campaigns

    def _repair(self, campaign: Campaign) -> None:
        """Letters of a campaign that was opened are frozen again; a power cut may have taken posted ones too."""
        self.press.freeze_all(campaign)

    def each(self, names: Iterable[str]) -> Iterator[Campaign]:
        """These campaigns, opened one by one; those that prove to be damaged are passed over."""
        for name in names:
            try:
                campaign = self.campaigns[name]
            except SetAside:
                continue
            yield campaign
            self.make_room()

    def make_room(self) -> None:
        """Too many campaigns are open: some are let go, when nothing is to be written of any."""
        if self.campaigns.crowded:
            self.tray.settle()
            self.campaigns.let_go()

    def all_admin(self) -> Iterator[AdminState]:
        """What every campaign shows of its administration."""
        return (shelf.shown.admin for shelf in self.campaigns.all)

    # ------------------------------------------------------------ whoever sits at the shell

    def log_handled(self, admin: AdminState, seat: str, kind: str) -> None:
        """A line of what is handled; of the other side's hours a host who plays reads nothing."""
        seen = self.eyes(admin)
        if not seen.blind or (seat and seen.sees_seat(admin, seat)):
            log.info("handled", extra={"campaign": admin.campaign, "seat": seat, "cause": kind})

    def eyes(self, admin: AdminState) -> Eyes:
        """What of a campaign whoever sits at the shell may see."""
        return eyes(admin, house(self.config))

    def blind(self) -> frozenset[str]:
        """The campaigns in which whoever sits at the shell, or another host, commands a side: of these no figures are told."""
        return frozenset(admin.campaign for admin in self.all_admin() if self.eyes(admin).blind)

    def shown(self, campaign: str, seat: str) -> bool:
        """May the host be told of single letters to this seat?"""
        if campaign not in self.campaigns:
            return True
        admin = self.campaigns.shelf(campaign).shown.admin
        return self.eyes(admin).sees_seat(admin, seat)

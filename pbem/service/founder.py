"""How campaigns come and go: set up by the host, or by a newcomer's letter; a boot camp that was left is taken away."""

import logging
from datetime import datetime

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import AdminState, host_seat
from pbem.kernel.values import replace
from pbem.mail.letter import Cover
from pbem.service import recruiting
from pbem.service.errands import Founding
from pbem.service.office import Office
from pbem.service.open_campaign import Campaign, CampaignError, Setup, create
from pbem.store.shelf_ports import Journal

log = logging.getLogger("pbem.service.referee")


class Founder:
    """Founds campaigns, and buries those that are left."""

    def __init__(self, office: Office) -> None:
        self.office = office

    def new_campaign(self, setup: Setup, at: datetime) -> Campaign:
        """Set a campaign up and freeze its invitations. CampaignError, also when there was one of that name that has gone."""
        office = self.office
        if self.is_gone(setup.id):
            raise CampaignError(f"a boot camp {setup.id} was played here before; give this one another name")
        campaign = create(office.store.shelf(setup.id), setup, at)
        office.campaigns.add(campaign)
        office.press.freeze_missing(campaign)
        return campaign

    def is_gone(self, name: str) -> bool:
        """Was there a campaign of this name, that has gone?"""
        return self.office.store.is_gone(name)

    def is_there(self, name: str) -> bool:
        """Is there a sound campaign of this name, also one whose founding was broken off when its journal stood already?"""
        office = self.office
        return name in office.campaigns or (name not in office.damaged and office.store.shelf(name).is_begun())

    def begun(self, name: str) -> Campaign | None:
        """The campaign of this name, found again if its founding was broken off by the disk when its journal stood already."""
        if name not in self.office.campaigns and self.is_there(name):
            self.office.campaigns.find(name)
        return self.office.campaigns.get(name)

    # ------------------------------------------------------------ newcomers

    def has_place(self, mail: Cover, at: datetime) -> bool:
        """Is there a place in a boot camp for the writer of this letter?"""
        places = self.office.config.settings.boot_camp.places
        return recruiting.may_have_one(mail, at, places, self.office.all_admin())

    def welcome(self, mail: Cover, at: datetime) -> Campaign:
        """The boot camp that a stranger's letter brings. A crash between the camp and the end of its letter brings the letter
        again, and the camp is there."""
        there = self.begun(recruiting.name(self.office.press.key, mail))
        return there or self._found(recruiting.newcomers(self.office.press.key, mail, at, Pace()), at)

    def _found(self, setup: Setup, at: datetime) -> Campaign:
        """A newcomer's campaign, with the host and the proof that new campaigns have."""
        office = self.office
        host, proof = office.config.settings.host.address, "token+dkim" if office.trust.asked else "token"
        hosts = (host_seat(host),) if host else ()
        campaign = self.new_campaign(replace(setup, seats=(*setup.seats, *hosts), proof=proof), at)
        log.info("founded", extra={"campaign": campaign.id})
        office.tray.answered(campaign, [])
        return campaign

    # ------------------------------------------------------------ the host's

    def found(self, founding: Founding, at: datetime) -> None:
        """A campaign that the host sets up. A crash between the campaign and the end of its errand brings the errand again, and the
        campaign is there: its seed says so. CampaignError, ModuleError."""
        there = self.begun(founding.id)
        if there is None or there.state.seed != founding.seed.hex():
            if founding.id in self.office.mailroom.posted() and there is None:  # its letters would count as posted
                raise CampaignError(f"letters of a campaign {founding.id} were posted before; give this one another name")
            there = self.new_campaign(founding.setup(), at)
        self.office.tray.answered(there, [])

    # ------------------------------------------------------------ the end

    def bury_left(self, before: datetime, now: datetime) -> None:
        """A boot camp that is over, or that nobody entered, and in which nobody has said anything since then, goes; its name stays
        taken for ever."""
        office = self.office
        for shelf in office.campaigns.all:
            if _is_left(shelf.shown.admin, shelf.shelf.journal, before):
                office.campaigns.drop(shelf.id)
                office.store.bury(shelf.id, now)
                log.info("gone", extra={"campaign": shelf.id})


def _is_left(admin: AdminState, journal: Journal, before: datetime) -> bool:
    """Is it a boot camp in which nothing is played, and nobody has said anything since then? A digest says nothing."""
    if admin.camp is None or admin.stage == "playing" or admin.paused:
        return False
    causes = (record["body"]["cause"] for record in journal.all_records())
    said = [cause["at"] for cause in causes if cause["kind"] != "digest"]
    return bool(said) and datetime.fromisoformat(said[-1]) < before

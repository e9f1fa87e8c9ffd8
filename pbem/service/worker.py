"""Worker: one campaign's causes, each made into one record and the letters that come of it. It forgets a campaign over which
anything went wrong: what is durable then says where it stands, and nothing is ever set back."""

import logging
import traceback
from collections.abc import Container
from datetime import datetime, timedelta
from itertools import chain
from itertools import count as counted
from pathlib import Path
from typing import TypeAlias

from pbem.campaign.records import Cause, Record, Sent
from pbem.campaign.state import AdminState
from pbem.handlers import campaign_night, is_missed
from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import replace
from pbem.service.due_times import StruckClock
from pbem.service.errands import HOST
from pbem.service.house_notes import mail_and_disk
from pbem.service.office import Office
from pbem.service.open_campaign import Campaign
from pbem.service.shelves import SetAside
from pbem.store.ports import SpoolEntry

OfHost: TypeAlias = tuple[str, str, tuple[str, ...]]  # (seat, campaign, lines)
OUTCOMES = {"letter": "handled", "refused": "refused", "held": "held"}  # a cause that is a letter, by what became of it
log = logging.getLogger("pbem.service.referee")


class Worker:
    """Handles causes, one after another."""

    def __init__(self, office: Office) -> None:
        self.office = office

    def handle(self, campaign: Campaign, cause: Cause) -> None:
        """One cause: one record, durable on return, and letters that wait to be frozen. One that was handled before is finished."""
        office = self.office
        office.campaigns.hold(campaign)
        try:
            record = campaign.handle(cause)
        except Exception:
            office.campaigns.forget(campaign)
            raise
        if record is None:  # trouble came between the record and what follows from it
            office.tray.settle()
            office.press.freeze_missing(campaign)
            office.tray.answered(campaign, [])
            return
        office.log_handled(campaign.state.admin, cause.seat, cause.kind)
        office.stopped.pop(campaign.id, None)  # what it shows now is new to the clocks
        if cause.kind in OUTCOMES:
            office.on_letter(OUTCOMES[cause.kind], cause.at)
        _foresee(campaign, record)
        office.tray.answered(campaign, list(office.press.rendered(campaign, record)))

    # ------------------------------------------------------------ clocks

    def strike(self, running: StruckClock) -> None:
        """A clock has run out. A bug in what follows stops this campaign's clock alone: the others play on."""
        try:
            campaign = self.office.campaigns[running.campaign]
            cause = _deadline(running, campaign.state.causes)
            self.handle(campaign, self._of_the_night(campaign, cause) if cause.kind == "digest" else cause)
        except SetAside:
            return
        except OSError:  # the disk, as with letters
            raise
        except Exception as bug:
            log.exception("stopped", extra={"campaign": running.campaign})
            self.office.stopped[running.campaign] = place_of(bug)

    def _of_the_night(self, campaign: Campaign, cause: Cause) -> Cause:
        """The cause of a night's digest, with what its hosts are told of the other campaigns that they host, of letters and disk.
        Of all that one hosts, the first in order of name tells of the others."""
        hosted, nights, wants, mailroom = self._hosted(), list[OfHost](), list[OfHost](), list[tuple[str, tuple[str, ...]]]()
        for host in campaign.state.admin.hosts():
            mine = [name for name, hosts in hosted.items() if host.address in hosts] or [campaign.id]
            if mine[0] != campaign.id:
                nights.append((host.id, "", ()))
                continue
            for c in self.office.each(mine[1:]):
                night = campaign_night(c.table, c.state, host.address, cause.at)
                nights.append((host.id, c.id, night.told))
                wants.append((host.id, c.id, night.wants))
            mailroom.append((host.id, mail_and_disk(self.office, mine)))
        return replace(cause, nights=tuple(nights), wants=tuple(wants), mailroom=tuple(mailroom))

    def _hosted(self) -> dict[str, set[str]]:
        """By the name of each campaign that tells its hosts of its nights, in order, their addresses."""
        shelves = sorted((shelf.id, shelf.shown.admin) for shelf in self.office.campaigns.all)
        told = ((name, a) for name, a in shelves if name not in self.office.stopped and a.stage != "over" and a.hosting.digest)
        return {name: {host.address for host in admin.hosts()} for name, admin in told}

    # ------------------------------------------------------------ what goes for several campaigns

    def spread(self, campaign: Campaign, entry: SpoolEntry) -> None:
        """HOLD ALL and RESUME ALL of one campaign's host go for every campaign that he is host of; from the shell, for all. After
        a death between two campaigns the letter is read again, and those that have heard it say so."""
        admin = campaign.state.admin
        if admin.hosting.everywhere[1:] != (entry.name,):
            return
        word, hosts = admin.hosting.everywhere[0], _every_host(admin)
        from_shell = entry.transport.startswith(HOST)
        others = [a.campaign for a in self.office.all_admin() if a.campaign != campaign.id]
        heard = [name for name in others if from_shell or hosts & _every_host(self._admin(name))]
        for other in self.office.each(heard):
            self.handle(other, Cause("host", entry.name, entry.arrival, lines=(NumberedLine(1, word),), words=("each",)))

    def _admin(self, name: str) -> AdminState:
        return self.office.campaigns.shelf(name).shown.admin

    def tell_away(self, since: datetime, until: datetime) -> None:
        """Nothing was read for so long: live evenings that fall into it are over; after `outage_hours` no deadline counts."""
        shelves = self.office.campaigns.all
        missed = [shelf.id for shelf in shelves if is_missed(shelf.shown.pace, shelf.shown.admin, since, until)]
        for campaign in self.office.each(missed):
            name = f"missed/{campaign.id}/{since.isoformat()}"
            self.handle(campaign, Cause("missed", name, until, words=(since.isoformat(),)))
        hours = self.office.config.settings.outage_hours
        if hours and until - since >= timedelta(hours=hours):
            self._tell_outage(since, until)

    def _tell_outage(self, since: datetime, until: datetime) -> None:
        """No deadline counts anywhere until the host says so."""
        playing = [a.campaign for a in self.office.all_admin() if a.clocks and a.stage == "playing"]
        for campaign in self.office.each(playing):
            name = f"outage/{campaign.id}/{since.isoformat()}"
            self.handle(campaign, Cause("outage", name, until, words=(since.isoformat(),)))


def place_of(bug: Exception) -> str:
    """What kind of bug, and where; not its text, which may quote a letter."""
    last = traceback.extract_tb(bug.__traceback__)[-1]
    return f"{type(bug).__name__} at {Path(last.filename).name}:{last.lineno}"


def _every_host(admin: AdminState) -> set[str]:
    """The addresses of its hosts, those too who have left."""
    return {seat.address for seat in admin.seats.values() if seat.role == "host"}


def _deadline(struck: StruckClock, handled: Container[str]) -> Cause:
    """The cause of a clock that has run out. Several may be at one moment (two battles, a letter that waited): each has its own id.

    What is durable is not due any more, so that the next id is never asked for what has been handled.
    """
    name = f"{struck.kind}/{struck.campaign}/{struck.moment}/{struck.at.isoformat()}"
    ids = chain((name,), (f"{name}/{n}" for n in counted(2)))
    return Cause(struck.kind, next(i for i in ids if i not in handled), struck.at)


def _foresee(campaign: Campaign, record: Record) -> None:
    """The letters of a record that was just made are new, and so is the one after the last of each seat."""
    for sent in record.letters:
        if isinstance(sent, Sent):
            numbers = tuple(campaign.state.admin.number(sent.seat, n) for n in (sent.n, sent.n + 1))
            campaign.shelf.letters.foresee(sent.seat, numbers)

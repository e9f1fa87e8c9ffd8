"""Carrying out what a command of the host's left in the spool, since it may not hold the data folder's lock."""

from datetime import datetime

from pbem.campaign.records import Cause
from pbem.kernel.numbered_lines import numbered
from pbem.modules.faults import ModuleError
from pbem.service.directory import house
from pbem.service.errands import AWAY, DISCARD, REBUILD, RELEASE, UNSHUNT, Errand, Founding, unpacked
from pbem.service.founder import Founder
from pbem.service.intake import Intake
from pbem.service.open_campaign import Campaign, CampaignError
from pbem.service.worker import Worker
from pbem.store.mailroom import Reached
from pbem.store.ports import SpoolEntry

REPAIRS = (UNSHUNT, DISCARD, REBUILD)  # kinds that are no campaign's


class ShellErrands:
    """Carries out errands, each once."""

    def __init__(self, intake: Intake, worker: Worker, founder: Founder) -> None:
        self.intake, self.worker, self.founder, self.office = intake, worker, founder, intake.office

    def carry_out(self, entry: SpoolEntry, now: datetime) -> None:
        """Do what an errand says, and let it leave the spool."""
        errand = unpacked(self.office.spool.raw(entry))
        if errand.founding:
            fault = self._found(errand.founding, entry)
        elif errand.kind == AWAY:
            self.worker.tell_away(*map(datetime.fromisoformat, errand.words))
            fault = ""
        elif errand.kind in REPAIRS:
            fault = self._repair(errand, now)
        elif errand.campaign in self.office.damaged:
            self.intake.keep_back(entry, now)
            return
        else:
            fault = self._say(entry, errand, now)
        if fault:
            self.intake.ignore(entry, fault, now)
        else:
            self.office.spool.remove(entry)

    def _found(self, founding: Founding, entry: SpoolEntry) -> str:
        """A campaign that the host sets up; why it cannot be, "" when it is."""
        try:
            self.founder.found(founding, entry.arrival)
        except (CampaignError, ModuleError) as fault:
            return str(fault)
        return ""

    def _repair(self, errand: Errand, now: datetime) -> str:
        """What is no campaign's: shunted letters, and what can be made again."""
        if errand.kind == REBUILD:
            self.rebuild()
        else:
            (name,) = errand.words
            self.intake.unshunt(name) if errand.kind == UNSHUNT else self.intake.discard(name, now)
        return ""

    def rebuild(self) -> None:
        """Indexes and missing letters, made again from the journals."""
        for campaign in self.office.each(self.office.campaigns):
            campaign.write_index()
            self.office.press.freeze_all(campaign)

    def _say(self, entry: SpoolEntry, errand: Errand, now: datetime) -> str:
        """Words of the host's to a campaign, or that letters to a seat of it go out again."""
        if errand.campaign not in self.office.campaigns:
            return "no such campaign"
        campaign = self.office.campaigns[errand.campaign]
        if errand.kind == RELEASE:
            self._release(campaign, errand.words[0], now)
            return ""
        each = ("each",) if errand.each else ()  # the shell has said it to every campaign by itself
        self.worker.handle(campaign, Cause("host", entry.name, entry.arrival, lines=tuple(numbered(errand.words, 1)), words=each,
                                           house=house(self.office.config), own=self.office.press.mailbox.address))  # fmt: skip
        self.worker.spread(campaign, entry)
        return ""

    def _release(self, campaign: Campaign, seat: str, now: datetime) -> None:
        """The host says that the addresses of a seat work again."""
        book = self.office.mailroom
        away = dict.fromkeys(back.address for back in book.bounced(campaign.id, seat))
        book.note(*(Reached(campaign.id, seat, address, now) for address in away))

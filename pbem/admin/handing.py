"""Handing over: a command leaves its errand in the spool and sees that it is carried out.

By itself when nobody holds the data folder; else by the pbem that does, for whose answer the shell waits. An errand is
safe from the moment it lies there: a shell that is killed has handed it over, and a daemon that is killed leaves it to
the shell that waits, or to whoever comes next. What came of it is read where it is durable: in the journal, or in the
reason for which it was laid aside.
"""

import time
from collections.abc import Iterator, Sequence

from pbem.admin.running import Now, drop, settle
from pbem.campaign.records import Record, State, folded
from pbem.handlers.host import HostAnswer, heard
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.values import Value
from pbem.service.config.settings import Config
from pbem.service.errands import HOST, LASTING, Errand, packed
from pbem.service.open_campaign import Campaign, CampaignError
from pbem.service.opening import campaign_at
from pbem.store.folder.disk import Disk
from pbem.store.folder.spool import FolderSpool
from pbem.store.ports import DataLocked, SpoolDamaged, SpoolEntry

PATIENCE = 30.0  # seconds that a shell waits for the pbem that runs; it looks into the spool twice a second
LOOK_EVERY = 0.1


class HandedOver(Value):
    """Errands that lay in the spool, and who carried them out: 0, this process; else the process that holds the folder."""

    entries: tuple[SpoolEntry, ...]
    by: int
    waiting: frozenset[str]

    @property
    def whose(self) -> str:
        """A remark on who did it, "" when this process has."""
        return f" (done by process {self.by}, which runs here)" if self.by else ""

    @property
    def word(self) -> str:
        """What is to be said of errands that are not carried out yet."""
        who = f"process {self.by}, which runs here, has it in hand" if self.by else "it waits for its turn"
        return f"{who}: it lies safe in the spool and is done once, by this pbem or the next; `pbem status` counts what waits"


def hand_over(config: Config, errands: Sequence[Errand], now: Now) -> HandedOver:
    """Leave the errands in the spool and see them through. DataRefused; CampaignError with the reason when one was laid aside."""
    entries = tuple(drop(config, packed(errand), now(), HOST) for errand in errands)
    for errand, entry in zip(errands, entries, strict=True):
        if errand.kind in LASTING:  # outside the data folder, so that it is there when that is restored
            FolderSpool(Disk(), config.said).put(packed(errand), entry.arrival, entry.transport)
    spool = FolderSpool(Disk(), config.data / "spool")
    handed = _see_through(config, spool, entries, now)
    for aside in _laid_aside(spool, handed):
        raise CampaignError(aside.reason if aside.folder == "ignored" else f"{aside.name} is held: {aside.reason}")
    return handed


def _see_through(config: Config, spool: FolderSpool, entries: tuple[SpoolEntry, ...], now: Now) -> HandedOver:
    """Carry out what lies there, or wait for the process that does, as long as PATIENCE lasts."""
    end = time.monotonic() + PATIENCE
    while True:
        by = _carried_out(config, now)
        handed = HandedOver(entries, by, frozenset(entry.name for entry in entries if _waits(spool, entry.name)))
        if not handed.waiting or not by or time.monotonic() >= end:
            return handed
        time.sleep(LOOK_EVERY)


def _laid_aside(spool: FolderSpool, handed: HandedOver) -> Iterator[SpoolEntry]:
    """Those of the errands that were not carried out, and are not going to be."""
    for entry in handed.entries:
        found = None if entry.name in handed.waiting else spool.find(entry.name)
        if found is not None:
            yield found


def answer(config: Config, campaign: str, entry: SpoolEntry) -> HostAnswer:
    """What the referee answered to words that were handed over: derived again from where play stood, since the record holds
    only what came of them. CampaignError when no record of them is there."""
    found = campaign_at(config.data / "campaigns" / campaign)
    for past in (_last(found), found.past()):
        for before, record in past:
            if record.cause.id == entry.name:
                return heard(UnitOfWork(found.table.at(before), before, record.cause))
    raise CampaignError(f"{campaign}: nothing is known of {entry.name}; `pbem campaign log {campaign}` tells what was done")


def _last(campaign: Campaign) -> Iterator[tuple[State, Record]]:
    """The records of the last journal file, each with the state before it."""
    opened = campaign.journal.look()
    if opened.snapshot is None:
        return
    state = campaign.script.state(opened.snapshot)
    for body in opened.records:
        record = campaign.script.record(body["body"])
        yield state, record
        state = folded(campaign.script.ruleset, state, record)


def _waits(spool: FolderSpool, name: str) -> bool:
    """Does it lie there still? While it is taken away it does."""
    try:
        found = spool.find(name)
    except SpoolDamaged:
        return True
    return found is not None and found.folder == "new"


def _carried_out(config: Config, now: Now) -> int:
    """0 when what lies in the spool was handled here, else the process that holds the folder; 1 when that is not known."""
    try:
        settle(config, now)
    except DataLocked as busy:
        return busy.pid or 1
    except OSError as trouble:
        safe = "what you said lies safe in the spool: do not say it again, the next pass does it"
        raise CampaignError(f"{trouble.filename or 'disk'}: {trouble.strerror or trouble}; {safe}") from trouble
    return 0

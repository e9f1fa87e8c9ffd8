"""`pbem status`: queues, last poll, late seats, disk, lock. Nothing that any side knows and the other does not."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from email.parser import BytesHeaderParser
from email.utils import parsedate_to_datetime
from pathlib import Path

from pbem.admin.looking import damaged, eyes_on, half_made, look_at, read_book, stage
from pbem.admin.posting import waiting
from pbem.campaign import evenings
from pbem.campaign.deadlines import overdue
from pbem.handlers import unheard
from pbem.kernel.calendar import clock, time_since
from pbem.kernel.i18n import counted, phrases
from pbem.service.alerts import read_pulse
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.open_campaign import Campaign
from pbem.store.folder.disk import Disk
from pbem.store.folder.heartbeat import last_beat
from pbem.store.folder.house import AGAIN
from pbem.store.folder.lock import held, holder
from pbem.store.folder.spool import FolderSpool
from pbem.store.folder.version import read as data_format
from pbem.store.ports import FOLDERS
from pbem.store.shelf_ports import FrozenLetter

WAYS = {
    "later": "too many of a seat within an hour; read when it is over",
    "held": "in a seat's name without its proof, or after letters that held nothing",
    "shunt": "`pbem unshunt` puts them back",
}

MOST_NAMED = 10  # shunted letters


def status(file: Path, now: datetime) -> str:
    """Everything a host looks at first, a line each."""
    config = configuration.load(file)
    campaigns = tuple(look_at(config))
    house = (*_house(config, now), *_spool(config), *_outbox(config, now))
    lines = (*house, *_campaigns(campaigns), *_damaged(config, campaigns), *_late(config, campaigns, now), *_live(campaigns),
             *_unheard(config, campaigns))  # fmt: skip
    return "".join(f"{name:<10} {text}\n" for name, text in lines)


def _house(config: Config, now: datetime) -> Iterator[tuple[str, str]]:
    floor = config.settings.free_mb
    free = shutil.disk_usage(config.data).free // 1_000_000
    yield "data", f"{config.data}, format {data_format(config.data)}"
    yield "disk", f"{free} MB free (floor {floor} MB)" + ("" if free >= floor else ": no mail is taken")
    lock = config.data / "lock"
    yield "lock", f"held by process {holder(lock)}" if held(lock) else "free: no daemon runs"
    polled = last_beat(config.data)
    again = "; the next one reads the processed mail too" if (config.data / AGAIN).exists() else ""
    yield from _alarms(config)
    yield "last poll", (f"{clock(polled, 'UTC')}, {time_since(polled, now)}" if polled else "never") + again


def _alarms(config: Config) -> Iterator[tuple[str, str]]:
    """What the daemon found wrong outside, as it noted it last."""
    pulse = read_pulse(config.data)
    for alarm in pulse.alarms.values() if pulse else ():
        yield "ALARM", f"since {clock(alarm.since, 'UTC')}: {alarm.words}"


def _spool(config: Config) -> Iterator[tuple[str, str]]:
    spool = FolderSpool(Disk(), config.data / "spool")
    for folder in FOLDERS:
        count = spool.count(folder)
        why = f" ({WAYS[folder]})" if count and folder in WAYS else ""
        yield f"in {folder}", counted(count, "{number} letter", "{number} letters") + why
    book = read_book(config)
    if book.origins.rescued:
        one, many = phrases("{number} letter of a commander's was read", "{number} letters of commanders were read")
        yield "from spam", f"{counted(book.origins.rescued, one, many)} in the spam folder"
    thrown = len(book.thrown)
    if thrown:
        gone = counted(thrown, "{number} letter that was held or ignored", "{number} letters that were held or ignored")
        yield "thrown", f"{gone}, {config.settings.keep_days} days after they came (keep_days)"
    for entry in spool.entries("shunt")[:MOST_NAMED]:
        yield "", f"{entry.name}: {entry.reason}"


def _outbox(config: Config, now: datetime) -> Iterator[tuple[str, str]]:
    due = list(waiting(config, read_book(config)))
    written = [d for d in due if d.letter.is_there()]
    oldest = min(((_date(d.letter), d) for d in written), default=None, key=lambda pair: pair[0])
    text = counted(len(due), "{number} letter waits", "{number} letters wait")
    if oldest:
        then, first = oldest
        text += f", the oldest {first.campaign} {first.seat} {first.key} of {clock(then, 'UTC')}, {time_since(then, now)}"
    yield "outbox", text


def _date(letter: FrozenLetter) -> datetime:
    """When a letter of ours was written, as it says itself."""
    return parsedate_to_datetime(BytesHeaderParser().parsebytes(letter.raw())["Date"]).astimezone(UTC)


def _campaigns(campaigns: tuple[Campaign, ...]) -> Iterator[tuple[str, str]]:
    stages = [stage(c.state.admin) for c in campaigns]
    parts = [f"{stages.count(name)} {name}" for name in ("inviting", "playing", "paused", "over") if name in stages]
    yield "campaigns", ", ".join(parts) or "none"


def _damaged(config: Config, campaigns: tuple[Campaign, ...]) -> Iterator[tuple[str, str]]:
    for name, fault in damaged(config, {campaign.id for campaign in campaigns}):
        yield "DAMAGED", f"{name}: {fault}; its letters wait, the others play on"
    for line in half_made(config):
        yield "unfinished", line


def _late(config: Config, campaigns: tuple[Campaign, ...], now: datetime) -> Iterator[tuple[str, str]]:
    """Seats whose deadline has passed: of the other side a host who plays is not told."""
    for campaign in campaigns:
        for running in overdue(campaign.state.admin, now):
            if eyes_on(config, campaign).sees(running.side):
                seats = ", ".join(s.id for s in campaign.state.admin.seats_of(running.side))
                due, last = (clock(at, campaign.table.pace.zone) for at in (running.due, running.last))
                yield "late", f"{campaign.id} {seats}: {running.moment} was due {due}, grace until {last}"


def _unheard(config: Config, campaigns: tuple[Campaign, ...]) -> Iterator[tuple[str, str]]:
    """Seats that are answered no more until a line of theirs is understood; a host who plays is not told of the other side's."""
    for campaign in campaigns:
        eyes, admin = eyes_on(config, campaign), campaign.state.admin
        seats = ", ".join(seat for seat in admin.seats if eyes.sees_seat(admin, seat) and unheard(campaign.state, seat))
        if seats:
            yield "unheard", f"{campaign.id} {seats}: three letters held no line that is understood; the next that does is answered"


def _live(campaigns: tuple[Campaign, ...]) -> Iterator[tuple[str, str]]:
    """Live evenings that are offered, agreed or running; both sides know of them."""
    for campaign in campaigns:
        if campaign.state.admin.stage == "playing":
            for line in evenings.told(campaign.state.admin.evenings, campaign.table.pace.zone):
                yield "live", f"{campaign.id}: {line}"

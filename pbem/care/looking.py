"""Looking: campaigns, their records, their reports. Nothing is written and no lock is taken."""

from collections.abc import Container, Iterator
from datetime import datetime
from pathlib import Path

from pbem import config as configuration
from pbem import config_words, library
from pbem.campaign import DAMAGE, Campaign, CampaignError, read_campaign
from pbem.chronicle import Sent
from pbem.command.affairs import Affairs, Seat
from pbem.command.host_words import HOST_WORDS
from pbem.config import Config
from pbem.disk import Disk
from pbem.dispatch.desk import Desk
from pbem.dispatch.stations import report_now
from pbem.help import help_lines, topics
from pbem.host_letters import host_help
from pbem.kernel.calendar import clock
from pbem.kernel.values import replace
from pbem.mail.sender import canonical_address
from pbem.reports.document import folded, wrapped
from pbem.reports.render import render
from pbem.rulesets import RULESETS
from pbem.store.mailroom import Mailroom
from pbem.store.version import check, present


def homes(config: Config) -> Iterator[Path]:
    """The folders of all campaigns that have begun. DataRefused."""
    present(config.data)
    check(config.data)
    yield from (h for h in sorted((config.data / "campaigns").glob("*")) if (h / "journal" / "T000.jsonl").exists())


def look_at(config: Config, campaign_id: str = "") -> Iterator[Campaign]:
    """Every campaign that can be read, or the one named, as a reader sees it. DAMAGE (of the one named), DataRefused."""
    found = [home for home in homes(config) if campaign_id in ("", home.name)]
    if campaign_id and not found:
        raise CampaignError(f"no campaign {campaign_id}")
    for home in found:
        try:
            campaign = read_campaign(home)
        except DAMAGE:
            if campaign_id:
                raise
            continue
        yield campaign


def damaged(config: Config, sound: Container[str]) -> Iterator[tuple[str, str]]:
    """The campaigns that cannot be read, and what is wrong with each; sound: those that are known to be. DataRefused."""
    for home in homes(config):
        if home.name in sound:
            continue
        try:
            read_campaign(home)
        except DAMAGE as fault:
            yield home.name, str(fault)


def read_book(config: Config) -> Mailroom:
    """The mailroom's book as a reader sees it. MailroomDamaged."""
    return Mailroom(Disk(), config.data / "mailroom.jsonl").look()


def stage(affairs: Affairs) -> str:
    """inviting | playing | paused | over."""
    return "paused" if affairs.paused else affairs.stage


def list_campaigns(file: Path) -> str:
    """A line for each campaign."""
    lines, sound = [], set()
    for campaign in look_at(configuration.load(file)):
        sound.add(campaign.id)
        affairs = campaign.state.affairs
        running = None if affairs.paused else affairs.clock
        until = f"{running.impulse} {running.side} until {clock(running.due, 'UTC')}" if running else "-"
        lines.append(f"{campaign.id:<20} {stage(affairs):<9} {until}  {affairs.title}\n")
    lines += [f"{name:<20} DAMAGED   {fault}\n" for name, fault in damaged(configuration.load(file), sound)]
    return "".join(lines) or "no campaigns\n"


def show(file: Path, campaign_id: str) -> str:
    """Seats, clock, counts; nothing of what any side knows, so that a host who plays may read it."""
    campaign = next(look_at(configuration.load(file), campaign_id))
    affairs = campaign.state.affairs
    lines = [f"{affairs.title} ({stage(affairs)})"]
    for seat in affairs.seats.values():
        accepted = seat.left or ("accepted" if seat.accepted else "invited")
        lines.append(f"  seat {seat.id}: {seat.address or 'the referee'}, {accepted}, {affairs.sent.get(seat.id, 0)} letters")
    if affairs.clock and not affairs.paused:
        zone = campaign.table.pace.zone
        lines.append(f"  {affairs.clock.impulse} is {affairs.clock.side}'s until {clock(affairs.clock.due, zone)}")
    return "\n".join(lines) + "\n"


def chronicle(file: Path, campaign_id: str) -> str:
    """A line for each record: number, time, cause, seat, letters."""
    campaign = next(look_at(configuration.load(file), campaign_id))
    lines = []
    for body in campaign.journal.all_records():
        record = campaign.script.record(body["body"])
        sent = " ".join(f"{s.seat}:{s.kind}" for s in record.letters if isinstance(s, Sent))
        at = record.cause.at.isoformat(timespec="seconds")
        lines.append(f"{body['number']:>5} {at} {record.cause.kind:<8} {record.cause.seat:<8} {sent}\n")
    return "".join(lines)


def report(file: Path, campaign_id: str, seat_id: str, now: datetime) -> str:
    """A seat's situation report. A host who holds another seat of the campaign is blind and is refused."""
    config = configuration.load(file)
    campaign = next(look_at(config, campaign_id))
    affairs = campaign.state.affairs
    if seat_id not in affairs.seats:
        raise CampaignError(f"no seat {seat_id}: {', '.join(sorted(affairs.seats))}")
    seat = affairs.seats[seat_id]
    own = canonical_address(config.settings.mailbox.address)
    if any(s.address == own for s in affairs.seats.values()):
        raise CampaignError("the host holds a seat of this campaign: he is blind, and gets his reports by mail")
    if affairs.stage == "inviting":
        raise CampaignError(f"{campaign_id}: nothing to report: not all commanders have accepted")
    document = campaign.dressed(report_now(_desk(campaign, seat, now)).document, seat.side)
    return render(library.templates(), replace(document, taps=()), {"campaign_line": affairs.title, "reply": "", "re": ""}).text


def _desk(campaign: Campaign, seat: Seat, now: datetime) -> Desk:
    state = campaign.state
    return Desk(state.affairs, campaign.table.ruleset, campaign.table.game, seat, state.pictures[seat.side], (), (), now,
                campaign.table.pace.zone)  # fmt: skip


def help_text(topic: str) -> str:
    """A topic, as by mail; CONFIGURATION, and a word of the host's that is no commander's, besides."""
    ruleset, asked = next(iter(RULESETS.values())), " ".join(topic.lower().split())
    words = {word.name for word in HOST_WORDS} - topics(ruleset).keys()
    if asked == "configuration":
        lines = config_words.documented()
    elif asked in words:
        lines = tuple(part for line in host_help(asked) for part in folded(line))
    else:
        more = wrapped(f"  CONFIGURATION; and the host's words: {', '.join(sorted(words)).upper()}", "  ", "  ")
        lines = (*help_lines(ruleset, topic), *(() if asked else more))
    return "\n".join(lines) + "\n"

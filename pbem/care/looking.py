"""Looking: campaigns, their records, their reports. Nothing is written and no lock is taken."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pbem import config as configuration
from pbem import library
from pbem.campaign import Campaign, CampaignError, read_campaign
from pbem.chronicle import Sent
from pbem.command.affairs import Seat
from pbem.config import Config
from pbem.dispatch import Desk, report_now
from pbem.help import help_lines
from pbem.kernel.calendar import clock
from pbem.mail.sender import canonical_address
from pbem.reports.render import render
from pbem.rulesets import RULESETS


def homes(config: Config) -> Iterator[Path]:
    """The folders of all campaigns that have begun."""
    yield from (h for h in sorted((config.data / "campaigns").glob("*")) if (h / "journal" / "T000.jsonl").exists())


def list_campaigns(file: Path) -> str:
    """A line for each campaign."""
    lines = []
    for home in homes(configuration.load(file)):
        affairs = read_campaign(home).state.affairs
        running = affairs.clock
        until = f"{running.impulse} {running.side} until {clock(running.due, 'UTC')}" if running else "-"
        lines.append(f"{home.name:<20} {affairs.stage:<9} {until}  {affairs.title}\n")
    return "".join(lines) or "no campaigns\n"


def show(file: Path, campaign_id: str) -> str:
    """Seats, clock, counts; nothing of what any side knows, so that a host who plays may read it."""
    campaign = read_campaign(configuration.load(file).data / "campaigns" / campaign_id)
    affairs = campaign.state.affairs
    lines = [f"{affairs.title} ({affairs.stage})"]
    for seat in affairs.seats.values():
        accepted = "accepted" if seat.accepted else "invited"
        lines.append(f"  seat {seat.id}: {seat.address}, {accepted}, {affairs.sent.get(seat.id, 0)} letters")
    if affairs.clock:
        zone = campaign.table.pace.zone
        lines.append(f"  {affairs.clock.impulse} is {affairs.clock.side}'s until {clock(affairs.clock.due, zone)}")
    return "\n".join(lines) + "\n"


def chronicle(file: Path, campaign_id: str) -> str:
    """A line for each record: number, time, cause, seat, letters."""
    campaign = read_campaign(configuration.load(file).data / "campaigns" / campaign_id)
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
    campaign = read_campaign(config.data / "campaigns" / campaign_id)
    affairs = campaign.state.affairs
    if seat_id not in affairs.seats:
        raise CampaignError(f"no seat {seat_id}: {', '.join(sorted(affairs.seats))}")
    seat = affairs.seats[seat_id]
    own = canonical_address(config.settings.mailbox.address)
    if any(s.address == own for s in affairs.seats.values()):
        raise CampaignError("the host holds a seat of this campaign: he is blind, and gets his reports by mail")
    document = report_now(_desk(campaign, seat, now)).document
    return render(library.templates(), document, {"campaign_line": affairs.title}).text


def _desk(campaign: Campaign, seat: Seat, now: datetime) -> Desk:
    state = campaign.state
    return Desk(state.affairs, campaign.table.ruleset, campaign.table.game, seat, state.pictures[seat.side], (), (), now,
                campaign.table.pace.zone)  # fmt: skip


def help_text(topic: str) -> str:
    """A topic, as by mail."""
    if topic.strip().lower() == "configuration":
        return "\n".join(configuration.documented()) + "\n"
    return "\n".join(help_lines(next(iter(RULESETS.values())), topic)) + "\n"

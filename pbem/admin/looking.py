"""Looking: campaigns, their records, their reports. Nothing is written and no lock is taken."""

from collections.abc import Container, Iterator
from datetime import datetime
from pathlib import Path

from pbem.campaign.eyes import Eyes, eyes
from pbem.campaign.records import Record, Sent
from pbem.campaign.state import AdminState, Clock, Seat
from pbem.documents.document import folded, wrapped
from pbem.documents.render import render
from pbem.handlers.words import words_of
from pbem.kernel.calendar import clock
from pbem.kernel.i18n import counted, say
from pbem.kernel.values import replace
from pbem.letters.desk import Desk
from pbem.letters.help import asked_for, help_lines, is_topic, topics
from pbem.letters.host import host_help
from pbem.letters.stations import report_now
from pbem.modules import library
from pbem.orders.hints import near
from pbem.rulesets import RULESETS
from pbem.rulesets.form import Ruleset
from pbem.service.config import settings as configuration
from pbem.service.config import words as config_words
from pbem.service.config.settings import Config
from pbem.service.damage import Damaged, told_of
from pbem.service.directory import house
from pbem.service.open_campaign import Campaign, CampaignError
from pbem.service.opening import campaign_at, shelf_at
from pbem.store.folder.disk import Disk
from pbem.store.folder.fact_file import FactFile
from pbem.store.folder.homes import homes, unfinished
from pbem.store.folder.version import BOOK, check, present
from pbem.store.mailroom import Mailroom

PLAIN = ("letter", "host", "start", "digest")  # causes whose kind tells nothing of a side that did not write


def homes_of(config: Config) -> tuple[Path, ...]:
    """The folders of all campaigns. DataRefused."""
    present(config.data)
    check(config.data)
    return tuple(homes(config.data))


def look_at(config: Config, campaign_id: str = "") -> Iterator[Campaign]:
    """Every campaign that can be read, or the one named, as a reader sees it. CampaignError (of the one named), DataRefused."""
    found = [home for home in homes_of(config) if campaign_id in ("", home.name)]
    if campaign_id and not found:
        raise CampaignError(f"no campaign {campaign_id}")
    for home in found:
        try:
            campaign = campaign_at(home)
        except Damaged as fault:
            if campaign_id:
                raise CampaignError(f"{campaign_id} is set aside: {told_of(fault, shelf_at(home), house(config))}") from None
            continue
        yield campaign


def damaged(config: Config, sound: Container[str]) -> Iterator[tuple[str, str]]:
    """The campaigns that cannot be read, and what the host may read of each; sound: those that are known to be. DataRefused."""
    for home in homes_of(config):
        if home.name in sound:
            continue
        try:
            campaign_at(home)
        except Damaged as fault:
            yield home.name, told_of(fault, shelf_at(home), house(config))


def half_made(config: Config) -> tuple[str, ...]:
    """What is to be said of each campaign whose making was cut short. DataRefused."""
    present(config.data)
    check(config.data)
    words = "its making was cut short before anybody was written to; `pbem campaign new` makes it again"
    return tuple(f"{home.name}: {words}" for home in unfinished(config.data))


def read_book(config: Config) -> Mailroom:
    """The mailroom's book as a reader sees it. MailroomDamaged."""
    return Mailroom(FactFile(Disk(), config.data / BOOK)).look()


def stage(admin: AdminState) -> str:
    """inviting | playing | paused | over."""
    return "paused" if admin.paused else admin.stage


def list_campaigns(file: Path) -> str:
    """A line for each campaign."""
    lines, sound, config = [], set(), configuration.load(file)
    for campaign in look_at(config):
        sound.add(campaign.id)
        admin = campaign.state.admin
        running = () if admin.paused else (clock for _, clock in sorted(admin.clocks.items()))
        until = ", ".join(f"{c.moment} {c.side}{_until(config, campaign, c, 'UTC')}" for c in running)
        lines.append(f"{campaign.id:<20} {stage(admin):<9} {until or '-'}  {admin.title}\n")
    lines += [f"{name:<20} DAMAGED   {fault}\n" for name, fault in damaged(config, sound)]
    return "".join(lines) or "no campaigns\n"


def eyes_on(config: Config, campaign: Campaign) -> Eyes:
    """What whoever sits at the shell may be shown of a campaign."""
    return eyes(campaign.state.admin, house(config))


def may_be_drawn(file: Path, module: str, side: str) -> None:
    """CampaignError when the set-up of a side is asked for by who plays the other in a campaign of this module."""
    if not side or not file.exists():
        return
    config = configuration.load(file)
    for campaign in look_at(config) if config.data.is_dir() else ():
        if campaign.table.ruleset.scenario.module_id(campaign.table.game) == module and not eyes_on(config, campaign).sees(side):
            raise CampaignError(f"{campaign.id} is of this module and its host commands the other side: {side} stays closed")


def _until(config: Config, campaign: Campaign, running: Clock, zone: str) -> str:
    """Until when a side is waited for: it may have taken more time, which the other is not told. After an outage no time counts."""
    if campaign.state.admin.hosting.outage:
        return f": the referee was away, and no deadline counts until RESUME {running.moment}"
    return f" until {clock(running.due, zone)}" if eyes_on(config, campaign).sees(running.side) else ""


def show(file: Path, campaign_id: str) -> str:
    """Seats, clock, counts; of the other side no hour and no count, for a host who plays."""
    config = configuration.load(file)
    campaign = next(look_at(config, campaign_id))
    admin, sees = campaign.state.admin, eyes_on(config, campaign).sees
    lines = [f"{admin.title} ({stage(admin)})"]
    for seat in admin.seats.values():
        accepted = seat.left or ("accepted" if seat.accepted else "invited")
        letters = f", {counted(admin.sent.get(seat.id, 0), '{number} letter', '{number} letters')}" if sees(seat.side) else ""
        lines.append(f"  seat {seat.id}: {seat.address or 'the referee'}, {accepted}{letters}")
    for side, running in sorted(admin.clocks.items()) if not admin.paused else ():
        lines.append(f"  {running.moment} is {side}'s{_until(config, campaign, running, campaign.table.pace.zone)}")
    return "\n".join(lines) + "\n"


def chronicle(file: Path, campaign_id: str) -> str:
    """A line for each record: number, time, cause, seat, letters. A host who plays is shown what he knows by letter: his own side's
    records, and of the others the letters they brought it.
    """
    config = configuration.load(file)
    campaign = next(look_at(config, campaign_id))
    sees, admin = eyes_on(config, campaign), campaign.state.admin
    numbered = ((body["number"], campaign.script.record(body["body"])) for body in campaign.journal.all_records())
    return "".join(_chronicled(number, record, admin, sees) for number, record in numbered)


def _chronicled(number: int, record: Record, admin: AdminState, sees: Eyes) -> str:
    """The line of a record; "" for one of which these eyes may see nothing."""
    cause = record.cause
    sent = " ".join(f"{s.seat}:{s.kind}" for s in record.letters if isinstance(s, Sent) and sees.sees_seat(admin, s.seat))
    own = not sees.blind or (sees.sees_seat(admin, cause.seat) and cause.kind in PLAIN)
    if not own and not sent:
        return ""
    kind, seat = (cause.kind, cause.seat) if own else ("-", "")
    shown = "" if sees.blind else number  # it would count the other side's letters
    return f"{shown:>5} {cause.at.isoformat(timespec='seconds')} {kind:<8} {seat:<8} {sent}\n"


def report(file: Path, campaign_id: str, seat_id: str, now: datetime) -> str:
    """A seat's situation report. A host who holds a seat of the campaign is blind and is refused."""
    config = configuration.load(file)
    campaign = next(look_at(config, campaign_id))
    admin = campaign.state.admin
    if seat_id not in admin.seats:
        raise CampaignError(f"no seat {seat_id}: {', '.join(sorted(admin.seats))}")
    seat = admin.seats[seat_id]
    if eyes_on(config, campaign).blind:
        raise CampaignError("the host holds a seat of this campaign, is blind, and gets reports by mail")
    if admin.stage == "inviting":
        raise CampaignError(f"{campaign_id}: nothing to report: not all commanders have accepted")
    document = campaign.dressed(report_now(_desk(campaign, seat, now)).document, seat.side)
    return render(library.templates(), replace(document, taps=()), {"campaign_line": admin.title, "reply": "", "re": ""}).text


def _desk(campaign: Campaign, seat: Seat, now: datetime) -> Desk:
    state, table = campaign.state, campaign.table
    return Desk(state.admin, table.ruleset, table.words, table.game, seat, state.pictures[seat.side], (), (), now, table.pace.zone)


def help_text(topic: str) -> tuple[str, bool]:
    """A topic, or several, as by mail; CONFIGURATION, and a word of the host's that is no commander's, besides; whether there is
    such a topic."""
    asked, words = " ".join(topic.lower().split()), _words_of_the_host_alone()
    if asked == "configuration":
        lines, known = config_words.documented(), True
    elif asked in words:
        lines, known = tuple(part for line in host_help(words_of(_any_ruleset()).host, asked) for part in folded(line)), True
    else:
        lines, known = _help_by_mail(topic, words)
    return "\n".join(lines) + "\n", known


def _words_of_the_host_alone() -> set[str]:
    """The host's words that no commander has a topic for."""
    return {word.name for word in words_of(_any_ruleset()).host.words} - topics(_any_ruleset(), words_of(_any_ruleset())).keys()


def _any_ruleset() -> Ruleset:
    """The ruleset whose topics the shell tells, where no campaign says which."""
    return next(iter(RULESETS.values()))


def _help_by_mail(topic: str, host_words: set[str]) -> tuple[tuple[str, ...], bool]:
    """HELP as a letter answers it, and what the shell knows besides; whether each topic that was asked for is one."""
    ruleset, asked = _any_ruleset(), " ".join(topic.lower().split())
    parts = asked_for(ruleset, words_of(ruleset), topic)
    known = all(is_topic(ruleset, words_of(ruleset), part) for part in parts)
    more: tuple[str, ...] = ()
    if not asked:
        more = wrapped(f"  CONFIGURATION; and the host's words: {', '.join(sorted(host_words)).upper()}", "  ", "  ")
    elif not known and (meant := near(asked, {word: word.upper() for word in host_words})):
        more = wrapped(say("among the host's words: {words}", words=", ".join(meant)))
    return ("\n\n".join("\n".join(help_lines(ruleset, words_of(ruleset), part)) for part in parts), *more), known

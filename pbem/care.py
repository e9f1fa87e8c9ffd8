"""What the host does by hand: set up, look, check, prove, mend. Each function is one command; it returns what to print."""

import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from pbem import __version__, daemon, library, roads
from pbem import config as configuration
from pbem.campaign import Campaign, CampaignError, Setup, read_campaign
from pbem.causes import Table
from pbem.chronicle import Sent
from pbem.command.affairs import Seat
from pbem.command.deadlines import Pace
from pbem.command.words import VERBS
from pbem.config import Config
from pbem.disk import Disk
from pbem.dispatch import Desk, report_now
from pbem.engine.situation import CONTROL
from pbem.help import help_lines
from pbem.kernel.calendar import clock
from pbem.logs import configure
from pbem.mail.sender import canonical_address
from pbem.referee import Referee
from pbem.reports.render import render
from pbem.rulesets import RULESETS
from pbem.rulesets.tocs.module import ModuleError, load_module
from pbem.rulesets.tocs.scenario import game_of
from pbem.store.lock import DataLock, DataLocked
from pbem.store.spool import Spool

Now = Callable[[], datetime]
log = logging.getLogger("pbem.care")

TEMPLATE = """# pbem.toml: the configuration of a pbem referee. `pbem help configuration` explains every setting.
data = "data"

[mailbox]
address = "{address}"

[inbox]                  # where letters come from; kind = "imap" takes host, port, user, password_file, security
kind = "maildir"
folder = "mail/in"

[outbox]                 # where letters go; kind = "smtp" takes host, port, user, password_file, security
kind = "maildir"
folder = "mail/out"
"""


def init(file: Path, address: str) -> str:
    """Write a configuration (never over an old one) and make its folders, for you alone."""
    if file.exists():
        raise FileExistsError(file)
    disk = Disk()
    base = file.resolve().parent
    for folder in ("data", "mail/in/new", "mail/in/cur", "mail/in/tmp", "mail/out"):
        disk.make_folder(base / folder)
    disk.write(base / file.name, TEMPLATE.format(address=address).encode())
    return f"{file}: written. Next: pbem campaign new heumen-bridge CAMPAIGN --seat allied=ADDRESS --seat german=ADDRESS"


def new_campaign(file: Path, what: tuple[str, str], seats: tuple[str, ...], pace: Pace, at: datetime) -> str:
    """Set up a campaign: (module, campaign id), SIDE=ADDRESS for every side."""
    config = configuration.load(file)
    module_name, campaign_id = what
    if not campaign_id.replace("-", "").isalnum() or not campaign_id.isascii() or len(campaign_id) > 30:
        raise CampaignError(f"{campaign_id!r}: a campaign is named with letters, digits and hyphens, at most 30")
    folder = library.module_folder(module_name)
    if not (folder / "module.toml").is_file():
        raise CampaignError(f"no module {module_name!r}: shipped are {', '.join(library.module_names())}")
    setup = Setup(campaign_id.lower(), folder, _seats(folder, seats), pace)
    with Referee(config) as referee:
        campaign = referee.new_campaign(setup, at)
        referee.post(roads.outbox(config), at)
    policy = "token: a letter counts when it comes from the enrolled address and carries that seat's reply token"
    return f"{campaign.id}: {campaign.state.affairs.title}; {len(setup.seats)} invitations written\nidentity: {policy}\n"


def _seats(folder: Path, given: tuple[str, ...]) -> tuple[Seat, ...]:
    module = load_module(library.module_files(folder))
    pairs = dict(item.partition("=")[::2] for item in given)
    sides = {s.id: s for s in module.sides}
    unknown, missing = sorted(set(pairs) - set(sides)), sorted(set(sides) - set(pairs))
    if unknown or missing:
        wrong = "no such side: " + ", ".join(unknown) if unknown else "no commander for: " + ", ".join(missing)
        raise CampaignError(f"{wrong} (sides: {', '.join(sides)})")
    return tuple(_seat(side, sides[side].letter_prefix, address) for side, address in pairs.items())


def _seat(side: str, prefix: str, address: str) -> Seat:
    canonical = canonical_address(address)
    if canonical is None:
        raise CampaignError(f"{address!r} is not a mail address")
    return Seat(side, side, "commander", canonical, prefix)


def _homes(config: Config) -> Iterator[Path]:
    yield from (h for h in sorted((config.data / "campaigns").glob("*")) if (h / "journal" / "T000.jsonl").exists())


def list_campaigns(file: Path) -> str:
    """A line for each campaign."""
    lines = []
    for home in _homes(configuration.load(file)):
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


def serve(file: Path, now: Now) -> str:
    """Run the daemon until it is told to stop."""
    configure()
    config = configuration.load(file)
    stop = daemon.Stop()
    stop.listen()
    with Referee(config) as referee:
        daemon.serve(referee, (roads.inbox(config), roads.outbox(config)), now, stop)
    return ""


def tick(file: Path, now: Now) -> str:
    """One pass of the daemon."""
    config = configuration.load(file)
    inbox = roads.inbox(config)
    with Referee(config) as referee:
        done = daemon.tick(referee, inbox, roads.outbox(config), now)
    inbox.close()
    return f"{done} handled\n"


def receive(file: Path, raw: bytes, now: Now) -> None:
    """Take one piped letter: safe in the spool first; handled at once if nobody holds the lock, else by its holder.

    Once it is safe nothing may make the carrier bring it a second time, so what goes wrong then is logged and left.
    """
    configure()
    config = configuration.load(file)
    at = now()
    Spool(Disk(), config.data / "spool").put(raw, at, f"pipe:{at.isoformat()}:{sha256(raw).hexdigest()[:16]}")
    try:
        with Referee(config) as referee:
            referee.work(at, datetime.min.replace(tzinfo=UTC))
            referee.post(roads.outbox(config), now())
    except DataLocked:
        return
    except Exception:
        log.exception("the letter is safe but not handled yet")


def outbox(file: Path, now: Now, post: bool) -> str:
    """Letters that wait, a line each; with `post`, after an attempt."""
    config = configuration.load(file)
    with Referee(config) as referee:
        if post:
            referee.post(roads.outbox(config), now())
        lines = [
            f"{due.campaign} {due.seat} {due.key} ({len(referee.mailroom.deferrals(due.campaign, due.seat, due.key))} tries)\n"
            for campaign in referee.campaigns.values()
            for due in referee.postroom.waiting(campaign)
        ]
    return "".join(lines) or "nothing waits\n"


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


def check(modules: tuple[str, ...]) -> tuple[str, bool]:
    """Every fault of the modules, and whether there was none."""
    lines, clean = [], True
    for name in modules or library.module_names():
        folder = library.module_folder(name)
        files = library.module_files(folder)
        if not files:
            lines.append(f"{name}: no module there\n")
            clean = False
            continue
        try:
            module = load_module(files, order_words())
            game_of(module, library.charts(module.ruleset))
            lines.append(f"{name}: {module.title}, {len(module.counters)} counters, {len(module.turns)} turns: clean\n")
        except ModuleError as trouble:
            clean = False
            lines += [f"{name}/{fault}\n" for fault in trouble.faults]
    return "".join(lines), clean


def order_words() -> frozenset[str]:
    """Words no unit may be called by."""
    verbs = (*VERBS, *(a.verb for r in RULESETS.values() for a in r.actions.values()))
    return frozenset(word for verb in verbs for word in verb.name.split())


def audit(file: Path) -> tuple[str, bool]:
    """Fold every journal from its first snapshot and compare: state, pictures, index, observations."""
    config = configuration.load(file)
    lines, clean = [], True
    with DataLock(config.data / "lock"):
        for home in _homes(config):
            faults = _audit_one(home)
            clean = clean and not faults
            lines += [f"{home.name}: {fault}\n" for fault in faults] or [f"{home.name}: sound\n"]
    return "".join(lines) or "no campaigns\n", clean


def _audit_one(home: Path) -> list[str]:
    campaign = read_campaign(home)
    state, count = campaign.from_the_beginning()
    faults = []
    snapshot = campaign.script.snapshot
    if snapshot(state) != snapshot(campaign.state):
        faults.append("the journal folded from its beginning differs from its last snapshot and what follows")
    stored = campaign.index.read()
    if stored is None or stored["checkpoint"][0]["records"] != count:
        faults.append("the index is missing or behind; `pbem rebuild` makes it again")
    faults += _observations_differ(campaign)
    return faults


def _observations_differ(campaign: Campaign) -> list[str]:
    """Derive every observation again from the events, and compare with what the desks were told."""
    table: Table = campaign.table
    knowing = table.ruleset.knowing
    state, faults = campaign.script.state(campaign.first_snapshot()), []
    board = state.situation.board
    for body in campaign.journal.all_records():
        record = campaign.script.record(body["body"])
        derived: list[tuple[str, object]] = []
        for event in record.events:
            if isinstance(event, CONTROL):
                continue
            derived += knowing.observe(table.game, board, event)
            board = knowing.apply(board, event)
        told = [pair for pair in record.seen if isinstance(pair[1], knowing.observations)]
        if told != derived:
            kind = "differ" if record.code == __version__ else f"differ (made by version {record.code})"
            faults.append(f"record {body['number']}: stored observations {kind} from derived ones")
    return faults


def rebuild(file: Path) -> str:
    """Indexes and missing letters, made again from the journals."""
    config = configuration.load(file)
    with Referee(config) as referee:
        for campaign in referee.campaigns.values():
            campaign.write_index()
            referee.postroom.freeze_missing(campaign)
        return "".join(f"{c}: rebuilt\n" for c in sorted(referee.campaigns)) or "no campaigns\n"


def unshunt(file: Path, letter: str) -> str:
    """Shunted letters go back to be read again."""
    with Referee(configuration.load(file)) as referee:
        return f"{referee.unshunt(letter)} put back\n"


def help_text(topic: str) -> str:
    """A topic, as by mail."""
    if topic.strip().lower() == "configuration":
        return "\n".join(configuration.documented()) + "\n"
    return "\n".join(help_lines(next(iter(RULESETS.values())), topic)) + "\n"

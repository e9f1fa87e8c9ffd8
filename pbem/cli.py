"""The command line: one command per use case, no logic. The only reader of the clock (--now)."""

import atexit
import gc
import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime, time
from pathlib import Path
from types import ModuleType

import click

from pbem import __version__

DEFAULT = "pbem.toml"
NO_FOLDER = "league init help schema map pad check verify rehearse demo"  # commands that need no data folder
REFUSED, BUSY = 2, 75  # how a command ends: it would be refused again; try again later (EX_TEMPFAIL of sysexits.h)
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# New objects between two looks for garbage. Nearly all that a start makes (modules, charts, units) lives as long as the process:
# at Python's own 700 a tenth of a start went into looking through it, and as much at its end.
GARBAGE_AFTER = 50_000


class Invocation:
    """What every command is given: the configuration file and the clock."""

    def __init__(self, config: str, now: datetime | None) -> None:
        self.file, self.fixed = Path(config), now

    def now(self) -> datetime:
        """The time: as given with --now, else the clock's."""
        return self.fixed or datetime.now(UTC)


def _moment(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter("write it like 2026-11-24T20:00+01:00") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _reading(ctx: click.Context, param: click.Parameter, value: str) -> time:
    try:
        return time.fromisoformat(value if ":" in value else f"{int(value):02d}:00")
    except ValueError:
        raise click.BadParameter("write it like 20:00") from None


class Shell(click.Group):
    """The commands. What no command foresees is told in one line too: its text may quote a letter, so type and places alone."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a bug of ours ends it with 1."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as bug:
            from pbem.service.logs import places

            click.echo(f"pbem: a fault of pbem's own, please report it: {type(bug).__name__} at {places(bug)}", err=True)
            sys.exit(1)


@click.group(cls=Shell)
@click.version_option(__version__)
@click.option("--config", default=DEFAULT, show_default=True, help="the configuration file")
@click.option("--now", callback=_moment, help="a fixed moment in place of the clock (ISO 8601)")
@click.pass_context
def main(ctx: click.Context, config: str, now: datetime | None) -> None:
    """A play-by-email referee for double-blind wargame campaigns."""
    gc.set_threshold(GARBAGE_AFTER)
    atexit.register(gc.freeze)
    os.umask(0o077)  # letters and keys are for their owner's eyes alone, whoever makes the file
    ctx.obj = Invocation(config, now)
    _of_a_league(Path(config), ctx.invoked_subcommand)


def _of_a_league(file: Path, command: str | None) -> None:
    """A league has commands of its own; those of a data folder would find nothing there."""
    if command in NO_FOLDER.split() or not file.is_file() or b"[league]" not in file.read_bytes():
        return
    from pbem.service.config.settings import ConfigError, load

    try:
        league = load(file).settings.league
    except ConfigError:
        return  # the command itself says what is wrong
    if league.database:
        words = f"{file}: it is of a league: `pbem league …`; campaigns are set up in a folder and imported, words said by mail"
        _refuse(ConfigError(words))


def _refuse(trouble: Exception, status: int = REFUSED) -> None:
    words = str(trouble)
    if isinstance(trouble, OSError) and trouble.strerror:  # the system's own words: which file first, and no number
        words = f"{trouble.filename}: {trouble.strerror}" if trouble.filename else trouble.strerror
    click.echo(f"pbem: {words}", err=True)
    sys.exit(status)


@main.command()
@click.option("--address", prompt="The referee's own mail address", help="the address commanders write to")
@click.pass_obj
def init(desk: Invocation, address: str) -> None:
    """Write a configuration and create its folders."""
    from pbem import admin as care

    _run(lambda: care.init(desk.file, address) + "\n")


@main.group()
def campaign() -> None:
    """Campaigns: new, list, show, log."""


@campaign.command("new")
@click.argument("module")
@click.argument("campaign_id")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    required=True,
    metavar="SIDE[.SEAT]=ADDRESS",
    help="a commander for each side, and for formations of it (allied.504, allied.1-505)",
)
@click.option(
    "--boot-camp",
    "camp",
    is_flag=True,
    help="for one pupil, the one --seat: the referee leads the other side, each"
    " letter teaches a lesson, and no letter is due before four weeks (pbem help boot camp)",
)
@click.option(
    "--tempo",
    type=click.Choice(["at-once", "on-end"]),
    help="at-once: orders run as they come; on-end: they lie on"
    " file until the commander of the side lets them run. A team's default is on-end",
)
@click.option("--observer", "observers", multiple=True, metavar="SIDE=ADDRESS", help="somebody who watches a side")
@click.option("--field", "leaders", multiple=True, metavar="SIDE=ADDRESS", help="a field commander, who leads battles of a side")
@click.option("--reserve", "bench", multiple=True, metavar="ADDRESS", help="an officer who stands ready to take an empty seat")
@click.option("--hours", type=click.IntRange(1, 24 * 60), default=48, show_default=True, help="hours a side has for its orders")
@click.option("--evening", callback=_reading, default="20:00", show_default=True, help="local time before which none are due")
@click.option(
    "--day", "days", multiple=True, type=click.Choice(DAYS), help="a weekday orders may be due on; all when none is named"
)
@click.option("--grace", type=click.IntRange(0, 24 * 14), default=12, show_default=True, help="hours of grace")
@click.option("--live", type=click.IntRange(5, 120), default=20, show_default=True, help="minutes for them on a live evening")
@click.option("--zone", default="Europe/Amsterdam", show_default=True, help="the campaign's time zone")
@click.option(
    "--proof", type=click.Choice(["token", "token+dkim"]), help="what letters must show; token+dkim where somebody is trusted"
)
@click.pass_obj
def campaign_new(
    desk: Invocation,
    module: str,
    campaign_id: str,
    seats: tuple[str, ...],
    camp: bool,
    tempo: str | None,
    observers: tuple[str, ...],
    leaders: tuple[str, ...],
    bench: tuple[str, ...],
    hours: int,
    evening: time,
    days: tuple[str, ...],
    grace: int,
    live: int,
    zone: str,
    proof: str | None,
) -> None:
    """Set up a campaign of a MODULE and invite its commanders."""
    from pbem import admin as care
    from pbem.campaign.deadlines import Pace

    def act() -> str:
        pace = Pace(hours, evening.hour, grace, zone, minute=evening.minute, weekdays=" ".join(days), live=live)
        what = (module, campaign_id, proof or "", tempo or "")
        set_up = care.new_boot_camp if camp else care.new_campaign
        return set_up(desk.file, what, (seats, observers, leaders, bench), pace, desk.now)

    _run(act)


def _run(act: Callable[[], str], busy_exit: int = REFUSED) -> None:
    """Run a use case; expected trouble is told in one line, exit 2. busy_exit: where another process holds the data folder."""
    from pbem.modules.faults import ModuleError
    from pbem.service.config.settings import ConfigError
    from pbem.service.open_campaign import CampaignError
    from pbem.store.ports import DataLocked, DataRefused, LinesDamaged

    try:
        click.echo(act(), nl=False)
    except DataLocked as busy:
        words = f"{busy}: a pbem runs here already; it fetches, handles and posts by itself"
        _refuse(CampaignError(words), busy_exit)
    except (CampaignError, ConfigError, DataRefused, LinesDamaged, ModuleError, OSError) as trouble:
        _refuse(trouble)


@campaign.command("list")
@click.pass_obj
def campaign_list(desk: Invocation) -> None:
    """List the campaigns, a line each."""
    from pbem import admin as care

    _run(lambda: care.list_campaigns(desk.file))


@campaign.command("show")
@click.argument("campaign_id")
@click.pass_obj
def campaign_show(desk: Invocation, campaign_id: str) -> None:
    """Show a campaign's seats, clock and letters; nothing of what any side knows."""
    from pbem import admin as care

    _run(lambda: care.show(desk.file, campaign_id))


@campaign.command("log")
@click.argument("campaign_id")
@click.pass_obj
def campaign_log(desk: Invocation, campaign_id: str) -> None:
    """Print a campaign's records, a line each: cause, letters, no secret."""
    from pbem import admin as care

    _run(lambda: care.chronicle(desk.file, campaign_id))


@main.command()
@click.argument("campaign_id")
@click.argument("words", nargs=-1, required=True)
@click.option("--yes", "sure", is_flag=True, help="do it, if it changes something")
@click.pass_obj
def host(desk: Invocation, campaign_id: str, words: tuple[str, ...], sure: bool) -> None:
    """Say WORDS of the host's to a campaign, the same as by mail: PAUSE T1.2, EXTEND, ROLLBACK, RULE … (HELP lists them)."""
    from pbem import admin as care

    _run(lambda: care.host(desk.file, campaign_id, sys.stdin.read() if words == ("-",) else " ".join(words), desk.now, sure))


@main.command()
@click.pass_obj
def serve(desk: Invocation) -> None:
    """Run the daemon until SIGTERM."""
    from pbem import admin as care

    _run(lambda: care.serve(desk.file, desk.now), BUSY)


@main.command()
@click.option("--again", is_flag=True, help="read the processed mail too, and handle what is unknown (as after a restore)")
@click.pass_obj
def tick(desk: Invocation, again: bool) -> None:
    """One pass of the daemon, for cron. Exit 1 when inbox or disk fail, a campaign is set aside or its clock is stopped."""
    from pbem import admin as care

    passed: list[bool] = []

    def act() -> str:
        text, well = care.tick(desk.file, desk.now, again)
        passed.append(well)
        return text

    _run(act)
    sys.exit(0 if all(passed) else 1)


@main.command()
@click.argument("source", default="-")
@click.pass_obj
def receive(desk: Invocation, source: str) -> None:
    """Take one letter from a SOURCE, a file or - (a pipe). Exit 0 when it is safe, 75 on any doubt."""
    try:
        from pbem import admin as care

        raw = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
        care.receive(desk.file, raw, desk.now)
    except Exception as doubt:
        click.echo(f"pbem: not taken: {type(doubt).__name__}", err=True)
        sys.exit(75)


@main.group(invoke_without_command=True)
@click.option("--post", is_flag=True, help="post what waits now")
@click.pass_context
def outbox(ctx: click.Context, post: bool) -> None:
    """List letters that wait to be posted; `export` them as files."""
    from pbem import admin as care

    desk: Invocation = ctx.obj
    if ctx.invoked_subcommand is None:
        _run(lambda: care.outbox(desk.file, desk.now, post))


@outbox.command("export")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.pass_obj
def outbox_export(desk: Invocation, folder: Path) -> None:
    """Write the letters that wait into a FOLDER, to hand them over otherwise."""
    from pbem import admin as care

    _run(lambda: care.export(desk.file, folder))


@outbox.command("release")
@click.argument("campaign_id")
@click.argument("seat")
@click.pass_obj
def outbox_release(desk: Invocation, campaign_id: str, seat: str) -> None:
    """Letters to a SEAT had come back, and its addresses work again."""
    from pbem import admin as care

    _run(lambda: care.release(desk.file, campaign_id, seat, desk.now))


@main.command()
@click.pass_obj
def status(desk: Invocation) -> None:
    """Print queues, last poll, late seats, disk and lock; no secret of any side."""
    from pbem import admin as care

    _run(lambda: care.status(desk.file, desk.now()))


@main.command()
@click.option("--patience", default=60, show_default=True, help="seconds to wait for the letter to oneself")
@click.option("--pad", is_flag=True, help="mail an order pad to the host, to see whether such a file comes through")
@click.pass_obj
def doctor(desk: Invocation, patience: int, pad: bool) -> None:
    """Look at everything the referee depends on: settings, disk, log-ins, clock, a letter to oneself and back."""
    from pbem import admin as care

    text, well = care.doctor(desk.file, desk.now, patience, pad)
    click.echo(text, nl=False)
    sys.exit(0 if well else 1)


@main.command()
@click.argument("archive", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def backup(desk: Invocation, archive: Path) -> None:
    """Copy the data folder into an ARCHIVE (.tar.gz), also while the daemon runs."""
    from pbem import admin as care

    _run(lambda: care.backup(desk.file, archive, desk.now()))


@main.command()
@click.argument("archive", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def restore(desk: Invocation, archive: Path) -> None:
    """Make the data folder again from an ARCHIVE; what came later is read again from the mailbox."""
    from pbem import admin as care

    _run(lambda: care.restore(desk.file, archive))


@main.command("hold-all")
@click.option("--reason", default="", help="told to both sides")
@click.pass_obj
def hold_all(desk: Invocation, reason: str) -> None:
    """Pause every campaign that runs."""
    from pbem import admin as care

    _run(lambda: care.hold_all(desk.file, reason, desk.now))


@main.command("resume-all")
@click.pass_obj
def resume_all(desk: Invocation) -> None:
    """Let every campaign go on that hold-all paused."""
    from pbem import admin as care

    _run(lambda: care.resume_all(desk.file, desk.now))


@main.command()
@click.argument("campaign_id")
@click.argument("seat")
@click.pass_obj
def report(desk: Invocation, campaign_id: str, seat: str) -> None:
    """Print a seat's situation report (refused to a host who plays himself)."""
    from pbem import admin as care

    _run(lambda: care.report(desk.file, campaign_id, seat, desk.now()))


@main.command()
@click.argument("modules", nargs=-1)
@click.pass_obj
def check(desk: Invocation, modules: tuple[str, ...]) -> None:
    """Check game MODULES (all shipped ones when none is named)."""
    from pbem import admin as care

    text, clean = care.check(modules)
    click.echo(text, nl=False)
    sys.exit(0 if clean else 1)


@main.command()
@click.pass_obj
def audit(desk: Invocation) -> None:
    """Prove journals, snapshots, indexes and pictures against each other."""
    from pbem import admin as care

    def act() -> str:
        text, clean = care.audit(desk.file)
        if not clean:
            click.echo(text, nl=False)
            sys.exit(1)
        return text

    _run(act)


@main.command()
@click.pass_obj
def rebuild(desk: Invocation) -> None:
    """Make indexes and missing letters again from the journals."""
    from pbem import admin as care

    _run(lambda: care.rebuild(desk.file, desk.now))


@main.command()
@click.argument("folder", type=click.Path(exists=True))
def verify(folder: str) -> None:
    """Check letters and dice in a FOLDER (or mbox file) of one's own letters of a finished campaign."""
    from pbem.admin import verify as verifying

    text, clean = verifying.verify(Path(folder))
    click.echo(text, nl=False)
    sys.exit(0 if clean else 1)


@main.command()
@click.argument("letter", default="")
@click.option("--discard", is_flag=True, help="Give LETTER up: it is kept, and never read again.")
@click.pass_obj
def unshunt(desk: Invocation, letter: str, discard: bool) -> None:
    """Put shunted letters (or one LETTER) back to be read again."""
    from pbem import admin as care

    _run(lambda: care.unshunt(desk.file, letter, discard, desk.now))


def _league() -> ModuleType:
    """What is done in a league. ConfigError where psycopg is not installed."""
    from pbem.service.config.settings import ConfigError

    try:
        from pbem.admin import in_a_league
    except ImportError as missing:
        raise ConfigError(f"{missing.name} is not installed here: install pbem[league]") from None
    return in_a_league


@main.group()
def league() -> None:
    """Thousands of campaigns on PostgreSQL and several machines (README: When one machine is not enough)."""


@league.command("init")
@click.option("--role", default="", help="the database's role that works from day to day, and gets no more rights than that takes")
@click.option("--owner", default="", help="the database's role that owns the tables, if it is not the one in pbem.toml")
@click.pass_obj
def league_init(desk: Invocation, role: str, owner: str) -> None:
    """Make the league's tables, or bring them up to date; as their owner."""
    _run(lambda: _league().init(desk.file, role, owner))


@league.command("serve")
@click.argument("role", type=click.Choice(["intake", "worker", "post", "paint"]))
@click.option("--metrics", default=0, help="the port of its figures, where several of a role are on one machine")
@click.pass_obj
def league_serve(desk: Invocation, role: str, metrics: int) -> None:
    """Be at work in a ROLE until SIGTERM."""
    _run(lambda: _league().serve(desk.file, _league().Workplace(role, metrics), desk.now))


@league.command("status")
@click.pass_obj
def league_status(desk: Invocation) -> None:
    """Campaigns, letters, doors, connections."""
    _run(lambda: _league().status(desk.file, desk.now))


@league.command("shut")
@click.argument("door")
@click.pass_obj
def league_shut(desk: Invocation, door: str) -> None:
    """A mailbox is read no more: no deadline waits for DOOR from now on."""
    _run(lambda: _league().shut(desk.file, door))


@league.command("audit")
@click.pass_obj
def league_audit(desk: Invocation) -> None:
    """Prove every journal of the league."""

    def act() -> str:
        text: str
        text, clean = _league().audit(desk.file)
        if not clean:
            click.echo(text, nl=False)
            sys.exit(1)
        return text

    _run(act)


@league.command("import")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.pass_obj
def league_import(desk: Invocation, folder: Path) -> None:
    """Move all campaigns of a data FOLDER into the league."""
    _run(lambda: _league().import_folder(desk.file, folder))


@league.command("export")
@click.argument("campaign_id")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.pass_obj
def league_export(desk: Invocation, campaign_id: str, folder: Path) -> None:
    """Move a campaign out of the league, into a new data FOLDER."""
    _run(lambda: _league().export_campaign(desk.file, campaign_id, folder))


@main.command("help")
@click.argument("topic", nargs=-1)
def help_(topic: tuple[str, ...]) -> None:
    """Print a HELP TOPIC, the same text as by mail. Exit 1 when there is none of that name."""
    from pbem import admin as care

    text, known = care.help_text(" ".join(topic))
    click.echo(text, nl=False)
    sys.exit(0 if known else 1)


@main.command()
@click.option("--client", is_flag=True, help="print a small program that reads such a file instead")
def schema(client: bool) -> None:
    """Print the JSON Schema of picture.json, which reports bring for programs."""
    import json

    from pbem.documents import picture_json
    from pbem.modules import library

    click.echo(library.example("picture.py") if client else json.dumps(picture_json.schema(), indent=1))


@main.command("map")
@click.argument("module")
@click.argument("target", required=False, type=click.Path(dir_okay=False, path_type=Path), metavar="[FILE.svg]")
@click.option("--side", default="", help="draw this side's units and works too; they are its secret")
@click.pass_obj
def map_(desk: Invocation, module: str, target: Path | None, side: str) -> None:
    """Draw the map of a game MODULE as SVG, to a file or to the terminal."""
    from pbem import admin as care
    from pbem.modules import library
    from pbem.rulesets import RULESETS
    from pbem.rulesets.loading import load_module

    def act() -> str:
        loaded = load_module(library.module_files(care.module_folder(module)))
        if side and side not in {s.id for s in loaded.sides}:
            raise click.BadParameter(f"one of {', '.join(s.id for s in loaded.sides)}", param_hint="--side")
        care.may_be_drawn(desk.file, loaded.id, side)
        maps = RULESETS[loaded.ruleset].maps
        if maps is None:
            raise click.ClickException(f"{loaded.ruleset} draws no maps")
        drawing = maps.of_module(loaded, side)
        if target is None:
            return drawing
        target.write_text(drawing, encoding="utf-8")
        return f"{target} drawn\n"

    _run(act)


@main.command("pad")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("modules", nargs=-1, metavar="[MODULE]...")
@click.pass_obj
def pad_(desk: Invocation, folder: Path, modules: tuple[str, ...]) -> None:
    """Write an empty order pad for each MODULE into FOLDER: a page that opens a report which its reader saved."""
    from pbem import admin as care

    _run(lambda: care.write_pads(folder, modules))


@main.command()
@click.argument("module")
@click.option("--games", default=10, show_default=True, type=click.IntRange(1), help="how many campaigns are played")
@click.option("--seed", default=1, show_default=True, help="the same seed, the same campaigns")
@click.option("--hours", type=click.IntRange(1, 24 * 60), default=48, show_default=True, help="hours a side has for its orders")
@click.option("--evening", callback=_reading, default="20:00", show_default=True, help="local time before which none are due")
@click.option("--grace", type=click.IntRange(0, 24 * 14), default=12, show_default=True, help="hours of grace")
@click.option("--zone", default="Europe/Amsterdam", show_default=True, help="the campaign's time zone")
@click.option("--team", type=click.IntRange(1, 4), default=1, show_default=True, help="how many command on a side")
@click.option("--field", is_flag=True, help="large battles go to field commanders")
@click.option(
    "--plans", type=click.IntRange(0, 100), default=40, show_default=True, help="per cent of turns to move for which a plan is left"
)
def rehearse(
    module: str, games: int, seed: int, hours: int, evening: time, grace: int, zone: str, team: int, field: bool, plans: int
) -> None:
    """Play whole campaigns of a MODULE with scripted commanders: results, letters, and the days it will take."""
    from pbem import admin as care
    from pbem.campaign.deadlines import Pace
    from pbem.simulate import rehearse as rehearsed
    from pbem.simulate.plan import RehearsalPlan

    def act() -> str:
        pace = Pace(hours, evening.hour, grace, care.time_zone(zone), minute=evening.minute)
        return rehearsed(RehearsalPlan(care.module_folder(module), games, seed, pace, team=team, field=field, plans=plans))

    _run(act)


@main.command()
@click.option("--folder", default="demo-campaign", show_default=True, help="where the letters are kept")
def demo(folder: str) -> None:
    """Play a short campaign by mail on this machine and show its letters."""
    from pbem.admin.verify import verify as verified
    from pbem.simulate import demo as playing

    sys.exit(playing.play(Path(folder), click.echo, verified))

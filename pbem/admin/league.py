"""The operator's hand in a league: make it, look at it, prove it, be at work in a role of it."""

import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.admin import module_check
from pbem.admin.league_files import files_of
from pbem.admin.letters import REBUILD, REMOVE
from pbem.admin.running import Now
from pbem.kernel.calendar import clock, time_since
from pbem.service import daemon, league_roles
from pbem.service.alerts import pulse_of
from pbem.service.config import settings as configuration
from pbem.service.config.settings import Config
from pbem.service.damage import Damaged
from pbem.service.directory import house, mailbox_digest
from pbem.service.league_opening import league_of
from pbem.service.league_roles import Workplace
from pbem.service.logs import configure, last_words
from pbem.service.open_campaign import read_campaign
from pbem.store.folder.disk import Disk, NewFile
from pbem.store.mailroom import Mailroom
from pbem.store.ports import DataRefused, StoreTrouble
from pbem.store.postgres import schema
from pbem.store.postgres.crew import PulseRow
from pbem.store.postgres.house import LENGTH, DatabaseStore
from pbem.store.postgres.migrations import SCHEMA
from pbem.store.shelf_ports import Posted

REMEDIES = {
    REMOVE: "as the owner of the tables delete their rows of letter_out",
    REBUILD: "the worker that opens the campaign next makes them again",
}


def init(file: Path, role: str, owner: str = "") -> str:
    """Make the tables, or bring them up to date, as their owner (of that name, if it is not whom the configuration names). role: of
    the database, which works in it from day to day."""
    config = configuration.load(file)
    store = league_of(config, user=owner)
    key, server = config.data / "key", store.server
    store.files.make_folder(config.data)
    server.open()
    try:
        if not key.exists() and schema.found(server) is None:
            store.files.write(key, secrets.token_bytes(LENGTH))
        store.key()
        steps = schema.make(server, mailbox_digest(config), role)
    finally:
        server.close()
    return f"league in {server.schema}: schema {SCHEMA}, new steps: {steps}; copy {key} to every machine, chmod 600\n"


def serve(file: Path, post: Workplace, now: Now) -> str:
    """Be at work in a role until told to stop."""
    configure()
    config = configuration.load(file)
    stop = daemon.Stop()
    stop.listen()
    refusals = list[DataRefused]()
    with last_words():
        try:
            league_roles.serve(config, post, now, stop)
        except DataRefused as refusal:  # the configuration, the password or the schema: starting again helps none of them
            refusals.append(refusal)
    if refusals:
        raise refusals[0]
    return ""


def status(file: Path, now: Now) -> str:
    """Campaigns, letters by where they lie, doors, who is at work, what is wrong."""
    with held(configuration.load(file)) as store:
        ask = store.server.ask
        ((campaigns,),) = ask("select count(*) from campaign where about is not null")
        lines = [f"schema {SCHEMA} in {store.server.schema}; {campaigns} campaigns"]
        lines += [
            f"letters {folder}: {count}" for folder, count in ask("select folder, count(*) from letter_in group by 1 order by 1")
        ]
        lines += [f"door {name}: looked through {(now() - polled).total_seconds():.0f} s ago"
                  for name, polled in ask("select name, polled from door order by name")]  # fmt: skip
        lines += _at_work(store)
        ((at_work,),) = ask(
            "select count(*) from pg_stat_activity where application_name = 'pbem' and datname = current_database()"
        )
        lines.append(f"connections of pbem: {at_work} (two a process, this one's too)")
    return "\n".join(lines) + "\n"


def _at_work(store: DatabaseStore) -> Iterator[str]:
    """Who has said a word of late, by machine and role, and what is wrong as the host was told it."""
    now = store.now()
    for one in store.crew.all():
        yield f"{one.role} on {one.machine}: since {clock(one.since, 'UTC')}, last heard {time_since(one.seen, now)}"
    try:
        pulse = pulse_of(PulseRow(store.server).read())
    except FileNotFoundError:
        return
    for alarm in pulse.alarms.values() if pulse else ():
        yield f"ALARM since {clock(alarm.since, 'UTC')}: {alarm.words}"


def shut(file: Path, door: str) -> str:
    """A mailbox is read no more: no deadline waits for it."""
    with held(configuration.load(file)) as store:
        there = store.shut(door)
    return f"{door}: shut\n" if there else f"{door}: no such door; `pbem league status` names them\n"


def audit(file: Path) -> tuple[str, bool]:
    """Prove every campaign as a folder's audit does, from its rows laid out as files: chain, states, pictures, observations,
    letters both ways, rollbacks; and that it shows what its records make. Whether all is sound."""
    return audited(configuration.load(file))


def audited(config: Config) -> tuple[str, bool]:
    """The same by a configuration."""
    lines, clean = list[str](), True
    with held(config) as store:
        posted = Mailroom(store.book).look().posted()
        for name in store.names():
            faults, remarks = _proved(store, name, posted.get(name, {}), house(config))
            clean = clean and not faults
            lines += [f"{name}: {fault}\n" for fault in faults] or [f"{name}: sound\n", *remarks]
    return "".join(lines) or "no campaigns\n", clean


def _proved(store: DatabaseStore, name: str, posted: Posted, own: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What is wrong with a campaign, and what is not as it was and harms nothing."""
    try:
        behind = _behind(store, name, posted)
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder) / "campaigns" / name
            Disk().lay_out([NewFile(Path(folder) / path, raw) for path, raw in files_of(store, name)])
            faults = [*behind, *module_check.faults_in(home, own, posted, index=False)]
            for of_a_folder, of_a_league in REMEDIES.items():
                faults = [fault.replace(of_a_folder, of_a_league) for fault in faults]
            return faults, [] if faults else list(module_check.remarks(home, own))
    except StoreTrouble:
        raise
    except (Damaged, OSError) as fault:
        return [str(fault)], []


def _behind(store: DatabaseStore, name: str, posted: Posted) -> list[str]:
    """Does it show something else than its records make? In words."""
    return [] if read_campaign(store.shelf(name), posted).index_fits() else ["what it shows is not what its records make"]


@contextmanager
def held(config: Config) -> Iterator[DatabaseStore]:
    """The league of a configuration. DataRefused, StoreTrouble, ConfigError."""
    store = league_of(config)
    store.hold()
    try:
        yield store
    finally:
        store.release()

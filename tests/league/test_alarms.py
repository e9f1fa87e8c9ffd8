"""What the host of a league is told by mail: once a day for each kind of trouble, by one of all processes, whichever lives."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import policy
from email.parser import BytesParser
from pathlib import Path

import pytest

from pbem.admin import in_a_league as care
from pbem.kernel.i18n import phrase
from pbem.mail.inbox import LoginRefused
from pbem.service import health_checks, league_roles, league_watch
from pbem.service.alerts import AlertBook
from pbem.service.config.settings import Config, HostSettings
from pbem.service.crew import Crew
from pbem.service.league_opening import PulseRow, Workman
from pbem.service.league_watch import DatabaseAbsence, LeagueWatch, absentees, told_by
from pbem.service.league_work import Hall, IntakeRole, PostRole
from pbem.service.metrics import Tally
from pbem.service.referee import Referee
from pbem.store.postgres.house import DatabaseStore
from tests.acceptance.table import QuickDisk, Table, begun
from tests.servers.running import wait_until

from .conftest import Leagues
from .running import DatabaseProcess
from .test_operated import at_work, machine
from .test_roles import hall_of, never

HOST = "host@club.example"
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
LATER = timedelta(minutes=6)


def hosted(config: Config) -> Config:
    return Config(config.settings.model_copy(update={"host": HostSettings(address=HOST)}), config.base)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No watch rests between two looks."""
    monkeypatch.setattr(league_watch, "LOOK_SECONDS", 0.0)


@pytest.fixture
def table(league: Leagues, tmp_path: Path) -> Iterator[Table]:
    """A campaign that begins now, by the clock of the server."""
    with begun(tmp_path / "a", config=hosted(league(tmp_path / "a")), begun=datetime.now(UTC)) as table:
        yield table


@contextmanager
def moved(by: timedelta) -> Iterator[None]:
    """As if so much time had gone by on the server."""
    now = DatabaseStore.now
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseStore, "now", lambda store: now(store) + by)
        yield


def told(config: Config) -> list[str]:
    """The notices that went out from a machine: subjects and contents."""
    letters = sorted((config.base / "mail" / "out" / HOST / "new").glob("*"))
    read = [BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in letters]
    return [f"{one['Subject']}\n{one.get_content()}" for one in read]


def staffed(hall: Hall, *roles: str) -> None:
    """Somebody is at work in these roles."""
    for role in roles:
        Crew(hall.store, role).beat()


# ---------------------------------------------------------------- who is there


def test_a_role_in_which_nobody_works_is_told_once_whoever_looks(table: Table, league: Leagues, tmp_path: Path) -> None:
    hall = hall_of(table.referee)
    watch = LeagueWatch(hall)
    staffed(hall, "post")
    watch.look()
    assert not told(hall.config), "it may be on its way"
    with moved(LATER):
        staffed(hall, "post")
        table.referee.store.server.do("update at_work set seen = seen + interval '6 minutes'")  # type: ignore[attr-defined]
        watch.look()
        (notice,) = told(hall.config)
        assert notice.startswith("pbem: no intake, no worker\n"), "no pictures, no painter"
        assert "no worker of the league is running: letters and clocks wait" in notice
        assert "`pbem league status` looks closer." in notice
        with Referee(hosted(league(tmp_path / "b")), QuickDisk()) as other:
            twin = LeagueWatch(hall_of(other))
            twin.look()
            hall.store.server.close()  # the first is gone
            twin.look()
            assert not told(other.config), "it was told already"
            with moved(timedelta(days=1)):

                def tells() -> bool:
                    """The server gives the lock of a connection that is gone free when it notices."""
                    twin.look()
                    return bool(told(other.config))

                wait_until(tells)
                twin.look()
            assert len(told(other.config)) == 1, "and again the day after"
            staffed(hall_of(other), "worker", "intake", "post")
            other.store.server.do("update at_work set seen = seen + interval '6 minutes'")  # type: ignore[attr-defined]
            twin.look()
            status = care.status(_file_of(other.config, tmp_path), lambda: datetime.now(UTC))
            assert "ALARM" not in status, "all are well again"


def _file_of(config: Config, folder: Path) -> Path:
    """The same configuration in a pbem.toml."""
    file, league = folder / "b" / "pbem.toml", config.settings.league
    file.write_text(
        f'data = "data"\n[mailbox]\naddress = "referee@club.example"\n[league]\ndatabase = "{league.database}"\n'
        f'schema_name = "{league.schema_name}"\n'
    )
    return file


def workman(name: str, since: int, seen: int, place: str = "one worker") -> Workman:
    """One who came so many minutes ago, and was last seen so many ago."""
    where, role = place.split()
    return Workman(name, role, where, NOON - timedelta(minutes=since), NOON - timedelta(minutes=seen), b"")


def test_who_ended_without_a_word_is_missed_unless_another_has_come_in_their_place() -> None:
    def names(*crew: Workman) -> tuple[list[str], list[str]]:
        found = absentees(crew, NOON)
        return [one.name for one in found.missing], [one.name for one in found.replaced]

    assert names(workman("a", 60, 0)) == ([], [])
    assert names(workman("a", 60, 4)) == ([], []), "it may come back"
    assert names(workman("a", 60, 6)) == (["a"], [])
    assert names(workman("a", 60, 6), workman("b", 6, 0)) == ([], ["a"])
    assert names(workman("a", 60, 6), workman("b", 60, 0)) == (["a"], []), "that one was there before"
    assert names(workman("a", 60, 6), workman("b", 5, 0, "two worker"), workman("c", 5, 0, "one post")) == (["a"], [])
    assert names(workman("a", 60, 30), workman("b", 30, 6), workman("c", 5, 0)) == ([], ["a", "b"]), "one after the other"
    assert names(workman("a", 60, 7), workman("b", 60, 6), workman("c", 5, 0)) == (["b"], ["a"]), "one came for two"


def test_a_worker_that_is_killed_is_told_of_by_whoever_is_left_and_one_that_goes_is_not(
    tmp_path: Path, postgres: DatabaseProcess
) -> None:
    schema = postgres.schema()
    file = machine(tmp_path / "one", postgres, schema, "postgres")
    care.init(file, "daily")
    file = machine(tmp_path / "one", postgres, schema)
    file.write_text(f'{file.read_text()}[host]\naddress = "{HOST}"\n')

    def crew(role: str) -> int:
        ((count,),) = postgres.asked(f"select count(*) from {schema}.at_work where role = '{role}'")
        assert isinstance(count, int)
        return count

    with at_work(file, "worker", "intake") as (worker, intake):
        wait_until(lambda: crew("worker") == crew("intake") == 1, 60)
        worker.send_signal(signal.SIGKILL)
        worker.wait(10)
        intake.send_signal(signal.SIGTERM)
        assert intake.wait(20) == 0
    assert (crew("worker"), crew("intake")) == (1, 0), "who ends in order says so"
    postgres.asked(f"update {schema}.at_work set seen = seen - interval '6 minutes', since = since - interval '6 minutes'")
    notices = file.parent / "mail" / "out" / HOST / "new"
    with at_work(file, "post"):
        wait_until(lambda: notices.is_dir() and any(notices.iterdir()), 60)
        status = care.status(file, lambda: datetime.now(UTC))
    (notice,) = (BytesParser(policy=policy.default).parsebytes(path.read_bytes()) for path in notices.iterdir())
    assert notice["Subject"] == "pbem: process gone, no worker"
    assert "ended without a word, by machine and role" in notice.get_content() and " worker (20" in notice.get_content()
    assert "post on " in status and "ALARM since" in status and "no worker of the league is running" in status


# ---------------------------------------------------------------- what they tell


def test_a_campaign_that_a_worker_set_aside_is_told_and_its_letters_are_no_backlog(
    table: Table, league: Leagues, tmp_path: Path, postgres: DatabaseProcess
) -> None:
    schema = table.config.settings.league.schema_name
    with Referee(hosted(league(tmp_path / "b")), QuickDisk()) as other:
        postgres.asked(f"update {schema}.line set content = content || 'x'::bytea where number = 1")
        table.deliver(table.letter("allied", "STATUS\n"))
        worker = hall_of(other)
        other.work(table.at)
        assert set(other.damaged) == {"test"} and other.spool.count("new") == 1
        health_checks.campaigns(other, worker.book)
        postgres.asked(f"update {schema}.letter_in set kept = kept - interval '11 minutes' where folder = 'new'")
        hall = hall_of(table.referee)
        staffed(hall, "intake", "post")
        Crew(other.store, "worker", told=lambda: told_by(worker.book, other.damaged)).beat()  # type: ignore[arg-type]
        LeagueWatch(hall).look()
        (notice,) = told(hall.config)
    assert notice.startswith("pbem: journal\n") and "set aside, its letters wait, the others play on: test: " in notice


def test_letters_that_pile_up_are_told_and_those_of_a_campaign_that_a_host_plays_are_not(
    table: Table, postgres: DatabaseProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall, schema = hall_of(table.referee), table.config.settings.league.schema_name
    table.deliver(table.letter("allied", "STATUS\n"))
    postgres.asked(f"update {schema}.letter_in set kept = kept - interval '11 minutes' where folder = 'new'")
    staffed(hall, "worker", "intake", "post")
    watch = LeagueWatch(hall)
    with monkeypatch.context() as patch:
        patch.setattr(type(table.referee), "blind", lambda _: frozenset({"test"}))
        watch.look()
    assert not told(hall.config)
    watch.look()
    (notice,) = told(hall.config)
    assert notice.startswith("pbem: backlog\n") and "more than ten minutes" in notice
    table.run()
    watch.look()
    assert AlertBook(PulseRow(hall.store.server), hall.store.now()).pulse.alarms == {}


def test_refused_logins_and_what_several_tell_are_told_in_one_letter(table: Table) -> None:
    """An intake whose password is wrong, a post whose login is refused, two workers that lack their reader."""
    hall = hall_of(table.referee)
    staffed(hall, "worker", "intake", "post")

    def barred(*_: object) -> int:
        raise LoginRefused("535 no")

    for part in ("new", "cur", "tmp"):
        (hall.config.base / "mail" / "in" / part).mkdir(parents=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hall.referee, "fetch", barred)
        patch.setattr(league_roles, "_rest", lambda *_: None)
        league_roles._go_round(hall, IntakeRole(hall), LeagueWatch(hall), never)
    for trouble in ("no room", "no memory"):
        book = AlertBook(None, hall.store.now())
        book.alarm("reader", phrase("{trouble}; letters stay where they are"), trouble=trouble)
        Crew(hall.store, "worker", told=lambda book=book: told_by(book, ())).beat()  # type: ignore[misc]
    Crew(hall.store, "intake", told=lambda: told_by(hall.book, ())).beat()
    post = PostRole(hall)
    assert post.lock.number and not told(hall.config)
    LeagueWatch(hall).look()
    (notice,) = told(hall.config)
    assert notice.startswith("pbem: inbox login, reader\n")
    assert "inbox: the login was refused: 535 no" in notice
    assert "no memory; letters stay where they are; no room; letters stay where they are" in notice


# ---------------------------------------------------------------- the database itself


def test_a_database_that_is_away_is_told_by_one_process_of_a_machine(tmp_path: Path, league: Leagues) -> None:
    config, at = hosted(league(tmp_path / "a")), [NOON]
    one, other = (DatabaseAbsence(config, lambda: at[0], Tally(lambda: at[0], role)) for role in ("worker", "post"))
    for minutes in range(8):
        at[0] = NOON + timedelta(minutes=minutes)
        one.met("connection refused")
        other.met("connection refused")
        assert len(told(config)) == (minutes >= 5)
    assert "the database of the league does not answer: connection refused" in told(config)[0]
    one.over()
    other.over()
    for minutes in range(1438, 1448):  # the same again a day later, as a process sees it that was started since
        at[0] = NOON + timedelta(minutes=minutes)
        other.met("connection refused")
    assert len(told(config)) == 2
    other.over()
    assert b'"alarms":{}' in (config.data / "watch.json").read_bytes().replace(b" ", b"")

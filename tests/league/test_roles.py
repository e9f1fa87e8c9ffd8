"""Roles of a league: which doors there are, whose clock counts, what is told after an outage, what a dying server takes along."""

import signal
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from pbem.mail.inbox import InboxError
from pbem.service import league_work
from pbem.service.alerts import AlertBook
from pbem.service.config.settings import Config
from pbem.service.crew import Crew
from pbem.service.league_work import Hall, IntakeRole, WorkerRole
from pbem.service.metrics import Tally
from pbem.service.referee import Referee
from pbem.store.ports import StoreTrouble
from pbem.store.postgres.house import DatabaseStore
from tests.acceptance.table import QuickDisk, Table, begun
from tests.servers.running import wait_until

from .conftest import Leagues, league_in, make_league
from .running import DatabaseProcess, server_in, work_folder
from .test_played import ORDERS, last_of


def hall_of(referee: Referee) -> Hall:
    store = cast(DatabaseStore, referee.store)
    return Hall(referee.config, referee, store, Tally(store.now), Crew(store, "worker"), AlertBook(None, store.now()))


def never() -> bool:
    return False


@pytest.fixture
def table(league: Leagues, tmp_path: Path) -> Iterator[Table]:
    """A campaign that begins now, by the clock of the server."""
    with begun(tmp_path / "a", config=league(tmp_path / "a"), begun=datetime.now(UTC)) as table:
        yield table


def test_no_clock_strikes_past_the_last_poll_nor_by_a_clock_that_runs_ahead(table: Table) -> None:
    hall = hall_of(table.referee)
    worker, before = WorkerRole(hall), last_of(table)
    hall.store.beat("imap:ahead", table.at + timedelta(days=30))
    worker.once(never)
    assert last_of(table) == before, "a door whose clock runs ahead: the server's counts"
    ahead = table.at + timedelta(days=30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseStore, "now", lambda _: ahead)
        hall.store.beat("imap:behind", table.at)
        worker.once(never)
        assert last_of(table) == before, "a door that was not looked through since"
        assert hall.store.shut("imap:behind")
        worker.once(never)
        assert last_of(table) > before


def test_what_an_intake_missed_is_told_before_any_deadline_after_it(table: Table) -> None:
    hall = hall_of(table.referee)
    for part in ("new", "cur", "tmp"):
        (hall.config.base / "mail" / "in" / part).mkdir(parents=True)
    intake, worker = IntakeRole(hall), WorkerRole(hall)
    intake.once(never)
    assert hall.store.last_poll(league_work.door_of(hall.config))
    later = hall.store.now() + timedelta(days=30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseStore, "now", lambda _: later)
        intake.once(never)
        worker.once(never)
    intake.close()
    kinds = [record["body"]["cause"]["kind"] for record in table.campaign.journal.all_records()]
    assert "outage" in kinds and "deadline" not in kinds


def test_two_intakes_of_one_mailbox_stand_by_and_those_of_two_do_not(table: Table, league: Leagues, tmp_path: Path) -> None:
    doors = [IntakeRole(hall_of(table.referee))]
    with Referee(league(tmp_path / "b"), QuickDisk()) as other:
        for config in (table.referee.config, other.config):
            other.office.config = config
            doors.append(IntakeRole(hall_of(other)._replace(config=config)))
        first, twin, second = doors
        assert (first.door == twin.door, first.door == second.door) == (True, False)
        for door in doors:
            door.lock.take()
        assert [door.lock.is_ours for door in (first, twin, second)] == [True, False, True]


def test_an_inbox_in_trouble_moves_no_door(table: Table) -> None:
    hall = hall_of(table.referee)
    intake = IntakeRole(hall)
    with pytest.MonkeyPatch.context() as patch:

        def silent(*_: object) -> int:
            raise InboxError("no answer")

        patch.setattr(hall.referee, "fetch", silent)
        with pytest.raises(InboxError):
            intake.once(never)
    assert hall.store.polled() is None


@pytest.mark.soak
@pytest.mark.parametrize("how", [signal.SIGQUIT, signal.SIGINT])
def test_a_server_that_is_restarted_takes_nothing_along(postgres_can_run: None, tmp_path: Path, how: signal.Signals) -> None:
    """Its own server, which waits for the platter: letters wait while it is away, and each is answered once."""
    with work_folder() as folder, server_in(folder, durable=True) as server:
        config = league_in(tmp_path, server, "restarted")
        make_league(config, server)
        table = Table(tmp_path, config=config)
        table.begin()
        letters = [table.referee.take(table.letter("allied", words), table.at + timedelta(seconds=n), f"t:{n}")
                   for n, words in enumerate(ORDERS)]  # fmt: skip
        before = last_of(table)
        server.stop(how)
        with pytest.raises(StoreTrouble):
            table.referee.work(table.at)
        table.close()
        server.start()
        _work_on(config, server, table.at)
        with Referee(config, QuickDisk()) as referee:
            journal = referee.campaigns["test"].journal
            assert journal.number == before + len(letters)
            assert [referee.spool.find(entry.name) for entry in letters] == [None] * len(letters)


def _work_on(config: Config, server: DatabaseProcess, at: datetime) -> None:
    """Restart the server between any two letters, too."""
    done = list[int]()

    def pass_() -> bool:
        with Referee(config, QuickDisk()) as referee:
            done.append(referee.work(at, off=lambda: len(done) < 3 and referee.spool.count("new") < 3 - len(done)))
        server.stop(signal.SIGQUIT)
        server.start()
        return sum(done) >= 3

    wait_until(pass_, 60)


def test_a_letter_that_came_before_the_clock_ran_out_is_handled_before_it_strikes(
    table: Table, league: Leagues, tmp_path: Path
) -> None:
    """Though letters to others are the first that this worker finds: those that all may take, those it prefers."""
    hall = hall_of(table.referee)
    worker, running = WorkerRole(hall), table.campaign.shown.runs_out
    assert running is not None
    hall.store.spool.prefers = lambda lane: lane != "test"
    table.referee.take(b"From: nobody@else.example\r\n\r\nx\r\n", running.at + timedelta(hours=1), "t:0")
    table.referee.take(table.letter("allied", "STATUS\n"), running.at - timedelta(seconds=10), "t:1")
    before, now = last_of(table), running.at + timedelta(hours=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseStore, "now", lambda _: now)
        hall.store.beat("imap:one", now)
        worker.once(never)
    kinds = [record["body"]["cause"]["kind"] for record in table.campaign.journal.all_records()][before:]
    assert kinds[:2] == ["letter", "deadline"]


def test_a_letter_waits_for_the_clock_that_ran_out_before_it_came(table: Table) -> None:
    hall = hall_of(table.referee)
    worker = WorkerRole(hall)
    running = table.campaign.shown.runs_out
    assert running is not None
    due, came = running.at, running.at + timedelta(seconds=1)
    table.referee.take(table.letter("allied", "STATUS\n"), came, "t:1")
    before = last_of(table)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseStore, "now", lambda _: came + timedelta(seconds=2))
        hall.store.beat("imap:one", due + timedelta(seconds=1))
        worker.once(never)
        assert last_of(table) == before, "the mailbox was looked through before the clock counts"
        hall.store.beat("imap:one", came + timedelta(seconds=2))
        worker.once(never)
        kinds = [record["body"]["cause"]["kind"] for record in table.campaign.journal.all_records()][before:]
        assert kinds.index("deadline") < kinds.index("letter")
        table.referee.take(table.letter("german", "STATUS\n"), came + timedelta(days=9), "t:2")
        patch.setattr(DatabaseStore, "now", lambda _: came + timedelta(days=10))
        before = last_of(table)
        worker.once(never)
        assert last_of(table) == before + 1, "a mailbox that nobody looks through keeps no letter back for long"

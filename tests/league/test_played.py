"""A campaign played in a league is the one that is played in a folder, whoever of several handles a letter, wherever one dies."""

import contextlib
import errno
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from pbem.service.crew import Crew
from pbem.service.office import BRAKE_SECONDS
from pbem.service.referee import Referee
from pbem.store.folder.disk import Disk
from pbem.store.folder.journal import FolderJournal
from pbem.store.mailroom import Excused
from pbem.store.ports import StoreTrouble
from pbem.store.postgres import server as server_module
from pbem.store.postgres.house import DatabaseStore
from pbem.store.postgres.pipeline import GoingStatement, Pipeline, Row
from pbem.store.postgres.server import DatabaseServer
from tests.acceptance.table import QuickDisk, Table, the_clock
from tests.servers.running import wait_until

from .conftest import Leagues

ORDERS = ("A/504: move 12.10\nSTATUS\n", "HELP ORDERS\n", "SITREP\n")


def server_of(referee: Referee) -> DatabaseServer:
    return cast(DatabaseStore, referee.store).server


@contextmanager
def seated(folder: Path, league: Leagues | None = None) -> Iterator[Table]:
    table = Table(folder, config=league(folder) if league else None)
    try:
        table.begin()
        yield table
    finally:
        table.close()


@contextmanager
def colleague(league: Leagues, folder: Path) -> Iterator[Referee]:
    """Another worker of the league, on a machine of its own."""
    with Referee(league(folder), QuickDisk()) as referee:
        yield referee


def files_of(table: Table) -> dict[str, bytes]:
    store = table.referee.store
    if isinstance(store, DatabaseStore):
        return dict(store.shelf("test").journal.files())
    return {path.name: path.read_bytes() for path in (table.referee.data / "campaigns" / "test" / "journal").glob("*.jsonl")}


def test_the_same_letters_make_the_same_bytes_in_both(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "folder") as one, seated(tmp_path / "league", league) as other:
        for table in (one, other):
            for lines in ORDERS:
                table.write("allied", lines)
        assert files_of(one) == files_of(other)
        assert one.postman.bags == other.postman.bags
        assert not other.referee.damaged
        other.referee.__exit__(None, None, None)
        other.referee.__enter__()
        assert other.campaign.journal.number == one.campaign.journal.number
        assert other.campaign.from_the_beginning().causes == one.campaign.state.causes


def test_two_workers_take_turns_and_go_on_from_each_other(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other, seated(tmp_path / "folder") as alone:
        for number, lines in enumerate(ORDERS * 2):
            raw = table.letter("allied", lines)
            assert raw == alone.letter("allied", lines)
            table.deliver(raw)
            worker = (table.referee, other)[number % 2]
            assert worker.work(table.at) == 1
            table.referee.office.hear()
            table.post()
            alone.send("allied", raw)
        table.referee.office.hear()
        assert table.campaign.journal.number == alone.campaign.journal.number
        assert files_of(table) == files_of(alone)
        assert table.campaign.state == other.campaigns["test"].state


def test_a_state_that_is_kept_beside_the_journal_is_a_help_and_damaged_it_is_none(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table:
        for _ in range(2):
            table.write("allied", "STATUS\n")
        campaign, server = table.campaign, server_of(table.referee)
        campaign.put_by()
        ((number, kept),) = server.ask("select number, content from remembered")
        for content, after in ((kept, number), (bytes(kept)[:-9], 0), (b"\0" * 99, 0)):
            server.do("update remembered set content = %s", (content,))
            with colleague(league, tmp_path / "b") as other:
                opened = other.store.shelf("test").journal.look()
                assert opened.number - len(opened.records) == after
                assert other.campaigns["test"].state == campaign.state


def test_all_that_an_opening_asks_goes_out_in_one_piece(league: Leagues, tmp_path: Path) -> None:
    """With what the answer names of earlier letters. Another asks for the letter that is answered, and one for a module that is
    new to this worker."""
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other, pytest.MonkeyPatch.context() as patch:
        journeys = list[int]()
        carry_out = Pipeline.carry_out

        def counted(pipeline: Pipeline, batch: Sequence[GoingStatement]) -> list[list[Row]]:
            journeys.append(len(batch))
            return carry_out(pipeline, batch)

        patch.setattr(Pipeline, "carry_out", counted)
        taken = list[int]()
        for n in range(4):
            other.take(table.letter("allied", "STATUS\n"), table.at, f"t:{n}")
            journeys.clear()
            assert other.work(table.at) == 1
            taken.append(len(journeys))
            table.at += timedelta(minutes=30)
        assert other.campaigns.opened == 1
        assert taken == [6, 3, 3, 3]


def test_what_one_has_claimed_another_leaves_alone_and_does_not_wait_for(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other:
        table.deliver(table.letter("allied", "STATUS\n"))
        with table.referee.store.turn():
            assert table.referee.spool.first() is not None
            assert other.work(table.at) == 0
        assert other.work(table.at) == 1
        assert table.referee.work(table.at) == 0


def test_a_clock_strikes_before_a_later_letter_though_another_was_at_work_on_its_campaign_a_moment_ago(
    league: Leagues, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path / "a", league) as table:
        clock = the_clock(table.campaign.state)
        assert clock is not None
        table.at = clock.last
        table.deliver(table.letter("allied", "STATUS\n"))
        store, busy = table.referee.store, [True]
        claim = store.claim

        def claimed(name: str, wait: bool = True) -> bool:
            return claim(name, wait) if wait or not busy else not busy.pop()

        monkeypatch.setattr(store, "claim", claimed)
        table.run()
        kinds = [record["body"]["cause"]["kind"] for record in table.campaign.journal.all_records()]
        assert not busy and kinds.index("deadline") < len(kinds) - 1 and kinds[-1] == "letter"


def test_a_claim_of_which_nothing_is_heard_is_let_go(league: Leagues, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a worker that was stopped; here after one second instead of ten."""
    monkeypatch.setitem(server_module.SETTINGS, "idle_in_transaction_session_timeout", "1s")
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other:
        table.deliver(table.letter("allied", "STATUS\n"))
        with pytest.raises(StoreTrouble), other.store.turn():
            assert other.spool.first() is not None
            wait_until(lambda: table.referee.work(table.at) == 1, 8)


def slowly(referee: Referee, patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Its letters take so long; the server lets go of turns of which it hears nothing for a second."""
    handle = referee.worker.handle

    def takes_long(*given: Any) -> None:
        time.sleep(seconds)
        handle(*given)

    patch.setattr(referee.worker, "handle", takes_long)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A server that lets go of turns of which it hears nothing for a second, and workers who know it."""
    monkeypatch.setitem(server_module.SETTINGS, "idle_in_transaction_session_timeout", "1s")
    monkeypatch.setattr(server_module, "SILENCE_SECONDS", 1.0)
    monkeypatch.setattr(server_module, "WORD_SECONDS", 0.2)
    return monkeypatch


def test_a_letter_that_takes_long_is_handled_once_while_its_worker_says_that_it_lives(
    league: Leagues, tmp_path: Path, impatient: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other:
        assert isinstance(other.store, DatabaseStore)
        Crew(other.store, "worker").stay_awake()
        entry, before = table.referee.take(table.letter("allied", "STATUS\n"), table.at, "t:1"), last_of(table)
        slowly(other, impatient, 1.8)
        assert other.work(table.at) == 1 and table.referee.work(table.at) == 0
        assert last_of(table) == before + 1
        table.referee.office.hear()
        assert table.referee.mailroom.attempts(entry.name) == 0
        impatient.setattr(server_module, "LONGEST_SECONDS", 0.5)  # it is not believed for ever
        table.referee.take(table.letter("allied", "WHO\n"), table.at, "t:2")
        with pytest.raises(StoreTrouble):
            other.work(table.at)
        assert table.referee.work(table.at) == 1 and last_of(table) == before + 2


def test_a_letter_over_which_workers_fall_silent_is_put_aside_and_the_others_play_on(
    league: Leagues, tmp_path: Path, impatient: pytest.MonkeyPatch
) -> None:
    with seated(tmp_path / "a", league) as table:
        entry, before = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1"), last_of(table)
        tries = 0
        while (found := table.referee.spool.find(entry.name)) and found.folder == "new":
            tries += 1
            with colleague(league, tmp_path / "b") as other, pytest.MonkeyPatch.context() as patch:
                slowly(other, patch, 1.2)
                with contextlib.suppress(StoreTrouble):
                    other.work(table.at)
        assert tries in (4, 5) and last_of(table) == before, "three attempts, and one that came a moment ago is not counted"
        assert found and found.folder == "shunt"
        assert "STATUS" in table.write("german", "STATUS\n").text


def test_a_clock_that_two_see_strikes_once_and_none_past_the_last_poll(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other:
        at = table.at + timedelta(days=30)
        assert other.work(at, polled=table.at) == 0
        before = table.campaign.journal.number
        struck = [other.work(at, polled=at), table.referee.work(at, polled=at)]
        assert struck[0] > 0 and struck[1] == 0
        causes = [r["body"]["cause"]["id"] for r in table.campaign.journal.all_records()]
        assert len(causes) == len(set(causes)) > before


def test_who_writes_without_a_claim_is_refused_by_the_key(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, colleague(league, tmp_path / "b") as other:
        mine, theirs = table.campaign.journal, other.campaigns["test"].journal
        mine.append({"n": 1})
        with pytest.raises(OSError, match="duplicate key"):
            theirs.append({"n": 2})


def last_of(table: Table) -> int:
    """How many records the database holds."""
    return int(server_of(table.referee).ask("select last from campaign where name = 'test'")[0][0])


def work_off(table: Table, causes: int) -> None:
    """Handle so many: the server lets go of what a dead one had claimed as soon as it hears of the death."""
    handled = list[int]()

    def done() -> bool:
        handled.append(table.referee.work(table.at))
        return sum(handled) >= causes

    wait_until(done)
    assert sum(handled) == causes


class Killed(BaseException):
    """kill -9: nothing of ours runs any more."""


def dies_at(monkeypatch: pytest.MonkeyPatch, server: DatabaseServer, step: int) -> None:
    """From here on the process has so many statements to live."""
    left = iter(range(step))
    for name in ("ask", "do", "change"):
        carry_out = getattr(server, name)

        def counted(*given: object, carry_out: object = carry_out) -> object:
            if next(left, None) is None:
                server.close()
                raise Killed
            return carry_out(*given)  # type: ignore[operator]

        monkeypatch.setattr(server, name, counted)


def killed_everywhere(league: Leagues, tmp_path: Path, stride: int) -> None:
    with seated(tmp_path / "a", league) as table, seated(tmp_path / "folder") as alone, ExitStack() as doomed:
        raw = table.letter("allied", ORDERS[0])
        entry = table.referee.take(raw, table.at, "t:1")
        records, step, done = table.campaign.journal.number, 1, 0
        while not done:
            with pytest.MonkeyPatch.context() as patch:
                referee = doomed.enter_context(Referee(table.config, QuickDisk()))
                dies_at(patch, server_of(referee), step)
                try:
                    done = referee.work(table.at)
                except Killed:
                    done = last_of(table) - records
                    assert table.referee.spool.find(entry.name) == (None if done else entry), f"half a turn, killed at {step}"
                    table.referee.mailroom.note(Excused(entry.name, table.at))
            step += stride
        assert step > 15
        table.referee.office.hear()
        assert last_of(table) == records + 1
        assert table.referee.work(table.at) == 0
        alone.letter("allied", ORDERS[0])
        alone.referee.take(raw, alone.at, "t:1")
        alone.referee.work(alone.at)
        assert files_of(table) == files_of(alone)


def test_killed_at_a_statement_all_of_a_turn_is_there_or_none(league: Leagues, tmp_path: Path) -> None:
    killed_everywhere(league, tmp_path, 7)


@pytest.mark.soak
def test_killed_at_any_statement_all_of_a_turn_is_there_or_none(league: Leagues, tmp_path: Path) -> None:
    killed_everywhere(league, tmp_path, 1)


def test_a_letter_that_kills_its_workers_is_put_aside_and_the_others_play_on(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, ExitStack() as doomed, pytest.MonkeyPatch.context() as patch:
        poisoned = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1")
        table.referee.take(table.letter("german", "STATUS\n"), table.at + timedelta(seconds=1), "t:2")
        deaths = 0
        while table.referee.mailroom.attempts(poisoned.name) < 3:
            deaths += 1
            referee = doomed.enter_context(Referee(table.config, QuickDisk()))

            def dies(*_: object, referee: Referee = referee) -> None:
                server_of(referee).close()
                raise Killed

            patch.setattr(referee.worker, "handle", dies)
            with pytest.raises(Killed):
                referee.work(table.at)
            time.sleep(0.3)  # no process is there again so soon
            table.referee.office.hear()
        assert deaths in (3, 4), "one that came a moment ago is not counted"
        work_off(table, 2)
        found = table.referee.spool.find(poisoned.name)
        assert found and found.folder == "shunt"


def test_a_cut_connection_takes_back_the_turn_and_the_letter_is_not_at_fault(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, ExitStack() as doomed:
        entry = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1")
        referee = doomed.enter_context(Referee(table.config, QuickDisk()))
        server, before = server_of(referee), table.campaign.journal.number
        with pytest.MonkeyPatch.context() as patch:
            append = type(referee.campaigns["test"].journal).append

            def cut(journal: object, body: object) -> int:
                number = append(journal, body)  # type: ignore[arg-type]
                for ask in (server.ask_beside, server.ask):  # both of its connections
                    pid = ask("select pg_backend_pid()")[0][0]
                    server_of(table.referee).ask("select pg_terminate_backend(%s)", (pid,))
                return number

            patch.setattr(type(referee.campaigns["test"].journal), "append", cut)
            with pytest.raises(OSError):
                referee.work(table.at)
        assert last_of(table) == before
        table.referee.office.hear()
        assert table.referee.mailroom.attempts(entry.name) == 0
        work_off(table, 1)
        assert table.campaign.journal.number == before + 1


def test_after_a_turn_that_was_taken_back_the_same_connection_goes_on(league: Leagues, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table:
        server, note = server_of(table.referee), "insert into note (name) values (%s)"
        for attempt in range(3):
            with pytest.raises(StoreTrouble, match="duplicate key"), server.turn():
                server.do(note, (f"{attempt}",))
                server.do(note, (f"{attempt}",))
            with pytest.raises(KeyError), server.turn():
                server.do(note, (f"{attempt}",))
                assert server.ask("select count(*) from note") == [(attempt + 1,)]
                raise KeyError
            with server.turn():
                server.do(note, (f"{attempt}",))
        assert server.ask("select name from note order by name") == [("0",), ("1",), ("2",)]
        assert table.write("allied", "STATUS\n").subject


def test_trouble_at_the_end_of_a_turn_is_no_fault_of_its_letter(league: Leagues, tmp_path: Path) -> None:
    """When all of it was carried out, and before it counts: a disk that is full then, a row that is not there."""
    with seated(tmp_path / "a", league) as table, ExitStack() as doomed:
        entry = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1")
        before = last_of(table)
        for _ in range(4):
            referee = doomed.enter_context(Referee(table.config, QuickDisk()))
            server = server_of(referee)
            with pytest.MonkeyPatch.context() as patch:

                def full(server: DatabaseServer = server) -> None:
                    raise StoreTrouble(errno.ENOSPC, "no space left", server.where)

                hand_over = referee.spool.hand_over
                patch.setattr(referee.spool, "hand_over", lambda *a, s=server, h=hand_over, f=full: (h(*a), s.at_end(f)))
                with pytest.raises(StoreTrouble):
                    referee.work(table.at)
        table.referee.office.hear()
        assert (last_of(table), table.referee.mailroom.attempts(entry.name)) == (before, 0)
        work_off(table, 1)
        assert last_of(table) == before + 1
        assert server_of(table.referee).ask("select count(*) from attempt") == [(0,)], (
            "a letter that is handled takes its row along"
        )


def test_the_folder_is_as_it_was(tmp_path: Path) -> None:
    """A folder's store says that it has one writer: no turn, no claim, no news."""
    with seated(tmp_path) as table:
        store = table.referee.store
        assert not store.is_shared and store.claim("nobody") and store.news() == () and store.book.news() == ()
        assert FolderJournal(Disk(), tmp_path / "data" / "campaigns" / "test" / "journal").news() == []


@pytest.mark.soak
def test_letters_over_the_brake_are_read_hour_by_hour_as_in_a_folder(league: Leagues, tmp_path: Path) -> None:
    """What waits with a seat waits as long as the last of it, whoever reads how long that is."""
    with seated(tmp_path / "a", league) as table, seated(tmp_path / "folder") as alone:
        read = list[list[int]]()
        for one in (table, alone):
            begun = one.campaign.journal.number
            for n in range(125):
                one.deliver(one.letter("german", f"this is no line of orders {n}\n"))
                one.at -= timedelta(seconds=59)
            counts = []
            for _ in range(4):
                one.run()
                counts.append(one.campaign.journal.number - begun)
                one.at += timedelta(hours=1)
                time.sleep(BRAKE_SECONDS)
            read.append(counts)
        assert read[0] == read[1]
        assert files_of(table) == files_of(alone)

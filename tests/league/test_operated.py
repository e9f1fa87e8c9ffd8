"""A league as its operator meets it: made, filled, emptied, served by real processes, and every refusal in clear words."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from pbem.admin import in_a_league as care
from pbem.admin import module_check, moving
from pbem.cli import main
from pbem.service.config.settings import load
from pbem.service.league_opening import league_of
from pbem.service.open_campaign import CampaignError
from pbem.service.referee import Referee
from pbem.store.facts import Fact
from pbem.store.folder.disk import Disk
from pbem.store.folder.fact_file import FactFile
from pbem.store.ports import DataRefused
from pbem.store.postgres.migrations import SCHEMA
from pbem.store.postgres.packing import inflated
from tests.acceptance.table import KEY, START, Table
from tests.servers.running import wait_until

from .club import Club, Said
from .conftest import league_in
from .running import DAILY, DatabaseProcess


def machine(folder: Path, server: DatabaseProcess, schema: str, user: str = DAILY, key: bytes = KEY) -> Path:
    """A machine's folder with its pbem.toml."""
    (folder / "data").mkdir(parents=True, exist_ok=True)
    if key:
        (folder / "data" / "key").write_bytes(key)
    for part in ("new", "cur", "tmp"):
        (folder / "mail" / "in" / part).mkdir(parents=True, exist_ok=True)
    file = folder / "pbem.toml"
    file.write_text(
        'data = "data"\nfree_mb = 0\npictures = false\npoll_seconds = 1\n[mailbox]\naddress = "referee@club.example"\n'
        f'[league]\ndatabase = "{server.database(user)}"\nschema_name = "{schema}"\n'
    )
    return file


@pytest.fixture
def operated(tmp_path: Path, postgres: DatabaseProcess) -> Path:
    """The pbem.toml of a league that was made."""
    schema = postgres.schema()
    file = machine(tmp_path / "one", postgres, schema, "postgres")
    assert f"new steps: {SCHEMA};" in care.init(file, DAILY)
    assert "new steps: 0;" in care.init(file, DAILY)
    return machine(tmp_path / "one", postgres, schema)


def played_in(folder: Path) -> Table:
    table = Table(folder)
    table.begin()
    table.write("allied", "STATUS\n")
    table.referee.take(table.letter("allied", "SITREP\n"), table.at, "t:9")
    table.close()
    return table


def contents(data: Path) -> dict[str, bytes]:
    """Every file of a data folder that cannot be made again."""
    left_out = ("index.json", "lock", "moving", "polled")
    return {
        path.relative_to(data).as_posix(): path.read_bytes()
        for path in data.rglob("*") if path.is_file() and path.name not in left_out
    }  # fmt: skip


def facts_in(data: Path) -> set[Fact]:
    return set(FactFile(Disk(), data / "mailroom.jsonl").facts())


def test_a_campaign_goes_into_the_league_and_out_again_byte_for_byte(operated: Path, tmp_path: Path) -> None:
    played_in(tmp_path / "folder")
    data, out = tmp_path / "folder" / "data", tmp_path / "out"
    before = contents(data)
    assert "in the league now: test;" in care.import_folder(operated, data)
    assert care.import_folder(operated, data), "a move that was cut short after its end is ended by the same words"
    assert care.audit(operated) == ("test: sound\n", True)
    assert "1 campaigns" in care.status(operated, lambda: START)
    with pytest.raises(DataRefused, match="a league's now"):
        Table(tmp_path / "folder")
    assert "lies in" in care.export_campaign(operated, "test", out)
    after = contents(out)
    assert {n: b for n, b in after.items() if n != "mailroom.jsonl"} == {n: b for n, b in before.items() if n != "mailroom.jsonl"}
    assert facts_in(out) <= facts_in(data)
    assert care.audit(operated) == ("no campaigns\n", True)
    (tmp_path / "out.toml").write_text(f'data = "{out}"\n[mailbox]\naddress = "referee@club.example"\n')
    assert module_check.audit(tmp_path / "out.toml") == ("test: sound\n", True), "its index is there from the start"
    shutil.copytree(out, tmp_path / "played" / "data")
    table = Table(tmp_path / "played")
    assert table.referee.work(table.at) == 1, "the letter that waited went with it"
    table.close()
    assert "in the league now" in care.import_folder(operated, out), "and back"
    assert care.audit(operated) == ("test: sound\n", True)


def test_others_play_while_one_moves_out_and_in_again(operated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the midst of each move a worker handles a letter of another; one that waited goes with the campaign that moves."""
    club, played = Club(tmp_path / "club", 2), list[int]()
    club.found(START)
    care.import_folder(operated, club.data)
    with Referee(load(operated)) as worker:

        def plays(moves: Callable[..., object]) -> Callable[..., object]:
            def moved(*given: object) -> object:
                result, at = moves(*given), START + timedelta(minutes=1 + len(played))
                worker.take(club.letter("c0000", Said("allied", "STATUS\n"), f"{len(played)}"), at, f"t:{len(played)}")
                played.append(worker.work(at))
                return result

            return moved

        worker.take(club.letter("c0001", Said("german", "STATUS\n"), "waits"), START + timedelta(minutes=1), "t:waits")
        for step in ("_lay_spool", "open_campaign"):
            monkeypatch.setattr(f"pbem.admin.moving.{step}", plays(getattr(moving, step)))
        care.export_campaign(operated, "c0001", tmp_path / "out")
        care.import_folder(operated, tmp_path / "out")
        assert played == [1, 1]
        worker.office.hear()
        assert worker.work(START + timedelta(minutes=9)) == 1, "and is answered when it is back"
    assert care.audit(operated) == ("c0000: sound\nc0001: sound\n", True)


def test_an_audit_finds_what_a_folder_s_would(operated: Path, tmp_path: Path, postgres: DatabaseProcess) -> None:
    """Each change by the owner of the tables, since who works from day to day may make none of them."""
    played_in(tmp_path / "folder")
    care.import_folder(operated, tmp_path / "folder" / "data")
    schema = operated.read_text().split('schema_name = "')[1].split('"')[0]
    shown = inflated(*postgres.asked(f"select shown, packing from {schema}.campaign")[0])  # type: ignore[arg-type]
    another = shown.replace(b"commander", b"kommandeur").hex()
    for change, words in (
        (f"update {schema}.letter_in set content = content || 'x'::bytea where folder = 'filed'",
         "are not what they were in letters/in"),
        (f"update {schema}.letter_out set content = substring(content for 900) where number = 'A-2'",
         "letters are not whole: allied A-2"),
        (f"delete from {schema}.letter_out where number = 'A-2'", "the worker that opens the campaign next makes"),
        (f"update {schema}.campaign set shown = '\\x{another}', packing = 0", "what it shows is not what its records make"),
        (f"update {schema}.line set content = content || 'x'::bytea where number = 1", "T000.jsonl is not as it was written"),
    ):  # fmt: skip
        postgres.asked(change)
        assert words in care.audit(operated)[0], change


def test_what_a_league_does_not_take(operated: Path, tmp_path: Path) -> None:
    played_in(tmp_path / "folder")
    data = tmp_path / "folder" / "data"
    shutil.copytree(data, tmp_path / "twin")
    with pytest.raises(CampaignError, match="no campaign lies there"):
        care.import_folder(operated, tmp_path)
    (tmp_path / "twin" / "key").write_bytes(b"x" * 32)
    with pytest.raises(DataRefused, match="its key is not the league's"):
        care.import_folder(operated, tmp_path / "twin")
    (tmp_path / "twin" / "key").write_bytes(KEY)
    care.import_folder(operated, data)
    with pytest.raises(CampaignError, match="in the league already; nothing was touched"):
        care.import_folder(operated, tmp_path / "twin")
    with pytest.raises(CampaignError, match="is not empty"):
        care.export_campaign(operated, "test", tmp_path / "folder")
    with pytest.raises(CampaignError, match="no campaign other"):
        care.export_campaign(operated, "other", tmp_path / "new")


def test_a_move_that_is_killed_is_ended_by_the_same_words(operated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played_in(tmp_path / "folder")
    data = tmp_path / "folder" / "data"
    with monkeypatch.context() as patch:
        patch.setattr("pbem.admin.moving.open_campaign", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            care.import_folder(operated, data)
    with pytest.raises(DataRefused, match="cut short"):
        Table(tmp_path / "folder")
    assert care.audit(operated) == ("no campaigns\n", True)
    care.import_folder(operated, data)
    out = tmp_path / "out"
    with monkeypatch.context() as patch:
        patch.setattr("pbem.store.folder.disk.Disk.remove", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            care.export_campaign(operated, "test", out)
    assert (out / "moving").exists()
    assert "lies in" in care.export_campaign(operated, "test", out)
    assert not (out / "moving").exists()


def test_each_refusal_says_what_to_do(
    operated: Path, tmp_path: Path, postgres: DatabaseProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    schema = operated.read_text().split('schema_name = "')[1].split('"')[0]
    with pytest.raises(DataRefused, match="run `pbem league init`"):
        care.status(machine(tmp_path / "none", postgres, "nowhere"), lambda: START)
    with pytest.raises(DataRefused, match="another mailbox or another key"):
        care.audit(machine(tmp_path / "other", postgres, schema, key=b"y" * 32))
    with pytest.raises(DataRefused, match="the league's key is missing"):
        care.audit(machine(tmp_path / "bare", postgres, schema, key=b""))
    with pytest.raises(DataRefused, match="another mailbox"):
        care.init(machine(tmp_path / "second", postgres, schema, "postgres", key=b"y" * 32), "")
    for number, least, words in ((0, 1, "was brought up to date half"), (99, 99, "written by a newer pbem")):
        postgres.asked(f"update {schema}.league set schema = {number}, least = {least}")
        with pytest.raises(DataRefused, match=words):
            care.audit(operated)
    postgres.asked(f"update {schema}.league set schema = 99, least = 1")
    assert care.audit(operated)[1], "a newer schema in which this program may work on"
    with pytest.raises(DataRefused, match="written by a newer pbem"):
        care.init(machine(tmp_path / "one", postgres, schema, "postgres"), "")
    machine(tmp_path / "one", postgres, schema)
    postgres.asked(f"update {schema}.league set schema = {SCHEMA}, least = 2")
    monkeypatch.setenv("PGPASSWORD", "wrong")
    with pytest.raises(DataRefused, match="password authentication failed"):
        care.audit(operated)


def test_who_works_from_day_to_day_changes_no_record(operated: Path) -> None:
    from pbem.service.config.settings import load

    store = league_of(load(operated))
    store.hold()
    for statement in ("update line set content = ''", "update letter_out set content = ''", "delete from fact", "drop table line",
                      "update league set schema = 7", "update fact set line = ''"):  # fmt: skip
        with pytest.raises(OSError, match=r"permission denied|must be owner"):
            store.server.do(statement)
    store.release()


def test_a_password_in_the_configuration_is_refused(tmp_path: Path, postgres: DatabaseProcess) -> None:
    file = machine(tmp_path / "one", postgres, "any")
    file.write_text(file.read_text().replace("user=daily", "user=daily password=secret"))
    told = said(file, "league", "status")
    assert told.returncode == 2 and "belongs into ~/.pgpass" in told.stderr and "password=secret" not in told.stderr


class Told(NamedTuple):
    """What a command of the shell says, and the code it ends with."""

    returncode: int
    stdout: str
    stderr: str


def said(file: Path, *words: str) -> Told:
    """A command of the shell; only what serves is a process of its own."""
    if "serve" in words:
        command = [sys.executable, "-m", "pbem", "--config", str(file), *words]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        return Told(ended.returncode, ended.stdout, ended.stderr)
    mask = os.umask(0o022)
    try:
        done = CliRunner().invoke(main, ["--config", str(file), *words])
    finally:
        os.umask(mask)
    return Told(done.exit_code, done.stdout, done.stderr)


@contextlib.contextmanager
def at_work(file: Path, *roles: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Real processes, each in its role."""
    command = [sys.executable, "-m", "pbem", "--config", str(file), "league", "serve"]
    with (file.parent / "log").open("ab") as log:
        processes = [subprocess.Popen([*command, role], stderr=log, stdout=log) for role in roles]
        try:
            yield processes
        finally:
            for process in processes:
                process.kill()
                process.wait(10)


def test_processes_play_it_and_one_goes_on_where_another_was_killed(
    operated: Path, tmp_path: Path, postgres: DatabaseProcess
) -> None:
    table = Table(tmp_path / "folder")
    table.begin()
    letters = [table.letter("allied", words) for words in ("STATUS\n", "SITREP\n")]
    table.close()
    care.import_folder(operated, tmp_path / "folder" / "data")
    out = operated.parent / "mail" / "out"

    def answers() -> int:
        return len(list(out.rglob("new/*"))) if out.exists() else 0

    def handled() -> int:
        return (operated.parent / "log").read_text().count('"cause": "letter"')

    with at_work(operated, "intake", "post", "worker") as processes:
        (operated.parent / "mail" / "in" / "new" / "1").write_bytes(letters[0])
        wait_until(lambda: answers() > 0)
        first = answers()
        processes[2].send_signal(signal.SIGKILL)
        processes[2].wait(10)
        (operated.parent / "mail" / "in" / "new" / "2").write_bytes(letters[1])
        with at_work(operated, "worker") as others:
            wait_until(lambda: answers() > first and handled() == 2)
            others[0].send_signal(signal.SIGTERM)
            assert others[0].wait(20) == 0, "it ends its turn and goes"
    assert care.audit(operated) == ("test: sound\n", True)
    log = (operated.parent / "log").read_text()
    assert "Traceback" not in log and "secret" not in log
    with Referee(league_in(tmp_path / "look", postgres, operated.read_text().split('schema_name = "')[1].split('"')[0])) as referee:
        assert referee.spool.count("new") == referee.spool.count("shunt") == 0


def test_commands_of_a_folder_are_refused_in_a_league(operated: Path) -> None:
    for command in (["serve"], ["campaign", "list"], ["status"]):
        told = said(operated, *command)
        assert told.returncode == 2 and "it is of a league" in told.stderr


@pytest.mark.soak
def test_workers_that_are_killed_every_second_lose_no_letter_and_answer_none_twice(operated: Path, tmp_path: Path) -> None:
    from pbem.service.config.settings import load

    table = Table(tmp_path / "folder")
    table.begin()
    letters = [table.letter(seat, "HELP ORDERS\n") for _ in range(20) for seat in ("allied", "german")]
    table.close()
    care.import_folder(operated, tmp_path / "folder" / "data")
    store = league_of(load(operated))
    store.hold()
    entries = [store.spool.put(raw, table.at + timedelta(seconds=n), f"t:{n}") for n, raw in enumerate(letters)]
    with contextlib.ExitStack() as crew:
        at_work_now = [crew.enter_context(at_work(operated, "worker"))[0] for _ in range(2)]
        for turn in range(12):
            time.sleep(1.0)
            at_work_now[turn % 2].send_signal(signal.SIGKILL if turn % 4 else signal.SIGSTOP)
            at_work_now[turn % 2] = crew.enter_context(at_work(operated, "worker"))[0]
        wait_until(lambda: store.spool.count("new") == 0, 90)
    journal = store.shelf("test").journal
    causes = [record["body"]["cause"]["id"] for record in journal.all_records()]
    aside = {entry.name for entry in (*store.spool.entries("shunt"), *store.spool.entries("held"))}  # by the house's rules
    assert len(causes) == len(set(causes))
    assert {entry.name for entry in entries} <= {*causes, *aside}
    assert not aside & set(causes)
    store.release()
    assert care.audit(operated) == ("test: sound\n", True)

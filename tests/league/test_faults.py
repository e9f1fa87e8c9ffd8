"""What can go wrong with a league's server, each with a real one: what is told, and that nothing is lost or done twice."""

import shutil
import smtplib
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from imapclient import IMAPClient

from pbem.admin import in_a_league as care
from pbem.service import league_watch
from pbem.service.config.settings import Config
from pbem.service.daemon import Stop
from pbem.service.league_opening import league_of
from pbem.service.league_roles import Workplace, serve
from pbem.service.referee import Referee
from pbem.store.ports import DataRefused, StoreTrouble
from pbem.store.postgres import schema
from pbem.store.postgres.migrations import MIGRATIONS, SCHEMA
from tests.acceptance.table import QuickDisk, Table
from tests.servers.cutting import CuttingCable, Scissors
from tests.servers.running import PASSWORD as MAIL_PASSWORD
from tests.servers.running import Dovecot, certificate, dovecot_in, free_port, wait_until

from .conftest import Leagues, league_in, make_league
from .running import DAILY, PASSWORD, DatabaseProcess, server_in, work_folder
from .test_operated import Told, at_work, contents, machine, played_in, said
from .test_played import ORDERS, files_of, last_of, seated

REFEREE = "referee@club.example"
HOSTED = '[host]\naddress = "host@club.example"\n'

# ---------------------------------------------------------------- a connection that is cut at any moment


def through(config: Config, port: int) -> Config:
    """The same league, by another port."""
    database = " ".join(part for part in config.settings.league.database.split() if not part.startswith("port="))
    settings = config.settings.model_copy(
        update={"league": config.settings.league.model_copy(update={"database": f"{database} port={port}"})}
    )
    return Config(settings, config.base)


def cut_everywhere(league: Leagues, postgres: DatabaseProcess, tmp_path: Path, stride: int) -> set[int]:
    """A letter of orders, its worker cut off at one moment after another; how many records it had made when it was cut."""
    seen = set[int]()
    with seated(tmp_path / "a", league) as table, seated(tmp_path / "folder") as alone:
        raw = table.letter("allied", ORDERS[0])
        alone.letter("allied", ORDERS[0])
        entry = table.referee.take(raw, table.at, "t:1")
        before, at = last_of(table), stride
        while True:
            scissors = Scissors(at)
            with CuttingCable(postgres.port, scissors) as cable:
                try:
                    with Referee(through(table.config, cable.port), QuickDisk()) as referee:
                        done = referee.work(table.at)
                except (StoreTrouble, OSError):
                    done = 0
            made = last_of(table) - before
            waits = table.referee.spool.find(entry.name) is not None
            assert (made, waits) in ((0, True), (1, False)), f"half a turn: {scissors.cut}"
            seen.add(made)
            if made or done:
                break
            at += stride
        table.referee.office.hear()
        assert table.referee.work(table.at) == 0
        alone.referee.take(raw, alone.at, "t:1")
        alone.referee.work(alone.at)
        assert files_of(table) == files_of(alone)
    return seen


def test_a_cut_at_a_moment_leaves_all_of_a_turn_or_none(league: Leagues, postgres: DatabaseProcess, tmp_path: Path) -> None:
    assert cut_everywhere(league, postgres, tmp_path, 37) == {0, 1}


@pytest.mark.soak
def test_a_cut_at_any_moment_leaves_all_of_a_turn_or_none(league: Leagues, postgres: DatabaseProcess, tmp_path: Path) -> None:
    """In the commit, too: the answer to it is lost, and whoever comes next asks what is there."""
    assert cut_everywhere(league, postgres, tmp_path, 1) == {0, 1}


def test_a_commit_whose_answer_is_lost_counts_once(league: Leagues, postgres: DatabaseProcess, tmp_path: Path) -> None:
    with seated(tmp_path / "a", league) as table, ExitStack() as doomed:
        entry = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1")
        before, moments = last_of(table), list[str]()

        class Deaf(CuttingCable):
            """Passes the word COMMIT on, and hangs up before the answer."""

            def _passed(self, data: bytes, target: socket.socket) -> bool:
                target.sendall(data)
                is_last = b"COMMIT\0" in data and last_of_turn.ready
                moments.extend(["cut"] if is_last else [])
                return not is_last

        class last_of_turn:  # noqa: N801
            ready = False

        with Deaf(postgres.port, Scissors()) as cable:
            referee = Referee(through(table.config, cable.port), QuickDisk())
            referee.__enter__()
            doomed.callback(referee.__exit__, None, None, None)
            last_of_turn.ready = True
            with pytest.raises(OSError):
                referee.work(table.at)
        assert moments
        wait_until(lambda: last_of(table) == before + 1)
        table.referee.office.hear()
        assert table.referee.work(table.at) == 0
        assert table.referee.spool.find(entry.name) is None
        assert last_of(table) == before + 1


# ---------------------------------------------------------------- the server is away


def answer_at_the_door(port: int, words: bytes) -> int:
    """What an MTA hears that hands a letter over."""
    with smtplib.LMTP("127.0.0.1", port, local_hostname="mx") as client:
        client.ehlo_or_helo_if_needed()
        client.mail("al@allied.example")
        client.rcpt(REFEREE)
        return client.data(words)[0]


@contextmanager
def in_thread(config: Config, role: str) -> Iterator[None]:
    """A role at work in this process."""
    import threading

    stop = Stop()
    thread = threading.Thread(target=serve, args=(config, Workplace(role), lambda: datetime.now(UTC), stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.asked = True
        thread.join(30)
        assert not thread.is_alive()


def test_while_the_server_is_away_the_door_says_later_and_then_takes_it_once(postgres_can_run: None, tmp_path: Path) -> None:
    with work_folder() as folder, server_in(folder) as server:
        file = machine(tmp_path / "one", server, "door", "postgres")
        care.init(file, DAILY)
        port = free_port()
        file.write_text(
            file.read_text().replace("user=postgres", "user=daily") + f'[inbox]\nkind = "lmtp"\nport = {port}\n{HOSTED}'
        )
        from pbem.service.config.settings import load

        config = load(file)
        raw = b"From: al@allied.example\r\nTo: referee@club.example\r\nSubject: x\r\n\r\nSTATUS\r\n"
        server.stop()
        with in_thread(config, "intake"), pytest.MonkeyPatch.context() as patch:
            patch.setattr(league_watch, "UNHEARD", timedelta(seconds=1))  # not five minutes
            wait_until(lambda: _is_open(port))
            assert answer_at_the_door(port, raw) == 451, "away at the start"
            notices = file.parent / "mail" / "out" / "host@club.example" / "new"
            wait_until(notices.is_dir, 30)
            server.start()
            wait_until(lambda: answer_at_the_door(port, raw) == 250, 30)
            kept = "select count(*), count(distinct content) from door.letter_in where transport like 'maildir:%'"
            assert server.asked(kept) == [(1, 1)], "it lies in the database before the answer"
            server.stop()
            assert answer_at_the_door(port, raw.replace(b"STATUS", b"SITREP")) == 451, "away in play"
            server.start()
            wait_until(lambda: answer_at_the_door(port, raw.replace(b"STATUS", b"SITREP")) == 250, 30)
            assert answer_at_the_door(port, raw) == 250, "brought again, since our word was lost"
            assert server.asked(kept) == [(2, 2)]
            told = [path.read_text() for path in notices.iterdir()]
            assert ["Subject: pbem: database\n" in letter for letter in told].count(True) == 1, "twice away, and told once a day"
            assert not any(PASSWORD in letter for letter in told)
            wait_until(lambda: b'"database"' not in (config.data / "watch.json").read_bytes().partition(b'"hush"')[0], 30)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_while_the_server_is_away_letters_stay_in_the_mailbox(
    postgres_can_run: None, servers_can_run: None, tmp_path: Path
) -> None:
    with work_folder() as mail, dovecot_in(mail) as dovecot, work_folder() as folder, server_in(folder) as server:
        file = machine(tmp_path / "one", server, "away", "postgres")
        care.init(file, DAILY)
        machine(tmp_path / "one", server, "away")
        secret = file.parent / "mailbox-password"
        secret.write_text(MAIL_PASSWORD)
        secret.chmod(0o600)
        with file.open("a") as more:
            more.write(f'[inbox]\nkind = "imap"\nhost = "127.0.0.1"\nport = {dovecot.port}\nsecurity = "none"\nuser = "referee"\n')
            more.write(f'password_file = "{secret}"\n')
        dovecot.deliver("referee", b"From: al@allied.example\r\nTo: referee@club.example\r\nSubject: x\r\n\r\nSTATUS\r\n")
        server.stop()
        with at_work(file, "intake", "worker") as processes:
            wait_until(lambda: (file.parent / "log").read_text().count("what is not done stays where it is") >= 2, 60)
            assert lie_in_the_inbox(dovecot) == (1, 1) and all(process.poll() is None for process in processes)
            server.start()
            wait_until(lambda: lie_in_the_inbox(dovecot) == (0, 0), 60)
        assert server.asked("select folder from away.letter_in where transport like 'imap:%'") == [("ignored",)]


def lie_in_the_inbox(dovecot: Dovecot) -> tuple[int, int]:
    """How many letters, and how many that nobody has looked at."""
    with IMAPClient("127.0.0.1", dovecot.port, ssl=False, timeout=10) as client:
        client.login("referee", MAIL_PASSWORD)
        client.select_folder("INBOX", readonly=True)
        return len(client.search()), len(client.search("UNSEEN"))


# ---------------------------------------------------------------- the server's disk is full


def test_a_full_disk_of_the_server_takes_no_letter_and_loses_none(postgres_can_run: None, tmp_path: Path) -> None:
    """Its folder lies on a disk of 100 MB, which is filled while it plays."""
    with work_folder() as folder, ExitStack() as mounted:
        told = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=110m", "pbem", str(folder)], capture_output=True, check=False)
        if told.returncode:
            pytest.fail(f"no small disk can be had here: {told.stderr!r}")
        mounted.callback(subprocess.run, ["umount", "-l", str(folder)], check=True)
        server = mounted.enter_context(server_in(folder, max_wal_size="32MB", min_wal_size="32MB", shared_buffers="16MB"))
        config = league_in(tmp_path, server, "full")
        make_league(config, server)
        with ExitStack() as seats:
            table = Table(tmp_path, config=config)
            seats.callback(table.close)
            table.begin()
            entry = table.referee.take(table.letter("allied", ORDERS[0]), table.at, "t:1")
            before, filler = last_of(table), folder / "data" / "filler"
            _fill(filler)
            with pytest.raises(StoreTrouble, match=r"No space left|could not extend|connect"):
                for n in range(200):
                    table.referee.take(b"x" * 200_000 + str(n).encode(), table.at, f"big:{n}")
        filler.unlink()
        if not server.answers():  # where its log found no room either it has stopped, as it should
            server.stop()
            server.start()
        with Referee(config, QuickDisk()) as again:
            assert again.spool.find(entry.name) == entry
            assert again.work(table.at) >= 1
            assert again.campaigns["test"].journal.number == before + 1


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"\0" * 65536)
        except OSError:
            pass


# ---------------------------------------------------------------- schemas, leagues, moves


def test_a_league_that_was_brought_up_to_date_half_is_refused_and_init_ends_it(tmp_path: Path, postgres: DatabaseProcess) -> None:
    name = postgres.schema()
    file = machine(tmp_path / "one", postgres, name, "postgres")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "SCHEMA", 1)
        care.init(file, "")
    postgres.asked(f"grant usage on schema {name} to {DAILY}; grant select on {name}.league to {DAILY}")
    with pytest.MonkeyPatch.context() as patch:
        torn = MIGRATIONS[1]._replace(text=MIGRATIONS[1].text + "; select 1 / 0")
        patch.setattr(schema, "MIGRATIONS", (MIGRATIONS[0], torn, *MIGRATIONS[2:]))
        with pytest.raises(OSError, match="division by zero"):
            care.init(file, DAILY)
    assert postgres.asked(f"select to_regclass('{name}.remembered')") == [(None,)], "a step is there whole or not at all"
    with pytest.raises(DataRefused, match="was brought up to date half"):
        care.audit(machine(tmp_path / "one", postgres, name))
    assert f"new steps: {SCHEMA - 1};" in care.init(machine(tmp_path / "one", postgres, name, "postgres"), DAILY)
    assert care.audit(machine(tmp_path / "one", postgres, name))[1]


def test_a_schema_that_moves_on_in_play_sends_older_ones_home(league: Leagues, postgres: DatabaseProcess, tmp_path: Path) -> None:
    config = league(tmp_path / "a")
    name = config.settings.league.schema_name
    file = machine(tmp_path / "one", postgres, name)
    with at_work(file, "worker", "post") as processes:
        wait_until(lambda: postgres.asked(f"select count(*) from {name}.at_work") == [(2,)], 60)
        postgres.asked(f"update {name}.league set schema = 99, least = 99; notify pbem_league")
        assert [process.wait(60) for process in processes] == [2, 2], "systemd does not start them again"
    assert "written by a newer pbem (schema 99; this one knows" in (file.parent / "log").read_text()


def test_two_leagues_in_one_database_do_not_meet(tmp_path: Path, postgres: DatabaseProcess) -> None:
    files = []
    for n in range(2):
        name = postgres.schema()
        file = machine(tmp_path / str(n), postgres, name, "postgres", key=bytes([n]) * 32)
        care.init(file, DAILY)
        files.append(machine(tmp_path / str(n), postgres, name, key=bytes([n]) * 32))
    config = [league_of(care_config(file)) for file in files]
    for store in config:
        store.hold()
    assert [store.server.try_for_good(3) for store in config] == [True, True], "the post of one is not the post of the other"
    for store in config:
        store.release()
    (tmp_path / "0" / "data" / "key").write_bytes(bytes([1]) * 32)
    told = said(files[0], "league", "status")
    assert told.returncode == 2 and "the league of another mailbox or another key lives there" in told.stderr


def care_config(file: Path) -> Config:
    from pbem.service.config.settings import load

    return load(file)


def test_a_wrong_password_ends_a_role_with_two_and_no_secret_in_its_words(
    league: Leagues, postgres: DatabaseProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine(tmp_path / "one", postgres, league(tmp_path / "a").settings.league.schema_name)
    monkeypatch.setenv("PGPASSWORD", "hunter2")
    told = said(file, "league", "serve", "worker")
    assert told.returncode == 2 and "password authentication failed" in told.stderr
    assert "hunter2" not in told.stderr + told.stdout


def test_a_server_is_believed_by_its_certificate_alone(postgres_can_run: None, tmp_path: Path) -> None:
    """TLS: the right certificate and host name, or two and clear words, and the password is told to nobody."""
    (tmp_path / "other").mkdir()
    other, _ = certificate(tmp_path / "other")
    with work_folder() as folder:
        own, key = certificate(folder)
        shutil.chown(key, "postgres", "postgres")
        key.chmod(0o600)
        with server_in(folder, ssl="on", ssl_cert_file=str(own), ssl_key_file=str(key)) as server:
            care.init(machine(tmp_path / "one", server, "tls", "postgres"), DAILY)
            file = machine(tmp_path / "one", server, "tls")
            plain = file.read_text()

            def status(host: str, root: Path) -> Told:
                to = f"host={host} sslmode=verify-full sslrootcert={root}"
                file.write_text(plain.replace("host=127.0.0.1", to))
                return said(file, "league", "status")

            told = status("127.0.0.1", own)
            assert told.returncode == 0 and "0 campaigns" in told.stdout
            for host, root, words in (
                ("127.0.0.1", other, "certificate verify failed"),
                ("localhost", own, "does not match host name"),
                ("127.0.0.1", tmp_path / "nowhere", "does not exist"),
            ):
                told = status(host, root)
                assert told.returncode == 2 and words in told.stderr and "Traceback" not in told.stderr
                assert PASSWORD not in told.stderr + told.stdout


def test_a_server_without_tls_gets_no_password(
    league: Leagues, postgres: DatabaseProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine(tmp_path / "one", postgres, league(tmp_path / "a").settings.league.schema_name)
    file.write_text(file.read_text().replace("host=127.0.0.1", "host=127.0.0.1 sslmode=require"))
    told = said(file, "league", "status")
    assert told.returncode == 2 and "does not support SSL" in told.stderr


def test_a_password_by_file_does_as_well(
    league: Leagues, postgres: DatabaseProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = machine(tmp_path / "one", postgres, league(tmp_path / "a").settings.league.schema_name)
    monkeypatch.delenv("PGPASSWORD")
    secret = tmp_path / "pgpass"
    secret.write_text("127.0.0.1:*:*:daily:secret\n")
    secret.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(secret))
    told = said(file, "league", "status")
    assert told.returncode == 0 and "0 campaigns" in told.stdout
    secret.chmod(0o644)
    assert said(file, "league", "status").returncode != 0, "libpq reads no file that others can"


def test_what_is_exported_twice_or_into_something_is_refused_and_lies_as_it_lay(
    league: Leagues, postgres: DatabaseProcess, tmp_path: Path
) -> None:
    played_in(tmp_path / "folder")
    file = machine(tmp_path / "one", postgres, league(tmp_path / "a").settings.league.schema_name)
    care.import_folder(file, tmp_path / "folder" / "data")
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine").write_text("x")
    told = said(file, "league", "export", "test", str(out))
    assert told.returncode == 2 and "is not empty" in told.stderr
    assert contents(out) == {"mine": b"x"}
    assert care.audit(file) == ("test: sound\n", True)

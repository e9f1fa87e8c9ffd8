"""Commands beside a daemon: handed over, waited for, done once; whoever is killed in between, shell or daemon."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem import admin as care
from pbem.admin.module_check import audit
from pbem.admin.running import drop
from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.modules import library
from pbem.service.errands import FOUND, HOST, Errand, Founding, packed
from pbem.service.open_campaign import CampaignError
from pbem.service.referee import NO_POLL, Referee
from tests.acceptance.table import ADDRESS, PREFIX
from tests.care.club import Club
from tests.store.failing_disk import FailingDisk, Killed

ROOT = Path(__file__).resolve().parents[2]
NEW = ("campaign", "new", "heumen-bridge", "autumn", "--seat", "allied=ann@a.example", "--seat", "german=bob@b.example")


@pytest.fixture
def club(tmp_path: Path) -> Club:
    # Daemon and shell go by the clock of the machine: the campaign is as young as its turns, whatever the day.
    club = Club(tmp_path / "club", at=datetime.now(UTC).replace(microsecond=0) - timedelta(hours=1)).found()
    club.play(0, 2)
    return club


def command(club: Club, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "pbem", "--config", str(club.file), *arguments]


def typed(club: Club, *arguments: str) -> tuple[int, str, str]:
    """A command in a process of its own, by the clock of the machine."""
    done = subprocess.run(command(club, *arguments), cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


@contextmanager
def serving(club: Club) -> Iterator[subprocess.Popen[bytes]]:
    """A real daemon that has the folder in hand."""
    daemon = subprocess.Popen(command(club, "serve"), cwd=ROOT, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until(lambda: (club.data / "lock").read_bytes().strip() == str(daemon.pid).encode(), daemon)
        yield daemon
    finally:
        daemon.send_signal(signal.SIGCONT)
        daemon.terminate()
        daemon.wait(30)


def until(there: object, *living: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    assert callable(there)
    while not there():
        assert time.monotonic() < end
        assert all(process.poll() is None for process in living)
        time.sleep(0.02)


def handed(club: Club) -> bool:
    """Does an errand lie in the spool?"""
    return any((club.data / "spool" / "new").glob("*.eml"))


def hosted(club: Club, name: str = "spring") -> list[str]:
    """The host's words in the journal."""
    causes = [record["body"]["cause"] for record in club.records(name)]
    return [cause["lines"][0][1] for cause in causes if cause["kind"] == "host"]


def test_beside_a_daemon_a_campaign_is_founded_paused_audited_and_rebuilt(club: Club) -> None:
    with serving(club) as daemon:
        by = f" (done by process {daemon.pid}, which runs here)"
        code, said, errors = typed(club, *NEW)
        assert (code, errors) == (0, "")
        assert said.startswith(f"autumn: The Heumen Bridge; 2 invitations written{by}\n")
        until(
            lambda: (club.folder / "mail/out/ann@a.example/new").is_dir() and (club.folder / "mail/out/bob@b.example/new").is_dir()
        )
        assert typed(club, *NEW) == (2, "", "pbem: there is a campaign autumn already\n")
        assert typed(club, "host", "spring", "--yes", "PAUSE", "T1.1") == (0, f"spring: paused; both sides are told{by}\n", "")
        assert typed(club, "host", "spring", "--yes", "PAUSE", "T1.1")[0] == 2
        assert typed(club, "audit") == (0, "autumn: sound\nspring: sound\n", "")
        assert typed(club, "rebuild") == (0, f"autumn: rebuilt{by}\nspring: rebuilt{by}\n", "")
    assert hosted(club) == ["PAUSE T1.1"]
    assert not list(club.data.glob(".still-*"))


def test_what_the_daemon_answers_is_printed_though_it_is_not_what_was_expected(club: Club) -> None:
    """Between the shell's look and the daemon's turn the host has said another word by mail, here from another shell."""
    with serving(club) as daemon:
        daemon.send_signal(signal.SIGSTOP)
        shells = [
            subprocess.Popen(command(club, "host", "spring", "--yes", "PAUSE", "T1.1", reason), cwd=ROOT, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for reason in ("rain", "snow")
        ]  # fmt: skip
        until(lambda: len(list((club.data / "spool" / "new").glob("*.eml"))) == 2)
        daemon.send_signal(signal.SIGCONT)
        ends = sorted((*shell.communicate(timeout=60), shell.returncode) for shell in shells)
    by = f" (done by process {daemon.pid}, which runs here)"
    assert ends == [
        ("", "pbem: PAUSE: the campaign is paused already.\n", 2),
        (f"spring: paused; both sides are told{by}\n", "", 0),
    ]


@pytest.mark.parametrize("words", [NEW, ("host", "spring", "--yes", "EXTEND", "T1.1", "BY", "5", "HOURS")], ids=["new", "host"])
@pytest.mark.parametrize("killed", ["daemon", "shell", "both"])
def test_whoever_is_killed_it_is_done_once(club: Club, words: tuple[str, ...], killed: str) -> None:
    with serving(club) as daemon:
        daemon.send_signal(signal.SIGSTOP)
        shell = subprocess.Popen(command(club, *words), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            until(lambda: handed(club))
            if killed in ("shell", "both"):
                shell.kill()
                shell.wait(30)
            if killed in ("daemon", "both"):
                daemon.kill()
                daemon.wait(30)
            if killed == "daemon":
                said, errors = shell.communicate(timeout=60)
                assert (shell.returncode, errors) == (0, "")
                assert "(done by" not in said
            elif killed == "shell":
                daemon.send_signal(signal.SIGCONT)
                until(lambda: not handed(club), daemon)
        finally:
            shell.kill()
            shell.communicate()
    assert typed(club, "tick")[0] == 0
    assert typed(club, "tick")[0] == 0
    assert typed(club, "audit")[1].count("sound") == len(list((club.data / "campaigns").iterdir()))
    if words is NEW:
        assert [record["body"]["cause"]["kind"] for record in club.records("autumn")] == ["start"]
        assert len(club.letters("allied", "autumn")) == 1
    else:
        assert hosted(club) == ["EXTEND T1.1 BY 5 HOURS"]


def _errand(club: Club) -> None:
    seats = tuple(Seat(s, s, "commander", ADDRESS[s], PREFIX[s]) for s in ("allied", "german"))
    files = library.module_files(library.module_folder("heumen-bridge"))
    founding = Founding("autumn", files, seats, Pace(), bytes(range(32)))
    drop(club.config, packed(Errand(FOUND, "autumn", founding=founding)), club.now(), HOST)


@pytest.mark.parametrize("way", ["kill", "full"])
def test_a_founding_that_is_struck_at_any_step_is_made_good_once(tmp_path: Path, way: str) -> None:
    step = done = 0
    while not done:
        step += 11
        club = Club(tmp_path / f"{step}").found()
        _errand(club)
        disk = FailingDisk(step, way)  # type: ignore[arg-type]
        try:
            with Referee(club.config, disk) as referee:
                try:
                    referee.work(club.at, NO_POLL)
                except OSError:
                    disk.make_room()
                    referee.work(club.at, NO_POLL)
            done = disk.operations < step
        except (Killed, OSError):
            pass
        with Referee(club.config) as referee:
            referee.work(club.at, NO_POLL)
            assert referee.damaged == {}
        assert not handed(club)
        assert not (club.data / "spool" / "ignored").exists()
        assert [record["body"]["cause"]["kind"] for record in club.records("autumn")] == ["start"]
        assert audit(club.file) == ("autumn: sound\nspring: sound\n", True)
    assert step > 50


def test_an_audit_beside_a_writer_sees_one_moment_and_what_is_about_to_be_written_is_no_fault(club: Club) -> None:
    """The daemon is between its record and what follows from it: the index is behind, the letters are not frozen yet."""
    with Referee(club.config) as referee:
        campaign = referee.campaigns["spring"]
        index, letter = campaign.home / "index.json", campaign.home / "letters" / "out" / "allied" / "A-2.eml"
        raw = letter.read_bytes(), index.read_bytes()
        letter.unlink()
        index.unlink()
        later = threading.Timer(1.0, lambda: (letter.write_bytes(raw[0]), index.write_bytes(raw[1])))
        later.start()
        assert audit(club.file) == ("spring: sound\n", True)
        later.join()


def test_an_audit_beside_a_writer_names_what_stays_wrong(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.admin.module_check.PATIENCE", 0.1)
    with Referee(club.config) as referee:
        (referee.campaigns["spring"].home / "index.json").unlink()
        text, clean = audit(club.file)
        assert (text, clean) == ("spring: the index is missing or behind; `pbem rebuild` makes it again\n", False)
    left = club.data / ".still-999999999-x"
    left.mkdir()
    with Referee(club.config):
        audit(club.file)
    assert not left.exists()


def test_a_name_is_refused_by_whoever_founds(club: Club) -> None:
    with pytest.raises(CampaignError, match="there is a campaign spring already"):
        care.new_campaign(club.file, ("heumen-bridge", "spring", "", ""), (tuple(NEW[5::2]), (), (), ()), Pace(), club.now)
    assert not handed(club)

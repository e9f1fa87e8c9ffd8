"""The files in cron/: the crontab line as cron runs it, and the unit as systemd reads it."""

import fcntl
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli import BUSY, REFUSED
from pbem.service.league_work import ROLES
from tests.acceptance.table import opened

from .conftest import ROOT, Installed

CRON = ROOT / "cron" / "pbem.cron"
UNIT = ROOT / "cron" / "pbem.service"
LEAGUE = ("pbem-worker@1.service", "pbem-league@intake.service", "pbem-league@post.service", "pbem-league@paint.service")
ADDRESSES = {"allied": "ann@a.example", "german": "bob@b.example"}


@pytest.fixture(scope="module")
def founded(installed: Installed) -> Path:
    """What `init` and `campaign new` make of ~/pbem."""
    house = installed.home / "pbem"
    shutil.rmtree(house, ignore_errors=True)
    house.mkdir()
    commands = installed.home / ".local" / "bin"
    commands.mkdir(parents=True, exist_ok=True)
    (commands / "pbem").unlink(missing_ok=True)
    (commands / "pbem").symlink_to(installed.pbem)
    made = installed.run("init", "--address", "referee@club.example", folder=house)
    assert made.returncode == 0, made.stderr
    seats = [part for side, address in ADDRESSES.items() for part in ("--seat", f"{side}={address}")]
    made = installed.run("campaign", "new", "heumen-bridge", "spring", *seats, folder=house)
    assert made.returncode == 0, made.stderr
    return house.rename(installed.home / "founded")


@pytest.fixture
def house(founded: Path, installed: Installed) -> Path:
    """A home as the crontab expects it: ~/pbem with a campaign, and the command in ~/.local/bin."""
    house = installed.home / "pbem"
    shutil.rmtree(house, ignore_errors=True)
    shutil.copytree(founded, house, symlinks=True)
    return house


def as_cron_runs_it(installed: Installed) -> subprocess.Popen[bytes]:
    """The line of the crontab, by cron's shell, in cron's environment."""
    lines = [line for line in CRON.read_text().splitlines() if line and not line.startswith("#")]
    path, entry = (line for line in lines)
    match = re.fullmatch(r"(?:\S+ ){5}(.*)", entry)
    assert match and "%" not in match[1], "a line of five times and a command; % ends a command"
    environment = {"HOME": str(installed.home), "LOGNAME": "pbem", "SHELL": "/bin/sh", "PATH": path.removeprefix("PATH=")}
    return subprocess.Popen(["/bin/sh", "-c", match[1]], cwd=installed.home, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # fmt: skip


def ended(pass_: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    """Its exit code and all that cron would mail to the host."""
    said = pass_.communicate(timeout=60)[0]
    return pass_.returncode, said


def accept(house: Path, side: str) -> None:
    """A commander's answer to his invitation lies in the inbox."""
    (path,) = (house / "mail" / "out" / ADDRESSES[side] / "new").iterdir()
    invitation = opened(path.read_bytes())
    letter = f"From: {ADDRESSES[side]}\nTo: {invitation.reply_to}\nMessage-ID: <1@{side}.example>\nSubject: Re\n\nACCEPT\n"
    (house / "mail" / "in" / "new" / side).write_text(letter)


def causes(installed: Installed, house: Path) -> list[str]:
    listed = installed.run("campaign", "log", "spring", folder=house).stdout.splitlines()
    return sorted(" ".join(line.split()[2:4]) for line in listed if " letter " in line)


def test_a_pass_from_cron_handles_the_mail_and_says_nothing(installed: Installed, house: Path) -> None:
    accept(house, "allied")
    assert ended(as_cron_runs_it(installed)) == (0, b"")
    assert causes(installed, house) == ["letter allied"]
    assert '"seat": "allied"' in (house / "pbem.log").read_text()


def test_two_passes_at_once_handle_every_letter_once(installed: Installed, house: Path) -> None:
    accept(house, "allied")
    accept(house, "german")
    passes = [as_cron_runs_it(installed) for _ in range(2)]
    assert [ended(one) for one in passes] == [(0, b"")] * 2
    assert causes(installed, house) == ["letter allied", "letter german"]
    assert not list((house / "mail" / "in" / "new").iterdir())


def test_while_a_pass_is_at_work_the_next_one_does_not_begin(installed: Installed, house: Path) -> None:
    accept(house, "allied")
    with (house / "tick.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert ended(as_cron_runs_it(installed)) == (0, b"")
        assert causes(installed, house) == []
    assert ended(as_cron_runs_it(installed)) == (0, b"")
    assert causes(installed, house) == ["letter allied"]


def test_ticks_without_flock_are_kept_apart_by_the_lock_of_the_data(installed: Installed, house: Path) -> None:
    accept(house, "allied")
    accept(house, "german")
    command = [str(installed.pbem), "tick"]
    ticks = [
        subprocess.Popen(command, cwd=house, env=installed.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    said = [tick.communicate(timeout=60) for tick in ticks]
    codes = [tick.returncode for tick in ticks]
    assert set(codes) <= {0, 2} and 0 in codes, said
    assert all("is held by" in err for code, (_, err) in zip(codes, said, strict=True) if code == 2)
    assert causes(installed, house) == ["letter allied", "letter german"]


# ---------------------------------------------------------------- systemd


def unit_for(installed: Installed, folder: Path) -> Path:
    """The unit with the command where it lies here."""
    text = UNIT.read_text()
    assert text.count("/usr/local/bin/pbem") == 1
    path = folder / "pbem.service"
    path.write_text(text.replace("/usr/local/bin/pbem", str(installed.pbem)))
    return path


def of_a_league(instance: str) -> str:
    """The template of such a unit."""
    return (UNIT.parent / re.sub("@.*[.]", "@.", instance)).read_text()


def settings() -> dict[str, str]:
    pairs = (line.partition("=") for line in UNIT.read_text().splitlines() if "=" in line and not line.startswith("#"))
    return {key: value for key, _, value in pairs}


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
def test_systemd_finds_no_fault_in_the_unit(installed: Installed, tmp_path: Path) -> None:
    unit = unit_for(installed, tmp_path)
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, timeout=60, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
@pytest.mark.parametrize("instance", LEAGUE)
def test_systemd_finds_no_fault_in_the_units_of_a_league(installed: Installed, tmp_path: Path, instance: str) -> None:
    text = of_a_league(instance)
    (tmp_path / instance).write_text(text.replace("/usr/local/bin/pbem", str(installed.pbem)))
    found = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / instance], capture_output=True, text=True, timeout=60, check=False
    )
    assert (found.returncode, found.stdout + found.stderr) == (0, "")


@pytest.mark.parametrize("instance", LEAGUE)
def test_a_unit_of_a_league_differs_from_the_folders_in_what_it_starts_alone(instance: str) -> None:
    """And what it starts is a role; a league reads another configuration by a restart."""
    own, folders = set(of_a_league(instance).splitlines()), set(UNIT.read_text().splitlines())
    (starts,) = (line for line in own if line.startswith("ExecStart="))
    command = starts.replace("%i", instance.partition("@")[2].removesuffix(".service")).split()
    assert command[1:5] == ["--config", "/var/lib/pbem/pbem.toml", "league", "serve"] and command[5] in ROLES
    assert command[6:] in ([], ["--metrics", "9711"])
    others = {line for line in folders if line.startswith(("ExecStart=", "ExecReload=", "Description=", "#"))}
    assert folders - own <= others, "walls, watchdog and exit codes are the same"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze on this machine")
def test_systemd_rates_it_as_little_exposed(tmp_path: Path) -> None:
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=15", UNIT],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stdout[-300:] + found.stderr


def test_the_unit_starts_what_speaks_to_it() -> None:
    unit = settings()
    assert unit["Type"] == "notify"
    assert unit["ExecStart"].endswith(" serve")
    assert unit["ExecReload"].startswith("/bin/kill -HUP")
    assert int(unit["WatchdogSec"]) >= 120, "longer than the longest answer of a server"
    assert unit["RestartPreventExitStatus"] == str(REFUSED)
    assert unit["Restart"] == "on-failure" and BUSY != REFUSED, "a command that held the folder for a second stopped all mail"
    assert unit["SystemCallFilter"] == "setrlimit prlimit64", "the last word: without them no letter is read"


NO_MORE_CODE = """import ctypes, os, sys
os._exit(77) if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) else os.execv(sys.argv[1], sys.argv[1:])
"""


def test_a_pass_needs_no_memory_that_is_written_and_then_run(installed: Installed, house: Path) -> None:
    """MemoryDenyWriteExecute, as far as the kernel can do without systemd."""
    accept(house, "allied")
    done = subprocess.run(
        [sys.executable, "-c", NO_MORE_CODE, installed.pbem, "tick"], cwd=house, env=installed.environment, capture_output=True,
        text=True, timeout=60, check=False,
    )  # fmt: skip
    if done.returncode == 77:
        pytest.skip("this kernel has no PR_SET_MDWE")
    assert (done.returncode, done.stdout) == (0, "1 handled\n"), done.stderr

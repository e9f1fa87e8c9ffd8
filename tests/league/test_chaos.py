"""Chaos: a whole league at its size, in which every three seconds something is killed, stopped, cut off, or the server is restarted
as by a power cut. What comes of it is held against a folder in which the same letters are handled by one referee whom nobody
disturbs: the same records, byte for byte, and the same letters.

That is all of it at once: a letter that was lost or handled twice, a deadline that was not struck, struck twice or on the wrong
side of a letter, a letter of ours with another content than it had would each be another byte.
"""

import contextlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from pbem.admin import in_a_league as care
from pbem.campaign.deadlines import Pace
from pbem.service.referee import Referee
from pbem.store.ports import ArrivedMail
from pbem.store.postgres.packing import inflated
from tests.acceptance.table import QuickDisk
from tests.conftest import TALLY
from tests.servers.running import wait_until

from .club import Club
from .running import DAILY, PASSWORD, DatabaseProcess, server_in, work_folder
from .test_operated import machine

EVERY = 3.0
STOPPED = 13.0  # seconds that a process stands still: longer than the server waits for it
CREW = ("intake", "post", "worker", "worker")
SCHEMA = "chaos"


@dataclass(frozen=True)
class Scale:
    """How large a run is; by: seconds over which the letters come."""

    campaigns: int
    each: int
    by: float


@dataclass
class Crew:
    """Processes in their roles; one that ends is started again, as systemd does."""

    file: Path
    places: list[subprocess.Popen[bytes]] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    wake: list[tuple[float, subprocess.Popen[bytes]]] = field(default_factory=list)

    def start(self, role: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "pbem", "--config", str(self.file), "league", "serve", role]
        with (self.file.parent / "log").open("ab") as log:
            return subprocess.Popen(command, stderr=log, stdout=log)

    def muster(self) -> None:
        """Whoever is not there is started, and who has stood still long enough goes on."""
        for number, role in enumerate(CREW):
            if number >= len(self.places):
                self.places.append(self.start(role))
            elif self.places[number].poll() is not None:
                self.done["started again"] += 1
                self.places[number] = self.start(role)
        for due, process in list(self.wake):
            if time.monotonic() >= due:
                process.send_signal(signal.SIGCONT)
                self.wake.remove((due, process))

    def go_on(self) -> None:
        """Nobody stands still any more."""
        for _, process in self.wake:
            process.send_signal(signal.SIGCONT)
        self.wake.clear()

    def dismiss(self) -> list[int]:
        """Everybody ends the turn in hand and goes; how."""
        self.go_on()
        for process in self.places:
            process.send_signal(signal.SIGTERM)
        return [process.wait(60) for process in self.places]

    def strike(self, chance: random.Random, server: DatabaseProcess) -> None:
        """Something goes wrong."""
        what, process = chance.choice(("kill", "kill", "stop", "cut", "cut", "restart")), chance.choice(self.places)
        self.done[what] += 1
        if what == "kill":
            process.send_signal(signal.SIGKILL)
            process.wait(10)
        elif what == "stop" and process not in [stopped for _, stopped in self.wake]:
            process.send_signal(signal.SIGSTOP)
            self.wake.append((time.monotonic() + STOPPED, process))
        elif what == "cut":
            with contextlib.suppress(psycopg.OperationalError):
                pids = [row[0] for row in server.asked("select pid from pg_stat_activity where application_name = 'pbem'")]
                if pids:
                    server.asked(f"select pg_terminate_backend({chance.choice(pids)})")
        elif what == "restart":
            server.stop(signal.SIGQUIT)
            server.start()


@contextlib.contextmanager
def at_work(file: Path) -> Iterator[Crew]:
    crew = Crew(file)
    crew.muster()
    try:
        yield crew
    finally:
        for process in crew.places:
            process.kill()
            process.wait(10)


def played_through(folder: Path, scale: Scale, seed: int) -> dict[str, int]:
    """One run; what was done, in numbers."""
    chance = random.Random(seed)
    with work_folder() as home, server_in(home, durable=True) as server:
        begun = datetime.now(UTC)
        ends = [begun + timedelta(seconds=scale.by * part + 60) for part in (0.2, 0.5, 0.8)]
        paces = [Pace(hours=1, evening=end.hour, minute=end.minute, grace=0, zone="UTC") for end in ends]
        club = Club(folder / "club", scale.campaigns)
        club.found(begun - timedelta(hours=4), paces)
        shutil.copytree(club.folder, folder / "alone")
        file = machine(folder / "one", server, SCHEMA, "postgres")
        care.init(file, DAILY)
        machine(folder / "one", server, SCHEMA)
        care.import_folder(file, club.data)
        with at_work(file) as crew:
            _rage(crew, server, chance, _fed(club, file.parent, scale))
            last = max(*ends, datetime.now(UTC))
            wait_until(lambda: _is_done(crew, server, last), 900)
            before = {path.read_bytes() for path in club.data.glob("campaigns/*/letters/out/*/*.eml")}
            wait_until(lambda: len(_posted(file)) == _frozen(server) - len(before), 120)
            codes = crew.dismiss()
        assert set(codes) == {0}, "each ends the turn in hand and goes"
        frozen = {inflated(*row) for row in server.asked(f"select content, packing from {SCHEMA}.letter_out")}  # type: ignore[arg-type]
        assert {path.read_bytes() for path in _posted(file)} == frozen - before, "every letter of ours went out, and nothing else"
        log = (file.parent / "log").read_text()
        assert "Traceback" not in log and PASSWORD not in log
        assert care.audit(file)[1]
        struck = _compared(folder, server, datetime.now(UTC))
        return {"letters in chaos": scale.campaigns * scale.each, "deadlines struck in chaos": struck, **crew.done}


def _fed(club: Club, home: Path, scale: Scale) -> threading.Thread:
    """Letters come, steadily."""

    def feed() -> None:
        begun, total = time.monotonic(), scale.campaigns * scale.each
        for n, (name, raw) in enumerate(club.letters(scale.each)):
            time.sleep(max(0.0, begun + scale.by * n / total - time.monotonic()))
            kept = home / "mail" / "in" / "tmp" / f"{n:05}.{name}"
            kept.write_bytes(raw)
            kept.rename(home / "mail" / "in" / "new" / kept.name)

    thread = threading.Thread(target=feed, daemon=True)
    thread.start()
    return thread


def _rage(crew: Crew, server: DatabaseProcess, chance: random.Random, feeding: threading.Thread) -> None:
    while feeding.is_alive():
        time.sleep(EVERY)
        crew.strike(chance, server)
        crew.muster()


def _is_done(crew: Crew, server: DatabaseProcess, last: datetime) -> bool:
    """Is every letter in, handled and posted, and was the mailbox looked through since the last deadline?"""
    crew.muster()
    time.sleep(1.0)
    home = crew.file.parent / "mail"
    with contextlib.suppress(psycopg.Error):
        ((waiting, polled),) = server.asked(
            f"select (select count(*) from {SCHEMA}.letter_in where folder = 'new'), (select min(polled) from {SCHEMA}.door)"
        )
        lying = any((home / "in" / part).iterdir() for part in ("new", "cur") for _ in (home / "in" / part).iterdir())
        return not waiting and not lying and isinstance(polled, datetime) and polled > last + timedelta(seconds=5)
    return False


def _posted(file: Path) -> list[Path]:
    return list((file.parent / "mail" / "out").glob("*/new/*"))


def _frozen(server: DatabaseProcess) -> int:
    ((count,),) = server.asked(f"select count(*) from {SCHEMA}.letter_out")
    assert isinstance(count, int)
    return count


def _compared(folder: Path, server: DatabaseProcess, now: datetime) -> int:
    """The same letters in a folder, with nobody to disturb: how many deadlines were struck."""
    rows = server.asked(f"select name, content, packing, arrival, transport, folder from {SCHEMA}.letter_in order by name")
    assert {row[-1] for row in rows} <= {"filed"} | {"new"}, Counter(str(row[-1]) for row in rows)
    club = Club(folder / "alone", 0)
    struck = 0
    with Referee(club.config(), QuickDisk()) as alone:
        known = {path.stem for path in (club.data / "campaigns").glob("*/letters/in/*.eml")}
        fresh = [row for row in rows if row[0] not in known]
        for name, raw, packing, arrival, transport, _ in fresh:
            mail = ArrivedMail(inflated(raw, packing), arrival, str(transport))  # type: ignore[arg-type]
            assert alone.spool.put_all([mail])[0].name == name
        alone.work(now)
        for name in alone.campaigns:
            home = club.data / "campaigns" / name
            journal = b"".join(path.read_bytes() for path in sorted((home / "journal").glob("*.jsonl"), key=lambda p: p.stem))
            lines = server.asked(f"select content, packing from {SCHEMA}.line where campaign = '{name}' order by file, place")
            played = b"".join(inflated(*line) for line in lines)  # type: ignore[arg-type]
            assert played == journal, f"{name}: {_first_other(played, journal)}"
            struck += played.count(b'"id":"deadline/')
            letters = {(path.parent.name, path.stem): path.read_bytes() for path in (home / "letters" / "out").glob("*/*.eml")}
            frozen = server.asked(f"select seat, number, content, packing from {SCHEMA}.letter_out where campaign = '{name}'")
            assert {(seat, number): inflated(*raw) for seat, number, *raw in frozen} == letters, name  # type: ignore[arg-type]
        assert struck >= len(alone.campaigns) / 2
    return struck


def _first_other(one: bytes, other: bytes) -> str:
    """Where two journals part, for whoever looks for the reason."""
    for n, (a, b) in enumerate(zip(one.split(b"\n"), other.split(b"\n"), strict=False)):
        if a != b:
            return f"line {n}: {a[:300]!r} and {b[:300]!r}"
    return f"{len(one)} and {len(other)} bytes"


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_two_hundred_campaigns_through_chaos(
    postgres_can_run: None, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property(TALLY, played_through(tmp_path, Scale(200, 25, 300.0), seed=1))

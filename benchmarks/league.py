"""(10) A league on PostgreSQL beside the folder, in the same run: `python -m benchmarks.league [CAMPAIGNS]`.

The server is one of its own on this machine, and waits for the disk as the folder does. Letters go to folder and league by turns,
the same bytes to the same campaigns, so that whatever else the machine does hits both. The server's share is the processor time of
all its processes. Two workers and one are measured by turns too; how long they take says little on a machine with other work to
do, so the processor time of a letter stands beside it.
"""

import os
import statistics
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple, cast

from benchmarks.bench import ROOT, Row, orders_of, p95, rss_mb, scratch, told
from pbem.admin import in_a_league as care
from pbem.service.config.settings import Config, load
from pbem.service.referee import Referee
from pbem.store.ports import ArrivedMail
from pbem.store.postgres.house import DatabaseStore
from tests.league.club import Club, Said
from tests.league.conftest import league_in, make_league
from tests.league.running import DAILY, PASSWORD, DatabaseProcess, server_in, work_folder
from tests.league.test_operated import machine
from tests.servers.running import wait_until

CAMPAIGNS, PAIRS = 1000, 100
ROUNDS = 3  # of one worker and two, by turns
A_SECOND, SECONDS = 20, 25
SCHEMA = "bench"


class Took(NamedTuple):
    """Milliseconds: on the wall, of the referee's processor, of the server's."""

    wall: float
    own: float
    server: float


# ---------------------------------------------------------------- one worker beside the folder


class Pair(NamedTuple):
    """The same letter in the folder and in the league."""

    folder: Took
    league: Took


class Both:
    """A folder and a league with the same campaigns."""

    def __init__(self, club: Club, server: DatabaseProcess, alone: Referee, league: Referee) -> None:
        self.club, self.server, self.alone, self.league = club, server, alone, league
        self.at, self._count = datetime.now(UTC), 0

    def letters(self, text: Callable[[str], str]) -> list[Pair]:
        """A letter to every campaign, in both, by turns which of them is first."""
        self._count += 1
        return [self._pair(n, name, text(name)) for n, name in enumerate(self.club.names)]

    def _pair(self, n: int, name: str, text: str) -> Pair:
        raw, came = self.club.letter(name, Said("allied", text), f"bench.{self._count}"), (self.at, f"{name}/{self._count}")
        if n % 2:
            folder = took_of(self.alone, raw, came, None)
            return Pair(folder, took_of(self.league, raw, came, self.server))
        league = took_of(self.league, raw, came, self.server)
        return Pair(took_of(self.alone, raw, came, None), league)

    def orders(self, count: int) -> Callable[[str], str]:
        """Orders that are legal where a campaign stands."""

        def of(name: str) -> str:
            campaign = self.alone.campaigns[name]
            return orders_of(count, campaign.table.ruleset, campaign.table.game, campaign.state.pictures["allied"])

        return of


def beside_the_folder(server: DatabaseProcess, folder: Path) -> Iterator[Row]:
    """Letters of twenty orders to each of a hundred campaigns, in the folder and in the league."""
    config = folder_and_league(server, folder, PAIRS)
    with Referee(Club(folder / "club", PAIRS).config()) as alone, Referee(config) as league:
        both = Both(Club(folder / "club", PAIRS), server, alone, league)
        cold = both.letters(lambda _: "STATUS\n")
        warm = both.letters(lambda _: "STATUS\n")
        orders = both.letters(both.orders(20))
    ratio = statistics.median(pair.league.wall / pair.folder.wall for pair in orders)
    alone_took, took = mean(pair.folder for pair in orders), mean(pair.league for pair in orders)
    what = f"letter of 20 orders → record and answers committed, of the folder's answer frozen ({PAIRS} campaigns)"
    words = f"medians of pairs on the wall; means {took.wall:.1f} and {alone_took.wall:.1f} ms"
    yield Row("10a", what, ratio, "×", f"{words}; processor {took.own:.1f} and {alone_took.own:.1f} ms", 1.1)
    what = "the same, processor time of all processes of PostgreSQL"
    yield Row("10b", what, took.server, "ms", f"for STATUS {mean(pair.league for pair in warm).server:.1f} ms", 1.5)
    share = 100 * took.server / (took.server + took.own)
    yield Row("10c", "the same, of all processor time of the letter", share, "%", f"the referee {took.own:.1f} ms", 20.0)
    first, then = mean(pair.league for pair in cold).own, mean(pair.league for pair in warm).own
    alone_first, alone_then = mean(pair.folder for pair in cold).own, mean(pair.folder for pair in warm).own
    words = f"then {then:.1f} ms; in the folder {alone_first:.1f} and {alone_then:.1f} ms, opened by the orders before"
    yield Row("10d", "STATUS to a campaign that is not open, processor of the referee", first, "ms", words, 60.0)
    yield Row(
        "10p",
        "the same, of STATUS to the one that is open then",
        first / then,
        "×",
        f"{alone_first / alone_then:.1f} × in the folder",
        1.8,
    )


def took_of(referee: Referee, raw: bytes, came: tuple[datetime, str], server: DatabaseProcess | None) -> Took:
    """A letter, from its bytes in hand to its answers frozen."""
    spent = server_ms(server) if server else 0.0
    begun, own = perf_counter(), process_time()
    referee.take(raw, *came)
    assert referee.work(came[0]) == 1
    wall, own = (perf_counter() - begun) * 1000, (process_time() - own) * 1000
    return Took(wall, own, (server_ms(server) if server else 0.0) - spent)


def mean(took: Iterable[Took]) -> Took:
    """The mean of each."""
    return Took(*(statistics.fmean(column) for column in zip(*took, strict=True)))


def server_ms(server: DatabaseProcess) -> float:
    """Milliseconds of processor time of all processes of the server so far: those it began with, and one a connection."""
    assert server.process is not None
    return sum(map(own_ms, (server.process.pid, *children(server.process.pid))))


def own_ms(pid: int) -> float:
    """Of one process, all its threads; the kernel counts it in nanoseconds."""
    try:
        return sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1_000_000
    except OSError:
        return 0.0


def children(pid: int) -> list[int]:
    """Its processes."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def folder_and_league(server: DatabaseProcess, folder: Path, count: int) -> Config:
    """The same campaigns in a folder of their own and in a league."""
    schema = server.schema()
    config = league_in(folder / "machine", server, schema)
    make_league(config, server)
    twin, kept = Club(folder / "twin", count), Club(folder / "club", count)
    kept.found(datetime.now(UTC) - timedelta(hours=1))
    subprocess.run(["cp", "-r", str(kept.folder), str(twin.folder)], check=True)
    file = machine(folder / "file", server, schema)
    care.import_folder(file, twin.data)
    return config


# ---------------------------------------------------------------- processes


@contextmanager
def at_work(file: Path, *roles: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Processes in their roles, all ready."""
    command = [sys.executable, "-m", "pbem", "--config", str(file), "league", "serve"]
    with (file.parent / "log").open("ab") as log, ExitStack() as crew:
        processes = [subprocess.Popen([*command, role], stderr=log, stdout=log, cwd=ROOT) for role in roles]
        for process in processes:
            crew.callback(process.wait, 20)
            crew.callback(process.terminate)
        yield processes


@contextmanager
def store_of(file: Path) -> Iterator[DatabaseStore]:
    """The league as whoever brings letters sees it."""
    with Referee(load(file)) as referee:
        yield cast(DatabaseStore, referee.store)


def alive(server: DatabaseProcess) -> int:
    """Workers that have said so of late."""
    found = server.asked(f"select count(*) from {SCHEMA}.at_work where seen > clock_timestamp() - interval '4 seconds'")
    return cast(int, found[0][0])


class Pass(NamedTuple):
    """Letters a second, processor milliseconds a letter of workers and server together, memory of a worker."""

    rate: float
    cost: float
    memory: float


def passed(server: DatabaseProcess, file: Path, workers: int, letters: list[ArrivedMail]) -> Pass:
    """So many workers handle letters that lie there all at once."""
    wait_until(lambda: alive(server) == 0, 30)
    with at_work(file, *["worker"] * workers) as processes, store_of(file) as store:
        wait_until(lambda: alive(server) == workers, 120)
        time.sleep(4.0)  # each has seen the other
        before = spent(server, processes)
        begun = perf_counter()
        store.spool.put_all(letters)
        wait_until(lambda: store.spool.count("new") == 0, 900)
        took, cost = perf_counter() - begun, spent(server, processes) - before
        memory = max(rss_mb(process.pid) for process in processes)
    return Pass(len(letters) / took, cost / len(letters), memory)


def spent(server: DatabaseProcess, processes: list[subprocess.Popen[bytes]]) -> float:
    """Milliseconds of processor time of workers, their readers and the server."""
    pids = [pid for process in processes for pid in (process.pid, *children(process.pid))]
    return server_ms(server) + sum(map(own_ms, pids))


def two_and_one(server: DatabaseProcess, file: Path, club: Club) -> Iterator[Row]:
    """One worker and two, by turns, over all campaigns."""
    found: dict[int, list[Pass]] = {1: [], 2: []}
    kinds = ("SITREP\n", "I/504: recon 11.13\n", "STATUS\n", "C/504: recon around\n", "WHO\n", "505: STATUS\n")
    for number in range(ROUNDS):
        for workers in (1, 2):
            text = kinds[(2 * number + workers) % len(kinds)]
            at = datetime.now(UTC)
            letters = [
                ArrivedMail(club.letter(name, Said("allied", text), f"{number}.{workers}"), at, f"{name}/{number}/{workers}")
                for name in club.names
            ]
            found[workers].append(passed(server, file, workers, letters))
    ratio = statistics.median(two.rate / one.rate for one, two in zip(found[1], found[2], strict=True))
    one, two = (Pass(*map(statistics.median, zip(*found[n], strict=True))) for n in (1, 2))
    load = os.getloadavg()[0]
    beside = f"{two.rate:.0f} and {one.rate:.0f} letters/s, load {load:.1f}; {two.cost:.1f} and {one.cost:.1f} ms of processor each"
    yield Row(
        "10e",
        f"two workers : one, {club.count:,} campaigns",
        ratio,
        "×",
        beside,
        1.6 if club.count == CAMPAIGNS else 0.0,
        more=True,
    )
    yield Row("10f", "the same, processor time of a letter with two workers, of that with one", two.cost / one.cost, "×")
    yield Row(
        "10g",
        f"memory of a worker that holds 128 of {club.count:,} campaigns",
        two.memory,
        "MB",
        "100 MB + 0.5 a campaign held",
        164.0,
    )


def steady(server: DatabaseProcess, file: Path, club: Club) -> Iterator[Row]:
    """Twenty letters a second, to the commit and to the carrier."""
    out = file.parent / "mail" / "out"
    count = min(A_SECOND * SECONDS, club.count)
    with at_work(file, "worker", "worker", "post") as processes, store_of(file) as store:
        wait_until(lambda: alive(server) >= 2, 120)
        before = len(list(club.data.glob("campaigns/*/letters/out/*/*.eml")))
        asks, at = Said("allied", "WHO\n"), datetime.now(UTC)
        warm = [ArrivedMail(club.letter(name, asks, "warm"), at, f"{name}/warm") for name in club.names[:40]]
        store.spool.put_all(warm)  # so that each worker has read a module
        wait_until(lambda: store.spool.count("new") == 0 and not waits(store, out, before), 300)
        begun = time.monotonic()
        for n, name in enumerate(club.names[:count]):
            time.sleep(max(0.0, begun + n / A_SECOND - time.monotonic()))
            raw = club.letter(name, Said("german", "STATUS\n"), "steady")
            store.spool.put(raw, datetime.now(UTC), f"{name}/steady")
        wait_until(lambda: store.spool.count("new") == 0 and not waits(store, out, before), 120)
        assert all(process.poll() is None for process in processes)
    rows = server.asked(
        f"select lane, extract(epoch from pg_xact_commit_timestamp(xmin) - kept) * 1000, extract(epoch from kept)"
        f" from {SCHEMA}.letter_in where transport like '%/steady'"
    )
    committed = [float(cast(float, row[1])) for row in rows]
    carried = [
        (max(path.stat().st_mtime for path in (out / f"german@{name}.example" / "new").iterdir()) - float(cast(float, kept))) * 1000
        for name, _, kept in rows
    ]
    load = os.getloadavg()[0]
    beside = f"median {statistics.median(committed):.0f} ms; load {load:.1f} on {os.cpu_count()} cores"
    yield Row(
        "10h", f"{A_SECOND} letters/s over {club.count:,} campaigns: kept → committed, p95", p95(committed), "ms", beside, 100.0
    )
    beside = f"median {statistics.median(carried):.0f} ms"
    yield Row("10i", "the same: kept → with the carrier, p95", p95(carried), "ms", beside, 1000.0)


def waits(store: DatabaseStore, out: Path, before: int) -> bool:
    """Is a letter of ours not with the carrier yet? before: how many had been posted elsewhere."""
    frozen = int(store.server.ask("select count(*) from letter_out")[0][0])
    return frozen - before > sum(1 for _ in out.glob("*/new/*"))


# ---------------------------------------------------------------- disk


def disk_mb(server: DatabaseProcess, schema: str) -> float:
    """What the tables of a league take, with what lies beside their rows and with all indexes; not the maps of free space, of which
    each table has one, however many campaigns there are."""
    tables = f"select c.oid, reltoastrelid from pg_class c where relnamespace = '{schema}'::regnamespace and relkind = 'r'"
    size = "coalesce(pg_relation_size(reltoastrelid) + pg_indexes_size(reltoastrelid), 0)"
    there = server.asked(f"select sum(pg_relation_size(oid) + pg_indexes_size(oid) + {size}) from ({tables}) t")
    return float(cast(float, there[0][0])) / 1_000_000


def whole_campaign(server: DatabaseProcess, folder: Path) -> Row:
    """What a campaign takes that was played to its end, beside its folder; a module's texts are there once for all campaigns."""
    with tarfile.open(ROOT / "tests" / "replays" / "2026-11-over.tar.xz") as tar:
        tar.extractall(folder / "over", filter="data")
    data, schema = folder / "over" / "data", server.schema()
    key = (data / "key").read_bytes()
    care.init(machine(folder / "whole", server, schema, "postgres", key=key), DAILY)
    file, empty = machine(folder / "whole", server, schema, key=key), disk_mb(server, schema)
    lies = sum(path.stat().st_size for path in data.rglob("*") if path.is_file()) / 1_000_000
    care.import_folder(file, data)
    ((letters, texts),) = server.asked(
        f"select (select count(*) from {schema}.letter_in where folder = 'filed'),"
        f" pg_total_relation_size('{schema}.text_of_module') / 1e6"
    )
    disk = disk_mb(server, schema) - empty - float(cast(float, texts))
    beside = f"its folder {lies:.1f} MB"
    return Row("10o", f"disk for a campaign of {letters} letters that is over, without maps", disk, "MB", beside, 2.0)


# ---------------------------------------------------------------- who dies


CLAIM = """
import sys, time
from pathlib import Path
from pbem.service.config.settings import load
from pbem.service.league_opening import league_of
store = league_of(load(Path(sys.argv[1])))
store.hold()
with store.turn():
    store.claim("c0000")
    print("claimed", flush=True)
    time.sleep(60)
"""


def dying(file: Path) -> Iterator[Row]:
    """How long a campaign waits for whoever had claimed it."""
    killed = [freed(file, lambda process: process.kill()) for _ in range(5)]
    yield Row("10j", "worker killed → its campaign can be claimed", max(killed) * 1000, "ms", "the longest of 5", 1000.0)
    stood = freed(file, lambda process: os.kill(process.pid, 19))
    yield Row("10k", "worker stopped, or its machine gone → its campaign can be claimed", stood, "s", "", 12.0)


def freed(file: Path, ends: Callable[[subprocess.Popen[str]], None]) -> float:
    """Seconds until another has the claim."""
    with store_of(file) as store:
        process = subprocess.Popen([sys.executable, "-c", CLAIM, str(file)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert process.stdout is not None and process.stdout.readline() == "claimed\n"
        ends(process)
        begun = perf_counter()
        free = False
        while not free:
            with store.turn():
                free = store.claim("c0000", wait=False)
            time.sleep(0.002)
        took = perf_counter() - begun
        process.kill()
        process.wait()
        process.stdout.close()
    return took


# ---------------------------------------------------------------- all of it


def measure() -> Iterable[Row]:
    """Every figure of league.md's goals that can be had here."""
    os.environ["PGPASSWORD"] = PASSWORD
    count = next((int(a) for a in sys.argv[1:] if a.isdigit()), CAMPAIGNS)
    with work_folder() as home, server_in(home, durable=True, track_commit_timestamp="on", shared_buffers="256MB") as server:
        with scratch() as folder:
            yield from beside_the_folder(server, folder)
        with scratch(ram=True) as folder:
            club = Club(folder / "club", count)
            club.found(datetime.now(UTC) - timedelta(hours=1))
            file = machine(folder / "one", server, SCHEMA, "postgres")
            care.init(file, DAILY)
            machine(folder / "one", server, SCHEMA)
            begun, spent_ms = perf_counter(), process_time()
            care.import_folder(file, club.data)
            took, own = perf_counter() - begun, process_time() - spent_ms
            beside = f"{count:,} here in {took:.0f} s ({own:.0f} s of processor), times {10_000 / count:.0f}"
            yield Row("10l", "10,000 campaigns imported, by what some take", took * 10_000 / count / 60, "minutes", beside, 10.0)
            yield Row("10m", "disk for one campaign at its beginning, with indexes", disk_mb(server, SCHEMA) / count, "MB", "", 2.0)
            yield whole_campaign(server, folder)
            yield from two_and_one(server, file, club)
            yield from steady(server, file, club)
            yield from dying(file)


if __name__ == "__main__":
    told(measure)

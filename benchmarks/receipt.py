"""(1) A letter of twenty orders, from its bytes in hand to the receipt's record on disk: `python -m benchmarks.receipt`."""

import statistics
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.bench import Row, fsync_ms, orders_of, scratch, told
from tests.acceptance.table import Table

RUNS = 25
RIVAL = "C mail judge, 3 orders: 8.3 ms a mail (peers.md; writes without fsync)"
RIVAL_CPU = "C mail judge, 3 orders: 7.05 ms of processor (peers.md)"


def measure() -> Iterable[Row]:
    """Medians on disk and in memory, each run in a campaign of its own."""
    disk = [took(ram=False) for _ in range(RUNS)]
    memory = [took(ram=True) for _ in range(RUNS)]
    wait = fsync_ms()
    fsyncs = round(statistics.median(n for _, _, n, _ in disk))
    yield Row("1a", "letter of 20 orders → receipt's record durable, folder in memory", median(memory, 0), "ms", RIVAL, 8.0)
    yield Row("1b", f"the same on this disk (one fsync takes {wait:.1f} ms; {fsyncs} of them here)", median(disk, 0), "ms")
    alone = "the same as 1a, processor time of the referee alone (its reader takes 0.2 ms more)"
    yield Row("1d", alone, median(memory, 3), "ms", RIVAL_CPU, 8.0)
    yield Row("1c", "the same to the receipt ready to post, folder in memory", median(memory, 1), "ms")


def median(rows: list[tuple[float, float, int, float]], column: int) -> float:
    """The median of a column."""
    return statistics.median(row[column] for row in rows)


def took(ram: bool) -> tuple[float, float, int, float]:
    """(ms to the record durable, ms to the receipt frozen, fsyncs to the record, CPU ms to it) in a fresh campaign."""
    with scratch(ram) as folder, playing(folder) as table:
        campaign: Any = table.campaign
        picture = campaign.state.pictures["allied"]
        raw = table.letter("allied", orders_of(20, campaign.table.ruleset, campaign.table.game, picture))
        marks: list[tuple[float, int, float]] = []
        count = Fsyncs(table.referee.disk)
        append = campaign.journal.append

        def durable(body: Any) -> int:
            number: int = append(body)
            marks.append((perf_counter(), count.seen, process_time()))
            return number

        campaign.journal.append = durable
        begun, spent = perf_counter(), process_time()
        table.deliver(raw)
        table.referee.work(table.at)
        ended = perf_counter()
        record = campaign.tail[-1]
        assert len(marks) == 1 and record.events, "the letter did not run"
        durable_at, fsyncs, used = marks[0]
        return (durable_at - begun) * 1000, (ended - begun) * 1000, fsyncs, (used - spent) * 1000


class Fsyncs:
    """Counts what waits for the disk."""

    def __init__(self, disk: Any) -> None:
        self.seen = 0
        operation = disk.operation

        def counted(kind: str, path: Path) -> None:
            self.seen += kind.startswith("fsync")
            operation(kind, path)

        disk.operation = counted


class playing:  # noqa: N801 - reads as a phrase
    """A campaign at its first impulse."""

    def __init__(self, folder: Path) -> None:
        self.table = Table(folder)

    def __enter__(self) -> Table:
        self.table.begin()
        return self.table

    def __exit__(self, *exc: object) -> None:
        self.table.close()


if __name__ == "__main__":
    told(measure)

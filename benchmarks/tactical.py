"""(12) A turn of TCS by mail, and its lines of sight on ground that is known: `python -m benchmarks.tactical`."""

import statistics
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import process_time

from benchmarks.bench import Row, told
from pbem.kernel.hexes import Hex, neighbours
from pbem.rulesets.tcs.rules.sight import Air, Crossing, SightTable, farthest, in_sight
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.grounds import village

RUNS, TRIGGERS, STACKS = 7, 60, 20
AMERICANS = "A-1: move 05.02, 05.03; fire mode\nA-MG: fire 05.04 area\nT-1,T-2: move 06.02"
GERMANS = "G-MG: fire 05.03 area\nG-1: move mode; move 05.04"


def measure() -> Iterable[Row]:
    """Medians of processor time."""
    turn = statistics.median(turns())
    yield Row("12a", "a turn of the ford village: both letters B, their run and both reports, folder in memory", turn, "ms",
              "processor time of the referee", 120.0)  # fmt: skip
    looks = statistics.median(sights())
    yield Row("12b", f"{TRIGGERS} triggers, each seen or not by {STACKS} stacks, the ground known", looks, "ms",
              "processor time", 20.0)  # fmt: skip


def turns() -> Iterable[float]:
    """Milliseconds of a first turn's second half, each in a campaign of its own."""
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            ford = Ford(Path(folder))
            ford.begin()
            ford.both("ROLL US-2 NEVER", "")
            began = process_time()
            ford.both(AMERICANS, GERMANS)
            yield (process_time() - began) * 1000
            ford.close()


def sights() -> Iterable[float]:
    """Milliseconds of a turn's looks, after the table stands."""
    table = SightTable(village(), farthest(BOOK))
    table.fill()
    found = (Crossing(left, entered) for left in table.places[::5] for entered in set(neighbours(left)) & set(table.places))
    crossings, viewers = [crossed for crossed, _ in zip(found, range(TRIGGERS), strict=False)], table.places[::3][:STACKS]
    air = Air(24, smoke={Hex("05.05"): 1})
    for _ in range(RUNS):
        began = process_time()
        for crossed in crossings:
            for viewer in viewers:
                in_sight(BOOK, table, air, viewer, crossed.entered)
        yield (process_time() - began) * 1000


if __name__ == "__main__":
    told(measure)

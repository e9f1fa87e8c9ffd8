"""(12) Turns of TCS by mail, and lines of sight on ground that is known: `python -m benchmarks.tactical`."""

import re
import statistics
import tempfile
from collections.abc import Iterable
from pathlib import Path
from time import process_time
from typing import cast

from benchmarks.bench import Row, told
from pbem.documents.render import render
from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex, neighbours
from pbem.kernel.values import Value
from pbem.modules import library
from pbem.rulesets.tcs.events import TriggerNoticed
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.observations import Seen
from pbem.rulesets.tcs.reports.sitrep import sitrep
from pbem.rulesets.tcs.rules.sight import HexsideCrossed, SightTable, TurnVisibility, farthest, in_sight
from tests.acceptance.table import recorded
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.ford import Ford
from tests.rulesets.tcs.grounds import village

RUNS, TRIGGERS, STACKS = 7, 60, 20
AMERICANS = "A-1: move 05.02, 05.03; fire mode\nA-MG: fire 05.04 area\nT-1,T-2: move 06.02"
GERMANS = "G-MG: fire 05.03 area\nG-1: move mode; move 05.04"
NEAR = "POLICY ALL RANGE 6; ADJACENT FIRE"
PANTHERS = {
    **dict.fromkeys(("P1-0", "P1-11", "P1-12", "P1-13", "P1-21"), ("23.17", "18.15", "13.15")),
    **dict.fromkeys(("P1-22", "P1-23", "P1-31", "P1-32"), ("24.16", "19.16", "14.16")),
}  # fmt: skip
"""The ways of nine Panthers in the three segments, each by itself and in sight of the outposts."""
DRIVE = "\n".join(
    f"{name}: INITIAL; MOVE {first}\n{name}: MOVE {second}\n{name}: FINAL; MOVE {third}"
    for name, (first, second, third) in PANTHERS.items()
)
OUTPOSTS = "C37-31, C37-32: MOVE MODE\nC37-13: BUTTON UP\nC37-21: FIRE 17.08 SMOKE\nA53-1: MOVE MODE\nC25-11: HOLD"
HEADING = Heading(
    "A-9", "Wed 25 Nov 20:00 CET (in 2 days)", "Wed 20:00 CET", "BEGIN ORDERS test T2.A A-9", ("HELP lists every word.",)
)


def measure() -> Iterable[Row]:
    """Medians of processor time."""
    turn = statistics.median(turns())
    yield Row("12a", "a turn of the ford village: both letters B, their run and both reports, folder in memory", turn, "ms",
              "processor time of the referee", 120.0)  # fmt: skip
    looks = statistics.median(sights())
    yield Row("12b", f"{TRIGGERS} triggers, each seen or not by {STACKS} stacks, the ground known", looks, "ms",
              "processor time", 20.0)  # fmt: skip
    begun = [arracourt() for _ in range(RUNS)]
    triggers = min(one.triggers for one in begun)
    what = f"a turn of Arracourt, 54 counters: both letters B and their run with {triggers} triggers, folder in memory"
    turn = statistics.median(one.turn for one in begun)
    yield Row("12c", what, turn, "ms", "processor time of the referee, the ground known", 250.0)
    report = statistics.median(one.report for one in begun)
    yield Row("12d", "the longer report of that turn: text and page", report, "ms", "processor time", 100.0)


class ArmorTurn(Value):
    """Milliseconds of a turn and of its longer report, and how many triggers it had."""

    turn: float
    report: float
    triggers: int


def arracourt() -> ArmorTurn:
    """The first turn of Arracourt in haze instead of fog: nine Panthers drive past the outposts, hex by hex in their sight."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        table = Ford(Path(folder) / "campaign", module=str(_in_haze(Path(folder) / "module")))
        table.begin()
        for seat in ("us", "ge"):
            table.write(seat, NEAR)
        table.both("", "")
        game = cast(TacticalGame, table.campaign.table.game)
        game.sight.fill()
        before = len(recorded(table))
        began = process_time()
        table.both(OUTPOSTS, DRIVE)
        turn = (process_time() - began) * 1000
        records = recorded(table)[before:]
        triggers = sum(isinstance(event, TriggerNoticed) for record in records for event in record.events)
        reports = [_reported(game, table, side, tuple(cast(Seen, seen) for record in records for desk, seen in record.seen
                                                     if desk == side)) for side in ("us", "ge")]  # fmt: skip
        table.close()
        return ArmorTurn(turn, max(reports), triggers)


def _in_haze(folder: Path) -> Path:
    texts = dict(library.module_files(library.module_folder("tcs-arracourt")))
    haze = texts["scenario-1.toml"].replace('visibility = "thick_fog"', 'visibility = "haze"')
    texts["scenario-1.toml"] = re.sub(r"^weather = .*\n", "", haze, flags=re.MULTILINE)
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _reported(game: TacticalGame, table: Ford, side: str, news: tuple[Seen, ...]) -> float:
    """Milliseconds that a report takes, from the picture to text and page."""
    began = process_time()
    render(library.templates(), sitrep(game, table.picture(side), news, HEADING), {"campaign_line": "a line"})
    return (process_time() - began) * 1000


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
    found = (HexsideCrossed(left, entered) for left in table.places[::5] for entered in set(neighbours(left)) & set(table.places))
    crossings, viewers = [crossed for crossed, _ in zip(found, range(TRIGGERS), strict=False)], table.places[::3][:STACKS]
    air = TurnVisibility(24, smoke={Hex("05.05"): 1})
    for _ in range(RUNS):
        began = process_time()
        for crossed in crossings:
            for viewer in viewers:
                in_sight(BOOK, table, air, viewer, crossed.entered)
        yield (process_time() - began) * 1000


if __name__ == "__main__":
    told(measure)

"""Letters and maps: text and page of a report, a map of 532 hexes with 250 counters: `python -m benchmarks.pictures`."""

import resource
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.bench import Row, scratch, told
from benchmarks.division import texts
from pbem.campaign.records import Sent
from pbem.documents.document import Document
from pbem.documents.map_picture import Frame, MapPicture, Symbol
from pbem.documents.render import render
from pbem.kernel.values import replace
from pbem.letters.map_worker import Studio
from pbem.modules import library
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.parts import maps
from pbem.store.folder.disk import Disk
from tests.acceptance.table import Table

RUNS = 7


def measure() -> Iterable[Row]:
    """Medians of the clock."""
    document = report()
    ms = took(lambda: render(library.templates(), document, {"campaign_line": "a line"}))
    yield Row("8a", "text and page of a report of the training module", ms, "ms", "styles inlined", 5.0)
    game, shown = theatre()
    what = f"{len(game.ground.hexes)} hexes, {len(shown.symbols)} counters"
    yield from painted(game, shown, ("8b", what))
    yield from painted(*opening(), ("8d", "the training module, whole, at the opening"))


def painted(game: Any, shown: MapPicture, named: tuple[str, str]) -> Iterable[Row]:
    """Processor time of a map on ground that was kept, and the size of its picture."""
    number, what = named
    with scratch(ram=True) as folder:
        studio, job = Studio(Disk(), library.fonts()), maps.job(game, shown)

        def spent() -> float:
            """Seconds of processor of the process that draws and paints, its start included."""
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            studio.begin("one", job, Path(folder))
            found.append(studio.look("one"))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        found: list[Any] = []
        spent()
        ms = statistics.median(spent() for _ in range(RUNS)) * 1000
        (picture,) = found[-1]
        begun = process_time()
        studio.begin("one", job, Path(folder))
        own = (process_time() - begun) * 1000
        studio.look("one")
    note = f"processor of its own process; of the referee's {own:.1f} ms; {picture.percent} % of its size"
    yield Row(number, f"map: {what}, drawn and painted on ground that was kept", ms, "ms", note, 900.0)
    following = f"{number[0]}{chr(ord(number[1]) + 1)}"
    yield Row(following, "the same: size of the picture", len(picture.png) / 1000, "kB", "", 250.0)


def opening() -> tuple[Any, MapPicture]:
    """The training module as the Allied side has it before the first turn."""
    files = library.module_files(library.module_folder("heumen-bridge"))
    game, _, pictures = scenario.opening(load_module(files), library.charts("tocs"))
    return game, replace(maps.theatre(game, pictures["allied"]), frames=(Frame("map", "whole"),))


def report() -> Document:
    """The first report of a campaign."""
    with scratch(ram=True) as folder:
        table = Table(Path(folder))
        table.begin()
        sent: list[Any] = [s for record in table.campaign.tail for s in record.letters]
        table.close()
    return next(s.document for s in sent if isinstance(s, Sent) and s.kind == "sitrep")


def theatre() -> tuple[Any, MapPicture]:
    """The corps front of benchmark 7, as one side would know it if all counters were its own."""
    game, _, pictures = scenario.opening(load_module(texts()), library.charts("tocs"))
    shown = {side: maps.theatre(game, picture) for side, picture in pictures.items()}
    symbols: tuple[Symbol, ...] = tuple(s for view in shown.values() for s in view.symbols)
    return game, replace(shown["allied"], symbols=symbols, frames=shown["allied"].frames[:1])


def took(what: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """Milliseconds, the median of some runs after one that warms up."""
    what()
    times = []
    for _ in range(RUNS):
        begun = clock()
        what()
        times.append((clock() - begun) * 1000)
    return statistics.median(times)


if __name__ == "__main__":
    told(measure)

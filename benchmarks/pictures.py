"""Letters and maps: text and page of a report, a map of 532 hexes with 250 counters: `python -m benchmarks.pictures`."""

import resource
import statistics
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.bench import Row, scratch, told
from benchmarks.division import texts
from pbem.campaign.deadlines import Pace
from pbem.campaign.records import Sent
from pbem.campaign.state import Clock
from pbem.documents.document import Document
from pbem.documents.map_picture import Frame, MapPicture, Symbol
from pbem.documents.render import render
from pbem.kernel.values import replace
from pbem.letters.map_worker import Studio
from pbem.modules import library
from pbem.modules.opened import OpenModule
from pbem.rulesets.loading import load_module as load_any
from pbem.rulesets.tocs import scenario
from pbem.rulesets.tocs.module import load_module
from pbem.rulesets.tocs.parts import maps
from pbem.simulate.game import _Game
from pbem.simulate.plan import RehearsalPlan
from pbem.store.folder.disk import Disk
from tests.acceptance.table import Table

RUNS = 7
IMPULSES = 24  # of a rehearsed game, before its maps are painted


def measure() -> Iterable[Row]:
    """Medians of the clock."""
    document = report()
    ms = took(lambda: render(library.templates(), document, {"campaign_line": "a line"}))
    yield Row("8a", "text and page of a report of the training module", ms, "ms", "styles inlined", 5.0)
    game, shown = theatre()
    what = f"{len(game.ground.hexes)} hexes, {len(shown.symbols)} counters"
    yield from painted(game, shown, ("8b", what), None, 400.0)
    yield from painted(*opening(), ("8d", "the training module, whole, at the opening"))
    played = in_play()
    table: Any = played.table
    for number, side in (("8f", "german"), ("8h", "allied")):
        before, now = (maps.theatre(table.game, pictures[side]) for pictures in played.seen[-2:])
        what = f"Nijmegen's own, 95 names, {len(now.symbols)} {side} counters in the {len(played.seen)}th impulse"
        yield from painted(table.game, whole(now), (number, what), whole(before), 400.0)


class Played(_Game):
    """A rehearsed game whose pictures are looked at when an impulse begins."""

    def __init__(self, plan: RehearsalPlan, module: OpenModule, number: int) -> None:
        super().__init__(plan, module, number)
        self.seen: list[Mapping[str, Any]] = []

    def _moment(self, running: Clock) -> None:
        self.seen.append(self.state.pictures)
        super()._moment(running)

    @property
    def _running(self) -> Clock | None:
        return None if len(self.seen) == IMPULSES else super()._running


def in_play() -> Played:
    """Some turns of Nijmegen, whole."""
    plan = RehearsalPlan(library.module_folder("omg-nijmegen"), 1, 1, Pace(48), plans=0)
    game = Played(plan, load_any(library.module_files(plan.module)), 1)
    game.played()
    return game


def whole(shown: MapPicture) -> MapPicture:
    """The map of the theatre alone."""
    return replace(shown, frames=shown.frames[:1])


def painted(
    game: Any, shown: MapPicture, named: tuple[str, str], before: MapPicture | None = None, goal: float = 900.0
) -> Iterable[Row]:
    """Processor time of a map on ground that was kept, and the size of its picture. before: what was painted last, of which signs
    and words are kept; None for the same map."""
    number, what = named
    with scratch(ram=True) as name:
        folder, studio, job = Path(name), Studio(Disk(), library.fonts()), maps.job(game, shown)
        studio.begin("one", maps.job(game, before or shown), folder)
        studio.look("one")
        kept = {path: path.read_bytes() for path in folder.iterdir()}

        def spent() -> float:
            """Seconds of processor of the process that draws and paints, its start included."""
            for path, data in kept.items():
                path.write_bytes(data)
            then = resource.getrusage(resource.RUSAGE_CHILDREN)
            studio.begin("one", job, folder)
            found.append(studio.look("one"))
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - then.ru_utime - then.ru_stime

        found: list[Any] = []
        ms = statistics.median(spent() for _ in range(RUNS)) * 1000
        (picture,) = found[-1]
        begun = process_time()
        studio.begin("one", job, folder)
        own = (process_time() - begun) * 1000
        studio.look("one")
    note = f"processor of its own process; of the referee's {own:.1f} ms; {picture.percent} % of its size"
    yield Row(number, f"map: {what}, drawn and painted on ground that was kept", ms, "ms", note, goal)
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

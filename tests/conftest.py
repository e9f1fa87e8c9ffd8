"""What every test gets, and which tests stay together."""

import gc
import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from pbem.cli import GARBAGE_AFTER
from tests.acceptance.table import PATCHES

# A slow disk under a busy machine is no failure of a property.
settings.register_profile("soak", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The quick suite tries the same examples in every run; new ones are hunted for in the soak.
settings.register_profile("pbem", settings.get_profile("soak"), derandomize=True)
settings.load_profile("pbem")

# A worker gets a file at a time, or several that set something up together. All that waits for servers and clocks is one of these
# groups and begins first: the other workers have the processors meanwhile. (The mark `xdist_group` does nothing: xdist 3.8 writes
# the group into a field that pytest 9.2 no longer reads.)
TOGETHER = (
    ("tests/servers/", "tests/league/", "tests/packaging/", "tests/acceptance/test_when_letters_leave.py"),
    ("tests/browser/",),
    ("tests/acceptance/test_pictures.py", "tests/acceptance/test_chained_letters.py"),
)
# Files that may take long go before the short ones, so that at the end every worker has something short to do.
LONG = (
    *("tests/fog/", "tests/test_cli.py", "tests/care/", "tests/pad/", "tests/test_rehearse.py"),
    *(f"tests/acceptance/test_{name}.py" for name in ("random_games", "nijmegen_turns", "nijmegen_afternoon", "ceiling", "proofs")),
)
ORDER = (*(begin for group in TOGETHER for begin in group), *LONG)

# A campaign is a hundred small files, written and renamed one by one: in memory that takes a third of what a disk takes. What a
# test needs of a disk (that it fills, tears, forgets what was not fsynced) it plays by itself.
MEMORY, ROOM = Path("/dev/shm"), 6 * 2**30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

TALLY = "tally"  # the name under which a test records numbers (of games, letters, pairs) that the run sums at its end


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """A file's tests go to one worker, so that what they set up is set up once in the whole run; each test of a soak by itself."""

    _numbers: dict[str, int]

    def _split_scope(self, nodeid: str) -> str:
        alone = nodeid if _soaks(self.config) else nodeid.partition("::")[0]
        return next((group[0] for group in TOGETHER if nodeid.startswith(group)), alone)

    def mark_test_complete(self, node: WorkerController, item_index: int, duration: float = 0) -> None:
        """Cross it off: xdist keeps all that a worker was ever given, and counts it after each of fourteen thousand tests."""
        nodeid = self.registered_collections[node][item_index]
        group = self._split_scope(nodeid)
        left = self.assigned_work[node][group]
        del left[nodeid]
        if not left:
            del self.assigned_work[node][group]
        self._reschedule(node)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give the next group, by the numbers of its tests: xdist looks each up from the beginning of them all."""
        if not hasattr(self, "_numbers"):
            self._numbers = {nodeid: number for number, nodeid in enumerate(self.collection)}
        group, tests = self.workqueue.popitem(last=False)
        self.assigned_work[node][group] = tests
        node.send_runtest_some([self._numbers[nodeid] for nodeid in tests])


def _soaks(config: pytest.Config) -> bool:
    return "not soak" not in config.option.markexpr


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Groups first, then what may take long, then the rest: at the end every worker has something short to do."""
    if config.getoption("kept_in") == "league":
        from tests.league.everywhere import left_out

        items[:] = [item for item in items if not left_out(item)]
    items.sort(key=lambda item: next((n for n, begin in enumerate(ORDER) if item.nodeid.startswith(begin)), 99))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of ours."""
    parser.addoption("--kept-in", default="folder", choices=("folder", "league"), help="where the campaigns of all tables lie")


@pytest.fixture(scope="session", autouse=True)
def kept_in(request: pytest.FixtureRequest) -> Iterator[None]:
    """Every table in a league, where that is asked for."""
    if request.config.getoption("kept_in") == "folder":
        yield
        return
    from tests.league.everywhere import kept_in_leagues

    with kept_in_leagues():
        yield


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported."""
    if _soaks(config):
        settings.load_profile("soak")


def pytest_collection_finish() -> None:
    """What was imported and collected stays as long as the worker: no look for garbage goes through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_AFTER)  # as the program itself has it


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling:
    """The scheduler of the workers."""
    return Together(config, log)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What the tests told of what they looked at, summed over all workers."""
    told: Counter[str] = Counter()
    for report in (r for some in terminalreporter.stats.values() for r in some if getattr(r, "when", "") == "call"):
        for name, numbers in report.user_properties:
            told.update(numbers if name == TALLY else {})
    if told:
        terminalreporter.section("looked at")
        terminalreporter.write_line("; ".join(f"{number:,} {name}" for name, number in told.items()))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
    """Tables ask what the test that runs has put in the place of parts of the referee."""
    made = yield
    if isinstance(made, pytest.MonkeyPatch):
        PATCHES.append(made)
    return made


def pytest_fixture_post_finalizer(fixturedef: pytest.FixtureDef[Any]) -> None:
    """It is put back."""
    if fixturedef.argname == "monkeypatch":
        PATCHES.clear()


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """The command line narrows the umask of its process; what runs after it in the same process must not notice."""
    before = os.umask(0o022)
    yield
    os.umask(before)

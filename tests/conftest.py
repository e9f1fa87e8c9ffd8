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

from pbem.cli import GARBAGE_AFTER
from tests.acceptance.table import PATCHES

# A slow disk under a busy machine is no failure of a property.
settings.register_profile("soak", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The quick suite tries the same examples in every run; new ones are hunted for in the soak.
settings.register_profile("pbem", settings.get_profile("soak"), derandomize=True)
settings.load_profile("pbem")

# What costs much to set up is set up in one worker, and what waits for servers begins first, so that nobody waits for it at the
# end. (The mark `xdist_group` does nothing: xdist 3.8 writes the group into a field that pytest 9.2 no longer reads.)
TOGETHER = (
    *("tests/servers/", "tests/league/", "tests/browser/", "tests/packaging/"),
    *("tests/fog/test_function.py::test_a_letter", "tests/fog/test_function.py", "tests/fog/test_canary.py::test_a_name"),
    *("tests/fog/test_canary.py", "tests/fog/test_everything.py", "tests/fog/test_staff_work.py", "tests/fog/test_teams.py"),
    *("tests/acceptance/test_story_of_teams.py", "tests/acceptance/test_foreign_words.py", "tests/acceptance/test_report_form.py"),
    *("tests/acceptance/test_pictures.py", "tests/acceptance/test_chained_letters.py"),
    *("tests/acceptance/test_nijmegen_turns.py", "tests/acceptance/test_nijmegen_afternoon.py"),
)
LONG = ("tests/test_cli.py", "tests/test_daemon.py", "tests/care/", "tests/fog/", "tests/acceptance/test_random_games.py",
        "tests/acceptance/test_nijmegen_turns.py")  # fmt: skip

# A campaign is a hundred small files, written and renamed one by one: in memory that takes a third of what a disk takes. What a
# test needs of a disk (that it fills, tears, forgets what was not fsynced) it plays by itself.
MEMORY, ROOM = Path("/dev/shm"), 6 * 2**30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

TALLY = "tally"  # the name under which a test records numbers (of games, letters, pairs) that the run sums at its end


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Each test goes to whichever worker is free, but those of a group in `TOGETHER` to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((group for group in TOGETHER if nodeid.startswith(group)), nodeid)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Groups first, then what may take long, then the rest: at the end every worker has something short to do."""
    if config.getoption("kept_in") == "league":
        from tests.league.everywhere import left_out

        items[:] = [item for item in items if not left_out(item)]
    items.sort(key=lambda item: next((n for n, begin in enumerate((*TOGETHER, *LONG)) if item.nodeid.startswith(begin)), 99))


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
    if "not soak" not in config.option.markexpr:
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

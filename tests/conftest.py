"""What every test gets, and which tests stay together."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# A slow disk under a busy machine is no failure of a property.
settings.register_profile("pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pbem")

# What costs much to set up is set up in one worker. (The mark `xdist_group` does nothing: xdist 3.8 writes the group
# into a field that pytest 9.2 no longer reads.)
TOGETHER = (
    *("tests/servers/", "tests/packaging/", "tests/browser/"),
    *("tests/fog/test_function.py", "tests/fog/test_canary.py", "tests/fog/test_teams.py"),
)

TALLY = "tally"  # the name under which a test records numbers (of games, letters, pairs) that the run sums at its end


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Each test goes to whichever worker is free, but those of a group in `TOGETHER` to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        return next((group for group in TOGETHER if nodeid.startswith(group)), nodeid)


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


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """The command line narrows the umask of its process; what runs after it in the same process must not notice."""
    before = os.umask(0o022)
    yield
    os.umask(before)

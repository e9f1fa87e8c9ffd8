"""The tests of other rooms, over a league: the same tests that hold for a folder. A sample here, the rest in `make soak`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from .everywhere import OF_A_FOLDER, SAMPLE, WHOLE

ROOT = Path(__file__).resolve().parents[2]


def over_a_league(tests: tuple[str, ...], seconds: float) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "-q",
        "--kept-in",
        "league",
        "--timeout",
        "600",
        "-p",
        "no:cacheprovider",
        "-W",
        "ignore::pytest.PytestUnraisableExceptionWarning",
    ]  # whoever is killed in a test closes no connection
    told = subprocess.run([*command, *tests], cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)
    assert told.returncode == 0, told.stdout[-4000:]


def test_each_test_that_is_left_out_is_there_and_so_is_what_a_league_has_in_its_place() -> None:
    acceptance = {path.name: path.read_text() for path in (ROOT / "tests" / "acceptance").glob("test_*.py")}
    own = {path.name: path.read_text() for path in (ROOT / "tests" / "league").glob("test_*.py")}
    for begin, why in OF_A_FOLDER.items():
        file, _, test = begin.partition("::")
        assert not test or f"def {test}" in acceptance[file], begin
        assert acceptance[file]
        for named, counterpart in re.findall(r"(test_\w+\.py)(?:::(test_\w+))?", why):
            assert f"def {counterpart}" in own[named] if counterpart else own[named], why


def test_each_fault_and_each_promise_of_the_tables_is_shown_by_a_test() -> None:
    table = (ROOT / "benchmarks" / "league.md").read_text().partition("## The faults")[2].partition("## The figures")[0]
    files = (*(ROOT / "tests" / "league").glob("test_*.py"), ROOT / "tests" / "packaging" / "test_cron.py")
    own = "".join(path.read_text() for path in files)
    shown = re.findall(r"`(test_\w+)`", table)
    assert len(shown) > 20 and [name for name in shown if f"def {name}(" not in own] == []


@pytest.mark.timeout(300)
def test_some_tests_of_each_kind_hold_in_a_league(postgres_can_run: None) -> None:
    over_a_league(SAMPLE, 280)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("file", WHOLE)
def test_all_that_is_played_by_mail_holds_in_a_league(postgres_can_run: None, file: str) -> None:
    """An hour on two cores; a file alone by its name: `pytest -m soak tests/league/test_everywhere.py -k nijmegen`."""
    over_a_league((file,), 3500)

"""The tests of other rooms, over a league: the same tests that hold for a folder. A sample here, the rest in `make soak`."""

import subprocess
import sys
from pathlib import Path

import pytest

from .everywhere import SAMPLE, WHOLE

ROOT = Path(__file__).resolve().parents[2]


def over_a_league(tests: tuple[str, ...], seconds: float) -> None:
    command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "--kept-in", "league", "--timeout", "600", "-p", "no:cacheprovider"]
    told = subprocess.run([*command, *tests], cwd=ROOT, capture_output=True, text=True, check=False, timeout=seconds)
    assert told.returncode == 0, told.stdout[-4000:]


@pytest.mark.timeout(300)
def test_some_tests_of_each_kind_hold_in_a_league(postgres_can_run: None) -> None:
    over_a_league(SAMPLE, 280)


@pytest.mark.soak
def test_all_that_is_played_by_mail_holds_in_a_league(postgres_can_run: None) -> None:
    over_a_league(WHOLE, 3500)

"""Letters bred for the branches they reach (atheris), in `make soak`, where it can be had."""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import TALLY

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 180
BOUNDS = ("-timeout=2", "-rss_limit_mb=512", "-max_len=40000", "-seed=7")  # atheris itself takes 150 MB


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="NOT TESTED: atheris is not installed (tests/atheris.lock)")
def test_no_letter_that_is_bred_raises_or_takes_long(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    shutil.copytree(ROOT / "tests" / "mail" / "letters", tmp_path / "letters")
    words = ("-m", "tests.mail.coverage_guided", str(tmp_path / "letters"), f"-max_total_time={SECONDS}", *BOUNDS)
    done = subprocess.run(
        [sys.executable, *words, f"-artifact_prefix={tmp_path}/"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-4000:]
    runs = re.search(r"Done (\d+) runs", done.stderr)
    assert runs and int(runs[1]) > 1000
    record_property(TALLY, {"bred letters": int(runs[1])})

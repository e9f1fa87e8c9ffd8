"""Fresh folders for tests that try one thing many times."""

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def fresh(tmp_path: Path) -> Callable[[int], Path]:
    """A new, empty folder for each try."""
    made = iter(range(1_000_000))

    def folder(n: int) -> Path:
        path = tmp_path / f"{next(made)}-step-{n}"
        path.mkdir()
        return path

    return folder

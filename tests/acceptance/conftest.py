"""A table for every test, looked over when the test is done: no letter lost, nothing half done, every proof sound."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem import admin as care
from tests.acceptance.table import Table


class WatchedTable(Table):
    """A table that remembers what was brought to it."""

    def __init__(self, folder: Path) -> None:
        self.brought: list[bytes] = []
        super().__init__(folder)

    def deliver(self, raw: bytes) -> None:
        """A letter arrives, and is remembered."""
        self.brought.append(raw)
        super().deliver(raw)


CONFIG = """data = "data"
free_mb = 0
pictures = false

[mailbox]
address = "referee@club.example"
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration file of the folder."""
    file = tmp_path / "pbem.toml"
    file.write_text(CONFIG, encoding="utf-8")
    for name in ("new", "cur", "tmp"):
        (tmp_path / "mail" / "in" / name).mkdir(parents=True)
    return file


@pytest.fixture
def invited(tmp_path: Path, config: Path) -> Iterator[WatchedTable]:
    """A campaign whose commanders have not answered yet."""
    table = WatchedTable(tmp_path)
    yield table
    table.close()
    assert lost(table) == []
    assert care.audit(config) == ("test: sound\n", True)


@pytest.fixture
def table(invited: WatchedTable) -> WatchedTable:
    """A campaign that has begun: the Americans' first impulse runs."""
    invited.begin()
    return invited


def lost(table: WatchedTable) -> list[bytes]:
    """Letters that were brought and are kept nowhere, or wait although the referee has worked."""
    data = table.referee.data
    kept = {hashlib.sha256(path.read_bytes()).digest() for path in data.rglob("*.eml")}
    waiting = {hashlib.sha256(path.read_bytes()).digest() for path in (data / "spool" / "new").glob("*.eml")}
    return [raw[:300] for raw in table.brought if hashlib.sha256(raw).digest() not in kept - waiting]

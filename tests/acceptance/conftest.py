"""A table for every test, looked over when the test is done: no letter lost, nothing half done, every proof sound."""

import hashlib
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem import admin as care
from tests.acceptance.table import Postman, Table, unsound

CONFIG = """data = "data"
free_mb = 0
pictures = false

[mailbox]
address = "referee@club.example"
"""


Copies = Callable[[Path], Table]


@pytest.fixture(scope="session")
def with_maps(tmp_path_factory: pytest.TempPathFactory) -> Copies:
    """Makes a copy, in a folder, of a campaign that has just begun, with the maps of its first reports painted: to paint them
    takes seconds, and they are the same each time."""
    folder = tmp_path_factory.mktemp("with_maps")
    first = Table(folder, pictures=True)
    first.begin()
    first.close()

    def copied(to: Path) -> Table:
        shutil.copytree(folder, to, dirs_exist_ok=True)
        postman = Postman()
        postman.bags = {address: list(bag) for address, bag in first.postman.bags.items()}
        table = Table(to, pictures=True, postman=postman, begun=first.at)
        table.count = first.count
        return table

    return copied


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """The configuration file of the folder."""
    file = tmp_path / "pbem.toml"
    file.write_text(CONFIG, encoding="utf-8")
    for name in ("new", "cur", "tmp"):
        (tmp_path / "mail" / "in" / name).mkdir(parents=True)
    return file


@pytest.fixture
def invited(tmp_path: Path, config: Path) -> Iterator[Table]:
    """A campaign whose commanders have not answered yet."""
    table = Table(tmp_path)
    yield table
    table.close()
    if table.referee.store.is_shared:
        assert unsound(table) == []
        return
    assert lost(table) == []
    assert care.audit(config) == ("test: sound\n", True)


@pytest.fixture
def table(invited: Table) -> Table:
    """A campaign that has begun: the Americans' first impulse runs."""
    invited.begin()
    return invited


def lost(table: Table) -> list[bytes]:
    """Letters that were brought and are kept nowhere, or wait although the referee has worked."""
    data = table.referee.data
    kept = {hashlib.sha256(path.read_bytes()).digest() for path in data.rglob("*.eml")}
    waiting = {hashlib.sha256(path.read_bytes()).digest() for path in (data / "spool" / "new").glob("*.eml")}
    return [raw[:300] for raw in table.brought if hashlib.sha256(raw).digest() not in kept - waiting]

"""The tests' own pace: a table opens a letter once, and a campaign's folder is laid out in a few waits for the disk."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from pbem.campaign.deadlines import Pace
from pbem.campaign.state import Seat
from pbem.modules import library
from pbem.service.open_campaign import Setup, create
from pbem.store.folder.disk import Disk
from pbem.store.folder.shelf import FolderShelf
from tests.acceptance import table as tables
from tests.acceptance.table import ADDRESS, SEED, START, Mail, Table

T = TypeVar("T")


def test_a_letter_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often a test asks for the whole bag: it was three times a letter, each letter so far."""
    seen: list[bytes] = []
    real = tables.opened

    def noted(raw: bytes) -> Mail:
        seen.append(raw)
        return real(raw)

    monkeypatch.setattr(tables, "opened", noted)
    table = Table(tmp_path)
    try:
        table.begin()
        for number in range(5):
            table.write("allied", f"STATUS\n# {number}")
        assert len(seen) == len(set(seen)) == sum(map(len, table.postman.bags.values()))
    finally:
        table.close()


def test_a_new_campaign_waits_for_the_disk_a_few_times_and_not_once_a_file(tmp_path: Path) -> None:
    """The files of its module are waited for together, and so are their folders, before it is called a campaign."""
    waits: list[int] = []

    class Counting(Disk):
        def wait(self, settle: Callable[[T], None], items: Sequence[T]) -> None:
            waits.append(len(items))

    seats = tuple(Seat(s, s, "commander", a, s[0].upper()) for s, a in ADDRESS.items())
    module = library.module_folder("heumen-bridge")
    create(FolderShelf(Counting(), tmp_path / "test"), Setup("test", module, seats, Pace(), seed=SEED), START)
    copied = sum(1 for path in (tmp_path / "test" / "module").rglob("*") if path.is_file())
    assert copied > 40 and max(waits) == copied
    assert len(waits) < 30

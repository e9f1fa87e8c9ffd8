"""A battle in a battle, struck at the n-th step of the disk: founded once, reported once, and every letter the same."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.acceptance import turn
from tests.acceptance.battles_within import GAME
from tests.acceptance.table import Table
from tests.acceptance.test_field_battles import ATTACK, SEATS, module
from tests.acceptance.test_killed import struck
from tests.store.failing_disk import DEATHS, Trouble

STRIDE = 131
SCRIPT = (
    *((seat.id, "ACCEPT") for seat in SEATS), ("german", "BATTLES FIELD"), ("allied", "BATTLES FIELD"), ("allied", ATTACK),
    ("allied.field1", "DONE"), ("german.field1", "CONCEDE"), ("german.field1", "YES"), ("allied", "STATUS"),
)  # fmt: skip
"""The battle is founded, conceded and reported; each letter answers the last that its seat got."""


def script(table: Table) -> Iterator[tuple[str, str]]:
    """The letters, one after another."""
    yield from SCRIPT


@pytest.fixture(autouse=True)
def the_battle(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Instead of a turn of the training module."""
    monkeypatch.setattr(turn, "Table", partial(Table, module=str(module(tmp_path / "module", "tcs")), seats=SEATS))
    monkeypatch.setattr(turn, "script", script)


@pytest.mark.parametrize("trouble", DEATHS[:1])
def test_a_battle_struck_at_some_steps_comes_to_the_same_end(tmp_path: Path, trouble: Trouble) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    causes = [record["body"]["cause"] for record in end.records]
    assert [cause["words"][0] for cause in causes if cause["kind"] == "liaison"] == ["fought"]
    letters = b"".join(raw for raws in end.posted.values() for raw in raws)
    assert f"[{GAME}]".encode() in letters and b"your report has gone in" in letters
    assert struck(tmp_path, iter(range(11, steps + 1, STRIDE)), trouble, (post, end)) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("trouble", DEATHS)
def test_a_battle_struck_at_any_step_comes_to_the_same_end(tmp_path: Path, trouble: Trouble) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    assert struck(tmp_path, iter(range(1, steps + 1)), trouble, (post, end)) == []

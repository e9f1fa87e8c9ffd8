"""A whole turn by letters, struck at the n-th step of the disk: whatever happens, it comes to the same end.

`pytest -m soak tests/acceptance/test_killed.py` strikes at every step; here a stride samples them.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.turn import OPENING, Delivery, End, differences, played, suffered
from tests.store.failing_disk import DEATHS, Trouble

TROUBLES: tuple[Trouble, ...] = (*DEATHS, "full")
STRIDE = 89  # a prime: over the troubles, whose strides begin at different steps, every kind of step is met


@pytest.fixture(autouse=True)
def fixed_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The secret of the data folder is chance; here it must be the same in every run."""
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))


@pytest.fixture
def undisturbed(tmp_path: Path, fixed_secrets: None) -> tuple[tuple[Delivery, ...], End, int]:
    """The script as it ends when nothing happens."""
    return played(tmp_path / "undisturbed")


def struck(folder: Path, steps: Iterator[int], trouble: Trouble, quiet: tuple[tuple[Delivery, ...], End]) -> list[str]:
    """Every step at which the trouble led to another end, with what differed."""
    faults = []
    for n in steps:
        home = folder / f"{trouble}-{n}"
        try:
            end, disk = suffered(home, n, trouble, quiet[0])
            found = differences(quiet[1], end) + ([] if disk.failed else ["the trouble never came"])
            if found:
                faults.append(f"{trouble} at {n} ({_name(disk.failed_step)}): {', '.join(found)} differ")
        except Exception as bug:
            faults.append(f"{trouble} at {n}: {type(bug).__name__}: {bug}")
        shutil.rmtree(home)
    return faults


def _name(step: tuple[str, Path] | None) -> str:
    return f"{step[0]} {step[1].name}" if step else "-"


def test_the_script_is_a_whole_turn(undisturbed: tuple[tuple[Delivery, ...], End, int]) -> None:
    post, end, steps = undisturbed
    events = [event["_"] for record in end.records for event in record["body"]["events"]]
    assert len(post) >= len(OPENING) + 2
    assert {"UnitActivated", "HexScouted", "BattleFought", "TurnEnded"} <= set(events)
    assert end.state["board"]["public"]["turn"] == 2
    assert end.left == ()
    assert steps > 500


def test_the_script_ends_alike_when_played_again(tmp_path: Path, undisturbed: tuple[tuple[Delivery, ...], End, int]) -> None:
    again = played(tmp_path / "again")
    assert differences(undisturbed[1], again[1]) == []


@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_turn_struck_at_some_steps_comes_to_the_same_end(
    tmp_path: Path, trouble: Trouble, undisturbed: tuple[tuple[Delivery, ...], End, int]
) -> None:
    post, end, steps = undisturbed
    first = 1 + 23 * TROUBLES.index(trouble)
    assert struck(tmp_path, iter(range(first, steps + 1, STRIDE)), trouble, (post, end)) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize("trouble", TROUBLES)
def test_a_turn_struck_at_any_step_comes_to_the_same_end(
    tmp_path: Path, trouble: Trouble, part: int, undisturbed: tuple[tuple[Delivery, ...], End, int]
) -> None:
    post, end, steps = undisturbed
    assert struck(tmp_path, iter(range(1 + part, steps + 1, 8)), trouble, (post, end)) == []

"""A wave that jumps, struck at the n-th step of the disk: after the rebuild the same drop, the same letters."""

from functools import partial
from pathlib import Path

import pytest

from tests.acceptance import turn
from tests.acceptance.table import Table
from tests.acceptance.test_killed import struck
from tests.store.failing_disk import DEATHS, Trouble

OPENING = (
    ("allied", "ACCEPT"),
    ("german", "ACCEPT"),
    ("allied", "flights in order J505-2\nflight J505-1: 17.14 18.13 .. 22.12"),
    ("german", "FLAK SHOTS 1"),
    ("allied", "END IMPULSE ANYWAY"),
)
STRIDE = 151


@pytest.fixture(autouse=True)
def the_drop(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script of the Groesbeek drop, with a secret that is the same in every run."""
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))
    monkeypatch.setattr(turn, "Table", partial(Table, module="groesbeek-drop"))
    monkeypatch.setattr(turn, "OPENING", OPENING)


@pytest.mark.parametrize("trouble", DEATHS[:1])
def test_a_wave_struck_at_some_steps_comes_down_alike(tmp_path: Path, trouble: Trouble) -> None:
    """Case 18: TOCS-W15.15-1, MASL-7.1-4."""
    post, end, steps = turn.played(tmp_path / "undisturbed")
    events = [event["_"] for record in end.records for event in record["body"]["events"]]
    assert {"FlightFlown", "StickLanded", "FlakFired", "FlightsOrdered"} <= set(events)
    assert struck(tmp_path, iter(range(17, steps + 1, STRIDE)), trouble, (post, end)) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("trouble", DEATHS)
def test_a_wave_struck_at_any_step_comes_down_alike(tmp_path: Path, trouble: Trouble, part: int) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    assert struck(tmp_path, iter(range(1 + part, steps + 1, 4)), trouble, (post, end)) == []

"""A landing under fire, struck at the n-th step of the disk: after the rebuild the same ships, losses and letters."""

from functools import partial
from pathlib import Path

import pytest

from tests.acceptance import turn
from tests.acceptance.table import Table
from tests.acceptance.test_killed import struck
from tests.store.failing_disk import DEATHS, Trouble

LANDING = """MS1: sail Walcheren Roads; lift mines 03.03
WSP: sail Walcheren Roads; shell 04.04
LST2: sail Walcheren Roads; boats A/48, HQ48 to LCA2
LCA2: bring to 03.03
A/48: move 04.02"""
OPENING = (
    ("allied", "ACCEPT"),
    ("german", "ACCEPT"),
    ("allied", LANDING),
    ("german", "COAST GUNS CRAFT FIRST"),
    ("allied", "END IMPULSE ANYWAY"),
)
STRIDE = 191


@pytest.fixture(autouse=True)
def the_dyke(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script of the dyke at Westkapelle, with a secret that is the same in every run."""
    monkeypatch.setattr("secrets.token_bytes", lambda n: bytes(range(n)))
    monkeypatch.setattr(turn, "Table", partial(Table, module="westkapelle"))
    monkeypatch.setattr(turn, "OPENING", OPENING)


@pytest.mark.parametrize("trouble", DEATHS[:1])
def test_a_landing_struck_at_some_steps_ends_alike(tmp_path: Path, trouble: Trouble) -> None:
    """Case 11: TOCS-W16.5-1, TOCS-W17.9-1."""
    post, end, steps = turn.played(tmp_path / "undisturbed")
    events = {event["_"] for record in end.records for event in record["body"]["events"]}
    assert {"SailThrown", "InterceptionTried", "ShipsShelled", "CoastGunsFired", "CargoMoved"} <= events, events
    assert struck(tmp_path, iter(range(17, steps + 1, STRIDE)), trouble, (post, end)) == []


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("trouble", DEATHS)
def test_a_landing_struck_at_any_step_ends_alike(tmp_path: Path, trouble: Trouble, part: int) -> None:
    post, end, steps = turn.played(tmp_path / "undisturbed")
    assert struck(tmp_path, iter(range(1 + part, steps + 1, 4)), trouble, (post, end)) == []

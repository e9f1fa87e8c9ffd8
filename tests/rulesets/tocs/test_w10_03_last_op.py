"""The OP that wakes a headquarters may be the last: then a withdrawal is refused beforehand (TOCS-W10.3-3)."""

import pytest

from tests.rulesets.tocs.builder import Piece, Scene


@pytest.mark.parametrize(("points", "refused"), [(1, True), (2, False)])
def test_an_op_to_wake_the_headquarters_and_one_to_withdraw(points: int, refused: bool) -> None:
    units = [Piece("HQ", "03.02", kind="hq", command=6, wireless=6), Piece("A", "03.04", parent="hq", ml=12)]
    scene = Scene(units, [Piece("R", "03.04")], own="03.03", engaged={"03.04": "red"}, points=points)
    outcome = scene.does("A", "withdraw 03.03")
    assert (outcome.failure is not None and outcome.failure.rule == "TOCS-W10.3-3") == refused
    assert scene.forces().pools["pool"].bank == (points if refused else 0)

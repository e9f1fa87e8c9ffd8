"""States and activation (TOCS-1.4, 3.6, W5.0, W10.0)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs.rules.activation import action_points, degraded
from pbem.rulesets.tocs.units import STATES, Unit
from tests.rulesets.tocs.builder import Piece, Scene

AP = {
    ("day", 0): 3, ("day", 1): 2, ("day", 2): 1, ("day", 3): 0, ("day", 4): 0, ("day", 5): 0,
    ("night", 0): 2, ("night", 1): 1, ("night", 2): 0, ("night", 3): 0, ("night", 4): 0, ("night", 5): 0,
}  # fmt: skip


@pytest.mark.parametrize("light, state", AP)
def test_each_state_down_takes_an_action_point(light: str, state: int) -> None:
    """TOCS-1.4-2, TOCS-1.6-1, TOCS-3.6-2, TOCS-W5.1-1, TOCS-W5.2-1, TOCS-W5.3-1, TOCS-W5.4-1, TOCS-W5.5-1,
    TOCS-W5.6-1, TOCS-W13.1.1-1, TOCS-W13.1.1-2."""
    scene = Scene([Piece("A", "03.03", state=state, nation="german")], light=light)
    assert action_points(scene.view(), scene.unit("A")) == AP[light, state]


@pytest.mark.parametrize("light", ["dawn", "dusk"])
def test_dawn_and_dusk_count_as_day(light: str) -> None:
    scene = Scene([Piece("A", "03.03")], light=light)
    assert action_points(scene.view(), scene.unit("A")) == 3


def test_the_ladder_has_six_states_and_dispersed_is_its_floor() -> None:
    """TOCS-1.4-1, TOCS-W5.0-1, TOCS-W5.6-1."""
    assert STATES == ("good", "fatigued", "disordered", "disrupted", "demoralized", "dispersed")
    unit = Unit("a", Hex("03.03"))
    seen = []
    for _ in range(7):
        unit = degraded(unit)
        seen.append(unit.state)
    assert seen == [1, 2, 3, 4, 5, 5, 5]


@pytest.mark.parametrize("light, state", [("day", 3), ("night", 2), ("day", 5)])
def test_a_unit_whose_state_leaves_no_ap_cannot_be_activated(light: str, state: int) -> None:
    """TOCS-W5.0-4."""
    scene = Scene([Piece("A", "03.03", state=state)], light=light)
    assert scene.activate("A").failure
    assert scene.check("A", "move 03.04")[0].rule == "TOCS-W5.0-4"
    assert scene.forces().pools["pool"].bank == 10


def test_a_unit_falls_a_state_when_it_has_acted() -> None:
    """TOCS-W10.0-4, TOCS-W5.0-2: whether it used its AP or not, and not before it is laid down."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")])
    scene.does("A", "move 03.02")
    assert scene.unit("A").state == 0
    scene.activate("B")
    assert scene.unit("A").state == 1


def test_units_are_finished_one_after_another() -> None:
    """TOCS-3.6-3, TOCS-W10.0-2: another unit in hand lays down the one before, and its AP are gone."""
    scene = Scene([Piece("A", "03.03"), Piece("B", "03.04")])
    scene.does("A", "move 03.02")
    scene.activate("B")
    assert scene.active().unit == "b"
    scene.activate("A")
    assert scene.forces().pools["pool"].bank == 10 - 3
    assert scene.active().ap == 2  # fatigued by now


def test_a_unit_in_hand_goes_on_without_another_point() -> None:
    """TOCS-3.6-1: an OP buys the whole allowance."""
    scene = Scene([Piece("A", "03.03")])
    scene.does("A", "move 03.02")
    scene.does("A", "move 03.03")
    assert scene.forces().pools["pool"].bank == 9


def test_acts_may_come_in_any_order_while_ap_last() -> None:
    """TOCS-3.6-4, TOCS-W10.0-5, TOCS-W10.0-1: a move, a look and a hasty attack take three AP; then nothing is left."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.05")])
    scene.does("A", "move 03.04; recon 04.04; attack 03.05 hasty")
    assert not scene.refusals
    assert scene.forces().attack_of("a") is not None
    assert scene.forces().active is None


def test_nobody_acts_beyond_his_ap() -> None:
    """TOCS-W10.0-1."""
    scene = Scene([Piece("A", "03.03", state=2)], [Piece("R", "03.04")])
    assert scene.check("A", "attack 03.04 deliberate")[0].rule == "TOCS-W10.7-1"
    assert scene.check("A", "attack 03.04 hasty") == ()


def test_a_unit_committed_to_an_attack_does_nothing_more() -> None:
    """TOCS-W10.0-5."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    scene.does("A", "attack 03.04 hasty")
    assert scene.activate("A").failure
    assert scene.check("A", "move 03.02")[0].rule == "TOCS-W10.0-5"


def test_a_word_that_is_no_unit_of_ours_is_answered_neutrally() -> None:
    """TOCS-W9.0-1: the same words for the enemy's unit and for one that is nowhere."""
    scene = Scene([Piece("A", "03.03")], [Piece("R", "03.04")])
    enemy, nobody = scene.activate("R").failure, scene.activate("ZZ").failure
    assert enemy and nobody and enemy.words.replace("R ", "ZZ ", 1) == nobody.words

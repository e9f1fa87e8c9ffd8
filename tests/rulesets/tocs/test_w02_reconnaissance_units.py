"""What reconnaissance units do better than others (TOCS-W2.6.3)."""

from typing import Any

import pytest

from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from tests.rulesets.tocs.builder import Piece, Scene


def scouts(face: int, recon: bool = True, **more: Any) -> Scene:
    """A unit that moves into the enemy, with the dice of its ambush."""
    return Scene([Piece("A", "03.03", recon=recon)], [Piece("R", "03.04")], dice={"ambush/": (face, face)}, cell="0R1/-", **more)


@pytest.mark.parametrize("face, ambushed", [(3, False), (4, True)])
def test_a_reconnaissance_unit_may_see_the_enemy_first(face: int, ambushed: bool) -> None:
    """TOCS-W2.6.3-1: eight or more on 2d6 is an ambush, less is not."""
    s = scouts(face)
    outcome = s.does("A", "move 03.04")
    assert outcome.failure is not None and outcome.contact
    assert bool(s.happened(e.BattleRolled)) == ambushed
    assert outcome.failure.rule == ("TOCS-W10.1.2-1" if ambushed else "TOCS-W2.6.3-1")


def test_it_stays_where_it_came_from_and_knows_that_the_hex_is_held() -> None:
    """TOCS-W2.6.3-1: no more than a scout would have learnt, and the enemy hears that he was seen."""
    s = scouts(1)
    s.does("A", "move 03.04")
    assert s.unit("A").hex == "03.03" and s.owner("03.04") == "red"
    assert [(a.hex, a.occupied, a.kinds) for a in s.learnt("blue", e.HexScouted)] == [("03.04", True, ())]
    assert [(a.hex, a.occupied) for a in s.learnt("red", o.EnemyLooked)] == [("03.04", True)]
    assert s.active().mp == 0 and s.active().scouted == (), "its points are spent, and it has not scouted for an attack"


def test_it_may_try_again_with_another_throw() -> None:
    s = scouts(1)
    s.does("A", "move 03.04")
    s.does("A", "move 03.04")
    assert len({t.occasion for t in s.play.dice.thrown if t.occasion.startswith("ambush/")}) == 2


def test_other_units_and_by_switch_all_units_are_ambushed() -> None:
    """TOCS-W2.6.3-1, TOCS-W10.1.2-1."""
    for s in (scouts(1, recon=False), scouts(1, switches={"recon_ambush": "always"})):
        s.does("A", "move 03.04")
        assert s.happened(e.BattleRolled)
        assert not [t for t in s.play.dice.thrown if t.occasion.startswith("ambush/")]

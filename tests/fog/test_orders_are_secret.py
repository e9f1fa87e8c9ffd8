"""What an HQ does is its side's own affair: no event of command, rally or morale shows the enemy anything (TOCS-1.2-1)."""

import pytest

from pbem.kernel.dice import Throw
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.observe import observe
from pbem.rulesets.tocs.units import Activation, Replacements
from tests.rulesets.tocs.builder import Piece, Scene

PIECES = [
    Piece("HQ", "02.02", "hq", command=3), Piece("M", "02.02", "asset", parent="hq"), Piece("A", "02.03", parent="hq", state=3)
]  # fmt: skip
SCENE = Scene(PIECES, [Piece("R", "08.08")], own="02.04")
HAND, POOL, UNIT = Activation("hq", 2), SCENE.forces().pools["pool"], SCENE.unit("A")
SECRET = (
    e.StaffWoken("blue", "hq", POOL, HAND), e.StaffChanged("blue", HAND), e.StaffLaidAside("blue", HAND),
    e.AssetsWoken("blue", HAND, ("m",)), e.LinksReviewed("blue", (("a", "T1.1"),)), e.UnitChanged("blue", UNIT, "rallied"),
    e.MoraleChecked("blue", UNIT, "withdrawal", Throw("withdraw/A/T1.1/blue.1", "2d6", (1, 2)), 0, (), 7, True),
    e.UnitChanged("blue", UNIT, "withdrew"), e.UnitChanged("blue", UNIT, "assigned"), e.UnitChanged("blue", UNIT, "reassigned"),
    e.CompanyDeployed("blue", "a", (), (UNIT,)), e.ReplacementsChanged("blue", Replacements(1, 2), "drawn for A"),
    e.WrecksSought("blue", UNIT.hex, Throw("recover/02.03/T1.1/blue.1", "1d6", (1,)), (), 3, True, Replacements()),
    e.RefitTried("blue", "a", Throw("refit/A/T1/blue", "1d6", (1,)), (), "step"), e.UnitChanged("blue", UNIT, "made good"),
)  # fmt: skip


@pytest.mark.parametrize("event", SECRET, ids=lambda event: type(event).__name__)
def test_the_enemy_learns_nothing_of_it(event: e.Event) -> None:
    assert {desk for desk, _ in observe(SCENE.game, SCENE.board, event)} == {"blue"}


def test_a_whole_impulse_of_orders_leaves_the_enemys_desk_empty() -> None:
    s = Scene(PIECES, [Piece("R", "08.08")], own="02.04", dice={"rally/A": (1, 1)})
    s.does("HQ", "wake M; rally 02.03")
    s.does("M", "move 02.03")
    assert s.learnt("blue", e.MoraleChecked) and s.learnt("blue", e.AssetsWoken)
    assert not [seen for desk, seen in s.play.seen if desk == "red"]

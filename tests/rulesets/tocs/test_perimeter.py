"""The perimeter: one line, the same on both maps (TOCS-1.2, 1.9, W9.1)."""

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.rules.perimeter import joins
from tests.rulesets.tocs.builder import Piece, Scene


def test_both_maps_show_the_same_owners_after_every_change() -> None:
    """TOCS-W9.1-2, TOCS-1.2-3, TOCS-W9.1-3."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], standing={"red": ("ezoc never",)})
    s.does("A", "move 03.04; recon 04.04; probe 02.04")
    assert s.picture("blue").public.owner == s.picture("red").public.owner == s.public.owner
    assert [s.owner(h) for h in ("03.04", "04.04", "02.04")] == ["blue"] * 3


def test_a_hex_has_one_owner_and_may_be_engaged() -> None:
    """TOCS-1.2-6: without meeting engagements there is no unowned ground."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/-")
    s.does("A", "attack 03.04 hasty")
    s.fight()
    assert set(s.public.owner) == set(s.game.ground.hexes)
    assert set(s.public.owner.values()) == {"blue", "red"}
    assert s.public.engaged == {"03.04": "red"}


def test_a_pocket_is_a_perimeter_too() -> None:
    """TOCS-W9.1-1: a hex joins any of them."""
    s = Scene([Piece("A", "03.03"), Piece("B", "07.07")])
    assert joins(s.view(), Hex("07.06"), False) and joins(s.view(), Hex("03.02"), False)
    assert not joins(s.view(), Hex("05.05"), False)


@pytest.mark.parametrize("ezoc", [True, False])
def test_an_engagement_joins_nothing(ezoc: bool) -> None:
    """TOCS-W10.4-11: its hex is contested."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.03")], engaged={Hex("03.03"): "blue"})
    assert not joins(s.view(), Hex("03.04"), ezoc)


def test_works_of_the_enemys_are_gone_when_his_hex_is_taken() -> None:
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04")], cell="-/4", works={"03.04": ("entrenched", "red")})
    s.does("A", "probe 03.04; attack hasty")
    assert s.picture().works
    s.fight()
    assert s.owner("03.04") == "blue" and not s.board.works and not s.picture().works


def test_every_change_is_told_to_both_sides() -> None:
    """TOCS-W9.1-3, TOCS-W9.1-7: the two hexes not in a zone change hands, the third does not."""
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.06")], standing={"red": ("ezoc only 03.05",)})
    s.does("A", "recon 03.04 03.05; probe 02.03")
    for side in ("blue", "red"):
        assert [(x.hex, x.owner, x.how) for x in s.learnt(side, e.OwnerChanged)] == [
            ("03.04", "blue", "scouted"), ("02.03", "blue", "probed"),
        ]  # fmt: skip

"""Assets on the move: with their unit, and into enemy ground with it alone (TOCS-W10.1-1, TOCS-W9.1-6)."""

from typing import Any

import pytest

from pbem.rulesets.tocs import events as e
from tests.rulesets.tocs.builder import Piece, Scene, ground

GUN: dict[str, Any] = {"kind": "asset", "assigned": "a"}


def test_an_order_to_move_carries_the_assigned_assets_along_at_the_cost_of_the_unit() -> None:
    """TOCS-W10.1-1: a lorry-drawn gun goes with a company on foot through woods, at the company's cost; one that is not
    assigned stays."""
    pieces = [Piece("A", "03.03"), Piece("G", "03.03", **GUN, mobility="motorized", mp=6), Piece("N", "03.03", "asset")]
    s = Scene(pieces, own="03.04 03.05", land=ground("03.04 woods"))
    s.does("A", "move 03.04 03.05")
    assert [s.unit(call).hex for call in "AGN"] == ["03.05", "03.05", "03.03"]
    assert (s.active().ap, s.active().mp) == (1, 2) and s.picture().forces == s.forces()


def test_assets_enter_enemy_ground_with_a_unit_that_may_and_hold_no_secret_of_it() -> None:
    """TOCS-W9.1-6: the enemy hears of the hexes, as of any move."""
    s = Scene([Piece("A", "03.03"), Piece("G", "03.03", **GUN)], [Piece("R", "08.08")])
    s.does("A", "move 03.04")
    assert s.unit("G").hex == "03.04" and s.owner("03.04") == "blue"
    assert [seen.hex for seen in s.learnt("red", e.OwnerChanged)] == ["03.04"]


@pytest.mark.parametrize("gun, at", [(GUN, "03.03"), ({"kind": "asset"}, "03.03"), (GUN, "02.03")])
def test_an_asset_never_enters_enemy_ground_by_itself(gun: dict[str, Any], at: str) -> None:
    """TOCS-W9.1-6: not even one that is assigned, and not one whose unit stands elsewhere."""
    s = Scene([Piece("A", "03.03"), Piece("G", at, **gun)], [Piece("R", "08.08")])
    assert s.check("G", "move 03.04")[0].rule == "TOCS-W9.1-6"


def test_a_battery_takes_nobody_into_enemy_ground() -> None:
    """TOCS-W9.1-6: the unit itself must be one that may."""
    s = Scene([Piece("B", "03.03", "battery"), Piece("G", "03.03", kind="asset", assigned="b")], [Piece("R", "08.08")])
    assert s.check("B", "move 03.04")[0].rule == "TOCS-W9.1-6"

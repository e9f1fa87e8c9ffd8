"""Fire in support of battles (TOCS-W10.24-6, W10.25-3, W10.25-4, W2.4-6) and what each side is told of it."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.pieces import Mission
from tests.rulesets.tocs.builder import Piece, Scene
from tests.rulesets.tocs.test_3_09_combat import attacked

HERE = Hex("03.04")
GUNS: dict[str, Any] = {"blue": [Piece("A", "03.03"), Piece("G", "03.02", "battery", range=6)],
        "red": [Piece("R", "03.04"), Piece("K", "03.06", "battery", range=6, artillery=5)]}  # fmt: skip


def laid(battery: str, **how: Any) -> tuple[Mission, ...]:
    return (Mission("support", HERE, (battery,), **how),)


def totals(s: Scene) -> tuple[int, int]:
    roll = s.happened(e.BattleRolled)[0]
    return roll.attacker.total, roll.defender.total


@pytest.mark.parametrize("how, gain", [({}, 1), ({"barrage": True}, 2), ({"barrage": True, "tot": True}, 3)])
def test_guns_laid_on_a_battle_add_to_their_side(how: dict[str, bool], gain: int) -> None:
    """TOCS-W10.24-6, TOCS-W10.25-3, TOCS-W10.25-4, TOCS-3.9-4."""
    s = attacked("-/-", missions={"blue": laid("g", **how), "red": laid("k", **how)}, **GUNS)
    assert totals(s) == (4 + 4 * gain, 4 + 5 * gain)
    assert s.camp("blue").missions == s.camp("red").missions == ()


def test_half_a_battery_is_half_the_fire_rounded_up() -> None:
    pieces = [Piece("A", "03.03"), Piece("G", "03.02", "battery", range=6, artillery=3, lost=1)]
    assert totals(attacked("-/-", missions={"blue": laid("g")}, **{**GUNS, "blue": pieces})) == (6, 4)


def test_mortars_called_in_fire_with_all_their_strength() -> None:
    """TOCS-W2.4-6."""
    pieces = [Piece("A", "03.03"), Piece("M", "03.02", "asset", arm="mortar", artillery=2, range=2)]
    s = attacked("-/-", missions={"blue": laid("m")}, **{**GUNS, "blue": pieces})
    assert totals(s) == (6, 4) and "M mortars +2" in s.happened(e.BattleRolled)[0].attacker.lines


def test_each_side_reads_its_own_guns_and_of_the_enemys_the_sum() -> None:
    """TOCS-3.9-1."""
    s = attacked("-/-", missions={"blue": laid("g"), "red": laid("k")}, **GUNS)
    for side, own, other in (("blue", "G artillery strike +4", "K"), ("red", "K artillery strike +5", "G")):
        seen = s.learnt(side, o.BattleSeen)[0]
        assert own in seen.lines and not any(line.startswith(other) for line in seen.lines)


def test_fire_laid_where_no_battle_comes_is_over_with_the_impulse() -> None:
    s = Scene(**GUNS, missions={"blue": laid("g")})
    s.close()
    assert s.camp().missions == () and s.learnt("blue", o.OwnSupportSpent) == [o.OwnSupportSpent(HERE)]
    assert s.learnt("red", o.OwnSupportSpent) == []


def test_guns_that_were_caught_in_a_battle_of_their_own_fire_no_other() -> None:
    """TOCS-W2.4-3."""
    pieces = [*GUNS["red"][:1], Piece("K", "06.06", "battery", range=6)]
    blue = [*GUNS["blue"], Piece("X", "06.06")]
    s = attacked("-/-", missions={"red": laid("k")}, blue=blue, red=pieces, engaged={Hex("06.06"): "red"})
    assert totals(s) == (4, 4)


def test_a_minefield_in_the_hex_strengthens_its_owner_alone() -> None:
    """TOCS-W10.11-3: the fact is read from the board."""
    assert totals(attacked("-/-", obstacles={"03.04": "minefield red"})) == (4, 6)
    assert totals(attacked("-/-", obstacles={"03.04": "minefield blue"})) == (4, 4)

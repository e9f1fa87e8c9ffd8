"""Fire in support of battles (TOCS-W10.24-6, W10.25-3, W10.25-4, W2.4-6) and what each side is told of it."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.units import Mission
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
    assert s.forces("blue").missions == s.forces("red").missions == ()


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


def test_guns_laid_on_a_battle_have_no_part_in_an_ambush_there_and_fire_in_the_battle_still() -> None:
    """TOCS-W10.1.2-3, TOCS-W10.1.2-1, TOCS-3.7-1: B runs into R before the battle that A has launched, which is fought after."""
    s = Scene([*GUNS["blue"], Piece("B", "02.03")], GUNS["red"], cell="-/-", missions={"blue": laid("g")})
    s.does("A", "attack 03.04 hasty")
    s.does("B", "move 03.04")
    assert [(r.fight.level, r.attacker.total) for r in s.happened(e.BattleRolled)] == [("ambush", 4)]
    assert s.forces().attack_of("a") and s.forces().missions
    s.fight()
    rolls = s.happened(e.BattleRolled)
    assert [r.fight.level for r in rolls] == ["ambush", "hasty"]
    assert "G artillery strike +4" in rolls[1].attacker.lines and {a.unit for a in rolls[1].fight.attacks} == {"a", "b"}
    assert not s.forces().attacks and not s.forces().missions


def test_an_attack_on_a_hex_that_an_ambushed_friend_has_won_moves_in_and_is_not_announced() -> None:
    """TOCS-W10.6-3, TOCS-3.7-2."""
    s = Scene([*GUNS["blue"], Piece("B", "02.03")], GUNS["red"], cell="-/4")
    s.does("A", "attack 03.04 hasty")
    s.does("B", "move 03.04")
    assert s.owner("03.04") == "blue"
    s.fight()
    assert s.unit("A").hex == "03.04" and not s.happened(e.BattlesAnnounced) and len(s.happened(e.BattleRolled)) == 1


def test_fire_laid_where_no_battle_comes_is_over_with_the_impulse() -> None:
    s = Scene(**GUNS, missions={"blue": laid("g")})
    s.close()
    assert s.forces().missions == () and s.learnt("blue", e.SupportSpent) == [e.SupportSpent("blue", HERE)]
    assert s.learnt("red", e.SupportSpent) == []


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

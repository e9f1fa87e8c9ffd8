"""Guns in reserve answer the enemy's attacks (TOCS-W10.24-3, W10.25-4, W10.26-6)."""

from typing import Any

from pbem.kernel.hexes import Hex
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from tests.rulesets.tocs.builder import Piece, Scene

HQ = Piece("RHQ", "03.07", "hq", level="regiment", command=8, wireless=8)


def battery(call: str, where: str = "03.06", **more: Any) -> Piece:
    return Piece(call, where, "battery", arm="artillery", range=6, parent="rhq", **{"reserve": True, **more})


def answered(script: str, *more: Piece, effort: str = "hasty", **scene: Any) -> Scene:
    """A at 03.03 attacks R at 03.04, and red's guns have a script."""
    lines = ("ezoc never", script)
    s = Scene([Piece("A", "03.03")], [Piece("R", "03.04", parent="rhq"), HQ, battery("K"), *more],
              **{"cell": "-/-", "standing": {"red": lines}, **scene})  # fmt: skip
    s.does("A", f"attack 03.04 {effort}")
    s.fight()
    return s


def test_a_battery_in_reserve_supports_the_hex_that_is_attacked_at_no_further_cost() -> None:
    """TOCS-W10.24-3, TOCS-W10.24-6."""
    s = answered("K: when 03.04 attacked support")
    assert s.happened(e.BattleRolled)[0].defender.total == 8
    assert (s.unit("K").state, s.unit("K").reserve) == (1, False)
    assert s.forces("red").pools["pool"].bank == 10 and s.forces("red").staffs == {}


def test_a_battery_in_reserve_strikes_the_attackers_before_they_come() -> None:
    """TOCS-W10.24-3: the phasing side is hit while it waits for its battle."""
    s = answered("K: when 03.04 attacked strike 03.03", dice={"harass/K": (6, 6)})
    assert (s.unit("A").lost, s.happened(e.BattleRolled)[0].attacker.total) == (1, 2)
    assert [x.hex for x in s.learnt("blue", o.ShellsFell)] == [Hex("03.03")]


def test_three_batteries_in_reserve_fire_a_defensive_barrage() -> None:
    """TOCS-W10.25-4."""
    s = answered("K: when 03.04 attacked support with L, M barrage", battery("L"), battery("M"))
    assert s.happened(e.BattleRolled)[0].defender.total == 4 + 2 * 12
    assert [s.unit(c).state for c in "KLM"] == [2, 2, 2]
    assert [s.unit(c).reserve for c in "KLM"] == [False] * 3


def test_guns_that_do_not_wait_in_reserve_take_no_part() -> None:
    """TOCS-W10.25-4."""
    s = answered("K: when 03.04 attacked support with L, M barrage", battery("L"), battery("M", reserve=False))
    assert s.happened(e.BattleRolled)[0].defender.total == 4
    assert [x.rule for x in s.learnt("red", e.ScriptBroke)] == ["TOCS-W10.25-4"]


def test_fire_into_the_battle_hex_calls_a_hasty_attack_off() -> None:
    """TOCS-W10.26-6: the worked example; a deliberate one comes in hasty."""
    s = answered("K: when 03.04 attacked interdict")
    assert s.happened(e.BattleRolled) == [] and len(s.learnt("blue", e.BattleCalledOff)) == 1
    assert s.public.interdicted == {Hex("03.04"): ("red",)}
    late = answered("K: when 03.04 attacked interdict", effort="deliberate")
    assert [roll.fight.level for roll in late.happened(e.BattleRolled)] == ["hasty"]


def test_the_attacker_learns_nothing_of_guns_that_wait() -> None:
    """TOCS-W10.24-3: a script that is not called shows nothing."""
    mute = answered("K: when 05.05 attacked support")
    none = answered("K: hold")
    assert [x for d, x in mute.play.seen if d == "blue"] == [x for d, x in none.play.seen if d == "blue"]

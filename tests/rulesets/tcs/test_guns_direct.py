"""Guns of a battery on the map: direct fire by mail, what it costs and bars."""

from pathlib import Path

from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import plain
from tests.rulesets.tcs.guns import Guns, with_tubes


def test_guns_on_the_map_fire_direct_and_are_silent_in_the_next_turn(tmp_path: Path) -> None:
    """TCS3-2.12-1, TCS3-2.12-2, TCS3-2.12-3, TCSB-26-7, TCSB-18-21: half the sheaf of each, no smoke, one battery fire."""
    guns = Guns(tmp_path / "guns", *with_tubes("04.05", "06.06"))
    guns.begin()
    assert "BTY has no guns on the map (TCSB-26-7)" in _in_letter_b(guns, "us", "BTY: direct 05.04 area")
    assert "no gun of AR1 sees 01.01 and reaches it (TCSB-7-4)" in guns.asked("ge", "CHECK\nAR1: direct 01.01 area")
    assert "own units are in 05.05 (TCSB-9-9)" in guns.asked("ge", "CHECK\nAR1: direct 05.05 area")
    assert "H-1 is no battery" in guns.asked("ge", "CHECK\nH-1: direct 03.03 area")
    guns.both("", "AR1: direct 03.03 area")
    (fired,) = guns.events(t.DirectFired)
    attacks = [one.attack for one in guns.events(e.AttackBegan) if one.attack.occasion.startswith("direct/AR1")]
    assert fired.units == ("H-1", "H-2") and len(attacks) == 1 and attacks[0].direct and not attacks[0].indirect
    assert guns.battery("AR1").he == 5 and guns.battery("AR1").direct and not guns.board.smoke
    assert "AR1 fired direct at 03.03." in plain(guns.mail("ge")[-1]) and "fired direct: no missions this turn" in plain(
        guns.mail("ge")[-1]
    )
    answer = guns.asked("ge", "PLOT AR1 at 03.03 by G-MG 2 he")
    assert "AR1 fired direct in the last turn and has no missions in this one (TCS3-2.12-1)" in answer
    guns.close()


def test_one_that_fired_missions_does_not_fire_direct(tmp_path: Path) -> None:
    """TCS3-2.12-1, TCS3-2.12-4: and point fire strikes vehicles and guns one by one, men besides."""
    tank = ("scenario-1.toml", 'unit = "T-3"\nhex = "07.01"', 'unit = "T-3"\nhex = "03.03"')
    guns = Guns(tmp_path / "guns", *with_tubes("04.05", "06.06"), tank)
    guns.begin()
    guns.both("ROLL US-2 NEVER", "PLOT AR1 at 03.03 by G-MG 1 he")
    (over,) = guns.events(t.MissionOver)
    answer = guns.asked("ge", "CHECK\nAR1: direct 03.03 point")
    assert ("AR1 has fired missions in this turn (TCS3-2.12-1)" in answer) == (over.fate == "fired")
    guns.both("", "")
    if guns.board.public.letter == "A":
        guns.both("", "")
    guns.both("", "AR1: direct 03.03 point")
    attacks = [one.attack for one in guns.events(e.AttackBegan) if one.attack.occasion.startswith("direct/AR1")]
    assert [one.kind for one in attacks] == ["point", "point", "area"] and {one.aim for one in attacks} == {"T-3", ""}
    assert attacks[-1].targets == ("A-MG",) and attacks[0].net < 2
    guns.close()


def _in_letter_b(guns: Guns, side: str, line: str) -> str:
    guns.both("ROLL US-2 NEVER", "")
    return guns.asked(side, f"CHECK\n{line}")

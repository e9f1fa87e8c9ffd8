"""Aircraft, anti-air fire and minefields by mail."""

from pathlib import Path

import pytest

from pbem.kernel.hexes import Hex
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import observations as o
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.plots import Minefield
from tests.acceptance.table import plain
from tests.rulesets.tcs.guns import CLEAR, FLAK, NIGHT, SORTIES, Change, Guns, mines


@pytest.mark.parametrize(("changes", "lines", "why"), [
    ((), "SORTIE strafe at 05.04", "you have no sorties (TCSB-24-1)"),
    ((SORTIES,), "SORTIE zeppelin at 05.04", "no such aircraft; yours are for strafe, rockets, bomb-500lb, napalm, strafe-cannon"),
    ((SORTIES,), "SORTIE rockets at 05.04, 05.05", "an aircraft for rockets makes 1 run; try: sortie rockets at 05.04 (TCSB-24-2)"),
    ((SORTIES,), "SORTIE strafe at 09.09", "09.09 is not on the map (TCSB-1-6)"),
    ((SORTIES,), "SORTIE strafe at 05.04, 04.01", "own units are in 04.01 (TCSB-9-9)"),
    ((SORTIES,), "SORTIE strafe at 05.04\nSORTIE strafe at 05.04\nSORTIE strafe at 05.04", "you may ask for 2 sorties a turn"),
    ((SORTIES, NIGHT), "SORTIE strafe at 05.04", "no aircraft fly at night or in such weather (TCSB-24-10)"),
])  # fmt: skip
def test_an_aircraft_that_cannot_be_asked_for(changes: tuple[Change, ...], lines: str, why: str, tmp_path: Path) -> None:
    """TCSB-24-1, TCSB-24-2, TCSB-24-10, TCSB-9-9."""
    guns = Guns(tmp_path / "guns", *changes)
    guns.begin()
    assert why in guns.asked("us", lines)
    guns.close()


def test_aircraft_come_by_the_weather_and_make_their_runs(tmp_path: Path) -> None:
    """TCSB-24-1, TCSB-24-2, TCSB-24-3, TCSB-24-9, TCSB-2-7: one after another; who sees them is told."""
    guns = Guns(tmp_path / "guns", SORTIES, CLEAR)
    guns.begin()
    assert "it comes on 3 or more on 1d6; runs at 05.04, 05.05" in guns.asked("us", "CHECK\nSORTIE strafe at 05.04, 05.05")
    for _ in range(3):
        guns.turn("SORTIE strafe at 05.04, 05.05\nROLL US-2 NEVER" if guns.board.forces["us"].grant.left else "")
    came = [event for event in guns.events(t.SortieCame) if event.came]
    runs = guns.events(t.RunFlown)
    assert guns.board.forces["us"].grant.left == 3 - len(came) and len(runs) == 2 * len(came) > 0
    assert {event.needed for event in guns.events(t.SortieCame)} == {"3"}
    struck = [event for event in runs if event.outcome == "hit"]
    assert struck and len([began for began in guns.events(e.AttackBegan) if began.attack.occasion.startswith("sortie")]) == len(
        struck
    )
    told = " ".join(plain(mail) for mail in guns.mail("ge"))
    assert "An enemy aircraft attacked 05.04 Village." in told or "An enemy aircraft attacked 05.05 Village." in told
    assert len(guns.told("ge", o.AircraftSeen)) == len(runs) and not guns.events(t.AaFired)
    guns.close()


def test_anti_air_fires_at_each_run_unless_it_holds(tmp_path: Path) -> None:
    """TCSB-24-4, TCSB-24-8, TCS3-6-1, TCS3-6-2, TCS3-6-3, TCS3-6-5: three heavy weapons drive off on 9."""
    guns = Guns(tmp_path / "guns", SORTIES, CLEAR, *FLAK)
    guns.begin()
    for _ in range(3):
        guns.turn("SORTIE strafe at 05.05, 05.04\nROLL US-2 NEVER" if guns.board.forces["us"].grant.left else "")
    fired, runs = guns.events(t.AaFired), guns.events(t.RunFlown)
    assert len(fired) == len(runs) > 0
    for shot, run in zip(fired, runs, strict=True):
        assert shot.side == "ge" and shot.aborted == (sum(shot.faces) >= int(shot.needed)) == (run.outcome == "aborted")
        assert int(shot.needed) == {1: 11, 2: 10, 3: 9}[len(shot.units)]
    assert not any(unit.overwatch or unit.fired for unit in guns.board.forces["ge"].units.values())
    guns.close()


def test_mines_strike_who_enters_and_are_known_from_then(tmp_path: Path) -> None:
    """TCSB-21-1, TCSB-21-2, TCSB-21-3: hidden until they are met; men by area fire without cover, and one MP more."""
    guns = Guns(tmp_path / "guns", mines("ge", "heavy", "05.02"))
    guns.begin()
    assert "mine" not in plain(guns.mail("us")[-1]).lower() and "05.02: own heavy minefield" in plain(guns.mail("ge")[-1])
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-1: move 05.02\nT-1: move 06.02", "")
    (met,) = guns.events(t.MinesMet)
    assert (met.units, met.hex) == (("A-1",), "05.02") and met.spent[0] > guns.events(t.UnitsEntered)[0].spent[0]
    struck = next(event for event in guns.events(t.UnitStruck) if event.unit == "A-1")
    assert struck.column == 3
    report = plain(guns.mail("us")[-1])
    assert "A-1 in a heavy minefield at 05.02." in report and "05.02: enemy heavy minefield" in report
    assert guns.picture("us").forces.mines == {Hex("05.02"): Minefield("heavy", "ge")} == guns.board.mines
    guns.close()


def test_a_field_is_breached_after_all_other_movement(tmp_path: Path) -> None:
    """TCSB-21-5, TCSB-21-6, TCS3-10-3: 6 on a die for a platoon, and the light field is gone."""
    guns = Guns(tmp_path / "guns", mines("ge", "light", "05.02"))
    guns.begin()
    for turn in range(1, 7):
        guns.both("ROLL US-2 NEVER", "")
        if turn == 1:
            assert "A-2 needs to be on foot, undisturbed and with 3 MP left; try: A-2: move mode; breach 05.02" in guns.asked(
                "us", "CHECK\nA-2: breach 05.02"
            )
            assert "A-1 is not in 05.05 nor next to it (TCS3-10-3)" in guns.asked("us", "CHECK\nA-1: breach 05.05")
        guns.both("A-1: breach 05.02", "")
    tries = guns.events(t.BreachTried)
    assert [one.worked for one in tries] == [sum(one.faces) >= 6 for one in tries] or any(one.worked for one in tries)
    assert tries[0].needed == "6" and ((Hex("05.02") in guns.board.mines) != any(one.worked for one in tries))
    guns.close()


def test_who_laid_a_field_knows_its_lanes(tmp_path: Path) -> None:
    """TCSB-21-7, TCSB-21-1: units of the side that laid it pass along the route of their move sheet, and nowhere else."""
    moving: Change = (
        "scenario-1.toml", 'type = "attack"\nstatus = "implemented"', 'type = "move"\nroute = ["05.02"]\nstatus = "implemented"'
    )  # fmt: skip
    guns = Guns(tmp_path / "guns", mines("us", "heavy", "05.02", "04.02"), moving)
    guns.begin()
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-1: move 05.02\nA-2: move 04.02", "")
    assert [(met.units, met.hex) for met in guns.events(t.MinesMet)] == [(("A-2",), "04.02")]
    entered = {event.units[0]: event.spent[0] for event in guns.events(t.UnitsEntered)}
    assert entered["A-1"] == 2 and guns.events(t.MinesMet)[0].spent == (entered["A-2"],)
    guns.close()

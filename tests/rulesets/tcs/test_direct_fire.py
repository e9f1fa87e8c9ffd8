"""Suppressive fire in a phase of its own: the Direct Fire Segment and the AT Roll Segment by mail, by lines and by policy."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.rulesets.tcs import told_events as t
from tests.acceptance.table import plain
from tests.rulesets.tcs.guns import Guns, with_tubes

PHASE = ("module.toml", 'sfa = "action"', 'sfa = "phase"')


@pytest.fixture
def guns(tmp_path: Path) -> Iterator[Guns]:
    guns = Guns(tmp_path / "table", PHASE)
    guns.begin()
    guns.hold_fire()
    yield guns
    guns.close()


def fired(guns: Guns) -> list[tuple[str, ...]]:
    return [(event.side, *event.units) for event in guns.events(t.AreaFired) if event.manner == "sfa"]


def test_the_sides_fire_by_turns_before_either_moves(guns: Guns) -> None:
    """TCSB-13-2, TCSB-13-3, TCS3-9-2, TCS3-9-5, TCSB-2-16: who acts first begins."""
    guns.write("us", "POLICY ALL SFA NONE")
    guns.write("ge", "POLICY ALL SFA NONE")
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-1: move 05.02\nA-MG: fire 05.04 area\nA-2: fire 05.04 area", "G-81: fire 03.03 area\nG-MG: fire 05.03 area")
    assert fired(guns) == [("us", "A-MG"), ("ge", "G-81"), ("us", "A-2"), ("ge", "G-MG")]
    kinds = [type(event).__name__ for event in guns.events(t.AreaFired | t.UnitsEntered)]  # type: ignore[arg-type]
    assert kinds == ["AreaFired"] * 4 + ["UnitsEntered"]
    assert "A-MG fired at 05.04 Village" in plain(guns.mail("us")[-1])


def test_a_battery_fires_direct_in_the_segment_too(tmp_path: Path) -> None:
    """TCSB-2-9, TCSB-2-16, TCSB-13-2, TCS3-2.12-3: before anybody moves, by turns with the others."""
    guns = Guns(tmp_path / "table", PHASE, *with_tubes("04.05", "06.06"))
    guns.begin()
    guns.hold_fire()
    for side in ("us", "ge"):
        guns.write(side, "POLICY ALL SFA NONE")
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-1: move 05.02\nA-MG: fire 05.04 area\nA-2: fire 05.04 area", "AR1: direct 03.03 area")
    kinds = [type(event).__name__ for event in guns.events(t.AreaFired | t.DirectFired | t.UnitsEntered)]  # type: ignore[arg-type]
    assert kinds == ["AreaFired", "DirectFired", "AreaFired", "UnitsEntered"]
    assert "AR1 fired direct at 03.03." in plain(guns.mail("ge")[-1])
    guns.close()


def test_stacks_combine_their_fire_in_the_segment(guns: Guns) -> None:
    """TCSB-9-5, TCS3-7-2: one fire of two hexes, its strength rounded once."""
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-MG, A-2: fire 05.04 area", "")
    (event,) = (event for event in guns.events(t.AreaFired) if "A-MG" in event.units)
    assert event.units == ("A-MG", "A-2") and event.column == 3


def test_units_without_a_line_fire_as_their_policy_says(guns: Guns) -> None:
    """TCSB-13-2: the strongest at the nearest, or at the hexes that are listed, or not at all."""
    guns.write("ge", "POLICY ALL SFA NONE")
    guns.write("us", "POLICY A-2 SFA NONE\nPOLICY A-MG SFA AT 06.07, 05.04")
    guns.both("ROLL US-2 NEVER", "")
    guns.both("A-1: fire mode", "")
    mine = [units for side, *units in fired(guns) if side == "us"]
    assert ["A-MG"] in mine and ["A-2"] not in mine and ["A-1"] not in mine
    (event,) = (event for event in guns.events(t.AreaFired) if event.units == ("A-MG",))
    assert event.hex == "06.07"


def test_a_unit_that_fired_stays(guns: Guns) -> None:
    """TCSB-13-4."""
    guns.both("ROLL US-2 NEVER", "")
    assert "A-MG has made its suppressive fire and stays (TCSB-13-4)" in guns.asked("us", "A-MG: fire 05.04 area; move mode")
    guns.both("A-MG: fire 05.04 area", "")
    assert guns.unit("A-MG").mode == "fire" and not guns.unit("A-MG").fired

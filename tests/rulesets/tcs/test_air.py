"""Anti-air columns, sorties and runs (TCSB-24, TCS3-6)."""

from itertools import product
from typing import Any

import pytest

from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.anti_air import (
    Overflown,
    aa_column,
    air_value,
    arrival_needed,
    arrives,
    find_target,
    fire_at_run,
    may_fire_at_aircraft,
    runs_of,
)
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.people import GUNS, unit
from tests.rulesets.tcs.throws import dice

LIGHT = replace(GUNS, aa="light")


@pytest.mark.parametrize("case", CASES["aa"], ids=str)
def test_worked_cases_of_anti_air(case: dict[str, Any]) -> None:
    """TCS3-6-1, TCS3-6-2"""
    assert fire_at_run(BOOK, dice(), "aa/F-1/T1/1", aa_column(BOOK, {"light": case["light"]}, False)).needed == case["want"]


def test_the_best_class_alone_earns_the_column_and_night_costs_two() -> None:
    """TCS3-6-2, TCS3-6-3, TCS3-6-4"""
    alone = {
        "light": [None, 0, 0, 1, 1, 1], "medium": [None, 0, 1, 1, 2, 2], "heavy": [None, 1, 2, 3, 3, 3]
    }  # fmt: skip
    for kind, columns in alone.items():
        assert [aa_column(BOOK, {kind: count}, False) for count in range(6)] == columns
    for light, medium, heavy in product(range(4), repeat=3):
        earned = [alone["light"][light], alone["medium"][medium], alone["heavy"][heavy]]
        best = max((column for column in earned if column is not None), default=None)
        weapons = {"light": light, "medium": medium, "heavy": heavy}
        assert aa_column(BOOK, weapons, False) == best
        assert aa_column(BOOK, weapons, True) == (None if best is None else max(0, best - 2))


def test_each_run_is_fired_at_by_itself() -> None:
    """TCS3-6-1, TCS3-6-5, TCSB-24-4"""
    thrown = dice()
    quiet = fire_at_run(BOOK, thrown, "aa/F-1/T1/1", None)
    assert quiet.roll is None and not quiet.aborted
    for column in range(4):
        aborted = 0
        for number in range(100):
            fire = fire_at_run(BOOK, thrown, f"aa/F-1/T{column}/{number}", column)
            assert fire.roll is not None and fire.aborted is (fire.roll.value >= int(fire.needed))
            aborted += fire.aborted
        assert aborted < 50


def test_who_fires_at_aircraft() -> None:
    """TCSB-24-4, TCSB-24-8"""
    gun = unit(LIGHT)
    assert may_fire_at_aircraft(BOOK, gun, 4, True) and may_fire_at_aircraft(BOOK, replace(gun, overwatch=True), 4, True)
    assert not may_fire_at_aircraft(BOOK, gun, 5, True) and not may_fire_at_aircraft(BOOK, gun, 4, False)
    assert not may_fire_at_aircraft(BOOK, replace(gun, paralyzed=True), 1, True)
    assert not may_fire_at_aircraft(BOOK, unit(GUNS), 1, True)


def test_sorties_come_by_the_weather_and_none_by_night_or_in_fog() -> None:
    """TCSB-24-1, TCSB-24-2, TCSB-24-10"""
    thrown = dice()
    for weather in BOOK.records("visibility").records:
        assert arrival_needed(BOOK, weather, True) == "-"
    assert [arrival_needed(BOOK, weather, False) for weather in ("clear", "haze", "rain", "fog", "mist")] == [
        "3",
        "4",
        "5",
        "-",
        "-",
    ]
    assert not arrives(BOOK, thrown, "sortie/1/T1", "-") and not thrown.thrown
    came = sum(arrives(BOOK, thrown, f"sortie/{number}/T1", "3") for number in range(200))
    assert 100 < came < 165
    assert runs_of(BOOK, "strafe") == 2 and runs_of(BOOK, "bomb_500lb") == 1


def test_a_target_must_be_seen_from_the_air_and_friends_may_be_struck() -> None:
    """TCSB-24-3, TCSB-24-9"""
    found = {}
    for offers in ("open", "soft", "protective"):
        for smoke in (False, True):
            thrown = dice()
            throws = [find_target(BOOK, thrown, f"seen/F-1/T1/{n}", Overflown(offers, smoke, True)) for n in range(120)]
            assert all(one.strays is (one.roll.value == 1) and not (one.strays and one.found) for one in throws)
            found[offers, smoke] = sum(one.found for one in throws)
    assert found["open", False] > found["soft", False] > found["protective", False]
    assert all(found[offers, True] >= found[offers, False] for offers in ("open", "soft", "protective"))
    assert not find_target(BOOK, dice(), "seen/F-1/T1/1", Overflown("open")).strays
    assert air_value(BOOK, "bomb_500lb") == 80

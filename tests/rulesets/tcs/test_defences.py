"""Digging in by levels and by op sheet, weather and the length of turns (TCSPD, TCSB-27, TCSB-2-5)."""

from fractions import Fraction
from typing import Any, get_args

import pytest

from pbem.rulesets.tcs.rules.defences import works_of
from pbem.rulesets.tcs.rules.digging import (
    DigTable,
    DugPosition,
    Totals,
    accrue,
    company_morale,
    ground_factor,
    held_by,
    highest,
    level_reached,
    level_used,
    marked,
    may_dig,
    roll_to_dig,
    started,
    taken_down,
    totals,
)
from pbem.rulesets.tcs.rules.rolls import Roll
from pbem.rulesets.tcs.rules.weather import Fog, lift, minutes_of_turn, reach
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.people import AT_GUN, GUNS, PLACE, TANK, unit
from tests.rulesets.tcs.throws import dice

ROLL = Roll("dig/A-1/T1", (2, 3), 5)
TABLES: tuple[DigTable, ...] = get_args(DigTable)


@pytest.mark.parametrize("case", CASES["digging"], ids=str)
def test_worked_cases_of_digging(case: dict[str, Any]) -> None:
    """TCSPD-4-1, TCSPD-EX-1"""
    assert list(totals(BOOK, "corrected", case["morale"], case["dice"]).turns) == case["want"]


def test_the_corrected_table_takes_longer_for_worse_troops_dice_and_levels() -> None:
    """TCSPD-4-2, TCSPD-FIG1-0, TCSPD-FIG1-m0, TCSPD-FIG1-m1, TCSPD-FIG1-m2, TCSPD-FIG1-m3, TCSPD-FIG1-m4, TCSPD-FIG1-m5,
    TCSPD-FIG1-m6, TCSPD-FIG1-m7"""
    for morale in range(8):
        for roll in range(2, 13):
            here = totals(BOOK, "corrected", morale, roll).turns
            assert list(here) == sorted(set(here)) and len(here) == 3
            for worse in (
                totals(BOOK, "corrected", morale, min(12, roll + 1)),
                totals(BOOK, "corrected", min(7, morale + 1), roll),
            ):
                assert all(turns <= more for turns, more in zip(here, worse.turns, strict=True))
    corners = [totals(BOOK, "corrected", morale, roll).turns for morale in range(8) for roll in (2, 12)]
    assert corners == [
        (1, 12, 32), (5, 20, 40), (2, 15, 36), (6, 23, 44), (4, 18, 40), (8, 26, 48), (6, 21, 44), (10, 29, 52),
        (8, 24, 48), (12, 32, 56), (10, 27, 52), (14, 35, 60), (12, 30, 56), (16, 38, 64), (14, 33, 60), (18, 41, 68),
    ]  # fmt: skip
    printed = {
        (morale, roll): totals(BOOK, "printed", morale, roll).turns
        for morale in range(8) for roll in (2, 4, 6, 9, 11)
        if totals(BOOK, "printed", morale, roll) != totals(BOOK, "corrected", morale, roll)
    }  # fmt: skip
    assert printed == {(6, 9): (15, 35, 62), (7, 9): (14, 39, 66)}
    assert totals(BOOK, "corrected", 9, 7) == totals(BOOK, "corrected", 7, 7)


def test_who_may_dig_and_how_deep() -> None:
    """TCSPD-1-1, TCSPD-2-2, TCSPD-2-4"""
    assert may_dig(BOOK, unit(), "hasty_defense") and not may_dig(BOOK, unit(TANK), "hasty_defense")
    assert not any(may_dig(BOOK, unit(), sheet) for sheet in ("", "attack", "prep_defense", "reserve", "move"))
    assert [highest(BOOK, one) for one in (unit(), unit(GUNS), unit(AT_GUN), unit(TANK))] == [3, 2, 2, 0]


@pytest.mark.parametrize("dig_table", TABLES)
@pytest.mark.parametrize("morale", range(8))
def test_a_unit_left_alone_digs_to_its_highest_level_and_no_further(dig_table: DigTable, morale: int) -> None:
    """TCSPD-5-1, TCSPD-5-2, TCSPD-5-3, TCSPD-3-1, TCSPD-6-1, TCSB-25-5, TCSB-1-3, TCSPD-CHK-1"""
    for digger in (unit(morale=morale), unit(GUNS, morale=morale)):
        record = started(digger, ROLL, totals(BOOK, dig_table, morale, 7), 0)
        levels, turns = [0], 0
        while turns < 80:
            turns += 1
            before = record.accrued
            record = accrue(BOOK, record, quiet=turns % 4 != 0, night=turns % 5 == 0)
            gained = record.accrued - before
            assert gained == (0 if turns % 4 == 0 else 3 if turns % 5 == 0 else 1)
            levels.append(level_reached(BOOK, record, digger))
        assert levels == sorted(levels) and levels[-1] == highest(BOOK, digger)
    best = [totals(BOOK, "corrected", morale, roll).to(1) for roll in (2, 12)]
    assert best[0] <= 3 or morale >= 2


def test_the_worked_examples_of_digging() -> None:
    """TCSPD-EX-1, TCSPD-EX-2, TCSPD-7-2, TCSPD-8-1"""
    first = unit(morale=2)
    record = started(first, ROLL, totals(BOOK, "corrected", 2, 5), 0)
    for turn in range(1, 6):
        record = accrue(BOOK, record, quiet=True, night=False)
        assert level_reached(BOOK, record, first) == (1 if turn == 5 else 0)
    position = marked(None, 1, first)
    assert position == DugPosition(PLACE, 1, "us", "us")
    second = unit(id="A-2", morale=6)
    again = started(second, ROLL, totals(BOOK, "corrected", 6, 9), 1)
    assert again.accrued == 15 and again.totals.to(2) == 36
    assert level_reached(BOOK, again, second) == 1 and marked(position, 1, second) is position


def test_a_company_digs_by_its_worst() -> None:
    """TCSPD-OPT-2"""
    assert company_morale([unit(morale=2), unit(morale=5), unit(morale=3)]) == 5
    thrown = dice()
    rolls = [roll_to_dig(BOOK, thrown, f"dig/A/US-{number}") for number in range(30)]
    assert all(2 <= roll.value <= 12 and len(roll.faces) == 2 for roll in rolls)


def test_ground_slows_or_speeds_digging_where_a_module_says_so() -> None:
    """TCSPD-OPT-1"""
    assert ground_factor(BOOK, ()) == 1 and ground_factor(BOOK, ("frozen", "village")) == Fraction(3, 4)
    record = started(unit(), ROLL, Totals((1, 2, 3)), 0)
    assert accrue(BOOK, record, True, False, ("mud",)).accrued == Fraction(3, 4)


def test_who_has_the_use_of_a_position() -> None:
    """TCSPD-2-1, TCSPD-2-3, TCSPD-9-1, TCSPD-9-2, TCSPD-9-3, TCSPD-11-1, TCSB-28-2"""
    for level in (1, 2, 3):
        position = DugPosition(PLACE, level, "us", "us")
        assert level_used(BOOK, position, unit()) == level_used(BOOK, position, unit(GUNS)) == level
        enemy = unit(side="ge")
        assert level_used(BOOK, position, unit(TANK)) == 0 == level_used(BOOK, position, enemy)
        taken = held_by(position, "ge")
        assert level_used(BOOK, taken, enemy) == level - 1
        assert level_used(BOOK, held_by(taken, "us"), unit()) == level


def test_a_position_is_taken_down_by_hands_alone() -> None:
    """TCSPD-10-1, TCSPD-8-1"""
    position = DugPosition(PLACE, 3, "us", "us")
    for men in range(4):
        for levels in range(5):
            hands = [unit(id=f"A-{number}") for number in range(men)]
            left = taken_down(position, levels, [*hands, unit(TANK), unit(side="ge"), unit(steps=0)])
            assert (left.level if left else 0) == max(0, 3 - min(levels, men))


def test_a_position_is_never_lowered_by_a_builder() -> None:
    """TCSPD-5-2, TCSPD-8-1"""
    standing = DugPosition(PLACE, 2, "us", "ge")
    assert marked(standing, 1, unit()) is standing and marked(None, 0, unit()) is None
    assert marked(standing, 3, unit()) == DugPosition(PLACE, 3, "us", "ge")


def test_defense_sheets_give_works_in_position_from_the_turn_after() -> None:
    """TCSB-27-1, TCSB-27-2, TCSB-27-3, TCSB-11-9"""
    here = {PLACE}
    assert (
        works_of(unit(), "hasty_defense", here, 1, False) == "hasty"
        and works_of(unit(), "prep_defense", here, 1, False) == "dug_in"
    )
    assert works_of(unit(), "hasty_defense", here, 1, True) == "hasty" and works_of(unit(), "prep_defense", here, 1, True) == ""
    for lost in (unit(mode="move"), unit(TANK), unit(hex=type(PLACE)("01.01"))):
        assert works_of(lost, "hasty_defense", here, 5, False) == ""
    assert works_of(unit(), "prep_defense", here, 0, False) == works_of(unit(), "attack", here, 3, False) == ""


@pytest.mark.parametrize("track", ["morning", "stubborn"])
def test_fog_lifts_stage_by_stage_and_never_comes_back(track: str) -> None:
    """TCSB-2-5"""
    thrown, fog, seen = dice(), Fog("thick_fog", track), [1]
    for turn in range(200):
        fell = lift(BOOK, thrown, f"fog/T{turn}", fog)
        assert fell.thinned is (fell.fog.stage != fog.stage) and (fell.roll is None) is (fog.stage == "clear")
        assert fell.fog.box == (0 if fell.thinned else fog.box if fog.stage == "clear" else min(7, fog.box + 1))
        fog = fell.fog
        seen.append(reach(BOOK, fog.stage))
    assert seen == sorted(seen) and fog.stage == "clear"


def test_light_bounds_sight_whatever_the_weather() -> None:
    """TCSB-7-1, TCSB-25-1, TCSB-1-2, TCSB-1-3"""
    assert [reach(BOOK, weather) for weather in ("clear", "haze", "fog")] == [40, 24, 3]
    assert [reach(BOOK, "clear", light) for light in ("dusk", "moonlight", "night")] == [10, 4, 2]
    assert reach(BOOK, "thick_fog", "night") == 1
    assert (minutes_of_turn(BOOK, night=False), minutes_of_turn(BOOK, night=True)) == (20, 60)

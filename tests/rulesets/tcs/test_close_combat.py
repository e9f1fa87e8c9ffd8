"""Assault, overrun, minefields (TCSB-21 to 23)."""

from fractions import Fraction
from itertools import product

import pytest

from pbem.kernel.hexes import hex_at
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.area_fire import Shelter
from pbem.rulesets.tcs.rules.close_combat import (
    AT_ROLLS,
    FIRE,
    SheetDuty,
    charges,
    column_at_night,
    fires_in_round,
    is_crushed,
    is_weak_in_round,
    may_assault,
    may_enter_assault,
    may_go_on,
    may_overrun,
    moves_in_assault,
    must_check_first,
    overrun_cost,
    overrun_strain,
    overrun_strength,
    shelter_in_assault,
    shift_without_at,
    stages,
    who_overruns,
    winner,
)
from pbem.rulesets.tcs.rules.minefields import (
    NONE,
    breach,
    breach_needed,
    is_hindered,
    may_breach,
    mine_strength,
    mine_vehicle,
    thinner,
)
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.people import AT_GUN, PLACE, TANK, TRUCK, unit
from tests.rulesets.tcs.throws import dice

NEXT = hex_at(5, 9)


def test_who_may_assault_and_enter() -> None:
    """TCSB-22-1, TCSB-22-2, TCSB-6-31"""
    assert may_assault(SheetDuty("attack")) and may_assault(SheetDuty("hasty_defense", inside=True))
    assert not any(map(may_assault, (SheetDuty(), SheetDuty("hasty_defense"), SheetDuty("move", True), SheetDuty("reserve", True))))
    mover = unit(mode="move")
    assert may_enter_assault(mover, NEXT) and not may_enter_assault(mover, PLACE) and not may_enter_assault(mover, hex_at(5, 10))
    for barred in (unit(), replace(mover, suppressed=True), replace(mover, over=True), replace(mover, steps=0)):
        assert not may_enter_assault(barred, NEXT)
    assert [must_check_first(BOOK, effective) for effective in (4, 5, 9)] == [False, True, True]


def test_three_rounds_of_which_the_defender_begins_the_first() -> None:
    """TCSB-22-4, TCS3-9-6"""
    parts = stages(BOOK)
    assert [part.round for part in parts] == sorted(part.round for part in parts) and {part.round for part in parts} == {1, 2, 3}
    assert [part.side for part in parts if part.what == FIRE] == ["defender", "attacker", "both", "both"]
    assert [part.round for part in parts if part.what == AT_ROLLS] == [1, 2, 3] and parts[0].what == AT_ROLLS
    assert [moves_in_assault(number, attacks=True) for number in (1, 2)] == [True, False] and not moves_in_assault(1, attacks=False)


def test_what_ground_gives_in_an_assault() -> None:
    """TCSB-22-5, TCSPD-9-2"""
    for cover, level in product(range(-3, 1), range(4)):
        shelter = Shelter(cover=cover, protective=True, level=level, hexside=True)
        assert shelter_in_assault(shelter, defends=False) == Shelter()
        held = shelter_in_assault(shelter, defends=True)
        assert held.cover == int(cover / 2) and held.level == level and not held.hexside


def test_who_fires_in_which_round() -> None:
    """TCSB-22-4"""
    for number in (1, 2, 3):
        assert fires_in_round(unit(), number) and not is_weak_in_round(unit(), number)
        assert is_weak_in_round(unit(suppressed=True), number) is (number == 1)
        assert fires_in_round(unit(paralyzed=True), number) is (number > 1) and is_weak_in_round(unit(paralyzed=True), number)
    assert not fires_in_round(unit(steps=0), 3)
    assert column_at_night(BOOK, 4, 1, True) == 3 and column_at_night(BOOK, 0, 1, True) == 0
    assert column_at_night(BOOK, 4, 2, True) == column_at_night(BOOK, 4, 1, False) == 4


def test_engineers_bring_charges_against_the_dug_in() -> None:
    """TCSB-26-5"""
    engineer = unit(type="engineer_platoon")
    assert charges(BOOK, engineer, Shelter(level=1)) == charges(BOOK, engineer, Shelter(dug_in=True)) == 10
    assert charges(BOOK, engineer, Shelter(hasty=True)) == charges(BOOK, unit(), Shelter(level=1)) == 0


def test_who_is_left_alone_holds_the_hex() -> None:
    """TCSB-22-10"""
    assert winner(1, 0, 1, 3) == winner(1, 0, 3, 3) == "attacker" and winner(0, 1, 1, 3) == winner(0, 0, 2, 3) == "defender"
    assert winner(1, 1, 1, 3) == winner(1, 1, 2, 3) == "" and winner(1, 1, 3, 3) == "defender"


def test_what_may_be_overrun_and_by_whom() -> None:
    """TCSB-23-1, TCSB-23-2, TCSB-23-7, TCS3-10-2"""
    terrains = [kind for kind in BOOK.records("terrain-effects").records if may_overrun(BOOK, kind, [unit(), unit(AT_GUN)])]
    assert terrains == ["open", "crops", "brush"]
    assert not may_overrun(BOOK, "open", [unit(TANK)]) and may_overrun(BOOK, "open", [unit(TANK, paralyzed=True), unit(TRUCK)])
    tanks = [unit(TANK, id=f"T-{number}", mode="move") for number in range(7)]
    assert who_overruns(BOOK, [unit(mode="move"), unit(TANK), *tanks]) == tuple(tanks[:5])
    assert overrun_cost(BOOK) == 3


def test_what_an_overrun_does() -> None:
    """TCSB-23-4, TCSB-23-5, TCSB-23-6"""
    weak = replace(TANK, area=4)
    assert overrun_strength(BOOK, [unit(TANK), unit(TANK)]) == 30 and overrun_strength(BOOK, [unit(weak)]) == 10
    assert overrun_strength(BOOK, []) == Fraction(0)
    assert shift_without_at(BOOK) == 1
    assert is_crushed(unit(AT_GUN), True) and is_crushed(unit(TRUCK), True)
    assert not is_crushed(unit(), True) and not is_crushed(unit(AT_GUN), False)
    assert overrun_strain(BOOK) == 2
    assert may_go_on([]) and may_go_on([unit(steps=0)]) and not may_go_on([unit()])


def test_denser_fields_are_worse_in_every_way() -> None:
    """TCSB-21-1, TCSB-21-5, TCSB-26-5"""
    kinds = ("light", "medium", "heavy")
    strengths = [mine_strength(BOOK, kind) for kind in kinds]
    assert strengths == sorted(strengths) and strengths[0] > 0
    assert [thinner(BOOK, kind) for kind in kinds] == [NONE, "light", "medium"]
    engineer = unit(type="engineer_platoon")
    assert [breach_needed(BOOK, engineer, kind) for kind in kinds] == ["4", "5", "6"]
    assert [breach_needed(BOOK, unit(), kind) for kind in kinds] == ["6", "6", "-"]
    thrown = dice()
    for number in range(60):
        hit = mine_vehicle(BOOK, thrown, f"mines/T-1/T1/{number}", "heavy")
        assert hit.worked is (hit.roll.value >= 9)
        tried = breach(BOOK, thrown, f"breach/E-1/T1/{number}", "4")
        assert tried.worked is (tried.roll.value >= 4)
        assert not breach(BOOK, thrown, f"breach/A-1/T1/{number}", "-").worked


@pytest.mark.parametrize(("left", "away", "able"), [(6, 0, True), (6, 1, True), (5, 1, False), (12, 2, False)])
def test_who_may_breach(left: int, away: int, able: bool) -> None:
    """TCS3-10-3: three MP left, in halves"""
    assert may_breach(BOOK, unit(), away, left) is able
    assert not may_breach(BOOK, unit(TANK), away, left) and not may_breach(BOOK, unit(suppressed=True), away, left)


def test_the_owner_of_a_field_knows_the_lanes() -> None:
    """TCSB-21-3, TCSB-21-7"""
    assert [is_hindered(own, lane) for own, lane in product((False, True), repeat=2)] == [True, True, True, False]

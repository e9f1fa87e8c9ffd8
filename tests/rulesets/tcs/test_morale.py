"""Morale of units and formations, SYR, suppressive fire (TCSB-13, TCSB-17)."""

from typing import Any

import pytest

from pbem.kernel.hexes import Hex, hex_at, ring
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.formation_morale import battalion_blow, company_blow, is_on_the_hour, recovered
from pbem.rulesets.tcs.rules.morale import (
    RESULTS,
    MoraleCheck,
    Strain,
    check_morale,
    effective_morale,
    is_made_to_button_up,
    morale_result,
    morale_shifts,
    suffer,
    surrender_or_retreat,
)
from pbem.rulesets.tcs.rules.retreats import Runner, after_flight, is_left_behind, may_run_to, may_stop, run, survives_flight
from pbem.rulesets.tcs.rules.shifts import total
from pbem.rulesets.tcs.rules.suppressive import (
    after_suppressive_fire,
    may_fire_at_all,
    may_observe_for_mortar,
    next_side,
    spares_friends,
)
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.people import AT_GUN, CARRIER, GUNS, TANK, TRUCK, TUBES, unit
from tests.rulesets.tcs.throws import dice, fixed


@pytest.mark.parametrize("case", CASES["morale"], ids=str)
def test_worked_cases_of_morale(case: dict[str, Any]) -> None:
    """TCSB-17-3, TCSB-17-4"""
    assert morale_result(BOOK, case["effective"], case["dice"]) == case["want"]


def test_morale_is_never_better_for_worse_troops_or_dice() -> None:
    for effective in range(-1, 15):
        for roll in range(-2, 18):
            here = RESULTS.index(morale_result(BOOK, effective, roll))
            assert here <= RESULTS.index(morale_result(BOOK, effective + 1, roll))
            assert here <= RESULTS.index(morale_result(BOOK, effective, roll + 1))


def test_effective_morale_is_a_sum_of_three() -> None:
    """TCSB-17-1, TCSB-3-6, TCSB-17-7; armor counts its vehicles instead of steps"""
    assert [effective_morale(unit(steps=steps, morale=2), 1) for steps in (5, 4, 1)] == [3, 4, 7]
    assert effective_morale(unit(TANK, morale=2), 0, instead_of_steps=3) == 5


def test_each_modifier_of_a_check_counts_by_the_chart() -> None:
    """TCSB-13-5, TCSB-17-2, TCSB-17-3"""
    drms = BOOK.grid("morale").drms
    facts = {"suppressive": "suppressive", "cover": "sheltered", "heavy": "heavy", "alone": "alone", "surrounded": "surrounded"}
    facts["night"] = "night"
    assert {*facts, "already"} == set(drms)
    for name, field in facts.items():
        assert [(one.id, one.by) for one in morale_shifts(BOOK, unit(), Strain(**{field: True}))] == [(name, fixed(drms, name))]
    for pinned in (unit(suppressed=True), unit(paralyzed=True)):
        assert [one.id for one in morale_shifts(BOOK, pinned, Strain())] == ["already"]
    thrown = dice()
    for number in range(30):
        check = MoraleCheck(unit(steps=3), 2, Strain(suppressive=True, sheltered=True, extra=1))
        fell = check_morale(BOOK, thrown, f"morale/A-1/T4/fire-of/G-MG/{number}", check)
        assert fell.effective == 7 and fell.total == fell.roll.value + 1 + total(morale_shifts(BOOK, check.unit, check.strain))
        assert fell.result == morale_result(BOOK, 7, fell.total)


def test_nobody_surrenders_to_nobody() -> None:
    """TCSB-17-6, TCSB-25-6"""
    for enemies, night, result in (
        ((), False, "R"),
        ((3,), False, "X"),
        ((4,), False, "R"),
        ((2,), True, "R"),
        ((1, 9), True, "X"),
    ):
        assert surrender_or_retreat(BOOK, "X", enemies, night) == result
    assert [surrender_or_retreat(BOOK, result, (), False) for result in RESULTS[:4]] == list(RESULTS[:4])


def test_a_worse_result_takes_the_place_of_a_better_one_alone() -> None:
    """TCSB-4-9, TCSB-17-5"""
    moving = unit(mode="move")
    pinned, numb = suffer(moving, "S"), suffer(moving, "P")
    assert pinned.suppressed and numb.paralyzed and not numb.suppressed and pinned.mode == numb.mode == "fire" and pinned.over
    assert suffer(moving, "-") == moving and suffer(pinned, "S") == pinned and suffer(numb, "S") == suffer(numb, "R") == numb
    assert suffer(pinned, "P").paralyzed and suffer(moving, "X").steps == 0 and suffer(moving, "R").suppressed


def test_the_base_game_buttons_up_under_fire() -> None:
    """TCSB-16-2, TCSB-16-8"""
    assert not is_made_to_button_up(0, False) and is_made_to_button_up(1, False) and is_made_to_button_up(0, True)
    assert [is_made_to_button_up(0, False, net) for net in (-1, 0, 1)] == [False, True, True]


def test_what_adds_to_the_sums_of_formations() -> None:
    """TCSB-10-4, TCSB-17-7, TCS3-4-2"""
    assert company_blow(BOOK, unit()) == 2 and company_blow(BOOK, unit(type="engineer_platoon")) == 2
    assert company_blow(BOOK, unit(type="infantry_section")) == 1
    assert company_blow(BOOK, unit(GUNS)) == company_blow(BOOK, unit(TANK)) == 0
    assert [battalion_blow(BOOK, steps) for steps in range(8)] == [0, 0, 0, 0, 1, 1, 2, 2]


def test_formations_recover_on_the_hour_by_a_die_at_or_below_their_sum() -> None:
    """TCSB-17-8, TCSB-25-7"""
    assert [is_on_the_hour(minute, False) for minute in (0, 20, 40)] == [True, False, False] and is_on_the_hour(40, True)
    thrown = dice()
    assert recovered(BOOK, thrown, "recovery/A/T3", 0) == 0 and not thrown.thrown
    for number in range(40):
        for formation in (1, 3, 6):
            after = recovered(BOOK, thrown, f"recovery/{number}/{formation}", formation)
            assert after == formation - (thrown.thrown[-1].total <= formation)


def test_who_runs_goes_by_the_chart_and_armor_twice_as_far_without_loss() -> None:
    """TCSB-17-9, TCSB-17-10, TCSB-17-17"""
    for effective in range(14):
        flights = [run(BOOK, dice(), "syr/A-1/T1", Runner(man, effective)) for man in (unit(), unit(TANK))]
        again = run(BOOK, dice(), "syr/A-1/T1", Runner(unit(), effective, again=True))
        assert flights[1].hexes == 2 * flights[0].hexes and flights[1].losses == 0
        assert (again.hexes, again.losses) == (flights[0].hexes + 1, flights[0].losses)
        calm = run(BOOK, dice(), "syr/A-1/T1", Runner(unit(), effective, night=True, voluntary=True))
        assert calm.hexes <= flights[0].hexes and calm.losses <= flights[0].losses
    hexes = [run(BOOK, dice(), "syr/A-1/T1", Runner(unit(), effective)).hexes for effective in range(14)]
    assert hexes == sorted(hexes)


def test_a_retreat_leads_no_nearer_and_must_end_farther_and_not_next_to_the_enemy() -> None:
    """TCSB-17-11, TCSB-17-12, TCSB-17-13, TCSB-25-6"""
    enemy, here = hex_at(10, 10), hex_at(10, 12)
    for there in ring(here, 1):
        assert may_run_to(here, there, [enemy]) is (there not in {*ring(enemy, 1)})
        assert may_run_to(here, there, [])
    assert not may_run_to(hex_at(10, 11), enemy, [enemy])
    assert survives_flight([here, hex_at(10, 13)], [enemy], False) and survives_flight([here], [], False)
    assert not survives_flight([here, hex_at(11, 11)], [enemy], False) and not survives_flight([here, here], [enemy], True)
    other = [enemy, hex_at(10, 15)]
    assert not survives_flight([hex_at(10, 11), hex_at(10, 14)], other, True)
    assert not survives_flight([enemy, hex_at(10, 11)], [enemy], False) and survives_flight([enemy, hex_at(10, 11)], [enemy], True)


def test_a_retreat_may_end_half_way_in_shelter() -> None:
    """TCSB-17-14"""
    assert [may_stop(gone, 5, shelter=True) for gone in range(6)] == [False, False, False, True, True, True]
    assert [may_stop(gone, 5, shelter=False) for gone in range(6)] == [False] * 5 + [True]


def test_who_has_run_is_suppressed_in_fire_mode_and_guns_are_left() -> None:
    """TCSB-17-15, TCSB-4-9"""
    place = Hex("05.01")
    ran = after_flight(unit(mode="move"), place, 2)
    assert (ran.hex, ran.steps, ran.mode, ran.suppressed) == (place, 3, "fire", True)
    assert after_flight(unit(paralyzed=True), place, 9).steps == 0 and after_flight(unit(paralyzed=True), place, 0).paralyzed
    gun = unit(replace(AT_GUN, back=0))
    assert is_left_behind(gun) and not is_left_behind(replace(gun, rides="H-1")) and not is_left_behind(unit())


def test_who_made_it_has_acted() -> None:
    """TCSB-13-4, TCSB-2-11"""
    done = after_suppressive_fire(unit())
    assert done.fired and done.over


def test_who_can_fire_at_all() -> None:
    """TCSB-4-10, TCSB-9-8, TCSB-9-9, TCSB-26-4"""
    assert may_fire_at_all(unit()) and may_fire_at_all(unit(mode="move")) and may_fire_at_all(unit(TUBES))
    assert not any(map(may_fire_at_all, (unit(TUBES, mode="move"), unit(AT_GUN, mode="move"), unit(paralyzed=True), unit(steps=0))))
    rider = unit(rides="H-1")
    assert [may_fire_at_all(rider, unit(on)) for on in (CARRIER, TANK, TRUCK)] == [True, True, False]
    assert spares_friends(0) and not spares_friends(1)


def test_sides_fire_by_turns_and_who_is_out_of_fires_is_passed_over() -> None:
    """TCSB-13-2, TCSB-13-3, TCSB-15-7, TCSB-2-8, TCS3-9-5"""
    left, done, order = {"us": 2, "ge": 4}, "", []
    while done := next_side("us", "ge", done, frozenset(side for side, count in left.items() if count)):
        left[done] -= 1
        order.append(done)
    assert order == ["us", "ge", "us", "ge", "ge", "ge"]


def test_mortars_fire_by_the_eyes_of_their_company_or_sheet() -> None:
    """TCSB-13-7"""
    mortar, own, other = unit(TUBES), unit(), unit(chain=("B-1", "B", "53"))
    assert may_observe_for_mortar(mortar, own, same_sheet=False, sees=True)
    assert not may_observe_for_mortar(mortar, own, same_sheet=True, sees=False)
    assert not may_observe_for_mortar(mortar, other, same_sheet=False, sees=True)
    assert may_observe_for_mortar(mortar, other, same_sheet=True, sees=True)

"""Range effects, area fire, point fire, AT rolls, combinations and losses (TCSB-9 to 12, 15)."""

from fractions import Fraction
from typing import Any

import pytest

from pbem.kernel.dice import Dice
from pbem.kernel.hexes import DIRECTIONS, Hex, hex_at, neighbour, ring
from pbem.kernel.values import replace
from pbem.rulesets.tcs.rules.area_fire import (
    AreaClass,
    AreaFire,
    AreaFirer,
    AreaTarget,
    Shelter,
    area_column,
    area_modifier,
    area_result,
    area_shifts,
    area_strength,
    attacked_as,
    weak_reasons,
)
from pbem.rulesets.tcs.rules.at_rolls import (
    AtRoll,
    at_chance,
    attack_vehicle,
    hexes_to_attack,
    is_at_target,
    may_make_at_rolls,
    reaches_by_at,
)
from pbem.rulesets.tcs.rules.bearing import behind_hexside, from_opposite_sides, from_the_rear
from pbem.rulesets.tcs.rules.combinations import (
    Combination,
    Pair,
    attacked_apart,
    may_combine,
    own_pairs,
    share_losses,
)
from pbem.rulesets.tcs.rules.losses import fired_at, hit_by_point_fire, lose, rider_after_hit
from pbem.rulesets.tcs.rules.point_fire import (
    PointFire,
    PointTarget,
    aimed,
    fire_at_point,
    fire_on_mortar_line,
    is_point_target,
    mortar_needed,
    multifire_hits,
    multifire_rows,
    needed_for,
    point_shifts,
)
from pbem.rulesets.tcs.rules.range_effects import area_factor, point_shift, reaches_by_area, reaches_by_point
from pbem.rulesets.tcs.rules.rolls import digits, halves_up, meets, throw_as
from pbem.rulesets.tcs.rules.shifts import drms_of, shifts, total
from pbem.rulesets.tcs.units import UnitType
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.people import AT_GUN, CARRIER, GUNS, PANTHER, PLATOON, TANK, TRUCK, TUBES, unit
from tests.rulesets.tcs.throws import dice, fixed

M18 = replace(TANK, id="m18", point=5, point_class="point_medium", open_top=True)
BY_ID = {"m4": TANK, "panther": PANTHER, "m18": M18}


def weight(kind: AreaClass, column: int, total_: int) -> tuple[bool, int, bool]:
    result = area_result(BOOK, kind, column, total_)
    return (result.destroyed, result.losses, result.check)


def test_dice_are_added_or_read_in_order_and_a_number_is_met_by_its_equal() -> None:
    """TCSB-1-7, TCSB-1-8"""
    for spec, faces in (("1d6", 1), ("2d6", 2), ("d66", 2), ("d666", 3)):
        roll = throw_as(dice(), f"x/{spec}", spec)
        assert len(roll.faces) == faces
        assert roll.value == (digits(roll.faces) if spec.startswith("d") else sum(roll.faces))
    assert [meets(value, "4") for value in (3, 4, 5)] == [False, True, True]
    assert meets(1, "A") and not meets(666, "-") and not meets(12, "np")
    with pytest.raises(ValueError, match="thrown twice"):
        again(dice())


def again(thrown: Dice) -> None:
    for _ in range(2):
        throw_as(thrown, "fire/K-1/T4/1/T-1", "d666")


def test_halves_go_up_once() -> None:
    """TCSB-1-9"""
    assert [halves_up(Fraction(n, 4)) for n in range(9)] == [0, 0, 1, 1, 1, 1, 2, 2, 2]


def test_an_unknown_modifier_is_refused_and_of_a_group_the_strongest_counts() -> None:
    drms = BOOK.grid("area-fire").drms
    with pytest.raises(KeyError, match="no such modifier"):
        shifts(drms, {"luck": 1})
    both = shifts(drms, {"dug_in": 1, "hasty": 1, "terrain": -2})
    assert [one.id for one in both] == ["terrain", "dug_in"]


@pytest.mark.parametrize("row", ["area_small_arms", "area_machine_gun", "area_gun", "area_mortar"])
def test_area_strength_does_not_grow_with_range(row: str) -> None:
    """TCSB-11-3, TCSB-9-7"""
    factors = [area_factor(BOOK, row, away) for away in range(60)]
    assert factors == sorted(factors, reverse=True)
    assert reaches_by_area(BOOK, PLATOON, 6) and not reaches_by_area(BOOK, PLATOON, 7) and not reaches_by_area(BOOK, TRUCK, 0)


@pytest.mark.parametrize("row", ["point_low", "point_medium", "point_high"])
def test_point_fire_does_not_get_better_with_range(row: str) -> None:
    """TCSB-12-5, TCSB-3-8"""
    found = [point_shift(BOOK, row, away) for away in range(60)]
    reach = [shift for shift in found if shift is not None]
    assert reach == sorted(reach, reverse=True)
    assert reaches_by_point(BOOK, TANK, 24) and not reaches_by_point(BOOK, TANK, 25) and not reaches_by_point(BOOK, PLATOON, 0)


@pytest.mark.parametrize("case", CASES["area"], ids=str)
def test_worked_cases_of_area_fire(case: dict[str, Any]) -> None:
    """TCSB-11-1, TCSB-11-11, TCSB-11-12"""
    label, cell = str(case["want"]).split()
    column = area_column(BOOK, Fraction(str(case["strength"])))
    result = area_result(BOOK, case.get("kind", "A"), column, case["dice"] + case["shift"])
    bound = BOOK.grid("area-fire").columns.bounds[column]
    assert bound <= int(label) and (column == 10 or BOOK.grid("area-fire").columns.bounds[column + 1] > int(label))
    assert result.destroyed is (cell == "k") and result.losses == (int(cell) if cell.isdigit() else 0)
    assert result.check is (cell not in "k-") and result.any is (cell != "-")


@pytest.mark.parametrize("kind", ["A", "B"])
def test_area_fire_is_never_milder_for_more_strength_or_better_dice(kind: AreaClass) -> None:
    for column in range(11):
        for roll in range(-6, 18):
            assert weight(kind, column, roll) <= weight(kind, column, roll + 1)
            assert column == 10 or weight(kind, column, roll) <= weight(kind, column + 1, roll)


def test_strength_is_by_steps_and_range_and_halved_for_each_reason_before_the_one_rounding() -> None:
    """TCSB-3-7, TCSB-11-1, TCSB-11-2, TCSB-7-5, TCS3-7-2, TCSB-9-5"""
    full = AreaFirer(unit(), 2)
    assert area_strength(BOOK, full) == 20
    assert [area_strength(BOOK, AreaFirer(unit(steps=n), 2)) for n in range(6)] == [0, 4, 8, 12, 16, 20]
    assert area_strength(BOOK, AreaFirer(unit(), 1)) == 30 and area_strength(BOOK, AreaFirer(unit(), 7)) == 0
    weak = (unit(suppressed=True), unit(mode="move"), unit(buttoned=True), unit(rides="H-1"))
    assert all(area_strength(BOOK, AreaFirer(one, 2)) == 10 for one in weak)
    assert area_strength(BOOK, AreaFirer(unit(), 2, unspotted=True)) == 10
    worst = AreaFirer(unit(mode="move", suppressed=True, buttoned=True, rides="H-1"), 2, unspotted=True)
    assert len(weak_reasons(BOOK, worst)) == 5 and area_strength(BOOK, worst) == Fraction(20, 32)
    # 2.5 and 2.5 are half a column each: rounded apart they would be nothing, together they are one.
    one = area_strength(BOOK, AreaFirer(unit(steps=1, suppressed=True), 2))
    assert area_column(BOOK, one * 3) == 1 and area_column(BOOK, one * 2) == 0


def fully(**facts: Any) -> int:
    target = {key: facts.pop(key) for key in ("moving", "mounted", "armored") if key in facts}
    fire = AreaFire(4, **{key: facts.pop(key) for key in ("direct", "smoke", "opposite") if key in facts})
    return area_modifier(BOOK, area_shifts(BOOK, fire, AreaTarget("A", Shelter(**facts), **target)))


def test_the_modifiers_of_a_targets_dice() -> None:
    """TCSB-11-7, TCSB-11-9, TCSB-11-10, TCSB-11-14, TCSB-19-5, TCSB-26-3, TCSPD-2-1, TCS3-8-3, TCSB-27-1, TCSB-27-2"""
    assert fully() == 0 and fully(cover=-2) == -2 and fully(moving=True) == 2 and fully(mounted=True) == 1
    assert fully(dug_in=True) == -2 and fully(hasty=True) == -1 and fully(hasty=True, dug_in=True) == -2
    assert [fully(level=level, dug_in=True, hasty=True) for level in (1, 2, 3)] == [-1, -2, -3]
    assert fully(hexside=True) == -1 and fully(hexside=True, direct=False) == 0
    assert [fully(smoke=markers) for markers in range(6)] == [0, -1, -2, -3, -3, -3]
    assert fully(smoke=3, direct=False) == 0 and fully(armored=True) == -2 and fully(opposite=True) == 1


def test_cover_digging_and_hexside_give_never_less_than_four_together() -> None:
    """TCSB-11-8"""
    assert fully(cover=-3, level=3, hexside=True) == -4
    assert fully(cover=-3, level=3, hexside=True, smoke=3) == -7
    assert fully(cover=-3, level=3, moving=True) == -2
    for cover in range(-3, 1):
        for level in range(4):
            assert fully(cover=cover, level=level) == max(-4, cover - level)
            assert fully(cover=cover, level=level) >= fully(cover=cover, level=level, hexside=True)


def test_every_modifier_of_the_charts_is_known() -> None:
    shelter = Shelter(cover=-1, level=1, hexside=True)
    found = area_shifts(BOOK, AreaFire(1, True, 1, True), AreaTarget("B", shelter, True, True, True))
    assert {one.id for one in found} | {"dug_in", "hasty", "bunker"} == set(BOOK.grid("area-fire").drms)
    gun = PointFire(unit(TANK, mode="move", suppressed=True, buttoned=True), 3, 1, True, 1, True)
    known = {one.id for one in point_shifts(BOOK, gun, PointTarget(AT_GUN, True, 1))}
    assert known | {"direct_artillery"} == set(drms_of(BOOK.sheet("point-fire")))


def test_what_area_fire_hurts() -> None:
    """TCSB-3-5, TCSB-11-13, TCSB-11-16"""
    assert [attacked_as(c, indirect=False) for c in (PLATOON, AT_GUN, TRUCK, TANK, M18)] == ["A", "A", "B", None, None]
    assert [attacked_as(c, indirect=True) for c in (PLATOON, AT_GUN, TRUCK, TANK, M18)] == ["A", "A", "B", None, "B"]


def test_hexsides_between_and_fire_from_opposite_sides() -> None:
    """TCSB-11-7, TCSB-12-8"""
    here = hex_at(10, 10)
    for number, side in enumerate(DIRECTIONS):
        there = neighbour(here, side)
        other = neighbour(here, DIRECTIONS[(number + 3) % 6])
        assert there and other
        assert behind_hexside({(here, there)}, here, there) and behind_hexside({(there, here)}, here, there)
        assert not behind_hexside({(here, other)}, here, there) and not behind_hexside({(here, there)}, here, here)
        assert from_opposite_sides(here, [there, other]) and not from_opposite_sides(here, [there, there])
        assert from_the_rear(side, here, there) and not from_the_rear(side, here, other)
    assert sum(from_the_rear("S", here, place) for place in ring(here, 1)) == 3


@pytest.mark.parametrize("case", CASES["point"], ids=str)
def test_worked_cases_of_point_fire(case: dict[str, Any]) -> None:
    """TCSB-12-1, TCSB-12-6, TCSB-12-9"""
    firer = BY_ID[case["firer"]]
    fire = PointFire(unit(firer), firer.point, case["away"], case.get("flank", False))
    shot = aimed(BOOK, fire, PointTarget(BY_ID[case["target"]], case.get("protected", False)))
    assert f"{shot.net} {shot.needed}" == case["want"]


def test_the_point_fires_of_the_worked_turn() -> None:
    """TCSB-12-1: K-1 at T-1 from four hexes; T-1, buttoned up and in move mode, back at it."""
    shot = aimed(BOOK, PointFire(unit(AT_GUN), 4, 4), PointTarget(TANK))
    assert (shot.net, shot.needed) == (2, "461")
    back = aimed(BOOK, PointFire(unit(TANK, mode="move", buttoned=True), 3, 4), PointTarget(AT_GUN))
    assert (back.net, back.needed) == (2, "461")


def test_a_higher_net_value_never_needs_more_and_the_ends_of_the_chart_hold() -> None:
    """TCSB-12-4"""
    needed = [needed_for(BOOK, net) for net in range(-8, 12)]
    numbers = [999 if token == "-" else int(token) for token in needed]
    assert numbers == sorted(numbers, reverse=True) and needed[:3] == ["-"] * 3 and len(set(needed[-3:])) == 1
    out = aimed(BOOK, PointFire(unit(TANK), 9, 25), PointTarget(TRUCK))
    assert out.needed == "-"
    worst = PointFire(unit(TANK, suppressed=True, mode="move"), 3, 2)
    assert aimed(BOOK, worst, PointTarget(TANK)).net < aimed(BOOK, PointFire(unit(TANK), 3, 2), PointTarget(TANK)).net


def test_point_fire_is_thrown_in_order_and_hits_by_the_number() -> None:
    """TCSB-12-2, TCSB-12-3, TCSB-9-6"""
    thrown = dice()
    hits = 0
    for number in range(300):
        shot = aimed(BOOK, PointFire(unit(TANK), 3, 1), PointTarget(TANK))
        struck = fire_at_point(BOOK, thrown, f"fire/T-1/T1/{number}", shot)
        assert struck.hit is (struck.rolled >= int(shot.needed)) and 11 <= struck.rolled // 10 <= 66
        hits += struck.hit
    assert 90 < hits < 170  # 426 or more: 92 of 216


def test_what_point_fire_may_be_aimed_at() -> None:
    """TCSB-9-3, TCSB-12-11, TCSB-12-15"""
    assert [is_point_target(c) for c in (TANK, AT_GUN, TRUCK, CARRIER, PLATOON, GUNS)] == [True] * 4 + [False] * 2


def test_the_mortar_line_goes_by_defense_alone() -> None:
    """TCSB-12-13, TCSB-16-12, TCS3-2.11-1"""
    needed = [mortar_needed(BOOK, defense) for defense in range(9)]
    assert needed == sorted(needed) and needed[0] == "631" and needed[6] == needed[8] == "666"
    thrown = dice()
    for number in range(50):
        struck = fire_on_mortar_line(BOOK, thrown, f"plot/A94/T4/1/{number}", 0)
        assert struck.hit is (struck.rolled >= 631)


@pytest.mark.parametrize("defense", range(8))
def test_multifire_stands_for_every_number_of_rolls(defense: int) -> None:
    """TCSB-12-14"""
    for rolls in range(1, 40):
        parts = multifire_rows(BOOK, defense, rolls)
        assert sum(parts) == rolls
        for part in set(parts) - {1}:
            hits = [multifire_hits(BOOK, defense, part, rolled) for rolled in (111, 366, 554, 656, 666)]
            assert hits == sorted(hits) and hits[0] == 0 and hits[-1] >= 1
    with pytest.raises(KeyError):
        multifire_hits(BOOK, defense, 1, 666)


def test_who_makes_at_rolls_at_what() -> None:
    """TCSB-15-1 to 15-6: TCSB-15-1, TCSB-15-2, TCSB-15-3, TCSB-15-4, TCSB-15-6, TCSB-9-8, TCSB-13-8, TCS3-9-1 to TCS3-9-5
    TCS3-9-1, TCS3-9-2, TCS3-9-3, TCS3-9-4, TCS3-9-5"""
    assert [is_at_target(c) for c in (TANK, AT_GUN, TRUCK, PLATOON)] == [True, True, True, False]
    assert may_make_at_rolls(unit()) and may_make_at_rolls(unit(fired=True)) and may_make_at_rolls(unit(suppressed=True))
    assert not any(map(may_make_at_rolls, (unit(paralyzed=True), unit(rides="T-1"), unit(GUNS), unit(steps=0))))
    assert [hexes_to_attack(BOOK, unit(steps=steps)) for steps in range(1, 6)] == [1, 1, 2, 2, 2]
    here = Hex("05.08")
    assert reaches_by_at(BOOK, here, here) and reaches_by_at(BOOK, here, Hex("05.07"))
    assert not reaches_by_at(BOOK, here, Hex("05.06"))


def test_an_at_roll_weighs_both_sides() -> None:
    """TCSB-15-5, TCSB-16-6"""
    plain = AtRoll(unit(), unit(TANK, side="ge"), 1)
    facts: dict[str, AtRoll] = {
        "weak": replace(plain, firer=unit(steps=2)),
        "suppressed": replace(plain, firer=unit(suppressed=True)),
        "move_mode": replace(plain, firer=unit(mode="move")),
        "open": replace(plain, in_open=True),
        "cover": replace(plain, in_cover=True),
        "buttoned": replace(plain, target=unit(TANK, buttoned=True)),
        "open_top": replace(plain, target=unit(M18)),
        "target_suppressed": replace(plain, target=unit(TANK, suppressed=True)),
        "night": replace(plain, night=True),
    }
    drms = drms_of(BOOK.sheet("at-roll"))
    assert set(facts) == set(drms)
    for name, roll in facts.items():
        assert [(one.id, one.by) for one in at_chance(BOOK, roll).counting] == [(name, fixed(drms, name))]
    assert at_chance(BOOK, replace(plain, in_open=True, away=0)).counting == ()
    needed = [int(at_chance(BOOK, replace(plain, target=unit(replace(TANK, defense=d)))).needed) for d in range(9)]
    assert needed == sorted(needed)
    thrown = dice()
    for number in range(40):
        chance = at_chance(BOOK, facts["suppressed"])
        outcome = attack_vehicle(BOOK, thrown, f"at/A-1/T1/{number}", chance)
        assert outcome.total == outcome.roll.value + total(chance.counting)
        assert outcome.destroyed is (outcome.total >= int(chance.needed))


def test_pairs_are_of_one_infantry_unit_and_one_machine_gun_and_each_unit_is_attacked_once() -> None:
    """TCSB-11-4, TCSB-11-5, TCSB-11-6, TCS3-7-3"""
    units = [unit(id="A-1"), unit(id="A-2", morale=2), unit(GUNS, id="MG-1"), unit(GUNS, id="MG-2", steps=1), unit(TANK, id="T-1")]
    assert own_pairs(units) == (Pair("A-2", "MG-2"), Pair("A-1", "MG-1"))
    for pairs in ((), own_pairs(units), own_pairs(units) * 2, (Pair("A-1", "T-1"), Pair("MG-1", "A-1"), Pair("A-9", "MG-1"))):
        apart = attacked_apart(units, pairs)
        assert sorted(member.id for one in apart for member in one.members) == sorted(one.id for one in units)
    assert len(attacked_apart(units, own_pairs(units))) == 3
    assert not may_combine(units[0], unit(GUNS, hex=Hex("05.07")))


@pytest.mark.parametrize("weapon_first", [False, True])
def test_shared_losses_are_neither_lost_nor_made(weapon_first: bool) -> None:
    """TCSB-10-2, TCSB-10-3, TCS3-7-4"""
    for steps in range(1, 6):
        for guns in range(3):
            together = Combination(unit(steps=steps), unit(GUNS, steps=guns) if guns else None)
            for losses in range(10):
                shared = share_losses(losses, together, weapon_first)
                assert shared.infantry + shared.weapon == min(losses, steps + guns)
                assert 0 <= shared.infantry <= steps and 0 <= shared.weapon <= guns
                assert not weapon_first or not shared.infantry or shared.weapon == guns
                assert weapon_first or not shared.weapon or shared.infantry == steps


def test_steps_are_lost_to_none_and_no_further() -> None:
    """TCSB-10-1, TCSB-10-2, TCSB-10-7, TCSB-3-13, TCSB-12-10, TCSB-9-10"""
    for steps in range(6):
        for losses in range(9):
            assert lose(unit(steps=steps), losses).steps == max(0, steps - losses)
    assert hit_by_point_fire(unit(TANK)).steps == hit_by_point_fire(unit(AT_GUN)).steps == 0
    platoon: UnitType = "afv_platoon"
    assert hit_by_point_fire(unit(replace(TANK, steps=4), type=platoon)).steps == 3
    assert fired_at(unit()).under_fire and fired_at(fired_at(unit())) == fired_at(unit())


def test_a_rider_of_a_carrier_that_is_shot_loses_a_step_half_the_time() -> None:
    """TCSB-10-6"""
    thrown = dice()
    left = [rider_after_hit(BOOK, thrown, f"riders/H-1/T1/{number}", unit()).steps for number in range(200)]
    assert set(left) == {4, 5} and 70 < left.count(4) < 130


def test_mortars_outreach_the_platoon() -> None:
    assert area_strength(BOOK, AreaFirer(unit(TUBES), 14)) == 10 and area_strength(BOOK, AreaFirer(unit(TUBES), 15)) == 0

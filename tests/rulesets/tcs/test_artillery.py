"""Artillery: plots, adjustment, sheafs, scatter, rockets, mortars, guns firing direct, smoke and light (TCSB-18, TCS3-2)."""

from collections import Counter
from typing import Any

import pytest

from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import distance, hex_at, line, ring
from pbem.kernel.values import replace
from pbem.rulesets.tcs.plots import Battery, Pattern, PlottedMission, Round
from pbem.rulesets.tcs.rules.gun_fire import direct_point_value, direct_strength, may_fire_direct
from pbem.rulesets.tcs.rules.missions import (
    Observer,
    Point,
    adjust,
    adjustment_needed,
    after_check_fire,
    after_plot,
    due,
    fault_of,
    fires_for_light,
    is_heavy,
    may_be_checked,
    may_observe,
    needs_adjustment,
    observer_shift,
    rate_of_fire,
    sheaf_strength,
    sheafs,
)
from pbem.rulesets.tcs.rules.mortars import may_give_light, may_lay_smoke, mortar_reaches
from pbem.rulesets.tcs.rules.rockets import barrage
from pbem.rulesets.tcs.rules.scatter import Aimed, adjustment_point, axes, sheaf_falls, side
from pbem.rulesets.tcs.rules.smoke import laid, lights_after_clean_up, lit, thinned
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.golden import CASES
from tests.rulesets.tcs.people import unit
from tests.rulesets.tcs.throws import dice

HERE = hex_at(20, 20)
A94 = Battery("A94", "105", 4, he=20, smoke=6, illum=4)
PLOT = PlottedMission(HERE, "C37-31", "HE", 6, "converged")


@pytest.mark.parametrize("case", CASES["adjustment"], ids=str)
def test_worked_cases_of_adjustment(case: dict[str, Any]) -> None:
    """TCS3-2.2-3, TCS3-2.2-4"""
    assert adjustment_needed(BOOK, case["clear"], case["off"]) == case["want"]


def test_the_ladder_of_adjustment() -> None:
    """TCS3-2.2-7, TCS3-2.2-8"""
    assert [adjustment_needed(BOOK, True, off) for off in range(1, 12)] == [*"334556677", "8", "8"]
    assert [adjustment_needed(BOOK, False, off) for off in range(1, 8)] == ["5", "7", "9", "11", "11", "np", "np"]


@pytest.mark.parametrize("case", CASES["sheafs"], ids=str)
def test_worked_cases_of_sheafs(case: dict[str, Any]) -> None:
    """TCSB-18-15"""
    assert sheafs(BOOK, case["tubes"], case["fires"], case["round"]) == case["want"]


def test_more_tubes_or_fires_never_make_fewer_sheafs() -> None:
    """TCSB-18-15, TCS3-2.3-1, TCS3-2.3-2, TCS3-2.3-3, TCS3-2.3-4, TCS3-2.4-1"""
    rounds: tuple[Round, ...] = ("HE", "smoke")
    for of in rounds:
        for tubes in range(1, 6):
            for fires in range(1, 13):
                made = sheafs(BOOK, tubes, fires, of)
                assert 1 <= made <= sheafs(BOOK, tubes + 1, fires, of) and made <= sheafs(BOOK, tubes, fires + 1, of)
                assert made <= sheafs(BOOK, tubes, fires, "smoke")
    assert [sheafs(BOOK, 6, n, "HE") for n in range(5)] == [0, 1, 2, 3, 4] and sheafs(BOOK, 6, 3, "smoke") == 6
    assert sheafs(BOOK, 2, 6, "HE") == 2 and sheafs(BOOK, 4, 6, "smoke") == 6 and sheafs(BOOK, 0, 6, "HE") == 0


def test_values_and_rates_by_caliber() -> None:
    """TCS3-2.9-1, TCS3-2.10-1, TCSB-18-17, TCS3-2.3-7"""
    assert [sheaf_strength(BOOK, caliber, 1) for caliber in ("75", "105", "155", "8-inch", "16-inch")] == [10, 20, 25, 40, 100]
    assert sheaf_strength(BOOK, "105", 4) == 80
    assert [rate_of_fire(BOOK, replace(A94, caliber=caliber)) for caliber in ("155", "105", "75")] == [6, 8, 12]
    assert [is_heavy(BOOK, caliber) for caliber in ("105", "122", "155", "8-inch")] == [False, False, True, True]


def test_a_mission_that_can_be_plotted() -> None:
    """TCSB-18-3, TCSB-18-8, TCS3-2.1-3, TCS3-2.1-4, TCS3-2.2-1"""
    assert fault_of(BOOK, A94, PLOT, True) == ""
    assert fault_of(BOOK, after_plot(A94, replace(PLOT, fires=4)), replace(PLOT, fires=4), True) == ""


@pytest.mark.parametrize(("battery", "mission", "sees", "fault"), [
    (A94, PLOT, False, "sight"),  # TCS3-2.1-5
    (A94, replace(PLOT, observer=""), True, "trp"),  # TCS3-2.1-6
    (A94, replace(PLOT, observer="", trp=hex_at(20, 21)), True, "trp"),
    (A94, replace(PLOT, observer="", trp=HERE), False, ""),
    (A94, replace(PLOT, fires=9), True, "rate"),  # TCS3-2.10-1
    (replace(A94, spent=3), PLOT, True, "rate"),  # TCSB-18-8
    (replace(A94, he=5), PLOT, True, "ammunition"),
    (A94, replace(PLOT, round="smoke", fires=7), True, "ammunition"),
    (A94, replace(PLOT, fires=0), True, "none"),
    (replace(A94, tubes=0), PLOT, True, "none"),
    (A94, replace(PLOT, pattern="linear"), True, "axis"),  # TCS3-2.13-1
    (A94, replace(PLOT, pattern="linear", axis="2-5"), True, ""),
    (A94, replace(PLOT, goes_on=True), True, "continuation"),  # TCS3-2.6-1
    (replace(A94, last=HERE), replace(PLOT, goes_on=True), False, ""),
    (replace(A94, last=HERE, delay=1), replace(PLOT, goes_on=True), True, "delay"),  # TCS3-2.6-2
    (replace(A94, direct=True), PLOT, True, "direct"),  # TCS3-2.12-1
    (A94, replace(PLOT, round="illum", fires=3), True, "light"),  # TCS3-2.5-1
    (A94, replace(PLOT, round="illum", fires=2), True, ""),
])  # fmt: skip
def test_why_a_mission_cannot_be_plotted(battery: Battery, mission: PlottedMission, sees: bool, fault: str) -> None:
    assert fault_of(BOOK, battery, mission, sees) == fault


def test_ammunition_is_set_aside_and_comes_back_by_check_fire_alone() -> None:
    """TCSB-18-21"""
    rounds: tuple[Round, ...] = ("HE", "smoke", "illum")
    for of in rounds:
        for fires in range(1, 9):
            mission = replace(PLOT, round=of, fires=fires)
            plotted = after_plot(A94, mission)
            assert plotted.stock(of) == A94.stock(of) - fires and plotted.spent == fires
            assert [plotted.stock(other) for other in rounds if other != of] == [A94.stock(o) for o in rounds if o != of]
            assert after_check_fire(plotted, mission) == A94


def test_what_may_be_checked_and_what_is_adjusted() -> None:
    """TCS3-2.7-1, TCS3-2.7-2, TCSB-18-6, TCS3-2.6-1"""
    blind = replace(PLOT, observer="", trp=HERE)
    assert may_be_checked(PLOT, False) and not may_be_checked(PLOT, True)
    assert not may_be_checked(blind, False) and not may_be_checked(blind, True)
    assert needs_adjustment(PLOT) and not needs_adjustment(blind) and not needs_adjustment(replace(PLOT, goes_on=True))
    assert [due(4, replace(A94, delay=delay)) for delay in range(3)] == [4, 5, 6]


def test_an_adjustment_fails_with_its_ammunition_back_or_is_fired() -> None:
    """TCSB-18-13, TCS3-2.2-4, TCS3-2.2-5, TCS3-2.2-6, TCSB-18-11"""
    thrown = dice()
    clear = Observer(unit(), True)
    for number, off in enumerate(range(12)):
        point = Point(hex_at(20, 20 + off), HERE)
        fell = adjust(BOOK, thrown, f"plot/A94/T4/{number}/adjust", clear, point)
        assert (fell.roll is None) is (off == 0) and (fell.roll is None or fell.adjusted is (fell.roll.value >= int(fell.needed)))
        suppressed = adjust(BOOK, thrown, f"plot/A94/T4/{number}/again", Observer(unit(suppressed=True), True), point)
        assert suppressed.needed == adjustment_needed(BOOK, False, off)
        for gone in (None, unit(paralyzed=True), unit(steps=0)):
            ended = adjust(BOOK, thrown, f"plot/A94/T4/{number}/never", Observer(gone, True), point)
            assert ended.ended and not ended.adjusted and ended.roll is None
    off_map = adjust(BOOK, thrown, "plot/A94/T5/1/adjust", clear, Point(None, HERE, 2))
    assert off_map.needed == adjustment_needed(BOOK, False, 2)
    assert [may_observe(one) for one in (unit(), unit(suppressed=True), unit(paralyzed=True))] == [True, True, False]


def test_far_observers_adjust_worse_where_that_is_played() -> None:
    for away, shift in ((0, 0), (8, 0), (9, -1), (16, -1), (17, -2)):
        assert observer_shift(BOOK, Observer(unit(), True, away), True) == shift
        assert observer_shift(BOOK, Observer(unit(), True, away), False) == 0
    assert observer_shift(BOOK, Observer(unit(), True, 1, on_fragord=True), True) == -2


def test_directions_are_numbered_from_north_clockwise() -> None:
    """TCSB-1-4"""
    assert [side(number) for number in range(1, 7)] == ["N", "NE", "SE", "S", "SW", "NW"]


def test_every_hex_of_a_ring_can_be_hit_and_a_point_lies_as_far_as_its_die() -> None:
    """TCS3-2.2-2, TCSB-1-11"""
    thrown, seen = dice(), Counter[int]()
    fallen = set()
    for number in range(2500):
        fall = adjustment_point(BOOK, thrown, f"plot/A94/T{number}/1/point", HERE)
        assert fall.place is not None and distance(HERE, fall.place) == fall.off
        seen[fall.off] += 1
        fallen.add(fall.place)
    assert set(seen) == set(range(1, 7))
    for off in range(1, 6):
        assert set(ring(HERE, off)) <= fallen
    corner = adjustment_point(BOOK, thrown, "plot/A94/T0/2/point", hex_at(1, 1))
    assert corner.place is None or distance(hex_at(1, 1), corner.place) == corner.off


def fallen(pattern: Pattern, axis: str = "") -> Counter[int]:
    thrown, offs = dice(), Counter[int]()
    for number in range(600):
        fall = sheaf_falls(BOOK, thrown, f"plot/A94/T4/1/sheaf-{number}", Aimed(HERE, pattern, axis))
        offs[-1 if fall.place is None else distance(HERE, fall.place)] += 1
        assert fall.place is None or pattern != "linear" or fall.place in line(hex_at(20, 15), hex_at(20, 25))
    return offs


def test_where_sheafs_fall_by_their_patterns() -> None:
    """TCS3-2.3-6, TCS3-2.13-2, TCS3-2.13-3, TCS3-2.13-4"""
    assert set(fallen("converged")) == {0, 1} and 240 < fallen("converged")[0] < 360
    wide = fallen("open")
    assert set(wide) == {0, 1, 2} and 340 < wide[1] < 460 and 60 < wide[0] < 140
    along = fallen("linear", "1-4")
    assert set(along) == {-1, 0, 1, 2} and 60 < along[-1] < 140
    assert axes(BOOK) == ("1-4", "2-5", "3-6")


def test_rockets_attack_two_zones_and_smoke_lies_in_the_inner() -> None:
    """TCS3-2.8-1, TCS3-2.8-2, TCS3-2.8-3"""
    for name, record in BOOK.records("rockets").records.items():
        inner, outer = whole(record, "inner"), whole(record, "outer")
        hit = {impact.place: impact for impact in barrage(BOOK, name, HERE)}
        assert {distance(HERE, place) for place in hit} == set(range(outer + 1))
        for place, impact in hit.items():
            near = distance(HERE, place) <= inner
            assert impact.smoke == int(near) and impact.strength == whole(record, "inner_strength" if near else "outer_strength")
        zones = [sum(one.strength for one in hit.values() if one.smoke is smoke) for smoke in (1, 0)]
        assert 0.6 < zones[0] / zones[1] < 1.7  # half in each, by whole figures a hex
    with pytest.raises(KeyError):
        barrage(BOOK, "V2", HERE)


def test_mortars() -> None:
    """TCS3-8-1, TCS3-8-2, TCSB-9-7"""
    assert {name for name in BOOK.records("mortars").records if may_lay_smoke(BOOK, name)} == {"81", "107", "120"}
    assert {name for name in BOOK.records("mortars").records if may_give_light(BOOK, name)} == {"us60", "81", "107", "120"}
    assert [mortar_reaches(BOOK, "81", away) for away in (1, 2, 24, 25)] == [False, True, True, False]


def test_guns_on_the_map_fire_direct_at_half_value_and_a_tenth_at_points() -> None:
    """TCS3-2.12-1, TCS3-2.12-3, TCS3-2.12-4"""
    assert may_fire_direct(A94) and not may_fire_direct(replace(A94, spent=1)) and not may_fire_direct(replace(A94, he=0))
    assert not may_fire_direct(replace(A94, now=PLOT)), "what was plotted in an earlier turn was fired in this one"
    assert direct_strength(BOOK, A94, 2) == 10 and direct_strength(BOOK, A94, 17) == 5 and direct_strength(BOOK, A94, 41) >= 0
    values = {record: direct_point_value(BOOK, replace(A94, caliber=record)) for record in ("65", "75", "105", "155", "16-inch")}
    assert list(values.values()) == [1, 1, 2, 3, 10]


def test_smoke_is_laid_by_what_leaves_it() -> None:
    """TCS3-2.1-1, TCS3-2.3-5, TCS3-2.4-1"""
    for source, record in BOOK.records("smoke-illum").records.items():
        after = laid(BOOK, {HERE: 2}, source, [HERE, HERE, hex_at(1, 1)])
        each = whole(record, "markers")
        assert after == ({HERE: 2 + 2 * each, hex_at(1, 1): each} if each else {HERE: 2})


@pytest.mark.parametrize("case", CASES["smoke"], ids=str)
def test_smoke_thins_by_half_halves_up(case: dict[str, Any]) -> None:
    """TCS3-2.1-2"""
    left = thinned({HERE: case["markers"]})
    assert left.get(HERE, 0) == case["want"] and 0 not in left.values()


def test_smoke_is_gone_in_a_few_turns_and_light_in_one() -> None:
    """TCSB-19-7, TCSB-19-9, TCS3-2.5-3, TCSB-2-15"""
    smoke = {HERE: 9, hex_at(1, 1): 1}
    counts = []
    while smoke:
        counts.append(sum(smoke.values()))
        smoke = thinned(smoke)
    assert counts == [10, 4, 2, 1]
    assert lit(frozenset(), HERE) == {HERE} and lights_after_clean_up([HERE]) == frozenset()


def test_light_costs_the_ammunition_of_a_sheaf() -> None:
    """TCS3-2.5-1, TCS3-2.5-2"""
    assert [fires_for_light(BOOK, tubes) for tubes in range(1, 7)] == [3, 3, 2, 2, 1, 1]
    assert whole(section(BOOK.sheet("efs").extras, "illum"), "per_mission") == 1
    assert sheafs(BOOK, 4, 2, "illum") == 0

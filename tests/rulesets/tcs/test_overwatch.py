"""Overwatch: triggers, stacks that may answer, the marked die, return fire (TCSB-14, TCS3-1)."""

from itertools import product
from random import Random
from typing import get_args

import pytest

from pbem.kernel.hexes import Hex, disc, hex_at
from pbem.rulesets.tcs.rules.overwatch import (
    ADJACENT,
    FAR,
    NEAR,
    Act,
    Answerer,
    Stack,
    Trigger,
    ends_movement,
    is_trigger,
    marked_together,
    may_answer,
    may_fire_overwatch,
    needed_by,
    row_of,
    throw_marked_die,
    within_cap,
)
from tests.rulesets.tcs.charts import BOOK
from tests.rulesets.tcs.people import TUBES, unit
from tests.rulesets.tcs.throws import dice

HERE = hex_at(10, 10)


def stack(place: Hex, marked: bool = False, sees: bool = True, observing: bool = True, spotter: Hex | None = None) -> Stack:
    return Stack(place, (f"unit at {place}",), marked, sees, observing, spotter)


def chance(seed: int) -> tuple[Stack, ...]:
    random = Random(seed)
    places = random.sample(disc(HERE, 8), 12)
    return tuple(stack(place, random.random() < 0.5, random.random() < 0.5, random.random() < 0.5) for place in places)


def test_what_is_a_trigger() -> None:
    """TCSB-14-1, TCSB-14-2, TCSB-14-4, TCSB-14-12, TCSB-17-16, TCSB-21-6, TCSB-7-10, TCS3-1-1, TCS3-1-2"""
    acts: tuple[Act, ...] = get_args(Act)
    assert [act for act in acts if is_trigger(act)] == ["enters", "overwatch"]
    for act in set(acts) - {"enters", "overwatch"}:
        assert may_answer(BOOK, Trigger(HERE, ("A-1",), act), [stack(HERE)]) == ()


@pytest.mark.parametrize("seed", range(20))
def test_overwatch_never_fires_at_what_cannot_be_seen(seed: int) -> None:
    """TCS3-1-4, TCSB-14-5, TCS3-1-7: whatever the marks, the ranges and the ranks; all near ones may, and one other."""
    stacks = chance(seed)
    answers = may_answer(BOOK, Trigger(HERE, ("A-1",)), stacks)
    assert {answer.stack for answer in answers} == {one for one in stacks if one.sees}
    rank = {one.place: Random(seed + 1).randrange(99) for one in stacks[::2]}
    firing = within_cap(BOOK, answers, rank)
    assert all(answer.stack.sees for answer in firing)
    assert [a for a in firing if a.row != FAR] == [a for a in answers if a.row != FAR]
    far = [a for a in answers if a.row == FAR]
    assert len([a for a in firing if a.row == FAR]) == min(1, len(far))


def test_of_the_far_ones_the_side_says_who() -> None:
    """TCSB-14-5"""
    far = [stack(hex_at(10, row)) for row in (15, 16, 17)]
    answers = may_answer(BOOK, Trigger(HERE, ("A-1",)), far)
    assert [answer.stack for answer in within_cap(BOOK, answers, {})] == far[:1]
    assert [answer.stack for answer in within_cap(BOOK, answers, {far[2].place: 40})] == far[2:]
    assert [answer.stack for answer in within_cap(BOOK, answers, {far[2].place: 2, far[1].place: 1})] == far[1:2]


def test_what_the_die_of_a_stack_needs() -> None:
    """TCSB-14-6, TCSB-14-7, TCSB-14-8, TCSB-3-9, TCS3-1-3, TCS3-1-5, TCS3-1-10, TCS3-1-11"""
    for away, marked, observing in product(range(9), (False, True), (False, True)):
        place = hex_at(10, 10 + away)
        row = row_of(BOOK, HERE, place)
        assert row == (ADJACENT if away <= 1 else NEAR if away <= 3 else FAR)
        wanted = "A" if away <= 1 or not marked else "5" if observing else "6"
        assert needed_by(BOOK, stack(place, marked, True, observing), row) == wanted


def test_a_mortar_counts_by_its_spotter() -> None:
    """TCS3-1-4, TCS3-1-10"""
    mortar = stack(hex_at(10, 20), marked=True, observing=False, spotter=hex_at(10, 12))
    (answer,) = may_answer(BOOK, Trigger(HERE, ("A-1",)), [mortar])
    assert (answer.row, answer.needed) == (NEAR, "6")


def test_a_marked_stack_throws_once_and_an_unmarked_one_not_at_all() -> None:
    """TCSB-14-6, TCSB-14-7, TCS3-1-5"""
    thrown = dice()
    free = Answerer(stack(HERE), FAR, "A")
    assert throw_marked_die(BOOK, thrown, "overwatch/G-MG/T4/1/marked", free).fires and not thrown.thrown
    fired = 0
    for number in range(120):
        die = throw_marked_die(BOOK, thrown, f"overwatch/G-MG/T4/{number}/marked", Answerer(stack(HERE, True), FAR, "5"))
        assert die.roll is not None and die.fires is (die.roll.value >= 5)
        fired += die.fires
    assert 20 < fired < 60
    with pytest.raises(ValueError, match="thrown twice"):
        throw_marked_die(BOOK, thrown, "overwatch/G-MG/T4/1/marked", Answerer(stack(HERE, True), FAR, "5"))


def test_a_mark_spreads_over_a_stack() -> None:
    """TCSB-14-10"""
    clean, marked = [unit(id="A-1"), unit(id="A-2")], unit(id="A-3", overwatch=True)
    assert marked_together(clean) == () == marked_together([marked])
    assert [one.id for one in marked_together([*clean, marked])] == ["A-1", "A-2"]


def test_who_of_an_answering_stack_may_fire() -> None:
    """TCSB-14-13, TCSB-14-14, TCSB-14-15"""
    assert may_fire_overwatch(unit(), False, True, False) and may_fire_overwatch(unit(suppressed=True), False, False, False)
    assert not may_fire_overwatch(unit(), False, False, True) and not may_fire_overwatch(unit(), True, False, False)
    assert not may_fire_overwatch(unit(paralyzed=True), False, False, False)
    assert not may_fire_overwatch(unit(steps=0), False, False, False)
    assert may_fire_overwatch(unit(TUBES), False, False, False) and not may_fire_overwatch(unit(TUBES), False, True, False)


def test_who_is_suppressed_moves_no_more() -> None:
    """TCSB-14-16"""
    assert not ends_movement(unit())
    assert all(map(ends_movement, (unit(suppressed=True), unit(paralyzed=True), unit(steps=0))))

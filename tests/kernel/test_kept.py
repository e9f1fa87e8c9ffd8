"""kept: the same objects get the same answer again; equal ones and changed ones are computed; few are held."""

import gc
import weakref
from typing import Any

import pytest

from pbem.kernel.memo import Answers, kept


class _Thing:
    def __init__(self, size: int) -> None:
        self.size = size


def test_an_answer_is_computed_once_for_the_same_objects_and_afresh_for_others() -> None:
    asked: list[int] = []

    @kept(2)
    def double(thing: _Thing) -> int:
        asked.append(thing.size)
        return thing.size * 2

    one, two, three = _Thing(1), _Thing(2), _Thing(3)
    assert [double(one), double(one), double(two), double(one), double(two)] == [2, 2, 4, 2, 4]
    assert asked == [1, 2]
    assert (double(three), double(one), double(one)) == (6, 2, 2), "the oldest answer made way"
    assert asked == [1, 2, 3, 1]


@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_every_argument_counts(many: int) -> None:
    asked: list[Any] = []
    functions: tuple[Any, ...] = (
        lambda a: asked.append((a,)),
        lambda a, b: asked.append((a, b)),
        lambda a, b, c: asked.append((a, b, c)),
        lambda a, b, c, d: asked.append((a, b, c, d)),
    )
    question: Any = kept(64)(functions[many - 1])
    things = [_Thing(i) for i in range(many)]
    for place in range(many):
        other = [*things[:place], _Thing(9), *things[place + 1 :]]
        assert (question(*things), question(*other), question(*other)) == (None, None, None)
        assert len(asked) == 2 + place, "asked once for each"


def test_what_is_held_is_let_go_when_it_makes_way() -> None:
    @kept(1)
    def double(thing: _Thing) -> int:
        return thing.size * 2

    one = _Thing(1)
    seen = weakref.ref(one)
    double(one)
    del one
    gc.collect()
    assert seen() is not None, "while it is kept no other object can come to its id"
    double(_Thing(2))
    gc.collect()
    assert seen() is None


def test_answers_to_many_arguments_are_held_by_hand() -> None:
    known, things = Answers[object](2), tuple(_Thing(i) for i in range(6))
    made: list[int] = []

    def ask(*asked: _Thing) -> object:
        def make() -> int:
            made.append(len(asked))
            return sum(thing.size for thing in asked)

        return known.of(asked, make)

    assert [ask(*things), ask(*things), ask(*things[1:]), ask(*things)] == [15, 15, 15, 15]
    assert made == [6, 5]
    ask(*things[2:])
    assert ask(*things) == 15 and made == [6, 5, 4, 6], "the oldest answer made way"

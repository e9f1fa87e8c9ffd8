"""kept: the same objects get the same answer again; equal ones and changed ones are reckoned; few are held."""

import gc
import weakref

from pbem.kernel.kept import kept


class _Thing:
    def __init__(self, size: int) -> None:
        self.size = size


def test_an_answer_is_reckoned_once_for_the_same_objects_and_anew_for_others() -> None:
    asked: list[int] = []

    @kept(2)
    def double(thing: _Thing) -> int:
        asked.append(thing.size)
        return thing.size * 2

    one, two, three = _Thing(1), _Thing(2), _Thing(3)
    assert [double(one), double(one), double(two), double(one), double(two)] == [2, 2, 4, 2, 4]
    assert asked == [1, 2]
    assert (double(three), double(one), double(thing=one)) == (6, 2, 2), "the oldest answer made way"
    assert asked == [1, 2, 3, 1, 1]


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

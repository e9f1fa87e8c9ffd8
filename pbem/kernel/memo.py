"""kept: a function of frozen values remembers its last answers, for whoever asks again about the very same values.

Check, advice and execution ask the same questions of the same picture one after another. Values never change, so an
answer holds as long as they are the same objects; nothing is compared, and what was replaced is simply another object.
"""

from collections.abc import Callable, Mapping
from functools import update_wrapper
from typing import Generic, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

_NOTHING = object()


def kept(many: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last `many` answers of a pure function of up to four values; `.__wrapped__` computes afresh.

    Only for arguments without defaults, by place: the function is asked so often that nothing may be spent on more.
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        asked = _ASKED[function.__code__.co_argcount](function, Answers[T](many))
        update_wrapper(asked, function, updated=())
        return asked

    return keeping


class Answers(dict[object, tuple[T, object]], Generic[T]):
    """The answers by the ids of what was asked; the arguments are held with them, so that no other gets their ids."""

    def __init__(self, many: int) -> None:
        super().__init__()
        self.many = many

    def of(self, asked: tuple[object, ...], make: Callable[[], T]) -> T:
        """The answer for these very objects, made if it is not held."""
        key = tuple(map(id, asked))
        found = self.get(key)
        return found[0] if found else self.keep(key, asked, make())

    def keep(self, key: object, arguments: object, answer: T) -> T:
        """Hold an answer, the oldest making way."""
        if len(self) >= self.many:
            self.pop(next(iter(self)), None)
        self[key] = (answer, arguments)
        return answer


class _Asked(Protocol):
    def __call__(self, function: Callable[..., T], answers: Answers[T], /) -> Callable[..., T]: ...


# Two thirds of all questions are the last one again: that is looked at first, in one read, so that no thread sees half of it.


def _one(function: Callable[..., T], answers: Answers[T]) -> Callable[..., T]:
    last = cast(tuple[object, T], (_NOTHING, None))

    def asked(a: object) -> T:
        nonlocal last
        last_a, answer = last
        if a is last_a:
            return answer
        found = answers.get(id(a))
        answer = found[0] if found else answers.keep(id(a), a, function(a))
        last = (a, answer)
        return answer

    return asked


def _two(function: Callable[..., T], answers: Answers[T]) -> Callable[..., T]:
    last = cast(tuple[object, object, T], (_NOTHING, _NOTHING, None))

    def asked(a: object, b: object) -> T:
        nonlocal last
        last_a, last_b, answer = last
        if a is last_a and b is last_b:
            return answer
        key = (id(a), id(b))
        found = answers.get(key)
        answer = found[0] if found else answers.keep(key, (a, b), function(a, b))
        last = (a, b, answer)
        return answer

    return asked


def _three(function: Callable[..., T], answers: Answers[T]) -> Callable[..., T]:
    last = cast(tuple[object, object, object, T], (_NOTHING, _NOTHING, _NOTHING, None))

    def asked(a: object, b: object, c: object) -> T:
        nonlocal last
        last_a, last_b, last_c, answer = last
        if a is last_a and b is last_b and c is last_c:
            return answer
        key = (id(a), id(b), id(c))
        found = answers.get(key)
        answer = found[0] if found else answers.keep(key, (a, b, c), function(a, b, c))
        last = (a, b, c, answer)
        return answer

    return asked


def _four(function: Callable[..., T], answers: Answers[T]) -> Callable[..., T]:
    last = cast(tuple[object, object, object, object, T], (_NOTHING, _NOTHING, _NOTHING, _NOTHING, None))

    def asked(a: object, b: object, c: object, d: object) -> T:
        nonlocal last
        last_a, last_b, last_c, last_d, answer = last
        if a is last_a and b is last_b and c is last_c and d is last_d:
            return answer
        key = (id(a), id(b), id(c), id(d))
        found = answers.get(key)
        answer = found[0] if found else answers.keep(key, (a, b, c, d), function(a, b, c, d))
        last = (a, b, c, d, answer)
        return answer

    return asked


_ASKED: Mapping[int, _Asked] = {1: _one, 2: _two, 3: _three, 4: _four}

"""kept: a function of frozen values remembers its last answers, for whoever asks again about the very same values.

Check, advice and execution ask the same questions of the same picture one after another. Values never change, so an
answer holds as long as they are the same objects; nothing is compared, and what was replaced is simply another object.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def kept(many: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep the last `many` answers of a pure function of values; `.__wrapped__` reckons anew."""

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        answers: dict[tuple[int, ...], tuple[object, T]] = {}  # the arguments are held, so that no other gets their ids

        def asked(*args: P.args, **kwargs: P.kwargs) -> T:
            key = tuple(map(id, args))
            found = answers.get(key)
            if found is not None and not kwargs:
                return found[1]
            answer = function(*args, **kwargs)
            if not kwargs:
                if len(answers) >= many:
                    answers.pop(next(iter(answers)), None)
                answers[key] = (args, answer)
            return answer

        asked.__name__, asked.__doc__, asked.__module__ = function.__name__, function.__doc__, function.__module__
        asked.__wrapped__ = function  # type: ignore[attr-defined]
        return asked

    return keeping

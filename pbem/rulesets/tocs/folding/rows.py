"""Rows: a function for each class of what is given, found by its very class."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar, overload

from pbem.kernel.values import Value

A = TypeVar("A", bound=Value)
B = TypeVar("B", bound=Value)
S = TypeVar("S")


class Rows(Generic[S]):
    """What becomes of an S by an event, a function for each class of events; a class has one row at the most."""

    def __init__(self) -> None:
        self._by: dict[type[Value], Callable[[S, Any], S]] = {}

    @property
    def by(self) -> Mapping[type[Value], Callable[[S, Any], S]]:
        """The functions by class."""
        return self._by

    @overload
    def of(self, one: type[A], /) -> Callable[[Callable[[S, A], S]], Callable[[S, A], S]]: ...
    @overload
    def of(self, one: type[A], other: type[B], /) -> Callable[[Callable[[S, A | B], S]], Callable[[S, A | B], S]]: ...
    def of(self, *kinds: type[Value]) -> Callable[[Callable[[S, Any], S]], Callable[[S, Any], S]]:
        """Enter a function for these classes. TypeError for a class that has its row."""

        def enter(function: Callable[[S, Any], S]) -> Callable[[S, Any], S]:
            for kind in kinds:
                if kind in self._by:
                    raise TypeError(f"two rows for {kind.__name__}")
                self._by[kind] = function
            return function

        return enter

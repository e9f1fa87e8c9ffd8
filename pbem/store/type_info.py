"""Questions about types that the codec asks once for each: what is in a union, and can JSON tell its members apart?"""

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, TypeGuard

from pbem.kernel.values import Instant, Value

_TEXT_LIKE = (str, bytes, datetime, Enum)
_MAKERS: dict[Any, Callable[[Iterable[Any]], Any]] = {
    tuple: tuple,
    Sequence: tuple,
    Iterable: tuple,
    list: list,
    set: set,
    frozenset: frozenset,
    Set: frozenset,
}


def bare(kind: Any) -> Any:
    """The type without its NewType and Annotated wrappings."""
    while True:
        if isinstance(kind, typing.NewType):
            kind = kind.__supertype__
        elif typing.get_origin(kind) is typing.Annotated:
            kind = typing.get_args(kind)[0]
        else:
            return kind


def is_value(kind: Any) -> TypeGuard[type[Value]]:
    """Whether it is a class of values."""
    return isinstance(kind, type) and issubclass(kind, Value)


def is_named_row(kind: Any) -> TypeGuard[type[NamedTuple]]:
    """Whether it is a class of tuples whose places have names: JSON has it as it has any tuple."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def is_union(kind: Any) -> bool:
    """Whether it was written X | Y, Union or Optional."""
    return isinstance(kind, types.UnionType) or typing.get_origin(kind) is typing.Union


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """The types of a class's fields, as they were written."""
    return typing.get_type_hints(kind, include_extras=True)


def is_plain(kind: Any) -> bool:
    """Whether it is nothing but text, whole numbers, truth and None, which JSON takes as they are."""
    return all(bare(member) in (str, int, bool, type(None)) for member in members(kind))


def is_written(kind: Any) -> bool:
    """Whether a writer of JSON comes upon nothing in it but what it has a form for, or asks about: no numbers that are none, no
    names of enums, no mapping by anything but text."""
    kind = bare(kind)
    origin, inner = typing.get_origin(kind), parts(kind)
    if is_union(kind) or is_named_row(kind) or origin in (tuple, list, set, frozenset, Set, Sequence):
        return all(is_written(part) for part in inner)
    if origin in (dict, Mapping):
        key, item = typing.get_args(kind)
        return bare(key) is str and is_written(item)
    return is_value(kind) or kind in (str, int, bool, type(None), bytes, datetime)


def is_as_json(kind: Any, is_whole: Callable[[type[Value]], bool]) -> bool:
    """Whether msgspec makes of plain JSON data exactly what the codec would. is_whole: whether it does so of a class of values."""
    if kind == Instant or is_plain(kind):
        return True
    kind = bare(kind)
    if is_value(kind):
        return is_whole(kind)
    if typing.get_origin(kind) is typing.Literal:
        return all(type(value) is str for value in typing.get_args(kind))
    held = _held(kind)
    return bool(held) and all(is_as_json(part, is_whole) for part in held)


def _held(kind: Any) -> list[Any]:
    """What a collection holds that JSON has as it is, or what may be None; nothing of any other type."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if is_named_row(kind):
        return list(parts(kind))
    if origin in (dict, Mapping):  # one by number is as it is when it is empty, and else has a form that msgspec does not take
        return list(inner[1:]) if inner and bare(inner[0]) in (str, int) else []
    if origin in (tuple, list):
        return [part for part in inner if part is not Ellipsis]
    present = [part for part in inner if part is not type(None)]
    return present if is_union(kind) and len(present) == 1 else []


def members(kind: Any) -> tuple[Any, ...]:
    """The types in a union, unions within it opened; a type alone is its own only member."""
    kind = bare(kind)
    if not is_union(kind):
        return (kind,)
    return tuple(inner for member in typing.get_args(kind) for inner in members(member))


def parts(kind: Any) -> Iterable[Any]:
    """The types a type is made of: a value's fields, what a collection holds, a union's members."""
    if is_value(kind):
        hints = typing.get_type_hints(kind)
        return [hints[name] for name in kind.__struct_fields__]
    if is_named_row(kind):
        return list(typing.get_type_hints(kind).values())
    if typing.get_origin(kind) is typing.Literal:
        return ()
    return [part for part in typing.get_args(kind) if part is not Ellipsis]


def shape(kind: Any) -> str:
    """What it becomes in JSON: "object", "array" or "atom"."""
    origin = typing.get_origin(kind) or kind
    if not isinstance(origin, type):
        return "atom"
    if is_value(origin) or issubclass(origin, Mapping):
        return "object"
    return "array" if issubclass(origin, (tuple, list, Set, Sequence)) and origin not in (str, bytes) else "atom"


def of_shape(union: Any, wanted: str) -> list[Any]:
    """The members of that shape."""
    return [member for member in members(union) if shape(member) == wanted]


def items(union: Any) -> list[Any]:
    """What the arrays of a union hold, if there are two or more of them."""
    arrays = of_shape(union, "array")
    kinds = [kind for array in arrays for kind in typing.get_args(array) if kind is not Ellipsis]
    return list(dict.fromkeys(inner for kind in kinds for inner in members(kind))) if len(arrays) > 1 else []


def check_union(union: Any) -> None:
    """TypeError for a union whose members look alike in JSON."""
    # A date, hex digits or a member's name could be any text, so JSON cannot tell these apart; nor a list from a set.
    arrays = {tuple if is_named_row(kind) else maker(typing.get_origin(kind) or kind) for kind in of_shape(union, "array")}
    mappings = [kind for kind in of_shape(union, "object") if not is_value(kind)]
    paired = [kind for kind in mappings if bare((typing.get_args(kind) or (str,))[0]) is not str]
    texts = max(_text_like(members(union)), _text_like(items(union)))
    if texts > 1 or len(mappings) > 1 or len(arrays) + len(paired) > 1:
        raise TypeError(f"JSON cannot tell apart {union}")


def _text_like(kinds: Iterable[Any]) -> int:
    return sum(isinstance(kind, type) and issubclass(kind, _TEXT_LIKE) for kind in kinds)


def maker(origin: type) -> Callable[[Iterable[Any]], Any]:
    """What makes such a collection of its items. TypeError for one that would come back as another type."""
    if origin not in _MAKERS:
        raise TypeError(f"no codec for {origin}")
    return _MAKERS[origin]

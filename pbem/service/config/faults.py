"""What is wrong with a setting, in words for the host: what was written, what is wanted there, and what was meant."""

from collections.abc import Iterator
from typing import Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pbem.kernel.edit_distance import slips

LONGEST = 40
"""Letters of a wrong value that are shown."""


def words(root: type[BaseModel], error: ErrorDetails) -> str:
    """A fault that pydantic found in a configuration of this form, as the host reads it."""
    key = tuple(map(str, error["loc"]))
    if error["type"] == "extra_forbidden":
        return _unknown(root, key)
    if error["type"] == "missing":
        return "must be set"
    if error["type"] == "value_error":
        return error["msg"].removeprefix("Value error, ")
    return f"{_shown(error['input'])} is not {_wanted(_setting(root, key), key[-1])}{_meant(_setting(root, key), error['input'])}"


def is_section(item: FieldInfo) -> bool:
    """Is this a section of settings, and no setting itself?"""
    return isinstance(item.annotation, type) and issubclass(item.annotation, BaseModel)


def sections(root: type[BaseModel]) -> Iterator[tuple[str, type[BaseModel]]]:
    """The sections by name, "" for what stands above them."""
    yield "", root
    for name, item in root.model_fields.items():
        if is_section(item):
            yield name, item.annotation  # type: ignore[misc]


# ---------------------------------------------------------------- a value that will not do


def _setting(root: type[BaseModel], key: tuple[str, ...]) -> FieldInfo:
    model = dict(sections(root))[".".join(key[:-1])]
    return model.model_fields[key[-1]]


def _shown(value: object) -> str:
    """A wrong value as TOML would have it, shortened."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _wanted(item: FieldInfo, name: str) -> str:
    if is_section(item):
        return f"a section: write [{name}] in a line of its own, and its settings below"
    if get_origin(item.annotation) is Literal:
        return f"one of {', '.join(map(repr, get_args(item.annotation)))}"
    if item.annotation is bool:
        return "true or false"
    if item.annotation is int:
        return f"a whole number{_bounds(item)}, such as {item.default}"
    return "text in quotes"


def _bounds(item: FieldInfo) -> str:
    least, most = (next((getattr(m, end) for m in item.metadata if hasattr(m, end)), None) for end in ("ge", "le"))
    if most is not None:
        return f" from {least} to {most}"
    return f", {least} or more" if least is not None else ""


def _meant(item: FieldInfo, value: object) -> str:
    """The choice that a mistyped one is near to; the number that stands in quotes."""
    if get_origin(item.annotation) is Literal and isinstance(value, str):
        near = [choice for choice in get_args(item.annotation) if _close(value.lower(), choice)]
        return f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    bare = value.strip().lower() if isinstance(value, str) else ""
    if (item.annotation is int and bare.isdecimal()) or (item.annotation is bool and bare in {"true", "false"}):
        return f"; write {bare}, without quotes"
    return ""


# ---------------------------------------------------------------- a key that no setting has


def _unknown(root: type[BaseModel], key: tuple[str, ...]) -> str:
    """What is said of a key that no setting has: near names of its own section first, then of the others."""
    near = [name for name in _names(root) if _close(key[-1].lower(), name.rpartition(".")[2])]
    section = ".".join(key[:-1])
    home = [name for name in near if name.rpartition(".")[0] == section]
    hints = [name.rpartition(".")[2] for name in home] or near
    return "no such setting" + (f"; did you mean {' or '.join(hints)}?" if hints else "; `pbem help configuration` lists all")


def _close(word: str, name: str) -> bool:
    return slips(word, name) <= min(2, len(name) // 3)


def _names(root: type[BaseModel]) -> list[str]:
    """Every setting and section, by key path."""
    plain = ((title, name) for title, model in sections(root) for name, item in model.model_fields.items() if not is_section(item))
    return [*(f"{title}.{name}" if title else name for title, name in plain), *(title for title, _ in sections(root) if title)]

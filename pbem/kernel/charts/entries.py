"""What stands in an entry of a chart, a record or a section of its own, taken out as what it is.

All raise KeyError for a key that is not there, TypeError for a value of another kind.
"""

from collections.abc import Mapping
from fractions import Fraction

Entry = Mapping[str, object]
"""Keys and values as they stand in the file, read-only all the way down."""


def whole(entry: Entry, key: str) -> int:
    """A whole number."""
    value = entry[key]
    if not isinstance(value, int):
        raise TypeError(f"{key} is no whole number: {value!r}")
    return value


def wholes(entry: Entry, key: str) -> tuple[int, ...]:
    """A list of whole numbers."""
    value = entry[key]
    if not (isinstance(value, tuple) and all(isinstance(part, int) for part in value)):
        raise TypeError(f"{key} is no list of whole numbers: {value!r}")
    return value


def number(entry: Entry, key: str) -> Fraction:
    """A number, exactly as it is written: 0.5 is one half."""
    value = entry[key]
    if not isinstance(value, int | float):
        raise TypeError(f"{key} is no number: {value!r}")
    return Fraction(str(value))


def flag(entry: Entry, key: str) -> bool:
    """True or false."""
    value = entry[key]
    if not isinstance(value, bool):
        raise TypeError(f"{key} is neither true nor false: {value!r}")
    return value


def text(entry: Entry, key: str) -> str:
    """A text."""
    value = entry[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} is no text: {value!r}")
    return value


def texts(entry: Entry, key: str) -> tuple[str, ...]:
    """A list of texts."""
    value = entry[key]
    if not (isinstance(value, tuple) and all(isinstance(part, str) for part in value)):
        raise TypeError(f"{key} is no list of texts: {value!r}")
    return value


def section(entry: Entry, key: str) -> Entry:
    """A table within it."""
    value = entry[key]
    if not isinstance(value, Mapping):
        raise TypeError(f"{key} is no table: {value!r}")
    return value


def sections(entry: Entry, key: str) -> tuple[Entry, ...]:
    """A list of tables within it; none where the key is not there."""
    value = entry.get(key, ())
    if not (isinstance(value, tuple) and all(isinstance(part, Mapping) for part in value)):
        raise TypeError(f"{key} is no list of tables: {value!r}")
    return value

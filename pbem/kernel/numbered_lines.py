"""Lines of a letter with their numbers, by which a fault is named to its writer, whatever was taken out around them."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple


class NumberedLine(NamedTuple):
    """A line of a text: its number as the writer counts, and what it says."""

    number: int
    text: str


def numbered(texts: Iterable[str], start: int = 0) -> Iterator[NumberedLine]:
    """Lines with their numbers, in order."""
    return map(NumberedLine, count(start), texts)

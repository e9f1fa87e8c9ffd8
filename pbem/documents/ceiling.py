"""How much one answer tells: answers to questions, and what is wrong with lines, fill 200 lines at the most; the rest is counted.

Only what can be asked for again, or is told again with the next letter, is ever left out: what became of orders, what was filed
and sent, what is owed, stands in full. A single answer that is longer by itself stands whole, since nobody could ask for its end.
"""

from collections.abc import Iterable

from pbem.documents.document import FAULTY, Block, folded

MOST_LINES = 200  # of one letter


class Ceiling:
    """Counts what of one letter was asked for."""

    def __init__(self) -> None:
        self._used, self._full = 0, False

    @property
    def full(self) -> bool:
        """Was anything left out? Then so is all that comes after it."""
        return self._full

    def fill(self, lines: int) -> None:
        """Count so many lines more, if there is room for them; if not, it is full."""
        self._full = self._full or (self._used > 0 and self._used + lines > MOST_LINES)
        self._used += 0 if self._full else lines

    def kept(self, items: Iterable[tuple[str, ...]]) -> tuple[list[str], int]:
        """The lines of the items that there is room for, and how many items are left out."""
        lines, left = list[str](), 0
        for item in items:
            self.fill(len(item))
            if self._full:
                left += 1
            else:
                lines += item
        return lines, left


def height(block: Block) -> int:
    """The lines of a block as the text prints it, its title and the blank line above it too."""
    prints = block.lines if block.kind in ("help", FAULTY, "form", "columns") else [p for line in block.lines for p in folded(line)]
    return 1 + bool(block.title) + len(block.rows) + len(prints)

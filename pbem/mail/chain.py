"""The chain of a seat's letters: each names the link of the one before it and its own, so that none can be left out or changed.

A link is the SHA-256 of the link before it, the letter's number and its text, a line each. The text is the plain one above its
last "--" line, since what stands below it tells of pictures; blanks at line ends do not count, nor does what mbox files do to a
line that begins with From.
"""

import re
from hashlib import sha256
from pathlib import Path

FIELD = "X-Pbem-Chain"
START = "0" * 64  # what the first letter of a seat names
_LONGEST_HEADER = 16 << 10
_NAMED = re.compile(rf"^{FIELD}:\s+([0-9a-f]{{64}})\s+([0-9a-f]{{64}})\s*$", re.MULTILINE)
_FROM = re.compile(r">+(?=From )")


def link(before: str, number: str, text: str) -> str:
    """The link of a letter such as "A-15", after the link `before`."""
    return sha256("\n".join((before, number, *_counted(text))).encode()).hexdigest()


def _counted(text: str) -> list[str]:
    """The lines that count."""
    lines = [_FROM.sub("", line.rstrip()) for line in text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").split("\n")]
    ends = [n for n, line in enumerate(lines) if line == "--"]
    lines = lines[: ends[-1]] if ends else lines
    while lines and not lines[-1]:
        lines.pop()
    return lines


def named(raw: bytes) -> str:
    """The link that a letter of ours names as its own; START when it is of before there were chains."""
    head = raw[:_LONGEST_HEADER].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found = _NAMED.search(head.decode("ascii", "replace"))
    return found[2] if found else START


class Links:
    """The last links of the letters of seats, as their files tell them; of letters that are not written yet they are remembered."""

    def __init__(self) -> None:
        self._ahead: dict[Path, str] = {}

    def of(self, path: Path) -> str | None:
        """The link of the letter that is or will be frozen there; START for one of before there were chains; None: not there."""
        if path in self._ahead:
            return self._ahead[path]
        try:
            with path.open("rb") as letter:
                head = letter.read(_LONGEST_HEADER)
        except FileNotFoundError:
            return None
        return named(head)

    def ahead(self, path: Path, own: str) -> None:
        """The letter of this link is not written yet, and the next one may be asked for before it is."""
        self._ahead[path] = own

    def written(self, path: Path) -> None:
        """Its file tells it now."""
        self._ahead.pop(path, None)

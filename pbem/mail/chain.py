"""The chain of a seat's letters: each names the link of the one before it and its own, so that none can be left out or changed.

A link is the SHA-256 of the link before it, the letter's number and its text, a line each. The text is the plain one above its
last "--" line, since what stands below it tells of pictures; blanks at line ends do not count, nor does what mbox files do to a
line that begins with From.

A letter that is gone from the disk is made again from its record. If the staff form, the templates or the language changed since,
its text is another one: then it names the link that it was sent under, which the letter after it and the mailroom's book know,
and says AGAIN, so that the chain goes on from what was sent and the letter is told apart. What nobody here can know any more is
the link of a letter that was sent after the backup which was restored, or whose file a power cut took before the carrier's word
on it was in the book: if the look of letters changed at just that moment, a player who has both sees that they differ.
"""

import re
from hashlib import sha256
from typing import NamedTuple

from pbem.store.shelf_ports import FrozenLetter

FIELD = "X-Pbem-Chain"
AGAIN = "again"  # stands behind the links of a letter whose text is not the one that was sent
START = "0" * 64  # what the first letter of a seat names
_LONGEST_HEADER = 16 << 10
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_ID = re.compile(r"^Message-ID:\s+(<[^<>\s]+>)\s*$", re.MULTILINE)
_NAMED = re.compile(rf"^{FIELD}:\s+([0-9a-f]{{64}})\s+([0-9a-f]{{64}})(?:\s+{AGAIN})?\s*$", re.MULTILINE)
_FROM = re.compile(r">+(?=From )")


class ChainPlace(NamedTuple):
    """Where a letter stands: after which link, and the link it was sent under, "" if it was not."""

    before: str = START
    under: str = ""


class Kept(NamedTuple):
    """What a letter of ours says of itself: its link (START for one of before there were chains), and its Message-ID."""

    link: str
    id: str


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


def field(place: ChainPlace, number: str, text: str) -> str:
    """What a letter says of its chain, on two lines."""
    own = link(place.before, number, text)
    return f"{place.before}\r\n {own}" if place.under in ("", own) else f"{place.before}\r\n {place.under} {AGAIN}"


def head_of(before: str, own: Kept) -> bytes:
    """As much of a letter's beginning as `kept` reads, of one that is not written yet."""
    return f"Message-ID: {own.id}\r\n{FIELD}: {before}\r\n {own.link}\r\n\r\n".encode("ascii")


def named(raw: bytes) -> str:
    """The link that a letter of ours names as its own; START when it is of before there were chains."""
    return _both(_header(raw))[1]


def kept(raw: bytes) -> Kept:
    """What a letter of ours says of itself."""
    header = _header(raw)
    found = _ID.search(header)
    return Kept(_both(header)[1], found[1] if found else "")


def _both(header: str) -> tuple[str, str]:
    """The link of the letter before, and its own."""
    found = _NAMED.search(header)
    return (found[1], found[2]) if found else (START, START)


def _header(raw: bytes) -> str:
    start = raw[:_LONGEST_HEADER]
    blank = _BLANK_LINE.search(start)
    return start[: blank.start() if blank else None].replace(b"\r\n", b"\n").decode("ascii", "replace")


class Links:
    """What the letters of seats say of themselves, as their files tell it; of letters that are not written yet it is remembered."""

    def __init__(self) -> None:
        self._ahead: dict[FrozenLetter, Kept] = {}

    def of(self, letter: FrozenLetter) -> Kept | None:
        """What the letter says that is or will be frozen there; None: not there."""
        if letter in self._ahead:
            return self._ahead[letter]
        head = letter.head(_LONGEST_HEADER)
        return None if head is None else kept(head)

    def before(self, letter: FrozenLetter) -> str:
        """The link that the letter which is frozen there names as that of the one before it; "" where no letter is."""
        head = letter.head(_LONGEST_HEADER)
        return "" if head is None else _both(_header(head))[0]

    def ahead(self, letter: FrozenLetter, own: Kept) -> None:
        """This letter is not written yet, and the next one may be asked for before it is."""
        self._ahead[letter] = own

    def written(self, letter: FrozenLetter) -> None:
        """Its file tells it now."""
        self._ahead.pop(letter, None)

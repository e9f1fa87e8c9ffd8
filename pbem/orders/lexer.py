"""Words: a line cut into tokens that know their place, and an index of names that may hold blanks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from pbem.kernel.values import Value
from pbem.orders.characters import fold

T = TypeVar("T")

FILLER_WORDS = frozenset({"to", "at", "the"})
FILLERS = FILLER_WORDS | {":", "=", "->", "=>", ".", ",", ";", "-", "!"}

# What a mail program leaves of a date or number it took for a link: 13.12<tel:13.12> or [13.12](tel:13.12).
_LINK = re.compile(r"<[a-z][a-z0-9+.-]{0,30}:[^<>\s]*>|\]\([a-z][a-z0-9+.-]{0,30}:[^()\s]*\)|\[(?=[^\[\]]{1,40}\]\()")

_TOKEN = re.compile(
    r"""
    (?P<clock>[0-9]{1,2}:[0-9]{2}(?![^\W_]|\.[0-9]))
  | (?P<hex>[0-9]{1,2}[ ]{0,2}\.[ ]{0,2}[0-9]{1,2}(?![^\W_]|/|\.[0-9]))
  | (?P<word>[0-9]{4}(?=-[0-9]{4}(?![^\W_])) | [^\W_]+(?:(?:[ ]?/[ ]?|-)[^\W_]+)*)
  | (?P<mark>[-=]>|\S)
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A folded word or mark. `start` and `end` are 0-based places in the line as written."""

    text: str
    kind: str
    start: int
    end: int

    @property
    def span(self) -> tuple[int, int]:
        """Where the token stands: first place and the place behind it."""
        return self.start, self.end


def tokenise(line: str) -> tuple[Token, ...]:
    """The tokens of a cleaned line: kinds word, hex ("08.12"), clock ("20:00") and mark."""
    folded, columns = (parts := fold(line)).text, parts.columns
    if "<" in folded or "](" in folded:
        folded = _LINK.sub(lambda link: " " * len(link.group()), folded)
    tokens = []
    for match in _TOKEN.finditer(folded):
        text, kind = match[0], match.lastgroup or ""
        if kind != "mark":
            text = _plain_hex(text) if kind == "hex" else text.replace(" ", "")
        tokens.append(Token(text, kind, columns[match.start()], columns[match.end() - 1] + 1))
    return tuple(tokens)


def _plain_hex(text: str) -> str:
    column, _, row = text.partition(".")
    return f"{int(column):02d}.{int(row):02d}"


@lru_cache(maxsize=4096)
def fold_name(name: str) -> str:
    """A name as it is compared: folded, its words one blank apart."""
    return " ".join(token.text for token in tokenise(name))


def seat_at(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """A seat such as allied.504: words with dots and no blank between them."""
    if at >= len(tokens) or tokens[at].kind == "mark" or tokens[at].text in FILLERS:
        return None
    text, end = tokens[at].text, at + 1
    while end + 1 < len(tokens) and tokens[end].text == "." and _touch(tokens[end - 1 : end + 2]):
        text, end = f"{text}.{tokens[end + 1].text}", end + 2
    return text, end


def share_at(tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
    """`504 5` or `rest 505`: a seat's share of something counted. KEEP and DEFICIT are words of a standing order."""
    is_rest = at < len(tokens) and tokens[at].text == "rest"
    seat = seat_at(tokens, at + is_rest)
    if seat is None or is_rest:
        return seat and (f"rest {seat[0]}", seat[1])
    if seat[0] in ("keep", "deficit") or seat[1] >= len(tokens) or not re.fullmatch("[0-9]{1,3}", tokens[seat[1]].text):
        return None
    return f"{seat[0]} {int(tokens[seat[1]].text)}", seat[1] + 1


def _touch(tokens: Sequence[Token]) -> bool:
    return all(one.end == other.start for one, other in pairwise(tokens))


class NameIndex(Value, Generic[T]):
    """Names by their first word; `names` holds every folded name once, in order."""

    by_first: Mapping[str, tuple[tuple[tuple[str, ...], T], ...]]
    names: tuple[str, ...]

    def longest(self, tokens: Sequence[Token], at: int) -> tuple[T, int] | None:
        """The value of the longest name that begins at token `at`, and the token after it."""
        if at >= len(tokens):
            return None
        for words, value in self.by_first.get(tokens[at].text, ()):
            end = at + len(words)
            if len(words) == 1 or tuple(token.text for token in tokens[at:end]) == words:
                return value, end
        return None

    def pairs(self) -> Iterator[tuple[str, T]]:
        """Every (folded name, value)."""
        return ((" ".join(words), value) for entries in self.by_first.values() for words, value in entries)

    def exact(self, name: str) -> T | None:
        """The value of one folded name."""
        words = tuple(name.split())
        return next((value for other, value in self.by_first.get(words[0], ()) if other == words), None)


def index_names(names: Mapping[str, T]) -> NameIndex[T]:
    """An index over values by name; of two names that fold alike the first stands."""
    folded: dict[tuple[str, ...], T] = {}
    for name, value in names.items():
        words = tuple(fold_name(name).split(" "))
        if words != ("",):
            folded.setdefault(words, value)
    by_first: dict[str, list[tuple[tuple[str, ...], T]]] = {}
    for words in sorted(folded, key=lambda words: (-len(words), words)):
        by_first.setdefault(words[0], []).append((words, folded[words]))
    return NameIndex(
        {word: tuple(entries) for word, entries in by_first.items()}, tuple(sorted(" ".join(words) for words in folded))
    )

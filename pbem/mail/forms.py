"""An order form that was filled in where it stands: inside the quoted report, in whatever way the mail program quotes.

Only the report that is answered counts, one mark of quoting deep; what that report quotes in its turn is past. The form
tells its facts in square brackets (`tocs.reports.order_form`), so that what was left as it came is known from what was written. The
form of a battle's report comes filled in: its first line holds a mark of its words, by which it is known that none was changed.
"""

import base64
import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.mail.quotes import FENCE_BEGINS, FENCE_ENDS, Lines, Origin, announcement, is_field, is_quoted

_MARKS = re.compile(r"\s*(?:\|?>[ ]?)+")
_LINKS = re.compile(r"<(?:https?|mailto|tel):[^<>]{0,2000}>", re.IGNORECASE)
_REPORT = re.compile(r"aar-[0-9]{1,3}-(?P<mark>[a-z2-7]{8})", re.IGNORECASE)
_LONGEST_LINE = 500
_MOST_PIECES = 4  # lines that a mail program may make of one line of the form
_LEFT_ALONE = re.compile(r"[^\w\[\]:#]{0,9}(?:#.*|[^\[\]:#]{0,200}\[[^\]]*\]\s*:?\s*|[-_=*\s]*)")


class Filled(Value):
    """A form in quoted text. lines: with their numbers, marks of quoting taken away; taken: which of the letter's lines they
    are; written: some line of it was filled in; closed: its END ORDERS is there."""

    head: str
    lines: tuple[NumberedLine, ...]
    taken: frozenset[int]
    written: bool
    closed: bool


def quoted_forms(lines: Lines, folded: Sequence[str], marks: Sequence[Origin]) -> tuple[Filled, ...]:
    """The forms of the report that is answered. lines and taken by place; folded: their heads as marks are looked for."""
    if not any(FENCE_BEGINS.search(text) for text in folded if "-" in text):
        return ()
    bare = [_unmarked(text) for text in folded]
    depths = list(_depths(folded, bare, marks))
    found, at = list[Filled](), 0
    while at < len(lines):
        if depths[at] == 1 and _opens_form(bare[at]):
            found.append(_form(lines, bare, depths, at))
            at = max(found[-1].taken, default=at)
        at += 1
    return tuple(found)


def empty_forms(lines: Lines, folded: Sequence[str], marks: Sequence[Origin]) -> frozenset[int]:
    """The lines of forms that stand among the writer's own and in which nothing was written: somebody's program quoted them without
    a mark, and they never count."""
    found, at = set[int](), 0
    while at < len(lines):
        if marks[at] is Origin.OWN and _opens_form(folded[at]):
            form = _form(lines, folded, [0 if mark is Origin.OWN else 2 for mark in marks], at)
            if not form.written and not _REPORT.search(folded[at]):  # a report by itself is one as it came
                found |= form.taken
            at = max(form.taken)
        at += 1
    return frozenset(found)


def report_form(number: int, lines: Sequence[str]) -> str:
    """What the form of a battle's report is called in its first line: `aar-1-k3f7qaxb`."""
    return f"aar-{number}-{_mark(lines)}"


def is_report(form: str) -> bool:
    """Is it a battle's report that a form of this name is for?"""
    return _REPORT.fullmatch(form) is not None


def essence(lines: Iterable[str]) -> str:
    """What lines say, as far as letters and digits go: wrapping, markup and links do not matter."""
    text = _LINKS.sub("", "".join(lines))
    folded = text if text.isascii() else "".join(unicodedata.normalize("NFKC", character) for character in text)
    return "".join(character for character in folded.casefold() if character.isalnum())


def _mark(lines: Iterable[str]) -> str:
    digest = hashlib.sha256(essence(lines).encode()).digest()
    return base64.b32encode(digest[:5]).decode().lower()


def _opens_form(text: str) -> bool:
    match = FENCE_BEGINS.fullmatch(text)
    return match is not None and bool(match["form"])


def _form(lines: Lines, bare: Sequence[str], depths: Sequence[int], start: int) -> Filled:
    """The form that begins here. What stands in it without a mark was written by its sender; what is deeper is older."""
    ours = (at for at in range(start + 1, len(bare)) if depths[at] <= 1)
    end = next((at for at in ours if FENCE_ENDS.fullmatch(bare[at]) or _opens_form(bare[at])), len(bare))
    taken = [at for at in range(start + 1, end) if depths[at] <= 1]
    inside = [NumberedLine(lines[at].number, _unmarked(lines[at].text)) for at in taken]
    closed = end < len(bare) and FENCE_ENDS.fullmatch(bare[end]) is not None
    report = _REPORT.search(bare[start])
    whole = tuple(inside) if report else joined(inside)
    as_it_came = report and report["mark"].lower() == _mark(text for _, text in inside)
    written = not as_it_came and any(not _LEFT_ALONE.fullmatch(_plain(text)) for _, text in whole)
    return Filled(bare[start], whole, frozenset({start, *taken, *([end] if closed else [])}), written, closed)


def _unmarked(text: str) -> str:
    """A line without its marks of quoting."""
    return _MARKS.sub("", text, count=1) if is_quoted(text) else text


def _plain(text: str) -> str:
    """A line of a form in plain characters, as far as one that was left alone can be long."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text[:_LONGEST_LINE])


def joined(lines: Sequence[NumberedLine]) -> tuple[NumberedLine, ...]:
    """Lines of a form whose brackets a mail program broke over several, made whole."""
    whole = list[NumberedLine]()
    pieces = 0
    for number, text in lines:
        last = whole[-1].text if whole else ""
        is_open = "[" in last and "]" not in last and ":" not in last.partition("[")[0] and "#" not in last.partition("[")[0]
        if is_open and text.strip() and pieces < _MOST_PIECES:
            whole[-1] = NumberedLine(whole[-1].number, f"{last.rstrip()} {text.strip()}")
            pieces += 1
        elif not is_open or text.strip():
            whole.append(NumberedLine(number, text))
            pieces = 1
    return tuple(whole)


def _depths(folded: Sequence[str], bare: Sequence[str], marks: Sequence[Origin]) -> Iterator[int]:
    """How many mails back each line was written: its marks, and the old mails that began, without marks, on the way to it."""
    past, until = _Past(), 0
    for here, origin in enumerate(marks):
        deep = _count(folded[here])
        length, divides = announcement(bare, here) if origin is Origin.QUOTED and here >= until else (0, False)
        if length or (origin is Origin.QUOTED and not deep and here >= until and _leads_to_marks(folded, here)):
            past.announced(deep, divides)
            until = here + max(length, 1)
        elif bare[here].strip() and here >= until and not (past.waiting and is_field(bare[here])):
            past.said(deep)
        yield past.depth(deep) if origin is Origin.QUOTED else 0


@dataclass(slots=True)
class _Past:
    """Which old mails have been announced on the way down a text. All keys are numbers of marks.

    begun: mails that began among the lines with so many marks; opened: where something was said, or an announcement led to.
    waiting: announcements that nothing has followed yet, at `level`; divided: the last was a divider, which a header may join.
    """

    begun: dict[int, int] = field(default_factory=dict)
    opened: set[int] = field(default_factory=lambda: {0})
    waiting: int = 0
    level: int = 0
    divided: bool = False

    def announced(self, deep: int, divides: bool) -> None:
        """An older mail is announced."""
        if self.waiting and deep != self.level:
            self.said(deep)
        joins = self.waiting and self.divided and not divides
        self.waiting, self.level, self.divided = self.waiting + (not joins), deep, divides

    def said(self, deep: int) -> None:
        """A line of some mail: what was announced begins here, unless marks already tell it from what stands above it."""
        self.begun = {level: count for level, count in self.begun.items() if level <= deep}
        self.opened = {level for level in self.opened if level <= deep}
        if self.waiting and deep >= self.level:
            marked = deep > self.level or self.level not in self.opened
            self.begun[self.level] = self.begun.get(self.level, 0) + self.waiting - marked
        self.waiting, self.divided = 0, False
        self.opened.add(deep)

    def depth(self, deep: int) -> int:
        """How far back a line with so many marks is."""
        return deep + sum(count for level, count in self.begun.items() if level <= deep)


def _leads_to_marks(folded: Sequence[str], here: int) -> bool:
    """Is this the last line above a marked quotation, in whatever words it says whose?"""
    below = (text for text in folded[here + 1 : here + 4] if text.strip())
    return folded[here].rstrip().endswith((":", "：")) and is_quoted(next(below, ""))


def _count(text: str) -> int:
    marks = _MARKS.match(text) if is_quoted(text) else None
    return marks[0].count(">") if marks else 0

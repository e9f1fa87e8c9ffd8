"""A reply and one letter, followed in step: where a quotation begins, how far it goes on, and which of its lines are the letter's.

The rules of it, and why the time is linear, stand in `recalled`.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.mail.sent import LetterStream
from pbem.orders.characters import fold

MOST_MARKED = 30  # places of somebody else's words in a letter at which a quotation may begin
LEAST = 24  # letters and digits in a row that begin a quotation
BESIDE = 8  # of them on either side of where somebody else's words begin

_NEIGHBOURS = 60  # letters and digits before somebody else's words that a quotation may begin with
_AHEAD = 8000  # letters and digits that may be missing from a quotation in one place
_LOST = 200  # lines after which a quotation is over when none of them is the letter's
_LINES_OF_CHAIN = 12
_ENOUGH_WORDS, _SHARE = 3, 0.6  # of a damaged line that stand where the letter is
_MARKS = re.compile(r"[>|\s]*")
_WORD = re.compile(r"[a-z0-9]{3,}")
_PICTURE = re.compile(r"\W*\[?(?:image|cid|bild|picture|inline)\b[^\]]{0,200}\]?\W*", re.IGNORECASE)


class Reply(NamedTuple):
    """A reply, a line each: its stream, whether it is marked as quoted, its text."""

    streams: list[str]
    marked: list[bool]
    texts: list[str]


@dataclass(slots=True)
class _Quotation:
    """A quotation as far as it has been followed.

    behind: the line behind the last that was its; last_marked: whether that one was marked; by_program: whether a mail program
    marks it, so that a line without a mark says something; lost: lines in a row since then that are not the letter's.
    """

    behind: int
    last_marked: bool
    by_program: bool
    region: set[int] = field(default_factory=set)
    lost: int = 0


class InStep:
    """A reply and a letter, followed in step from every place where a quotation begins; turned: both are read backwards."""

    def __init__(self, reply: Reply, face: LetterStream, turned: bool = False) -> None:
        self.reply, self.face, self.turned = reply, face, turned
        self.full = [at for at, text in enumerate(reply.streams) if text]  # the lines that say something
        self.foreign = [face.stream[begin:end] for begin, end in face.foreign]

    def regions(self) -> list[set[int]]:
        """The lines of each quotation."""
        found, n = list[set[int]](), 0
        while n < len(self.full):
            place = self._begins(n)
            if place is None:
                n += 1
                continue
            region, n = self._follow(n, place)
            found.append(region)
        return found

    def _text(self, n: int) -> str:
        return self.reply.streams[self.full[n]]

    def _begins(self, n: int) -> int | None:
        """Where in the letter a quotation begins with this line, if one does."""
        text, face = self._text(n), self.face
        heads = [at for at in (0, face.tag) if face.stream.startswith(text, at)]
        within = face.stream.find(text, 0, face.head + len(text))
        for at in dict.fromkeys([*heads, *([within] if 0 <= within < face.head else [])]):
            if self._chain(n, at) >= min(LEAST, len(face.stream) - at):
                return at
        for begin, _ in face.foreign[:MOST_MARKED]:
            at = face.stream.find(text, max(0, begin - _NEIGHBOURS), begin - BESIDE + len(text))
            if 0 <= at <= begin - BESIDE and at + self._chain(n, at) >= begin + BESIDE:
                return at
        return None

    def _chain(self, n: int, at: int) -> int:
        """How many letters and digits of the letter, from there on, stand in the reply from this line on."""
        begun = at
        for line in range(n, min(n + _LINES_OF_CHAIN, len(self.full))):
            text = self._text(line)
            if not self.face.stream.startswith(text, at):
                break
            at += len(text)
        return at - begun

    def _follow(self, n: int, place: int) -> tuple[set[int], int]:
        """The lines of the quotation that begins with this line at this place of the letter, and the line behind it."""
        is_marked = self._is_marked(n)
        found = _Quotation(n + 1, is_marked, is_marked and not self._marked_by_us(n, place))
        for line in range(n, len(self.full)):
            over = found.lost >= _LOST or place >= len(self.face.stream)
            if over or (line > n and place > self.face.head and self._again(line)):
                break
            step = self._step(line, place)
            if step is None or (found.lost and not self._is_marked(line) and not self._goes_on(line, step[0])):
                self._pass_over(line, place, found)
            else:
                begin, place = step
                self._take(line, begin, place, found)
        return found.region, found.behind

    def _take(self, n: int, begin: int, end: int, found: "_Quotation") -> None:
        """A line that stands in the letter, from `begin` to `end` of it, where the quotation goes on."""
        is_marked = self._is_marked(n)
        if is_marked or not found.by_program or not self._taken_out(begin, end):
            found.region.add(self.full[n])
        if not (is_marked and self._marked_by_us(n, begin)):
            found.by_program = is_marked
        found.last_marked, found.lost, found.behind = is_marked, 0, n + 1

    def _pass_over(self, n: int, place: int, found: "_Quotation") -> None:
        """A line in the midst of the quotation that does not stand in the letter: its writer's own, but for what somebody else had
        said there."""
        if not found.last_marked and self._foreign_words(n, place):
            found.region.add(self.full[n])
        found.lost += 1

    def _is_marked(self, n: int) -> bool:
        return self.reply.marked[self.full[n]]

    def _goes_on(self, n: int, at: int) -> bool:
        """Is a line there in the letter, behind lines that are not its, more than a short word (YES) that it holds too?"""
        if any(begin - BESIDE <= at < end for begin, end in self.face.foreign):
            return True
        return self._chain(n, at) >= min(LEAST, len(self.face.stream) - at)

    def _again(self, n: int) -> bool:
        """Does the head of the letter come once more?"""
        return self.face.stream.startswith(self._text(n)) and self._chain(n, 0) >= LEAST

    def _marked_by_us(self, n: int, place: int) -> bool:
        """Is this a line of somebody else's words with no mark but the one that it had in the letter? Then nothing is known of what
        the mail program does."""
        marks = _MARKS.match(self.reply.texts[self.full[n]])
        ours = any(begin <= place < end for begin, end in self.face.foreign)
        return ours and marks is not None and sum(mark in ">|" for mark in marks[0]) == 1

    def _taken_out(self, begin: int, end: int) -> bool:
        """A whole line of ours among marked ones, without its mark: the writer took that away, as he may, to say it himself."""
        whole = begin in self.face.starts and (end in self.face.starts or end == len(self.face.stream))
        return whole and not any(a < end and begin < b for a, b in self.face.foreign)

    def _step(self, n: int, place: int) -> tuple[int, int] | None:
        """(begin, end) of this line in the letter, if it goes on there; what is missing between is passed over when the next
        line goes on behind it too."""
        text, whole = self._text(n), self.face.stream
        if whole.startswith(text, place):
            return place, place + len(text)
        at = whole.find(text, place, place + _AHEAD)
        if at < 0:
            return None
        goes_on = self._chain(n, at) >= max(LEAST, len(text) + 1)
        theirs = any(begin <= at < end for begin, end in self.face.foreign)
        return (at, at + len(text)) if (goes_on or (theirs and len(text) >= BESIDE)) and not self._stays(n, place) else None

    def _stays(self, n: int, place: int) -> bool:
        """Does the letter go on in the next line where it was left? Then this one was put between."""
        below = self._text(n + 1) if n + 1 < len(self.full) else ""
        return len(below) >= BESIDE and self.face.stream.startswith(below, place)

    def _foreign_words(self, n: int, place: int) -> bool:
        """Somebody else's words out of step, or damaged on the way; or what a mail program puts for a picture."""
        text, line = self._text(n), self.reply.texts[self.full[n]]
        here = any(begin - _NEIGHBOURS <= place < end for begin, end in self.face.foreign)
        if (here and any(text in words for words in self.foreign)) or _PICTURE.fullmatch(line):
            return True
        window = self.face.stream[max(0, place - len(text)) : place + 2 * len(text) + 120]
        theirs = any(begin < place + len(text) and place < end + len(text) for begin, end in self.face.foreign)
        if not theirs and line.isascii() and "?" not in line:
            return False
        words = _WORD.findall(fold(line).text)
        there = sum((word[::-1] if self.turned else word) in window for word in words)
        return there >= min(_ENOUGH_WORDS, len(words)) > 0 and there >= _SHARE * len(words)

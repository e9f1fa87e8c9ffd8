"""What of a reply is the letter that it answers: known by what was sent, however a mail program marks, wraps or re-codes it.

Every letter of ours lies frozen, so that whatever of it comes back can be compared word for word. Both are read as a stream of
letters and digits, folded as orders are read (`orders.characters`): wrapping, marks, quotes, blanks, charsets and pages printed
into text change nothing in it. A quotation is known by where it begins: with the head of the letter, with its foot (read
backwards), or with words beside somebody else's words in it. From there both are followed in step; what follows the letter is
quoted, what does not was written by the sender, in the midst of the quotation if he likes. Lines that stand in a letter and are
copied by hand (a hint, a line of WHAT CAN) are no quotation, since nothing around them is. Somebody else's words (`> `) are
never the sender's own within a quotation, in step or not.

The time is linear in both, the memory that of the two streams.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.mail.quotes import is_quoted
from pbem.mail.sent import LetterStream, Recalled, stream
from pbem.orders.characters import fold

Numbered = tuple[tuple[int, str], ...]

MOST_LINES = 6000  # lines of a reply that are compared; no report has a tenth of it
MOST_MARKED = 30  # places of somebody else's words in a letter at which a quotation may begin

_LEAST = 24  # letters and digits in a row that begin a quotation
_BESIDE = 8  # of them on either side of where somebody else's words begin
_NEIGHBOURS = 60  # letters and digits before somebody else's words that a quotation may begin with
_AHEAD = 8000  # letters and digits that may be missing from a quotation in one place
_LOST = 200  # lines after which a quotation is over when none of them is the letter's
_LINES_OF_CHAIN = 12
_ENOUGH_WORDS, _SHARE = 3, 0.6  # of a damaged line that stand where the letter is
_MARKS = re.compile(r"[>|\s]*")
_LINK = re.compile(r"<(?:https?|mailto|tel):[^<>]{0,3000}>", re.IGNORECASE)
_LINK_BEGINS = re.compile(r"<(?:https?|mailto|tel):", re.IGNORECASE)
_WORD = re.compile(r"[a-z0-9]{3,}")
_PICTURE = re.compile(r"\W*\[?(?:image|cid|bild|picture|inline)\b[^\]]{0,200}\]?\W*", re.IGNORECASE)
_FIELD = re.compile(r"\W{0,4}[^:：\d]{1,40}[:：]")
_DIVIDER = re.compile(r"\s*(?:[-_=*—–]{3,}.{0,80}|\W{0,3}[-_]{2,}.{0,80}[-_]{2,}\W{0,3})")
_DATE = re.compile(r"(?<!\d)20\d\d(?!\d)|(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
_HEADER_LINES = 10


def marked(lines: Numbered, letters: Sequence[Recalled]) -> Numbered:
    """The lines of a reply, with a mark of quoting before each that is one of these letters'; what announces them is taken out."""
    texts = [text for _, text in lines[:MOST_LINES]]
    reply = _Reply(_streams(texts), [is_quoted(text) for text in texts], texts)
    back, announcing = _came_back(reply, letters)
    changed = {**{at: f"> {texts[at]}" for at in back}, **dict.fromkeys(announcing, "")}
    return tuple((number, changed.get(at, text)) for at, (number, text) in enumerate(lines)) if changed else lines


class _Reply(NamedTuple):
    """A reply, a line each: its stream, whether it is marked as quoted, its text."""

    streams: list[str]
    marked: list[bool]
    texts: list[str]


def _streams(texts: Sequence[str]) -> list[str]:
    """The stream of each line; of links that a mail program spells out beside their words nothing is left."""
    whole = "\n".join(texts)
    if _LINK_BEGINS.search(whole):
        whole = _LINK.sub(lambda link: "\n" * link[0].count("\n"), whole)
    return [stream(text) for text in whole.split("\n")]


def _came_back(reply: _Reply, letters: Sequence[Recalled]) -> tuple[set[int], set[int]]:
    """The places of the lines that are one of the letters', and of those that announce them. Marked ones are left as they are."""
    joined = "".join(reply.streams)
    found, announcing = set[int](), set[int]()
    for letter in letters:
        regions = [region for face in letter.faces for region in _regions(reply, joined, face)]
        for region in regions:
            found |= {*region, *_between(reply, region)}
            announcing |= _announced(reply, min(region), letter)
    return {at for at in found if not reply.marked[at]}, announcing - found


def _between(reply: _Reply, region: set[int]) -> Iterator[int]:
    """Lines in a quotation that say nothing in our letters: other scripts', and below it too, bars and dashes."""
    first, last = min(region), max(region)
    for at in range(first, len(reply.streams)):
        text = reply.texts[at].strip()
        if text and not reply.streams[at] and (at < last or not any(map(str.isalnum, text))):
            yield at


# ---------------------------------------------------------------- one letter


def _regions(reply: _Reply, joined: str, face: LetterStream) -> list[set[int]]:
    """The quotations of a face, read forwards from its head and its foreign words, and backwards from its foot and theirs."""
    found = list[set[int]]()
    if _may_begin(joined, face, face.head):
        found += _Walk(reply, face).regions()
    if _may_begin(joined[::-1], back := _backwards(face), back.head):
        last = len(reply.streams) - 1
        turned = _Reply([s[::-1] for s in reversed(reply.streams)], reply.marked[::-1], reply.texts[::-1])
        found += [{last - at for at in region} for region in _Walk(turned, back, turned=True).regions()]
    return found


def _may_begin(joined: str, face: LetterStream, head: int) -> bool:
    """Does any beginning of a quotation stand in the reply at all?"""
    places = [0, face.tag, *(begin - _BESIDE for begin, _ in face.foreign[:MOST_MARKED])]
    least = min(_LEAST, max(head - face.tag, _BESIDE))
    return any(face.stream[at : at + (least if at in (0, face.tag) else 2 * _BESIDE)] in joined for at in places if at >= 0)


def _backwards(face: LetterStream) -> LetterStream:
    size = len(face.stream)
    ends = frozenset(size - start for start in face.starts if start) | {0}
    foreign = tuple((size - end, size - begin) for begin, end in reversed(face.foreign))
    return LetterStream(face.stream[::-1], ends, face.foot, face.head, foreign)


class _Walk:
    """A reply and a letter, followed in step from every place where a quotation begins; turned: both are read backwards."""

    def __init__(self, reply: _Reply, face: LetterStream, turned: bool = False) -> None:
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
            if self._chain(n, at) >= min(_LEAST, len(face.stream) - at):
                return at
        for begin, _ in face.foreign[:MOST_MARKED]:
            at = face.stream.find(text, max(0, begin - _NEIGHBOURS), begin - _BESIDE + len(text))
            if 0 <= at <= begin - _BESIDE and at + self._chain(n, at) >= begin + _BESIDE:
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
        region, lost, behind = set[int](), 0, n + 1
        last_marked = self.reply.marked[self.full[n]]
        by_program = last_marked and not self._marked_by_us(n, place)
        begun = n
        while n < len(self.full) and lost < _LOST and place < len(self.face.stream):
            if n > begun and place > self.face.head and self._text(n) and self._again(n):
                break
            at, is_marked = self.full[n], self.reply.marked[self.full[n]]
            step = self._step(n, place)
            if step and lost and not is_marked and not self._goes_on(n, step[0]):
                step = None
            if step is None:
                if not last_marked and self._foreign_words(n, place):
                    region.add(at)
                lost += 1
            else:
                begin, place = step
                if is_marked or not by_program or not self._taken_out(begin, place):
                    region.add(at)
                if not (is_marked and self._marked_by_us(n, begin)):
                    by_program = is_marked
                last_marked, lost, behind = is_marked, 0, n + 1
            n += 1
        return region, max(behind, begun + 1)

    def _goes_on(self, n: int, at: int) -> bool:
        """Is a line there in the letter, behind lines that are not its, more than a short word (YES) that it holds too?"""
        if any(begin - _BESIDE <= at < end for begin, end in self.face.foreign):
            return True
        return self._chain(n, at) >= min(_LEAST, len(self.face.stream) - at)

    def _again(self, n: int) -> bool:
        """Does the head of the letter come once more?"""
        return self.face.stream.startswith(self._text(n)) and self._chain(n, 0) >= _LEAST

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
        goes_on = self._chain(n, at) >= max(_LEAST, len(text) + 1)
        theirs = any(begin <= at < end for begin, end in self.face.foreign)
        return (at, at + len(text)) if (goes_on or (theirs and len(text) >= _BESIDE)) and not self._stays(n, place) else None

    def _stays(self, n: int, place: int) -> bool:
        """Does the letter go on in the next line where it was left? Then this one was put between."""
        below = self._text(n + 1) if n + 1 < len(self.full) else ""
        return len(below) >= _BESIDE and self.face.stream.startswith(below, place)

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


# ---------------------------------------------------------------- what stands above it


def _announced(reply: _Reply, first: int, letter: Recalled) -> set[int]:
    """The lines above a quotation that say whose it is, in any language: they name us, our address, or the letter's subject."""
    at = first - 1
    while at >= 0 and first - at < 5 and not reply.texts[at].strip():
        at -= 1
    block = list[int]()
    while at >= 0 and len(block) < _HEADER_LINES and reply.texts[at].strip() and not reply.marked[at]:
        block.append(at)
        at -= 1
    naming = [at for at in block if _names(reply, at, letter) or (at == block[0] and _dates(reply.texts[at]))]
    if not naming:
        return set()
    top = min(naming)
    if top - 1 in block and _DATE.search(reply.texts[top - 1]):
        top -= 1  # the date, which some put before the name
    if top - 1 in block and _DIVIDER.fullmatch(reply.texts[top - 1]):
        top -= 1
    return {at for at in block if at >= top}


def _dates(line: str) -> bool:
    """Does it say when somebody wrote, whatever he is called?"""
    return line.rstrip().endswith((":", "：")) and _DATE.search(line) is not None


def _names(reply: _Reply, at: int, letter: Recalled) -> bool:
    """Does this line name the letter's sender or its subject as an announcement does?"""
    text, line = reply.streams[at], reply.texts[at]
    if len(letter.subject) >= _BESIDE and letter.subject in text and _FIELD.match(line):
        return True
    speaks = _FIELD.match(line) or line.rstrip().endswith((":", "：")) or _DIVIDER.fullmatch(line) or _DATE.search(line)
    return bool(speaks) and any(name in text for name in letter.names)

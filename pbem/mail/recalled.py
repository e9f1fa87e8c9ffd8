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

from pbem.kernel.numbered_lines import NumberedLine
from pbem.mail.in_step import BESIDE, LEAST, MOST_MARKED, InStep, Reply
from pbem.mail.quotes import is_quoted
from pbem.mail.sent import LetterStream, Recalled, streams

Numbered = tuple[NumberedLine, ...]

MOST_LINES = 6000  # lines of a reply that are compared; no report has a tenth of it

_LINK = re.compile(r"<(?:https?|mailto|tel):[^<>]{0,3000}>", re.IGNORECASE)
_LINK_BEGINS = re.compile(r"<(?:https?|mailto|tel):", re.IGNORECASE)
_FIELD = re.compile(r"\W{0,4}[^:：\d]{1,40}[:：]")
_DIVIDER = re.compile(r"\s*(?:[-_=*—–]{3,}.{0,80}|\W{0,3}[-_]{2,}.{0,80}[-_]{2,}\W{0,3})")
_DATE = re.compile(r"(?<!\d)20\d\d(?!\d)|(?<!\d)\d{1,4}[./-]\d{1,2}[./-]\d{2,4}(?!\d)")
_HEADER_LINES = 10


def marked(lines: Numbered, letters: Sequence[Recalled]) -> Numbered:
    """The lines of a reply, with a mark of quoting before each that is one of these letters'; what announces them is taken out."""
    texts = [text for _, text in lines[:MOST_LINES]]
    reply = Reply(_streams(texts), [is_quoted(text) for text in texts], texts)
    back, announcing = _came_back(reply, letters)
    changed = {**{at: f"> {texts[at]}" for at in back}, **dict.fromkeys(announcing, "")}
    if not changed:
        return lines
    return tuple(NumberedLine(line.number, changed.get(at, line.text)) for at, line in enumerate(lines))


def _streams(texts: Sequence[str]) -> list[str]:
    """The stream of each line; of links that a mail program spells out beside their words nothing is left."""
    whole = "\n".join(texts)
    if _LINK_BEGINS.search(whole):
        whole = _LINK.sub(lambda link: "\n" * link[0].count("\n"), whole)
    return streams(whole)


def _came_back(reply: Reply, letters: Sequence[Recalled]) -> tuple[set[int], set[int]]:
    """The places of the lines that are one of the letters', and of those that announce them. Marked ones are left as they are."""
    joined = "".join(reply.streams)
    found, announcing = set[int](), set[int]()
    for letter in letters:
        regions = [region for face in letter.faces for region in _regions(reply, joined, face)]
        for region in regions:
            found |= {*region, *_between(reply, region)}
            announcing |= _announced(reply, min(region), letter)
    return {at for at in found if not reply.marked[at]}, announcing - found


def _between(reply: Reply, region: set[int]) -> Iterator[int]:
    """Lines in a quotation that say nothing in our letters: other scripts', and below it too, bars and dashes."""
    first, last = min(region), max(region)
    for at in range(first, len(reply.streams)):
        text = reply.texts[at].strip()
        if text and not reply.streams[at] and (at < last or not any(map(str.isalnum, text))):
            yield at


# ---------------------------------------------------------------- one letter


def _regions(reply: Reply, joined: str, face: LetterStream) -> list[set[int]]:
    """The quotations of a face, read forwards from its head and its foreign words, and backwards from its foot and theirs."""
    found = list[set[int]]()
    if _may_begin(joined, face, face.head):
        found += InStep(reply, face).regions()
    if _may_begin(joined[::-1], back := _backwards(face), back.head):
        last = len(reply.streams) - 1
        turned = Reply([s[::-1] for s in reversed(reply.streams)], reply.marked[::-1], reply.texts[::-1])
        found += [{last - at for at in region} for region in InStep(turned, back, turned=True).regions()]
    return found


def _may_begin(joined: str, face: LetterStream, head: int) -> bool:
    """Does any beginning of a quotation stand in the reply at all?"""
    places = [0, face.tag, *(begin - BESIDE for begin, _ in face.foreign[:MOST_MARKED])]
    least = min(LEAST, max(head - face.tag, BESIDE))
    return any(face.stream[at : at + (least if at in (0, face.tag) else 2 * BESIDE)] in joined for at in places if at >= 0)


def _backwards(face: LetterStream) -> LetterStream:
    size = len(face.stream)
    ends = frozenset(size - start for start in face.starts if start) | {0}
    foreign = tuple((size - end, size - begin) for begin, end in reversed(face.foreign))
    return LetterStream(face.stream[::-1], ends, face.foot, face.head, foreign)


# ---------------------------------------------------------------- what stands above it


def _announced(reply: Reply, first: int, letter: Recalled) -> set[int]:
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


def _names(reply: Reply, at: int, letter: Recalled) -> bool:
    """Does this line name the letter's sender or its subject as an announcement does?"""
    text, line = reply.streams[at], reply.texts[at]
    if len(letter.subject) >= BESIDE and letter.subject in text and _FIELD.match(line):
        return True
    speaks = _FIELD.match(line) or line.rstrip().endswith((":", "：")) or _DIVIDER.fullmatch(line) or _DATE.search(line)
    return bool(speaks) and any(name in text for name in letter.names)

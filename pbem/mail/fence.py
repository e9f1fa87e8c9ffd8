"""The order fence, BEGIN ORDERS … END ORDERS: where it stands, only what is inside it counts."""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.mail.forms import Filled, empty_forms, essence, is_report, joined, quoted_forms
from pbem.mail.letter import LeftOut
from pbem.mail.quotes import FENCE_BEGINS, FENCE_ENDS, Lines, Origin, is_quoted, origins

_LONGEST_MARK = 500
_TOKEN = re.compile(r"[a-z2-7]{16}")


class FencedBlock(Value):
    """The lines of one closed fence and the words after BEGIN ORDERS. form: the part of play that an order form is for."""

    lines: tuple[NumberedLine, ...]
    campaign: str = ""
    token: str = ""
    form: str = ""


class Text(Value):
    """One text sorted: its own lines, its fences, what was left out; `open_fence` when a fence is never closed.

    filled: the order form in the quoted report, if it was filled in; two_filled: there are two that differ.
    """

    own: tuple[NumberedLine, ...]
    blocks: tuple[FencedBlock, ...]
    left_out: LeftOut
    open_fence: bool
    quoted_fence: FencedBlock | None
    filled: FencedBlock | None = None
    two_filled: bool = False


class _SortedLine(NamedTuple):
    """A line, its text as marks are looked for in it, and where it comes from."""

    line: NumberedLine
    folded: str
    origin: Origin


def sort_text(lines: Lines) -> Text:
    """Take a text apart into own, fenced, quoted and signature lines."""
    folded = [folded_for_marks(text) for _, text in lines]
    unmarked = origins(folded)
    marks = _quoting(unmarked, empty_forms(lines, folded, unmarked))
    forms = [form for form in quoted_forms(lines, folded, marks) if form.written]
    taken = frozenset[int]().union(*(form.taken for form in forms))
    rest = [line for at, line in enumerate(map(_SortedLine, lines, folded, marks)) if at not in taken]
    kept = [line.line for line in rest if line.origin is Origin.OWN]
    blocks, outside, still_open = _blocks([line for line in rest if line.origin is not Origin.QUOTED])
    filled = [_filled(form) for form in forms]
    return Text(
        own=_trimmed(kept),
        blocks=tuple(blocks),
        left_out=LeftOut(
            quoted=_count(rest, Origin.QUOTED),
            signature=_count(rest, Origin.SIGNATURE),
            outside_fence=outside - _count(rest, Origin.SIGNATURE),
        ),
        open_fence=still_open or any(not form.closed for form in forms),
        quoted_fence=_quoted_fence(folded, marks),
        filled=filled[0] if filled else None,
        two_filled=any(not same_orders(filled[0], other) for other in filled[1:]),
    )


def _quoting(marks: Sequence[Origin], places: frozenset[int]) -> list[Origin]:
    """The origins of lines, those in these places quoted whatever was seen in them."""
    return [Origin.QUOTED if at in places else mark for at, mark in enumerate(marks)]


def _filled(form: Filled) -> FencedBlock:
    begins = FENCE_BEGINS.fullmatch(form.head)
    return FencedBlock(_trimmed(list(form.lines)), *(_words(begins) if begins else ()))


def folded_for_marks(text: str) -> str:
    """The head of a line with typographic variants folded and what nobody sees taken out, such as holds 1.1 apart in a page:
    marks are short, and NFKC is quadratic in long accents."""
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKC", text[:_LONGEST_MARK]) if unicodedata.category(c) != "Cf")


def same_orders(one: FencedBlock, other: FencedBlock) -> bool:
    """Whether two fences say the same, as far as letters and digits go: wrapping, markup and links do not matter."""
    return essence(text for _, text in one.lines) == essence(text for _, text in other.lines)


def _blocks(lines: Sequence[_SortedLine]) -> tuple[list[FencedBlock], int, bool]:
    """(closed fences, lines outside them that are not blank, whether one is left open)."""
    blocks: list[FencedBlock] = []
    outside = 0
    begun: tuple[str, str, str] | None = None
    inside: Lines = []
    for line, folded, _ in lines:
        begins = FENCE_BEGINS.fullmatch(folded)
        if begins and begun is not None:
            return blocks, outside, True
        if begins:
            begun, inside = _words(begins), []
        elif begun is None:
            outside += bool(folded.strip())
        elif FENCE_ENDS.fullmatch(folded):
            blocks.append(FencedBlock(_trimmed(joined(inside) if begun[2] and not is_report(begun[2]) else inside), *begun))
            begun = None
        else:
            inside.append(line)
    return blocks, outside, begun is not None


def _words(begins: re.Match[str]) -> tuple[str, str, str]:
    """(campaign, token, part of play that a form is for) after BEGIN ORDERS, each "" when it is not there."""
    words, form = (begins[part].replace(":", " ").casefold().split() for part in ("words", "form"))
    if form:
        return (words or [""])[0], form[1], (words or [""])[-1]
    tokens = [word for word in words if _TOKEN.fullmatch(word)]
    others = [word for word in words if word not in tokens]
    return (others or [""])[0], (tokens or [""])[-1], ""


def _quoted_fence(folded: Sequence[str], marks: Sequence[Origin]) -> FencedBlock | None:
    """The head of a fence in quoted text: its lines never count, its token was in the writer's hands."""
    for text, mark in zip(folded, marks, strict=True):
        match = FENCE_BEGINS.fullmatch(text.lstrip("> |\t")) if mark is Origin.QUOTED or is_quoted(text) else None
        if match:
            return FencedBlock((), *_words(match)[:2])
    return None


def _count(lines: Sequence[_SortedLine], wanted: Origin) -> int:
    return sum(line.origin is wanted and bool(line.line.text.strip()) for line in lines)


def _trimmed(lines: Sequence[NumberedLine]) -> tuple[NumberedLine, ...]:
    """Without the blank lines before the first and after the last word."""
    full = [i for i, (_, text) in enumerate(lines) if text.strip()]
    return tuple(lines[full[0] : full[-1] + 1]) if full else ()

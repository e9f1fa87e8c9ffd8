"""The order fence, BEGIN ORDERS … END ORDERS: where it stands, only what is inside it counts."""

import re
import unicodedata
from collections.abc import Sequence

from pbem.kernel.values import Value
from pbem.mail.letter import LeftOut
from pbem.mail.stripping import FENCE_BEGINS, FENCE_ENDS, Lines, Origin, is_quoted, origins

_LONGEST_MARK = 500
_TOKEN = re.compile(r"[a-z2-7]{16}")
_LINKS = re.compile(r"<(?:https?|mailto|tel):[^<>]{0,2000}>", re.IGNORECASE)


class Block(Value):
    """The lines of one closed fence and the words after BEGIN ORDERS."""

    lines: tuple[tuple[int, str], ...]
    campaign: str = ""
    token: str = ""


class Text(Value):
    """One text sorted: its own lines, its fences, what was left out; `open_fence` when a fence is never closed."""

    own: tuple[tuple[int, str], ...]
    blocks: tuple[Block, ...]
    left_out: LeftOut
    open_fence: bool
    quoted_fence: Block | None


def sort_text(lines: Lines) -> Text:
    """Take a text apart into own, fenced, quoted and signature lines."""
    folded = [folded_for_marks(text) for _, text in lines]
    marks = origins(folded)
    kept = [(line, fold) for line, fold, mark in zip(lines, folded, marks, strict=True) if mark is Origin.OWN]
    unmarked = [(line, fold) for line, fold, mark in zip(lines, folded, marks, strict=True) if mark is not Origin.QUOTED]
    blocks, outside, still_open = _blocks(unmarked)
    return Text(
        own=_trimmed([line for line, _ in kept]),
        blocks=tuple(blocks),
        left_out=LeftOut(
            quoted=_count(lines, marks, Origin.QUOTED),
            signature=_count(lines, marks, Origin.SIGNATURE),
            outside_fence=outside - _count(lines, marks, Origin.SIGNATURE),
        ),
        open_fence=still_open,
        quoted_fence=_quoted_fence(folded, marks),
    )


def folded_for_marks(text: str) -> str:
    """The head of a line with typographic variants folded: marks are short, and NFKC is quadratic in long accents."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text[:_LONGEST_MARK])


def same_orders(one: Block, other: Block) -> bool:
    """Whether two fences say the same, as far as letters and digits go: wrapping, markup and links do not matter."""
    return _essence(one.lines) == _essence(other.lines)


def _essence(lines: Sequence[tuple[int, str]]) -> str:
    text = _LINKS.sub("", "".join(text for _, text in lines))
    folded = text if text.isascii() else "".join(unicodedata.normalize("NFKC", character) for character in text)
    return "".join(character for character in folded.casefold() if character.isalnum())


def _blocks(lines: list[tuple[tuple[int, str], str]]) -> tuple[list[Block], int, bool]:
    """(closed fences, lines outside them that are not blank, whether one is left open)."""
    blocks: list[Block] = []
    outside = 0
    begun: tuple[str, str] | None = None
    inside: Lines = []
    for line, folded in lines:
        begins = FENCE_BEGINS.fullmatch(folded)
        if begins and begun is not None:
            return blocks, outside, True
        if begins:
            begun, inside = _words(begins["words"]), []
        elif begun is None:
            outside += bool(folded.strip())
        elif FENCE_ENDS.fullmatch(folded):
            blocks.append(Block(_trimmed(inside), *begun))
            begun = None
        else:
            inside.append(line)
    return blocks, outside, begun is not None


def _words(text: str) -> tuple[str, str]:
    words = text.replace(":", " ").casefold().split()
    tokens = [word for word in words if _TOKEN.fullmatch(word)]
    others = [word for word in words if word not in tokens]
    return (others or [""])[0], (tokens or [""])[-1]


def _quoted_fence(folded: Sequence[str], marks: Sequence[Origin]) -> Block | None:
    """The head of a fence in quoted text: its lines never count, its token was in the writer's hands."""
    for text, mark in zip(folded, marks, strict=True):
        match = FENCE_BEGINS.fullmatch(text.lstrip("> |\t")) if mark is Origin.QUOTED or is_quoted(text) else None
        if match:
            return Block((), *_words(match["words"]))
    return None


def _count(lines: Lines, marks: Sequence[Origin], wanted: Origin) -> int:
    return sum(mark is wanted and bool(text.strip()) for (_, text), mark in zip(lines, marks, strict=True))


def _trimmed(lines: Lines) -> tuple[tuple[int, str], ...]:
    """Without the blank lines before the first and after the last word."""
    full = [i for i, (_, text) in enumerate(lines) if text.strip()]
    return tuple(lines[full[0] : full[-1] + 1]) if full else ()

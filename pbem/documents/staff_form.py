"""The staff form of a nation: what its staff heads a report with, calls its sections, and in which order they stand.

A document is one and the same for everybody; the form only dresses it when it is printed. What has to be done stays on top,
and what changed before the state.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.documents.document import WITHIN, Block, Document, Letterhead
from pbem.documents.letterhead import APART, printed
from pbem.kernel.values import Value, field, replace

_NUMBER = re.compile(r"\d+\. ")
_FORMED = {"hand-over": ("sitrep",), "digest": ("sitrep", "intsum")}  # letters that hold others' sections


class StaffForm(Value):
    """reports: by kind, what the staff calls it; months: its names of the twelve, () for SEP and the like; sections: by kind,
    (plain title, its name in this form) in the order in which they stand; parts: by kind, the part of the letter a plain title
    belongs to ("changed", "state"); template: head and close, "" for the plain ones."""

    name: str
    reports: Mapping[str, str] = field(default_factory=dict)
    months: tuple[str, ...] = ()
    sections: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    template: str = ""


def dressed(document: Document, form: StaffForm) -> Document:
    """The document as this staff writes it; one that is no staff's stays as it is. LetterheadError."""
    letterhead = document.letterhead
    if letterhead is None:
        return document
    kinds, letters = _FORMED.get(letterhead.kind, (letterhead.kind,)), _letters(document.blocks)
    blocks = tuple(block for letter in letters for block in _sections(letter, form, kinds))
    if not letterhead.facts:
        return replace(document, blocks=blocks)
    facts = _facts(letterhead, form)
    head = tuple(_apart(line) for line in printed(form.template, "head", facts))
    kept = document.head[: letterhead.keep] if head else document.head
    close = printed(form.template, "close", facts)
    return replace(document, head=(*kept, *head), blocks=_closed(blocks, close))


def plain_title(title: str) -> str:
    """A section's title without its number."""
    return _NUMBER.sub("", title, count=1)


def _facts(letterhead: Letterhead, form: StaffForm) -> dict[str, str]:
    facts = {**dict(letterhead.facts), "kind": letterhead.kind}
    facts["report"] = form.reports.get(letterhead.kind) or facts["report"]
    if form.months:
        facts["month"] = form.months[int(facts["month_number"]) - 1]
    return facts


def _apart(line: str) -> tuple[str, str]:
    left, _, right = f"{line} ".partition(APART)  # nothing may stand to its right
    return left.rstrip(), right.strip()


def _letters(blocks: tuple[Block, ...]) -> Iterator[tuple[Block, ...]]:
    """The blocks of each letter within a letter: no section leaves its own."""
    begins = [0, *(n for n, b in enumerate(blocks) if b.kind == WITHIN and n), len(blocks)]
    yield from (blocks[first:last] for first, last in pairwise(begins))


def _sections(blocks: tuple[Block, ...], form: StaffForm, kinds: tuple[str, ...]) -> tuple[Block, ...]:
    """Sections by their names in this form; those of one part change places among themselves, and with nothing else."""
    named = [section for kind in kinds for section in form.sections.get(kind, ())]
    parts = {title: (kind, part) for kind in kinds for title, part in form.parts.get(kind, {}).items()}
    places = {title: place for place, (title, _) in enumerate(named)}
    names, out = dict(named), list(blocks)
    for part in dict.fromkeys(parts.values()):
        there = [n for n, b in enumerate(blocks) if parts.get(plain_title(b.title)) == part]
        order = sorted(there, key=lambda n: places.get(plain_title(blocks[n].title), len(places)))
        for place, n in zip(there, order, strict=True):
            title = blocks[n].title
            out[place] = replace(blocks[n], title=names.get(plain_title(title), title))
    return tuple(out)


def _closed(blocks: tuple[Block, ...], close: tuple[str, ...]) -> tuple[Block, ...]:
    """The signature stands below the report and above what is to be sent back."""
    if not close:
        return blocks
    first = next((n for n, b in enumerate(blocks) if b.kind == "form"), len(blocks))
    return (*blocks[:first], Block("", close, "close"), *blocks[first:])

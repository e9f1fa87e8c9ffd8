"""How the parts of a document look: heading lines of the text; marks, faulty words, help and links of the HTML."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from textwrap import dedent
from urllib.parse import quote

from markupsafe import Markup, escape

from pbem.documents.document import QUIET_TAPS, WIDTH, Document
from pbem.kernel.i18n import text
from pbem.kernel.values import Value

_FIGURES = re.compile(r"(?<=\d)([./])(?=\d)")
_TAG = re.compile(r"\[[^]]*\] ")
_MARKED = re.compile(r"( *)((?:\d{1,3} )?[✓✗·→=-]|\d{1,3}(?=   )|[a-e]\.) +(.*)", re.DOTALL)
_LABELLED = re.compile(r"(?:((?:OPs|[A-Z]{2,}(?: [A-Z]+)*):) )?(.*)", re.DOTALL)
_TONES = {"✓": "yes", "✗": "no"}
_CARETS = re.compile(r" +\^+")
SHORT, SHORT_CALL = 18, 8  # letters of a cell, and of the first of a row, that have room beside three others on a phone
_CALLED = re.compile(r"(\S*[\d-]\S*)( .+)()")
_PLACED = re.compile(r"(\d\d\.\d\d)( \S.*?)((?:,| ENGAGED).*)?")
_JOINER = "\N{ZERO WIDTH NON-JOINER}"


class Running(Value):
    """A line: how deep it stands (1 or 2), its mark and the mark's tone, what it is about (`CLOCK:`), what it says."""

    depth: int
    mark: str
    tone: str
    label: str
    text: str


class FixedLine(Value):
    """A line of what is to be fixed: an order, before, at and after the word that is meant; or a remark, all in `before`."""

    order: bool
    before: str
    meant: str = ""
    after: str = ""


class Tap(Value):
    """An answer that a link of the page writes: what it is called, the mail's words, and its face: "do" is the one thing to do,
    "other" one of several, or beside it, "quiet" what undoes things."""

    label: str
    body: str
    face: str


class FacePart(Value):
    """A paragraph of help, or (code) lines that stand as they are."""

    code: bool
    text: str


def headline(pair: tuple[str, str]) -> str:
    """A heading line of the text: one part at the left margin, one at the right."""
    left, right = pair
    room = WIDTH - len(left) - len(right)
    return f"{left}{' ' * max(room, 2)}{right}".rstrip() if right else left


def untagged(text: str) -> str:
    """A heading without the campaign's tag, which stands in the subject."""
    return _TAG.sub("", text)


def inline(text: str) -> Markup:
    """Text for HTML, in which no phone sees dates: 13.12 and 3/4 are held apart by a character that nobody sees and that
    orders.characters takes out again."""
    return escape(_FIGURES.sub(rf"\1{_JOINER}", text))


def celled(text: str, first: bool) -> Markup:
    """A cell of a table for HTML. Of a long one the name of a place, or in the first column what kind of unit a call is, is what a
    phone leaves out, so that no row takes two lines."""
    found = (_CALLED if first else _PLACED).fullmatch(text) if len(text) > (SHORT_CALL if first else SHORT) else None
    if found is None:
        return inline(text)
    before, name, after = (inline(part) for part in found.groups(""))
    return before + Markup('<span class="named">') + name + Markup("</span>") + after


def running(lines: Iterable[str]) -> list[Running]:
    """Lines with their marks apart: `  1 ✓ A/504: …`, `    → 13.11: empty`, ` - turn 1 begins`."""
    return [_running(line) for line in lines]


def _running(line: str) -> Running:
    found = _MARKED.fullmatch(line)
    if found is None:
        label, text = _LABELLED.fullmatch(line.strip()).groups("")  # type: ignore[union-attr]  # it matches any text
        return Running(2 if line.startswith("   ") else 1, "", "", label, text or "\N{NO-BREAK SPACE}")
    lead, mark, text = found.groups()
    return Running(2 if len(lead) > 3 else 1, mark, _TONES.get(mark[-1], "dim"), "", text)


def fixed(lines: tuple[str, ...]) -> list[FixedLine]:
    """Faulty lines with the word that the carets below them point at."""
    found = []
    for line, below in zip(lines, (*lines[1:], ""), strict=True):
        if _CARETS.fullmatch(line):
            continue
        start, end = (below.index("^"), len(below)) if _CARETS.fullmatch(below) else (len(line), len(line))
        order = "✗" in line[:6]
        found.append(FixedLine(order, line[:start].lstrip(), line[start:end], line[end:]))
    return found


def chapters(lines: tuple[str, ...]) -> list[FacePart]:
    """Help: lines that are not indented run on as paragraphs, indented ones (examples, lists) and what stands first stay as they
    are."""
    parts: list[FacePart] = []
    for stretch in (list(group) for blank, group in groupby(lines, lambda line: not line) if not blank):
        if _is_indented(stretch[0]) or (not parts and stretch[0][:1].islower()):
            parts.append(_as_it_stands(stretch))
        else:
            parts += [
                _as_it_stands(run) if code else FacePart(False, " ".join(run)) for code, run in groupby(stretch, _is_indented)
            ]
    return parts


def _is_indented(line: str) -> bool:
    return line.startswith("  ")


def _as_it_stands(lines: Iterable[str]) -> FacePart:
    return FacePart(True, dedent("\n".join(lines)))


def answers(document: Document) -> list[Tap]:
    """The links of a page: the form to be filled in, where there is one, then answers of a line. One of them at the most is the
    one thing to do: none of several that weigh the same, and never what undoes things."""
    forms = (block for block in document.blocks if block.kind == "form" and any(line.endswith("]:") for line in block.lines))
    form = next(forms, None)
    written = [Tap(text(form.title).partition(":")[0], f"{form.lines[0]}\n\n{form.lines[-1]}", "do")] if form else []
    quiet = [tap for tap in document.taps if tap.partition(" ")[0] in QUIET_TAPS]
    helpful = [tap for tap in document.taps if tap not in quiet]
    alone = len(helpful) == 1 and not form
    found = [*written, *(Tap(tap, tap, "do" if alone else "other") for tap in helpful)]
    return [*found, *(Tap(tap, tap, "quiet") for tap in quiet)]


def widest(rows: Sequence[Sequence[str]]) -> int:
    """The column of a table that may be folded where a screen is too narrow; no other is, and never the first. A phone shows four
    columns at the most."""
    columns = range(1, min(max(map(len, rows)), 4))
    return max(columns, key=lambda n: max(len(row[n]) for row in rows if n < len(row)), default=0)


def tapped(answer: str, reply: str, subject: str) -> str:
    """The link that writes this answer, or these lines: to the address that carries the token."""
    body = quote(answer.replace("\n", "\r\n"), safe="")
    return f"mailto:{quote(reply, safe='@+')}?subject={quote(subject, safe='')}&body={body}"

"""A letter as a document: heading lines, what is wanted, blocks of lines, small print. Templates only loop over it.

Order in every letter: what you must do and by when; what changed; the state; the reasons; small print.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from textwrap import wrap

from pbem.documents.map_picture import MapPicture
from pbem.documents.pad_sheet import PadSheet
from pbem.kernel.i18n import say
from pbem.kernel.values import Value

WIDTH = 68
WITHIN = "letter"  # the kind of a block that begins a letter within a letter
QUIET_TAPS = ("CANCEL", "DECLINE")  # answers that undo things: they stand last, and grey
QUOTED = "> "  # stands before a line of somebody's own words
NARROW = 60  # columns of such a line: no mail program breaks it, marks of its own before it included
LONGEST_WORD = 66  # a longer one is broken: no hash is, and a line that hangs by six stays within 72
_LINE_ENDS = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_FENCE = re.compile(r"(?i)(b[\W_]*e[\W_]*g[\W_]*i[\W_]*n|e[\W_]*n[\W_]*d)[\W_]+(o[\W_]*r[\W_]*d[\W_]*e[\W_]*r[\W_]*s)")
_MARK = re.compile(r"[-→✗·✓] |[a-e]\. |[0-9]+ [·✓] |[0-9]+ {3}|[A-Z][A-Z ]+(?:: |  )")  # what a line hangs under


FAULTY = "mend"  # so journals name the kind


class Block(Value):
    """A titled block. title: in English, for a staff's form finds it by that; it is said when it is printed (what was
    said when it was made stays as it is).

    kind: "lines" (running lines, folded where they are printed), "prose" (paragraphs), "table" (`rows`, the first of them
    headings; `lines` stand below it), "form" (to be sent back), FAULTY (lines with carets below the word that is meant),
    "help" (paragraphs and indented examples), "quote" (somebody's words, each line marked), "close" (who signs), "letter" (here
    a letter begins that is held within this one), "columns" (typewriter, as they stand).
    """

    title: str
    lines: tuple[str, ...]
    kind: str = "lines"
    rows: tuple[tuple[str, ...], ...] = ()


class Letterhead(Value):
    """What a staff's form may head a letter with. kind: sitrep, intsum, hand-over or digest; facts: (name, value), () for a letter
    whose head is the referee's own and that only holds sections of a staff's; keep: heading lines that stay above the staff's."""

    kind: str
    facts: tuple[tuple[str, str], ...] = ()
    keep: int = 0


class Document(Value):
    """subject: without the campaign's tag; head: (left, right) heading lines; wanted: what to do and by when; taps: answers
    of one line that a phone may send at a touch; map: what its pictures show; letterhead: what its head is made of when
    its side has a staff form; pad: what an order pad is made from, if the letter brings one."""

    subject: str
    head: tuple[tuple[str, str], ...]
    wanted: tuple[str, ...]
    blocks: tuple[Block, ...]
    small: tuple[str, ...] = ()
    taps: tuple[str, ...] = ()
    map: MapPicture | None = None
    letterhead: Letterhead | None = None
    pad: PadSheet | None = None


def wrapped(text: str, indent: str = "", first: str = "") -> tuple[str, ...]:
    """Text in lines of at most 68 columns; `first` stands before the first line, `indent` before the others."""
    words = [word[i : i + LONGEST_WORD] for word in text.split() for i in range(0, len(word), LONGEST_WORD)]
    lines: list[str] = []
    line = first
    empty = not first.strip() or first.endswith(" ")
    for word in words:
        if not empty and len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line, empty = indent, True
        line = f"{line}{'' if empty else ' '}{word}"
        empty = False
    return (*lines, line) if words or first else ()


def folded(line: str) -> tuple[str, ...]:
    """A running line as the text prints it: at most 68 columns, what follows hanging under its beginning; of somebody's words
    each line is marked, and they stay as they were written."""
    if len(line) <= WIDTH:
        return (line,)
    lead = line[: len(line) - len(line.lstrip())]
    if line.lstrip().startswith(QUOTED):
        head = lead + QUOTED
        texts = wrap(line[len(head) :], WIDTH - len(head), drop_whitespace=False, replace_whitespace=False, break_on_hyphens=False)
        return tuple(f"{head}{text}".rstrip() for text in texts)
    mark = _MARK.match(line.lstrip())
    hang = len(mark[0]) if mark else 3 if lead else 0
    return wrapped(line, " " * (len(lead) + min(hang, 8)), lead) or ("",)


def theirs(lines: Iterable[str], lead: str = "") -> tuple[str, ...]:
    """Words that are not the referee's own, as every letter prints them: an enemy's, a host's, a module's. In lines so narrow that
    no mail program breaks them, each of them marked, with no fence among them: what comes back of them is known as quoted, line by
    line. lead: blanks before them."""
    head = lead + QUOTED
    pieces = (piece for line in lines for piece in _LINE_ENDS.split(line))
    folds = (wrap(_unfenced(piece), NARROW - len(head), replace_whitespace=False, break_on_hyphens=False) for piece in pieces)
    return tuple(f"{head}{part}".rstrip() for fold in folds for part in fold or [""])


def listed(lines: Iterable[str], mark: str) -> tuple[str, ...]:
    """Lines with a mark of a list before each (" - "); somebody's own words keep theirs alone."""
    return tuple(f"{' ' * len(mark)}{line.lstrip()}" if line.lstrip().startswith(QUOTED) else f"{mark}{line}" for line in lines)


def is_one_line(text: str) -> bool:
    """Can these words stand within a line of the referee's as they are: no line break in them, and no fence?"""
    return not _LINE_ENDS.search(text) and _unfenced(text) == text


def _unfenced(text: str) -> str:
    """The text with its fences broken for all to see, in whatever letters they are written."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    if _FENCE.search(plain):
        text = plain
    return _FENCE.sub(r"\1|\2", text)


def block(title: str, lines: Iterable[str], kind: str = "lines") -> tuple[Block, ...]:
    """A block, or nothing when it has no lines."""
    kept = tuple(lines)
    return (Block(title, kept, kind),) if kept else ()


def section(title: str, lines: Iterable[str]) -> Block:
    """A numbered section of a staff's report, which never skips: an empty one says so."""
    return Block(title, tuple(lines) or (say(" NEGATIVE"),))


def table(title: str, rows: Iterable[tuple[str, ...]], notes: Iterable[str] = ()) -> tuple[Block, ...]:
    """A table with its headings and what is to be said below it, or nothing when it has neither."""
    cells, below = tuple(rows), tuple(notes)
    kept = cells if len(cells) > 1 else ()
    return (Block(title, below, "table", kept),) if kept or below else ()


def length(document: Document) -> int:
    """How many lines the text of a letter with this document has, without those of its pictures."""
    running = (
        *document.wanted,
        *document.small,
        *(line for part in document.blocks if part.kind in RUNNING for line in part.lines),
    )
    fixed = sum(len(part.lines) for part in document.blocks if part.kind not in RUNNING)
    rows = sum(len(aligned(part.rows)) + 2 for part in document.blocks)
    return len(document.head) + sum(len(folded(line)) for line in running) + fixed + rows + AROUND


AROUND = 4  # lines of a letter that are no document's: its foot
RUNNING = ("lines", "prose", "table", "quote", "letter")
"""Kinds of blocks whose lines are folded."""
LEAST = 8
"""Letters that a folded column keeps."""


def aligned(rows: Iterable[tuple[str, ...]], gap: str = "  ") -> tuple[str, ...]:
    """Rows in columns, typewriter style, without trailing blanks; a table too wide for the page folds its widest columns, within
    words where nothing else makes room."""
    cells = [tuple(row) for row in rows]
    if not cells:
        return ()
    widths = [max(map(len, column)) for column in zip_longest(*cells, fillvalue="")]
    words = [_longest_word(cells, column) for column in range(len(widths))]
    widths = _narrowed(widths, words, WIDTH - len(gap) * (len(widths) - 1))
    cells = [part for row in cells for part in _folded_row(row, widths)]
    return tuple(gap.join(cell.ljust(widths[i]) for i, cell in enumerate(row)).rstrip() for row in cells)


def _narrowed(widths: Sequence[int], words: Sequence[int], room: int) -> list[int]:
    """Widths that fit into some room: the widest first, down to their longest word, and the widest of all beyond it."""
    found = list(widths)
    for column in sorted(range(len(found)), key=lambda number: -widths[number]):
        found[column] -= max(0, min(sum(found) - room, found[column] - max(words[column], LEAST)))
    widest = found.index(max(found))
    over = max(0, sum(found) - room)
    found[widest] = max(found[widest] - over, min(found[widest], LEAST))
    return found


def _longest_word(cells: Iterable[tuple[str, ...]], column: int) -> int:
    words = (word for row in cells if column < len(row) for word in row[column].split())
    return max(map(len, words), default=0)


def _folded_row(row: tuple[str, ...], widths: Sequence[int]) -> Iterable[tuple[str, ...]]:
    """A row, and below it what does not fit into its columns."""
    columns = (wrap(cell, width) if len(cell) > width else [cell] for cell, width in zip(row, widths, strict=False))
    return zip_longest(*columns, fillvalue="")

"""Layout: physical lines of a letter to order lines. Joins continuations and long forms, sets free text apart."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from pbem.kernel.i18n import say
from pbem.kernel.numbered_lines import NumberedLine
from pbem.orders.characters import clean
from pbem.orders.chat import is_chat
from pbem.orders.form_lines import (
    FormOpened,
    begins_field,
    closes_form,
    each_with_head,
    free_text,
    opened_form,
    opens_form,
    parts_of,
)
from pbem.orders.lexer import FILLERS, Token, tokenise
from pbem.orders.matcher import Grammar, ends, match_verb
from pbem.orders.openings import BLOCKS, Edges, ends_block, without_comment
from pbem.orders.parse_state import Attempt
from pbem.orders.slots import read_units
from pbem.orders.tree import BlockLine, Remark
from pbem.orders.written import Head, Lexicon, Opening, Written, attempt_of

LONGEST_LINE = 400
LONGEST_JOINED = 1600
LONGEST_READ = 4000  # characters of a longer line, to see whether it is a paragraph of chat
MOST_LINES = 400
_FACTS_END = re.compile(r"\]\s{0,3}(?:(?P<colon>:)|$)")
_RULE = frozenset("-=.*_~+#|")
_UNFINISHED = frozenset({"if", "else", "then", ",", ":", "=", ";"})


@dataclass(slots=True)
class _Layout:
    lexicon: Lexicon
    lines: list[NumberedLine]
    written: list[Written] = field(default_factory=list)
    current: Written | None = None
    block: Written | None = None
    opened: Written | None = None
    place: int = 0
    form: FormOpened | None = None
    past: int = 0
    found: Edges | None = None
    awaits_end: bool = False

    @property
    def edges(self) -> Edges:
        """Where free text may begin and end, looked for once; few letters have any."""
        self.found = self.found or Edges(self.lines)
        return self.found


def lay_out(lines: Iterable[NumberedLine], lexicon: Lexicon) -> list[Written]:
    """The order lines of a letter, given (line number, text) of its physical lines."""
    layout = _Layout(lexicon, [NumberedLine(number, clean(raw)) for number, raw in lines])
    count = 0
    for place, (number, raw) in enumerate(layout.lines):
        text, layout.place = raw.rstrip(), place
        if place < layout.past:
            continue
        if layout.block is not None:
            _in_block(layout, layout.block, text)
            continue
        count += 1 if without_comment(text).strip() else 0
        if count > MOST_LINES:
            layout.written.append(
                _faulty(number, text, say("more than {most_lines} lines: nothing from here on was read", most_lines=MOST_LINES))
            )
            break
        if layout.form is None:
            _outside_block(layout, number, raw, text)
        else:
            _in_form(layout, layout.form, number, raw)
    _left_open(layout)
    return [line for line in layout.written if not left_blank(line)]


def _left_open(layout: _Layout) -> None:
    """A form that no END closes says so where it begins. A block of orders ends with its letter: were its first line a fault, it
    would open a block in the draft too, and take in every order that is written below it."""
    if layout.form is not None:
        why = say("no END {kind} below this line", kind=layout.form.name.upper())
        layout.form.opened.fault = Remark(0, 1, len(layout.form.opened.text), "error", why)


def left_blank(line: Written) -> bool:
    """A line of an order form that was left as it came: nothing stands behind its colon."""
    return line.form and line.fault is None and without_comment(line.text).endswith(":")


def without_facts(text: str) -> tuple[str, bool]:
    """A line without what an order form tells of its units, `A/504 [13.11, 3 AP]: …`; and whether it was such a line."""
    head, bracket, rest = text.partition("[")
    if not bracket or ":" in head or "#" in head:
        return text, False
    end = _FACTS_END.search(rest)
    if head.strip() and end and end["colon"]:
        return f"{head.rstrip()}:{rest[end.end() :]}", True
    return ("" if end and not end["colon"] and not head.strip() else text), False


def head_of(attempt: Attempt, at: int, grammar: Grammar) -> Head | None:
    """The units a line begins with, if a mark, an act or nothing follows them; else None."""
    found = read_units(attempt, at)
    if found is None:
        return None
    end = attempt.past_fillers(found[1])
    word = attempt.word(end)
    marked = any(attempt.word(i) in (":", "=", "->", "=>", ";") for i in range(found[1], end))
    return Head(*found) if marked or not word or word in ("if", "else") or grammar.knows(word, "unit", "script") else None


def _opening_of(line: Written, lexicon: Lexicon) -> Opening:
    """What a line begins with: own units, a verb of the letter or of a unit, a name and a colon, or nothing known."""
    tokens, attempt = line.tokens, attempt_of(line.tokens, line.text, lexicon)
    at = attempt.past_fillers(0)
    word, grammar = attempt.word(at), lexicon.grammar
    if word == "activate":
        return "unit"
    line.head = head_of(attempt, at, grammar)
    if line.head is not None:
        return "unit"
    if grammar.knows(word, "unit") or word in ("if", "else"):
        return "act"
    if word in BLOCKS or grammar.knows(word, "letter", "question", "standing", "script"):
        return "letter"
    return "name" if word not in grammar.words and named_before_colon(tokens, at) else "nothing"


def named_before_colon(tokens: Sequence[Token], at: int) -> bool:
    """Whether words and commas lead from a token to a colon or an equals sign."""
    for place in range(at, len(tokens)):
        token = tokens[place]
        if token.text in (":", "="):
            return place > at
        if token.kind != "word" and token.text not in (",", "&", "+"):
            return False
    return False


def _outside_block(layout: _Layout, number: int, raw: str, text: str) -> None:
    text, form = without_facts(text) if "[" in text else (text, False)
    bare = without_comment(text)
    if not bare.strip() or set(bare) <= _RULE | {" "}:
        return
    if len(text) > LONGEST_LINE:
        layout.current = None
        layout.written.append(
            _faulty(number, text[:LONGEST_LINE], say("longer than {longest_line} characters", longest_line=LONGEST_LINE))
        )
        layout.written[-1].tokens = tokenise(bare[:LONGEST_READ])
        return
    tokens = tokenise(bare)
    words = [token.text for token in tokens if token.text not in FILLERS]
    if words:
        _order_line(layout, Written(number, text, _indent(raw), tokens=tokens, form=form), words)


def _order_line(layout: _Layout, line: Written, words: Sequence[str]) -> None:
    current = layout.current
    if _closes_long_form(layout, words):
        layout.current, layout.awaits_end = None, False
        return
    if words[0] in BLOCKS and layout.edges.opens(words, line.text, layout.place, layout.lexicon.others):
        _open_block(layout, line, words)
        return
    if _is_several(layout, line, words):
        return
    edge = _edge(layout, line, words)
    if edge is not None:
        line.edge, layout.opened, layout.current = edge, line if edge.act else None, None
        layout.written.append(line)
        return
    line.block = _block_name(layout.opened)
    line.opening = _opening_of(line, layout.lexicon)
    if current is not None and _continues(current, line, layout.lexicon.grammar, words[0]):
        chat = line.opening == "nothing" and is_chat(line.tokens, layout.lexicon.names, layout.lexicon.grammar, below=True)
        if chat and not _takes_text(current, layout.lexicon.grammar):
            layout.written.append(line)
        else:
            _join(current, line, layout.lexicon.grammar.asking)
            layout.awaits_end = layout.awaits_end or current.long_form
        return
    line.long_form = words[0] == "activate"
    layout.current = line
    layout.written.append(line)


def _closes_long_form(layout: _Layout, words: Sequence[str]) -> bool:
    """Is it the END of a long form? It belongs to one with acts below it though thanks, a question or another order stand between:
    END IMPULSE in so few letters cannot be taken back."""
    open_now = layout.awaits_end or (layout.current is not None and layout.current.long_form)
    return open_now and words in (["end"], ["end", "activate"], ["end", "activation"])


def _is_several(layout: _Layout, line: Written, words: Sequence[str]) -> bool:
    """Was it a line that opens a form, or that says several things of the same? Then it is laid out with all it holds."""
    grammar = layout.lexicon.grammar
    if opens_form(words[0], grammar):
        _open_form(layout, line)
        return True
    several = each_with_head(line, layout.lexicon) if words[0] in grammar.heads else ()
    if len(several) < 2:
        return False
    for each in several:
        _order_line(layout, each, words)
    return True


def _open_form(layout: _Layout, line: Written) -> None:
    """A line that opens a form; what stands behind it on the same line are fields."""
    first, *rest = parts_of(line.text)
    line.text, line.tokens, line.block = first, tokenise(without_comment(first)), _block_name(layout.opened)
    layout.form, layout.current = opened_form(line, layout.lexicon.grammar), None
    layout.written.append(line)
    for part in rest:
        if layout.form is not None:
            _field(layout, layout.form, Written(line.source, part, line.indent))


def _in_form(layout: _Layout, form: FormOpened, number: int, raw: str) -> None:
    """A line inside a form: a field, several, the free text of one with what stands below it, the rest of the one above."""
    if (found := free_text(form, layout.lines, layout.place)) is not None:
        text, layout.past = found
        _field(layout, form, Written(number, text, _indent(raw)))
        if len(text) > LONGEST_JOINED:
            layout.written[-1].fault = Remark(0, 1, 1, "error", _too_long_joined())
            layout.written[-1].text = text[: LONGEST_JOINED + 1]
        return
    text = without_comment(raw)
    if len(text) > LONGEST_LINE:
        layout.written.append(
            _faulty(number, text[:LONGEST_LINE], say("longer than {longest_line} characters", longest_line=LONGEST_LINE))
        )
        return
    for part in parts_of(text):
        if layout.form is not None:
            _field(layout, form, Written(number, part, _indent(raw)))


def _field(layout: _Layout, form: FormOpened, line: Written) -> None:
    line.tokens, line.of, line.block = tokenise(line.text), form.name, _block_name(layout.opened)
    words = [token.text for token in line.tokens if token.text not in FILLERS]
    if not words:
        return
    above = layout.written[-1]
    if closes_form(words, form):
        line.rank, layout.form = "closes", None
    elif above.rank == "field" and above.fault is None and line.indent > above.indent and not begins_field(words, form):
        above.text = f"{above.text} {line.text.strip()}"[: LONGEST_JOINED + 1]
        above.tokens, above.last = tokenise(above.text), line.source
        return
    layout.written.append(line)


def _edge(layout: _Layout, line: Written, words: Sequence[str]) -> BlockLine | None:
    """The line as one that opens a block of order lines, or closes the one that is open; None when it does neither."""
    if layout.opened is not None:
        if words[0] == "end" and set(words[1:]) <= set(_block_name(layout.opened).split()):
            return BlockLine(None)
        if _runs_on(layout) and any(tuple(words[: len(name)]) == name for name in layout.lexicon.grammar.closing):
            layout.opened = None
        return None
    if not layout.lexicon.grammar.knows(words[0], "block"):
        return None
    attempt = attempt_of(line.tokens, line.text, layout.lexicon)
    found = match_verb(layout.lexicon.grammar, "block", attempt, 0)
    return BlockLine(found[0]) if found is not None and ends(attempt, found[1]) else None


def _runs_on(layout: _Layout) -> bool:
    """Do the lines of the block that is open run among the orders of their letter? END IMPULSE closes it as END does: its own END
    is forgotten easily, and what stands below it is for units that may do nothing else. In a plan END IMPULSE is an order of it."""
    blocks, name = layout.lexicon.grammar.first("block").values(), _block_name(layout.opened)
    return any(verb.name == name and "runs" in verb.traits for entries in blocks for verb, _ in entries)


def _block_name(opened: Written | None) -> str:
    return opened.edge.act.verb if opened and opened.edge and opened.edge.act else ""


def _continues(current: Written, line: Written, grammar: Grammar, word: str) -> bool:
    if line.opening in ("unit", "letter", "name"):
        return False
    if line.indent > current.indent:
        return True
    # A mail program may have eaten the indent: under ACTIVATE, and in a form, an act can only belong to that unit.
    eaten = (line.opening == "act" and (current.long_form or current.form)) or (line.opening == "nothing" and current.form)
    return eaten and not grammar.knows(word, "letter", "question", "standing")


def _takes_text(current: Written, grammar: Grammar) -> bool:
    """Does an order end in words of its writer's own, which may go on below it?"""
    word = next((token.text for token in current.tokens if token.text not in FILLERS), "")
    entries = (verb for verbs in grammar.verbs.values() for verb, _ in verbs.get(word, ()))
    return any("TEXT" in syntax for verb in entries for syntax in verb.syntax)


def _join(current: Written, line: Written, asking: Collection[str]) -> None:
    current.last = line.source
    if current.fault is not None:
        return
    before, after = without_comment(current.text), without_comment(line.text).strip()
    last = [token.text for token in current.tokens[-1:]]
    same_level = current.long_form and line.indent == current.act_indent
    begins_act = current.opening == "unit" and (line.opening == "act" or same_level)
    between = "; " if begins_act and last[-1:] and last[-1] not in _UNFINISHED and last[-1] not in asking else " "
    if current.act_indent < 0:
        current.act_indent = line.indent
    current.text = before + between + after
    if len(current.text) > LONGEST_JOINED:
        current.fault = Remark(0, 1, 1, "error", _too_long_joined())
    current.text = current.text[: LONGEST_JOINED + 1]
    current.tokens, current.head = tokenise(current.text), None


def _too_long_joined() -> str:
    return say("longer than {longest_joined} characters with its continuations", longest_joined=LONGEST_JOINED)


def _open_block(layout: _Layout, line: Written, words: Sequence[str]) -> None:
    line.body, layout.current = [], None
    layout.written.append(line)
    line.closed = list(words[-2:]) == ["end", words[0]] and len(words) > 2
    layout.block = None if line.closed else line


def _in_block(layout: _Layout, block: Written, text: str) -> None:
    kind = next(token.text for token in block.tokens if token.text in BLOCKS)
    words = [token.text for token in tokenise(text[:LONGEST_LINE]) if token.text not in FILLERS]
    if ends_block(words, kind):
        block.closed, layout.block = True, None
    elif block.body is not None:
        block.body.append(text)


def _indent(raw: str) -> int:
    visible = raw.lstrip("\ufeff\u200b\u200e\u200f")
    return len(visible.expandtabs(8)) - len(visible.expandtabs(8).lstrip())


def _faulty(number: int, text: str, why: str) -> Written:
    return Written(number, text, fault=Remark(0, 1, max(1, len(text)), "error", why))

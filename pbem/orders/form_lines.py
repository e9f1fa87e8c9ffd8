"""Forms: blocks whose fields are known inside them alone, `SHEET US-5 attack … END SHEET`; and lines that say several things.

A field ends with its line, at a dot or semicolon between two, or with its own END when it is free text. First: `free_text`.
"""

import re
from collections.abc import Sequence

from pbem.kernel.numbered_lines import NumberedLine
from pbem.kernel.values import Value
from pbem.orders.lexer import FILLERS, tokenise
from pbem.orders.matcher import Grammar, match_pattern
from pbem.orders.openings import LONGEST_LOOKED_AT
from pbem.orders.syntax import name_words
from pbem.orders.tree import Verb
from pbem.orders.written import Lexicon, Written, attempt_of

_BETWEEN = re.compile("[\u00b7;]")


class FormOpened(Value, eq=False):
    """A form that is open: the name of its block, its fields, the line that opened it."""

    name: str
    fields: Grammar
    opened: Written


def _form_of(word: str, grammar: Grammar) -> Verb | None:
    return next((verb for verb, _ in grammar.first("block").get(word, ()) if verb.fields), None)


def opens_form(word: str, grammar: Grammar) -> bool:
    """Is it the first word of a form?"""
    return bool(grammar.forms) and _form_of(word, grammar) is not None


def opened_form(line: Written, grammar: Grammar) -> FormOpened | None:
    """The form that a line opens, which is marked so."""
    word = next(token.text for token in line.tokens if token.text not in FILLERS)
    verb = _form_of(word, grammar)
    if verb is None:
        return None
    line.of, line.rank = verb.name, "opens"
    return FormOpened(verb.name, grammar.forms[verb.name], line)


def parts_of(text: str) -> tuple[str, ...]:
    """What a line of a form says, field by field; the line itself when it says nothing."""
    return tuple(part.strip() for part in _BETWEEN.split(text) if part.strip()) or (text,)


def _words(text: str) -> list[str]:
    return [token.text for token in tokenise(text[:LONGEST_LOOKED_AT]) if token.text not in FILLERS]


def closes_form(words: Sequence[str], form: FormOpened) -> bool:
    """Do these words close it: `END`, `END SHEET`, `END SHEET US-5`?"""
    said = {token.text for token in form.opened.tokens}
    return words[0] == "end" and set(words[1:]) <= said | set(name_words(form.name))


def begins_field(words: Sequence[str], form: FormOpened) -> bool:
    """Do these words begin a field?"""
    return form.fields.knows(words[0], "field")


def free_text(form: FormOpened, lines: Sequence[NumberedLine], place: int) -> tuple[str, int] | None:
    """The field in free text that a line begins, on one line, and the place of the line behind it; None for another.

    It goes on to its own END; where none stands below it in the form, to the line that begins the next field.
    """
    verb = _free_field(_words(lines[place].text), form)
    if verb is None:
        return None
    end = ["end", *name_words(verb.name)]
    closed = rf"(?i)\s*\b{r'[^0-9A-Za-z]+'.join(end)}\W*"
    if _words(lines[place].text[-LONGEST_LOOKED_AT:])[-len(end) :] == end:
        return re.sub(closed + "$", "", lines[place].text).strip(), place + 1
    own, fields = len(lines), len(lines)
    for at in range(place + 1, len(lines)):
        words = _words(lines[at].text)
        if words == end:
            own = at
            break
        if words and (begins_field(words, form) or closes_form(words, form)):
            fields = min(fields, at)
            if closes_form(words, form):
                break
    last = own if own < len(lines) else fields
    said = " ".join(" ".join(text for _, text in lines[place:last]).split())
    return said, min(last + (own < len(lines)), len(lines))


def _free_field(words: Sequence[str], form: FormOpened) -> Verb | None:
    entries = form.fields.first("field").get(words[0], ()) if words else ()
    return next((verb for verb, _ in entries if verb.syntax[0].endswith(" TEXT")), None)


def each_with_head(line: Written, lexicon: Lexicon) -> tuple[Written, ...]:
    """A line that says several things of the same, `policy A-1 fire open; range 2`, as a line for each, its head before it."""
    cuts = [token for token in line.tokens if token.text == ";"]
    attempt = attempt_of(line.tokens, line.text, lexicon)
    at = attempt.past_fillers(0)
    match = match_pattern(lexicon.grammar.heads[attempt.word(at)], attempt, at) if cuts else None
    if match is None:
        return (line,)
    head = line.text[line.tokens[at].start : line.tokens[match.end - 1].end]
    starts, ends = [0, *(cut.end for cut in cuts)], [*(cut.start for cut in cuts), len(line.text)]
    said = [line.text[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    texts = [text if n == 0 or _begins_so(text, head) else f"{head} {text}" for n, text in enumerate(said) if text]
    return tuple(Written(line.source, text, line.indent, tokens=tokenise(text), form=line.form) for text in texts)


def _begins_so(text: str, head: str) -> bool:
    return _words(text)[:1] == _words(head)[:1]

"""Fields: a line of a form read with the words that are known inside it alone."""

from pbem.kernel.i18n import say
from pbem.orders.free_text import Read
from pbem.orders.hints import near, themselves
from pbem.orders.matcher import Grammar, ends, match_verb
from pbem.orders.remarks import error, not_read
from pbem.orders.tree import FieldLine, Place
from pbem.orders.written import Lexicon, Written, attempt_of


def read_field(line: Written, lexicon: Lexicon) -> Read:
    """A line of a form: what opens it, a field, its END."""
    if line.rank == "closes":
        return Read(FieldLine(line.of, None))
    opens = line.rank == "opens"
    grammar: Grammar = lexicon.grammar if opens else lexicon.grammar.forms[line.of]
    place: Place = "block" if opens else "field"
    attempt = attempt_of(line.tokens, line.text, lexicon)
    at = attempt.past_fillers(0)
    found = match_verb(grammar, place, attempt, at)
    if found is not None and ends(attempt, found[1]):
        return Read(FieldLine(line.of, found[0], opens))
    if grammar.knows(attempt.word(at), place):
        return Read(None, (not_read(attempt),))
    token = attempt.tokens[at]
    shown = line.text[slice(*token.span)]
    text = say("`{shown}`: no field of a {form}; END {FORM} closes it", shown=shown, form=line.of, FORM=line.of.upper())
    return Read(None, (error(text, token.span, near(token.text, themselves(grammar.first("field")), 1)),))


def read_loose(line: Written, lexicon: Lexicon) -> Read | None:
    """A line by itself that is a field of some form, as a change to a line of one brings it; None when it is none."""
    words = [token.text for token in line.tokens]
    for form, fields in lexicon.grammar.forms.items():
        if words in (["end"], ["end", form]):
            return Read(FieldLine(form, None))
        if fields.knows(words[0], "field"):
            return read_field(Written(line.source, line.text, tokens=line.tokens, of=form), lexicon)
    return None

"""Chat: what stands in a letter beside the orders. Greetings, thanks and signatures are no faults; they are left out.

A line is chat when it holds no unit of its writer's, no hex and no order word in its place. Where that is in doubt it is not: a
line that may be meant as an order, in whatever words, or the rest of one that a mail program broke, is shown to its writer and
never passed over. A date is told from a hex by the day or month beside it.
"""

import re
from collections.abc import Iterable, Sequence

from pbem.kernel.edit_distance import slips
from pbem.kernel.memo import kept
from pbem.orders.everyday import ASIDES, ASKED, ASKING, EVERYDAY, IS, SPEAKING, SPOKEN, THANKED, TIMES
from pbem.orders.facts import BRANCHES, Facts, acting_words, facts_of, like_a_unit, unit_at
from pbem.orders.hints import MEANT
from pbem.orders.lexer import FILLER_WORDS, FILLERS, Token
from pbem.orders.matcher import Grammar
from pbem.orders.parse_state import Names
from pbem.orders.syntax import name_words

MOST_READ = 300  # tokens of a long paragraph that are looked at
_BEHIND = sorted((tuple(phrase.split()) for phrase in (*ASKED, *THANKED)), key=len, reverse=True)
_ASIDES = tuple(tuple(phrase.split()) for phrase in ASIDES)
_BEFORE = sorted((tuple(phrase.split()) for phrase in ASKED), key=len, reverse=True)
_SMILES = frozenset("()[]/\\|^_'~+&@%$€£<>*")
_MOUTHS = frozenset("dpox")
_PAUSES = frozenset(",.!:;-")
_CLAUSES = _PAUSES | {"?"}
_LINE_NUMBER = re.compile("[0-9]{1,3}")


def without_courtesy(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens without "please" before them, and without thanks and smiles behind them; thanks before them, with a mark."""
    left = _without_marks(tokens)
    while left:
        texts = tuple(token.text for token in left)
        if behind := _courtesy_behind(texts):
            left = _without_marks(left[:-behind])
        elif before := _courtesy_before(texts):
            left = _without_marks(left[before:])
        else:
            break
    return left


def _courtesy_behind(texts: tuple[str, ...]) -> int:
    """How many of the last words ask or thank."""
    return next((len(phrase) for phrase in _BEHIND if texts[-len(phrase) :] == phrase), 0)


def _courtesy_before(texts: tuple[str, ...]) -> int:
    """How many of the first words ask, or thank with a pause behind them."""
    asked = next((len(phrase) for phrase in _BEFORE if texts[: len(phrase)] == phrase), 0)
    thanked = (len(phrase) for phrase in _BEHIND if texts[: len(phrase)] == phrase)
    return asked or next((length for length in thanked if _PAUSES.intersection(texts[length : length + 1])), 0)


def _without_marks(tokens: Sequence[Token]) -> tuple[Token, ...]:
    left = list(tokens)
    while left and (left[-1].text in _SMILES or left[-1].text in FILLERS or _smiles(left)):
        left.pop()
    while left and left[0].text in FILLERS:
        del left[0]
    return tuple(left)


def _smiles(tokens: Sequence[Token]) -> bool:
    """`:-D` at the end of a line."""
    return (
        len(tokens) > 1 and tokens[-1].text in _MOUTHS and tokens[-2].text in (":", "-", ";") and tokens[-2].end == tokens[-1].start
    )


def is_chat(tokens: Sequence[Token], names: Names, grammar: Grammar, below: bool = False) -> bool:
    """Is a line that cannot be read as an order no order at all? below: it stands right below one, whose rest it may be."""
    left = without_courtesy(tokens[:MOST_READ])
    if not left:
        return True
    headed = tokens[-1].text == ":"
    facts = facts_of(left, names, grammar)
    if not facts.strange and not facts.orderly and not facts.everyday and not facts.acting:
        return _no_words(facts)
    if facts.units or facts.fields:
        return False
    first = left[0].text
    if _LINE_NUMBER.fullmatch(first) and len(left) > 1 and not unit_at(left, 0, names):
        return _after_a_number(left[1:], names, grammar)
    if _begins_as_unit(left, names, grammar, facts):
        return False
    if _is_order_word(first, grammar):
        return _with_order_word(left, grammar, facts, tokens[0].text in FILLER_WORDS)
    if below and not headed and any(_short(word, names) for word in facts.strange):
        return False
    return _prose(left, grammar, facts, below and not (headed and not facts.acting))


def asks_in_words(tokens: Sequence[Token], names: Names, grammar: Grammar) -> bool:
    """Is a line that cannot be read a question in its writer's own words? It has a question mark, begins as questions do or has
    words enough for a sentence, and nothing in it begins as an order does: a unit and what it is to do, or an order word."""
    read = tokens[:MOST_READ]
    begun = read[0].text in ASKING and read[-1].text == "?" if read else False
    if not any(token.text == "?" for token in read) or not (begun or facts_of(read, names, grammar).prose):
        return False
    starts = (at for at in range(len(read)) if at == 0 or read[at - 1].text in _CLAUSES)
    return not any(_orders(read, at, names, grammar) for at in starts)


def _orders(tokens: Sequence[Token], at: int, names: Names, grammar: Grammar) -> bool:
    """Does a clause begin as an order at a token?"""
    word = tokens[at].text
    if word in BRANCHES or (_is_order_word(word, grammar) and not (word in EVERYDAY or grammar.knows(word, "question"))):
        return True
    end = unit_at(tokens, at, names) or at + like_a_unit(tokens[at], names)
    if end == at:
        return False
    behind = [token for token in tokens[end:] if token.text not in FILLERS][:3]
    marked = any(token.text in (":", "=", "->", "=>", ";") for token in tokens[end : end + 1])
    if marked or not behind or behind[0].text in SPEAKING:
        return not behind or marked
    verb = behind[0].text
    return any(token.kind == "hex" for token in behind) or _is_order_word(verb, grammar) or _near_an_order(verb, grammar)


def meant_in_prose(tokens: Sequence[Token], names: Names, grammar: Grammar) -> tuple[int, int] | None:
    """What of a sentence, no order with a slip, is meant: the first unit, else hex or place. Its first token and the one behind."""
    if not facts_of(tokens[:MOST_READ], names, grammar).prose:
        return None
    read = tokens[:MOST_READ]
    ends = ((at, unit_at(read, at, names) or at + like_a_unit(token, names)) for at, token in enumerate(read))
    units = ((at, end) for at, end in ends if end > at)
    hexes = ((at, at + 1) for at, token in enumerate(read) if token.kind == "hex")
    places = ((at, found[1]) for at in range(len(read)) if (found := names.places.longest(read, at)))
    return next(iter((*units, *hexes, *places)), None)


def names_a_place(tokens: Sequence[Token], names: Names, grammar: Grammar) -> bool:
    """Does a line hold a unit or a hex, or what can be meant for nothing else?"""
    facts = facts_of(tokens[:MOST_READ], names, grammar)
    return bool(facts.units or facts.hexes or facts.numbers)


def begins_an_order(word: str, grammar: Grammar) -> bool:
    """Is this a word that begins orders for units?"""
    return word in acting_words(grammar) or grammar.knows(word, "unit")


def _no_words(facts: Facts) -> bool:
    """Marks alone, a telephone number; a hex or a small number may be the rest of an order."""
    return not facts.units and (facts.long_number or not (facts.hexes or facts.dates or facts.counts))


def _after_a_number(tail: Sequence[Token], names: Names, grammar: Grammar) -> bool:
    """`2 weeks to go` is no change to line 2 of a draft; `2 drp` is one."""
    facts = facts_of(tail, names, grammar)
    words = [token.text for token in tail if token.text not in FILLERS]
    if not words or facts.units or facts.fields or facts.acting or not facts.strange:
        return False
    return not any(slips(word, "drop", 1) <= 1 or _near_an_order(word, grammar) for word in words[:2])


def _near_an_order(word: str, grammar: Grammar) -> bool:
    return len(word) > 3 and any(slips(word, verb, 1) <= 1 for verb in grammar.first("unit"))


def _begins_as_unit(tokens: Sequence[Token], names: Names, grammar: Grammar, facts: Facts) -> bool:
    """Does the line begin with a name and a colon, and what must be meant for a unit there?"""
    colon = next((n for n, token in enumerate(tokens) if token.text in (":", "=")), len(tokens))
    if not 0 < colon < len(tokens):
        return False
    after = next((token.text for token in tokens[colon + 1 :] if token.text not in FILLERS), "")
    if grammar.knows(after, "unit", "script"):
        return True
    head = tokens[:colon]
    return any(like_a_unit(token, names) or _with_a_stroke(token) for token in head) and not facts.sentence


def _with_a_stroke(token: Token) -> bool:
    return "/" in token.text and any(map(str.isdigit, token.text)) and any(map(str.isalpha, token.text))


def _with_order_word(tokens: Sequence[Token], grammar: Grammar, facts: Facts, named: bool) -> bool:
    """A line that begins with an order word and cannot be read: `take care`, or an order with a slip? named: as in `The end`."""
    first, tail = tokens[0].text, [token.text for token in tokens[1:] if token.kind != "mark" and token.text not in FILLERS]
    if not tail:
        return _alone(first, grammar, named)
    if facts.counts or facts.dates or any(map(str.isdigit, "".join(tail))):
        return False
    if _asks(tokens, grammar):
        return False  # `what can nobody`: a question is answered by itself, and blocks nothing
    if begins_an_order(first, grammar):
        return tail[0] in IS or _is_aside((first, *tail))
    if TIMES & set(tail) and _is_timed(first, grammar):
        return False
    own = _own_words(first, grammar) | BRANCHES
    return first in SPOKEN and not any(word in own or _slip_of(word, own) for word in tail)


def _alone(word: str, grammar: Grammar, named: bool) -> bool:
    """An order word, and nothing else on its line: one that begins standing orders is met in any sentence."""
    if grammar.knows(word, "letter"):
        return named
    return grammar.knows(word, "standing") and not grammar.knows(word, "unit", "question", "script", "block")


def _asks(tokens: Sequence[Token], grammar: Grammar) -> bool:
    """Does a line begin with the words of a question that has several?"""
    names = (name_words(verb.name) for verb, _ in grammar.first("question").get(tokens[0].text, ()))
    return any(len(name) > 1 and tuple(token.text for token in tokens[: len(name)]) == name for name in names)


def _is_aside(words: tuple[str, ...]) -> bool:
    """Do these words begin as people do who only use an order word: `hold on`?"""
    return any(words[: len(phrase)] == phrase for phrase in _ASIDES)


def _prose(tokens: Sequence[Token], grammar: Grammar, facts: Facts, below: bool) -> bool:
    """A line that begins neither with a unit nor with an order word."""
    first = tokens[0].text
    if facts.dates or facts.numbers:
        return facts.prose
    if first in facts.strange and len(tokens) > 1 and _order_misspelt(tokens, grammar, facts):
        return False
    if not facts.strange and _named_before_an_order(tokens, grammar):
        return False
    if not below:
        return bool(facts.strange) or not facts.acting
    own = grammar.words - _starts(grammar)
    rest = [word for word in facts.strange if MEANT.get(word) == "" or not _slip_of(word, own)]
    return bool(rest) or not (facts.orderly or facts.acting or facts.strange)


def _order_misspelt(tokens: Sequence[Token], grammar: Grammar, facts: Facts) -> bool:
    """`spned 4`, `Ende impulse`, `rol US-2 nver`: an order word with one slip, and behind it what belongs to it, or nearly so."""
    first = tokens[0].text
    near = [word for word in _starts(grammar) if slips(first, word, 1) == 1 and len(first) > 2]
    near = [word for word in near if all(_slip_of(other, _own_words(word, grammar)) for other in facts.strange if other != first)]
    behind = {token.text for token in tokens[1:]}
    return bool(near) and (bool(facts.counts) or any(behind & (_own_words(word, grammar) - EVERYDAY) for word in near))


def _named_before_an_order(tokens: Sequence[Token], grammar: Grammar) -> bool:
    """`US-2 roll never`: a name with a figure that is no unit's, and an order behind it."""
    first, second = tokens[0].text, tokens[1].text if len(tokens) > 1 else ""
    named = first[:1].isalpha() and any(map(str.isdigit, first))
    return named and _is_order_word(second, grammar) and second not in EVERYDAY


def _short(word: str, names: Names) -> bool:
    """The first part of a call, `B` of B/504, as it may stand behind others of its formation."""
    return any(name.startswith(f"{word}/") for name in names.calls.names)


@kept(64)
def _starts(grammar: Grammar) -> frozenset[str]:
    """The words that orders and questions begin with."""
    return frozenset(word for verbs in grammar.verbs.values() for word in verbs)


def _own_words(first: str, grammar: Grammar) -> frozenset[str]:
    """The words of the orders that begin with this one; of IF and ELSE all that may follow."""
    branch = grammar.asking | acting_words(grammar) if first in BRANCHES else frozenset[str]()
    lines = (line for verbs in grammar.verbs.values() for verb, _ in verbs.get(first, ()) for line in verb.syntax)
    return frozenset(word for line in lines for word in re.findall(r"[a-z][a-z-]*", line)) - EVERYDAY - {first} | branch


def _is_timed(first: str, grammar: Grammar) -> bool:
    """Does an order that begins with this word name a moment?"""
    entries = (verb for verbs in grammar.verbs.values() for verb, _ in verbs.get(first, ()))
    return any("MOMENT" in syntax or "CLOCK" in syntax for verb in entries for syntax in verb.syntax)


def _is_order_word(word: str, grammar: Grammar) -> bool:
    return word in BRANCHES or word == "activate" or grammar.knows(word)


def _slip_of(word: str, words: Iterable[str]) -> bool:
    """One slip from a word of some length? Short words are near to everything."""
    return len(word) > 4 and any(len(other) > 4 and slips(word, other, 1) == 1 for other in words)

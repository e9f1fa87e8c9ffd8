"""Facts: what a line holds that may be chat. Its units, hexes and order words, and the words that are none of these."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.kernel.edit_distance import slips
from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.orders.everyday import CALENDAR, COUNTS, DIRECTION_WORDS, EVERYDAY, HOURS, SIGNING, SPEAKING
from pbem.orders.hints import MEANT
from pbem.orders.lexer import FILLERS, Token
from pbem.orders.matcher import Grammar
from pbem.orders.parse_state import Names

BRANCHES = frozenset({"if", "else"})
_COUNTED = ("everyday", "acting", "units", "hexes", "numbers", "dates", "places", "counts")  # fields of facts that count
_ENOUGH = 3  # words of no order that make a sentence
_PLACED = re.compile(r"\b(?:HEX|PATH|CHAIN|COURSE|UNITS?|FORMATION)")
_MIXED = re.compile(r"\S*[0-9]\S*")  # numbers, and names with some: `T1`, `3rd`, `24/7`
_LONG_NUMBER = 5  # digits of a telephone, a date
_BETWEEN = frozenset({",", ".", "the", "den", "de", "le", "el"})  # what may stand between a day's name and its date


class Facts(Value):
    """What a line holds. strange: words of no order; orderly: order words that are not met in any sentence; acting: words that
    order a unit, or several; units, hexes: how many that are surely meant as such; numbers: hexes written without a dot, where a
    house or a postcode may be meant; dates: hexes that are a date or a time; places: names of hexes; counts: numbers, in figures
    or words."""

    strange: tuple[str, ...]
    orderly: tuple[str, ...]
    everyday: int
    acting: int
    units: int
    hexes: int
    numbers: int
    dates: int
    places: int
    counts: int
    long_number: bool

    @property
    def sentence(self) -> bool:
        """Are there words enough, beside those of orders, for a sentence?"""
        return len(self.strange) >= _ENOUGH

    @property
    def prose(self) -> bool:
        """Are there words of no order, and enough of any sentence with them? Then it is no order with a slip."""
        return len(self.strange) > 1 and len(self.strange) + self.everyday >= _ENOUGH

    @property
    def fields(self) -> int:
        """How many hexes may be meant; beside an order word, or what people say for one, a number, a date, a place is one too."""
        ordered = self.acting or any(word in MEANT for word in self.strange)
        return self.hexes + (self.numbers + self.dates + self.places if ordered else 0)


def facts_of(tokens: Sequence[Token], names: Names, grammar: Grammar) -> Facts:
    """The facts of a line's tokens."""
    found = list(_told(tokens, names, grammar))
    counted = Counter(fact.kind for fact in found)
    return Facts(
        strange=tuple(fact.text for fact in found if fact.kind == "strange"),
        orderly=tuple(fact.text for fact in found if fact.kind == "orderly"),
        long_number=any(fact.kind == "counts" and sum(map(str.isdigit, fact.text)) >= _LONG_NUMBER for fact in found),
        **{kind: counted[kind] for kind in _COUNTED},
    )


class _Told(NamedTuple):
    """What a token tells: a field of `Facts`, and its text."""

    kind: str
    text: str


def _told(tokens: Sequence[Token], names: Names, grammar: Grammar) -> Iterator[_Told]:
    """What each token of a line tells; a unit's name counts once, however many tokens it has."""
    at = 0
    while at < len(tokens):
        token, end = tokens[at], unit_at(tokens, at, names)
        if (end and _is_meant(tokens, at, end, names)) or like_a_unit(token, names):
            yield _Told("units", token.text)
            at = max(end, at + 1)
            continue
        if token.kind == "word" and names.places.longest(tokens, at) is not None:
            yield _Told("places", token.text)
        yield from (_Told(kind, token.text) for kind in _kinds(tokens, at, grammar))
        at += 1


def _kinds(tokens: Sequence[Token], at: int, grammar: Grammar) -> tuple[str, ...]:
    """What a token that names no unit is counted as: nothing, one thing, or a number that may be several."""
    token = tokens[at]
    if token.kind == "hex":
        return ("dates",) if _is_date(tokens, at) else ("hexes",)
    if token.text in COUNTS or token.kind == "clock" or _MIXED.fullmatch(token.text):
        with_a_hex = (_bare_hex(tokens, at),) if _is_bare_hex(token.text) else ()
        return ("counts", *with_a_hex, *(("everyday",) if token.text in EVERYDAY else ()))
    return () if token.kind == "mark" or token.text in FILLERS else (_kind(token.text, grammar),)


def _bare_hex(tokens: Sequence[Token], at: int) -> str:
    """`1311` behind a direction, or first of all, is a hex; anywhere else a house or a postcode may be meant."""
    return "numbers" if at and tokens[at - 1].text not in DIRECTION_WORDS else "hexes"


def _is_bare_hex(text: str) -> bool:
    """`1311`, and no year."""
    return len(text) == 4 and text.isdigit() and not text.startswith(("19", "20"))


def _is_date(tokens: Sequence[Token], at: int) -> bool:
    """`Friday 13.11.`, `12.11 December`, `20.30 Uhr`: the name of a day or month stands beside it, or a word of the clock."""
    before = next((token.text for token in reversed(tokens[:at]) if token.text not in _BETWEEN), "")
    after = next((token.text for token in tokens[at + 1 :] if token.text not in _BETWEEN), "")
    return before in CALENDAR or after in CALENDAR or after in HOURS


def _is_meant(tokens: Sequence[Token], start: int, end: int, names: Names) -> bool:
    """Is a name surely a unit's? A formation's may be its staff's, whose commander signs or is greeted with it: `Good morning, 504
    here`; one with a figure that stands alone is the rest of an order."""
    if names.calls.longest(tokens, start) is not None:
        return True
    if any(token.text in SPEAKING for token in tokens[end : end + 1]):
        return False
    beside = [token.text for token in (*tokens[:start], *tokens[end:]) if token.kind != "mark"]
    alone = not beside and any(c.isdigit() for token in tokens[start:end] for c in token.text)
    return alone or any(text not in SIGNING for text in beside)


def _kind(word: str, grammar: Grammar) -> str:
    if word in EVERYDAY:
        return "everyday"
    if word in acting_words(grammar):
        return "acting"
    return "orderly" if word in grammar.words or word in grammar.asking or word in BRANCHES else "strange"


def unit_at(tokens: Sequence[Token], at: int, names: Names) -> int:
    """The token behind the unit or formation named in full at a token, 0 for none."""
    found = (names.calls.longest(tokens, at), names.formations.longest(tokens, at))
    return max((each[1] for each in found if each), default=0)


def like_a_unit(token: Token, names: Names) -> bool:
    """A name that no unit has, and that can be meant for nothing else: the suffix of some, or one slip from one."""
    text = token.text
    if token.kind != "word" or not any(map(str.isdigit, text)) or not any(map(str.isalpha, text)):
        return False
    if "/" in text and any(name.endswith(text[text.index("/") :]) for name in names.calls.names):
        return True
    return len(text) > 3 and any(slips(text, name, 1) == 1 for name in names.calls.names)


@kept(64)
def acting_words(grammar: Grammar) -> frozenset[str]:
    """The words that begin an order of units: those of a unit, and those of the letter that name units or hexes."""
    letter = (
        w for w, entries in grammar.first("letter").items() if any(_PLACED.search(s) for verb, _ in entries for s in verb.syntax)
    )
    return (frozenset(grammar.first("unit")) | frozenset(letter)) - EVERYDAY

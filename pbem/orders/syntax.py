"""Syntax lines: the one source of an order's form, for reading, HELP, canonical printing and the property tests.

Notation: lower-case words are literal, UPPER-CASE are slots (`slots.py`), `SLOT...` takes several, `[x]` may be left
out, `(a|b)` is a choice and so is `a|b` at the top. Fillers ("to", "at", "the", marks) are shown but never demanded.
Optional parts may be written in any order, also before a part that must be there; the syntax line's order is canonical.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import TypeAlias

from pbem.kernel.values import Value
from pbem.orders.lexer import FILLER_WORDS, fold_name
from pbem.orders.slots import SLOTS


class PlainWord(Value):
    """A literal word; `phrase` is the run of literal words it begins ("by road"), for telling what was expected."""

    text: str
    phrase: str = ""


class Slot(Value):
    """A place for a value of a kind of SLOTS; `many` takes several of a kind that takes one."""

    name: str
    kind: str
    many: bool = False


class Option(Value):
    """A part that may be left out."""

    inner: "Pattern"


class Choice(Value):
    """One of several parts; the one that takes most of the line wins, of equals the first."""

    branches: tuple["Pattern", ...]


class Series(Value):
    """Parts one after another."""

    parts: tuple["Pattern", ...]


Pattern: TypeAlias = PlainWord | Slot | Option | Choice | Series


@cache
def parse_syntax(line: str) -> Pattern:
    """The pattern of one syntax line; ValueError if the line is not in the notation."""
    pieces = re.findall(r"\.\.\.|[\[\]()|]|[^\s\[\]()|.,]+", line)
    pattern, end = _alternatives(pieces, 0, line)
    if end != len(pieces):
        raise ValueError(f"syntax {line!r}: {pieces[end]!r} has no partner")
    _slot_names(pattern, line)
    return pattern


def _slot_names(pattern: Pattern, line: str) -> frozenset[str]:
    """The slots of a pattern; ValueError when two that can be said together bear one name."""
    match pattern:
        case Slot(name):
            return frozenset({name})
        case Option(inner):
            return _slot_names(inner, line)
        case Choice(branches):
            return frozenset().union(*(_slot_names(branch, line) for branch in branches))
        case Series(parts):
            named = [name for part in parts for name in _slot_names(part, line)]
            if len(named) > len(set(named)):
                raise ValueError(f"syntax {line!r}: two slots of one name; call one of them NAME_SOMETHING")
            return frozenset(named)
    return frozenset()


def _alternatives(pieces: Sequence[str], at: int, line: str) -> tuple[Pattern, int]:
    branches: list[Pattern] = []
    while True:
        branch, at = _sequence(pieces, at, line)
        branches.append(branch)
        if at == len(pieces) or pieces[at] != "|":
            return (branches[0] if len(branches) == 1 else Choice(tuple(branches))), at
        at += 1


def _sequence(pieces: Sequence[str], at: int, line: str) -> tuple[Pattern, int]:
    parts: list[Pattern] = []
    while at < len(pieces) and pieces[at] not in ("|", "]", ")"):
        part, at = _part(pieces, at, line)
        parts.append(part)
    if not parts:
        raise ValueError(f"syntax {line!r}: an empty part")
    return (parts[0] if len(parts) == 1 else Series(tuple(_phrased(parts)))), at


def _phrased(parts: Sequence[Pattern]) -> Iterator[Pattern]:
    for place, part in enumerate(parts):
        if isinstance(part, PlainWord):
            run = takewhile(lambda other: isinstance(other, PlainWord), parts[place:])
            yield PlainWord(part.text, " ".join(word.text for word in run if isinstance(word, PlainWord)))
        else:
            yield part


def _part(pieces: Sequence[str], at: int, line: str) -> tuple[Pattern, int]:
    piece = pieces[at]
    if piece in ("[", "("):
        inner, end = _alternatives(pieces, at + 1, line)
        if end == len(pieces) or pieces[end] != {"[": "]", "(": ")"}[piece]:
            raise ValueError(f"syntax {line!r}: {piece!r} has no partner")
        return (Option(inner) if piece == "[" else inner), end + 1
    many = pieces[at + 1 : at + 2] == ["..."]
    return _leaf(piece, many, line), at + 1 + many


def _leaf(piece: str, many: bool, line: str) -> Pattern:
    kind = piece.partition("_")[0]
    if kind in SLOTS:
        return Slot(piece, kind, many)
    if many or fold_name(piece) != piece or " " in piece:
        raise ValueError(f"syntax {line!r}: {piece!r} is neither a slot nor a plain lower-case word")
    return PlainWord(piece, piece)


def first_words(pattern: Pattern) -> frozenset[str]:
    """The literal words a pattern can begin with; ValueError when it can begin with a slot or with nothing."""
    match pattern:
        case PlainWord(text):
            return frozenset({text})
        case Choice(branches):
            return frozenset().union(*map(first_words, branches))
        case Series(parts):
            return first_words(parts[0])
    raise ValueError(f"a syntax line begins with a literal word, not with {pattern}")


def literal_words(pattern: Pattern) -> Iterator[str]:
    """Every literal word of a pattern, fillers too."""
    match pattern:
        case PlainWord(text):
            yield text
        case Option(inner):
            yield from literal_words(inner)
        case Choice(parts) | Series(parts):
            for part in parts:
                yield from literal_words(part)


@cache
def name_words(name: str) -> tuple[str, ...]:
    """A verb's name as literal words."""
    return tuple(word for word in fold_name(name).split() if word not in FILLER_WORDS)

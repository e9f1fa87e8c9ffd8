"""The grammar of a ruleset's charts: what their cells may say and which of two says more, what modifiers do, what a source is.

A ruleset gives it as TOML (`tables/grammar.toml`, read here); the kinds of charts know nothing else of it.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pbem.kernel.charts.forms import SCHEMA
from pbem.kernel.values import Value

FILE = "grammar.toml"
"""Beside a ruleset's charts, of which it is none."""
_SEED = re.compile(r"(?:([^:]+):)?([0-9]{1,6})")

Direction = Literal["up", "down"]
OwnTokens = Literal["words", "answers"]


class Term(Value):
    """What a part of a cell is worth: for each match `worth`, times the number that its first group holds (nothing is 1)."""

    find: re.Pattern[str]
    worth: Fraction

    def sum(self, text: str) -> Fraction:
        """What a text is worth by this term."""
        return sum((self.worth * self._times(match) for match in self.find.finditer(text)), Fraction(0))

    def _times(self, match: re.Match[str]) -> Fraction:
        return Fraction((match[1] or 1) if self.find.groups else 1)


class TokenFamily(Value):
    """A family of tokens. own: which list of the chart's own its tokens must be on, "" for any; order: its tokens, least first;
    terms: else what the parts of one are worth; versus: what parts the first side of a cell from the second, of which more is
    more; nothing: the token that stands for nothing, "" for none."""

    name: str
    pattern: re.Pattern[str]
    own: OwnTokens | Literal[""]
    order: tuple[str, ...]
    terms: tuple[Term, ...]
    versus: str
    nothing: str

    def reads(self, cell: str) -> bool:
        """Can a cell be read as a token of this family?"""
        return self.pattern.fullmatch(cell) is not None

    def rank(self, cell: str, own: Sequence[str]) -> Fraction:
        """A number that orders the tokens; own: the chart's own list."""
        if self.own:
            return Fraction(own.index(cell))
        if self.order:
            return Fraction(self.order.index(cell))
        if not self.versus:
            return self._worth(cell)
        first, second = cell.split(self.versus)
        return self._worth(second) - self._worth(first)

    def _worth(self, text: str) -> Fraction:
        return sum((term.sum(text) for term in self.terms), Fraction(0))


_ABSENT: Mapping[str, str | tuple[str, ...] | int] = {"text": "", "texts": (), "whole": 0, "flag": False}


class ModifierKey(Value):
    """A key that a ruleset's modifiers may have. kind: of its value; one_of: all that it may say, () for anything."""

    kind: Literal["text", "texts", "whole", "flag"]
    one_of: tuple[str, ...]
    required: bool

    @property
    def absent(self) -> str | tuple[str, ...] | int:
        """What a modifier without the key has."""
        return _ABSENT[self.kind]

    def complaint(self, value: object) -> str:
        """Why a value cannot stand here, "" if it can."""
        if self.one_of and value not in self.one_of:
            return f"must be {_either(self.one_of)}, not {value!r}"
        fits = {
            "text": isinstance(value, str),
            "texts": isinstance(value, list) and all(isinstance(entry, str) for entry in value),
            "whole": isinstance(value, int) and not isinstance(value, bool),
            "flag": isinstance(value, bool),
        }
        wanted = {"text": "a text in quotes", "texts": "a list of texts", "whole": "a whole number", "flag": "true or false"}
        return "" if fits[self.kind] else f"must be {wanted[self.kind]}, not {value!r}"


class SourceGrammar(Value):
    """What a source may be. words: that need no more; texts: the texts that are counted in, each with its last line ("" where
    there is one alone); charts: may a published chart be named?"""

    words: tuple[str, ...]
    texts: Mapping[str, int]
    charts: bool

    def reads(self, source: object) -> bool:
        """Is this a source?"""
        if not isinstance(source, str) or source in self.words:
            return isinstance(source, str)
        kind, _, named = source.partition(":")
        return self.counts(named) if kind == "seed" else self.charts and kind == "chart" and bool(named.strip())

    def counts(self, place: object) -> bool:
        """Is `55` or `002:55` a line of a text?"""
        match = _SEED.fullmatch(str(place))
        return match is not None and 1 <= int(match[2]) <= self.texts.get(match[1] or "", 0)

    def __str__(self) -> str:
        lines = ["seed:<line of the rules text>" if "" in self.texts else "seed:<text>:<line>"] if self.texts else []
        said = [*self.words, *lines, *(["chart:<name>"] if self.charts else [])]
        return f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else "".join(said)


class ChartGrammar(Value):
    """The grammar of a ruleset's charts. claims: the words in which a chart claims an order; bare: sections of a chart's own that
    need no source."""

    families: Mapping[str, TokenFamily]
    operations: tuple[str, ...]
    without_value: tuple[str, ...]
    modifier_keys: Mapping[str, ModifierKey]
    sources: SourceGrammar
    claims: Mapping[str, Direction]
    bare: tuple[str, ...]


class GrammarError(ValueError):
    """A grammar that cannot be read, with the key of each fault."""


class _GrammarPart(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


class _TermForm(_GrammarPart):
    find: str
    worth: int | float = 1


class _FamilyForm(_GrammarPart):
    regex: str
    meaning: str = Field(min_length=1)
    source: str = ""
    own: OwnTokens | Literal[""] = ""
    order: list[str] = []
    terms: list[_TermForm] = []
    versus: str = ""
    nothing: str = ""


class _KeyForm(_GrammarPart):
    kind: Literal["text", "texts", "whole", "flag"]
    one_of: list[str] = []
    required: bool = False


class _ModifiersForm(_GrammarPart):
    operations: list[str] = []
    without_value: list[str] = []
    key: dict[str, _KeyForm] = {}


class _SourcesForm(_GrammarPart):
    words: list[str] = ["house"]
    texts: dict[str, int] = {}
    charts: bool = True


class _GrammarForm(_GrammarPart):
    schema_tag: Literal["pbem-table/1"] = Field(alias="schema")
    id: Literal["grammar"]
    title: str
    kind: Literal["grammar"]
    source: str = ""
    basis: list[int | str] = []
    rationale: str
    bare: list[str] = []
    sources: _SourcesForm = _SourcesForm()
    claims: dict[str, Direction] = {"up": "up", "down": "down"}
    modifiers: _ModifiersForm = _ModifiersForm()
    family: dict[str, _FamilyForm] = {}


def parse_grammar(text: str) -> ChartGrammar:
    """Reads a grammar. GrammarError with all that is wrong in it."""
    try:
        form = _GrammarForm.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as trouble:
        raise GrammarError(f"{FILE}: cannot be read: {trouble}") from None
    except ValidationError as trouble:
        lines = (f"{FILE}: {'.'.join(map(str, error['loc']))}: {error['msg']}" for error in trouble.errors())
        raise GrammarError("\n".join(lines)) from None
    faults = list(_faults(form))
    if faults:
        raise GrammarError("\n".join(f"{FILE}: {fault}" for fault in faults))
    keys = {name: ModifierKey(key.kind, tuple(key.one_of), key.required) for name, key in form.modifiers.key.items()}
    return ChartGrammar(
        families=MappingProxyType({name: _family(name, family) for name, family in form.family.items()}),
        operations=tuple(form.modifiers.operations),
        without_value=tuple(form.modifiers.without_value),
        modifier_keys=MappingProxyType(keys),
        sources=SourceGrammar(tuple(form.sources.words), MappingProxyType(form.sources.texts), form.sources.charts),
        claims=MappingProxyType(form.claims),
        bare=tuple(form.bare),
    )


def _family(name: str, form: _FamilyForm) -> TokenFamily:
    terms = tuple(Term(re.compile(term.find), Fraction(str(term.worth))) for term in form.terms)
    return TokenFamily(name, re.compile(form.regex), form.own, tuple(form.order), terms, form.versus, form.nothing)


def _faults(form: _GrammarForm) -> Iterator[str]:
    for name, family in form.family.items():
        yield from (f"family.{name}: {fault}" for fault in _family_faults(family))
    strange = [op for op in form.modifiers.without_value if op not in form.modifiers.operations]
    yield from (f"modifiers.without_value: {op!r} is no operation" for op in strange)


def _family_faults(family: _FamilyForm) -> Iterator[str]:
    wrong = [pattern for pattern in (family.regex, *(term.find for term in family.terms)) if not _compiles(pattern)]
    if wrong:
        yield f"{wrong[0]!r} is not a pattern"
        return
    if sum(map(bool, (family.own, family.order, family.terms))) != 1:
        yield "needs one of own, order, terms, by which its tokens are ranked"
    tokens = (*family.order, *filter(None, [family.nothing]))
    yield from (f"{token!r} is no token of it" for token in tokens if not re.fullmatch(family.regex, token))


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _either(words: Sequence[str]) -> str:
    said = [repr(word) for word in words]
    return f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else "".join(said)


PLAIN = parse_grammar(f'''schema = "{SCHEMA}"
id = "grammar"
title = "Without a grammar of its own"
kind = "grammar"
rationale = "A ruleset whose charts need numbers and words alone."
[family.number]
regex = "-?[0-9]+(?:\\\\.[0-9]+)?"
meaning = "a plain number"
terms = [{{ find = "(-?[0-9]+(?:\\\\.[0-9]+)?)" }}]
[family.word]
regex = "[a-z][a-z0-9_]*"
meaning = "a name of the same chart"
own = "words"
''')
"""That of a ruleset which gives none."""

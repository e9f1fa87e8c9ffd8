"""One reading of some tokens: what it may look names up in, and how far it got before it failed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.orders.lexer import FILLERS, NameIndex, Token, index_names
from pbem.orders.tree import Act, Condition, Step, Vocabulary


class Expected(NamedTuple):
    """What would have been understood: a literal word (and the phrase it begins), a slot kind, or the line's end."""

    kind: str
    text: str
    phrase: str = ""


class PlaceName(NamedTuple):
    """A place by its name."""

    name: str
    hex: Hex


class FormationName(NamedTuple):
    """A formation, and the calls of its units."""

    name: str
    calls: tuple[str, ...]


class Names(Value):
    """The names of a vocabulary, indexed."""

    calls: NameIndex[str]
    places: NameIndex[Hex]
    formations: NameIndex[FormationName]
    targets: NameIndex[str]
    called: Mapping[str, str]


@dataclass(slots=True)
class Attempt:
    """One reading of some tokens: the calls named so far and how far it got before it failed."""

    tokens: Sequence[Token]
    text: str
    names: Names
    acts: "Callable[[Attempt, int], tuple[Act, int] | None]"
    conditions: "Callable[[Attempt, int], tuple[Condition, int] | None]"
    stops: frozenset[str] = frozenset()
    seen: list[str] = field(default_factory=list)
    depth: int = 0
    furthest: int = -1
    expected: list[Expected] = field(default_factory=list)
    script: "Callable[[Attempt, int], tuple[tuple[Step, ...], int] | None] | None" = None

    def word(self, at: int) -> str:
        """The text of a token, "" beyond the last."""
        return self.tokens[at].text if at < len(self.tokens) else ""

    def past_fillers(self, at: int) -> int:
        """The first token from `at` on that is no filler."""
        while at < len(self.tokens) and self.tokens[at].text in FILLERS:
            at += 1
        return at

    def wanted(self, at: int, expected: Expected) -> None:
        """Remember what was looked for at the furthest place reached."""
        if at > self.furthest:
            self.furthest, self.expected = at, []
        if at == self.furthest and expected not in self.expected:
            self.expected.append(expected)


@kept(8)
def index_vocabulary(vocabulary: Vocabulary) -> Names:
    """The names of a vocabulary, indexed; every call also under itself."""
    formations = (FormationName(name, tuple(members)) for name, members in vocabulary.formations.items())
    own = tuple(vocabulary.calls.items()), tuple(starmap(PlaceName, vocabulary.places.items())), tuple(formations)
    return _indexed(*own, tuple(vocabulary.targets.items()), tuple(vocabulary.called.items()))


@lru_cache(maxsize=256)  # a side's names stay the same from letter to letter
def _indexed(
    calls: tuple[tuple[str, str], ...],
    places: tuple[PlaceName, ...],
    formations: tuple[FormationName, ...],
    targets: tuple[tuple[str, str], ...],
    called: tuple[tuple[str, str], ...],
) -> Names:
    by_call = {call: call for _, call in calls} | dict(calls)
    formed = {f.name: f for f in formations}
    return Names(index_names(by_call), index_names(dict(places)), index_names(formed), index_names(dict(targets)), dict(called))

"""Findings about a chart, and the checks that several kinds share: sources, ids, tokens, die roll modifiers.

A finding is (where, what): `where` is the path of keys and list positions in the file.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from pbem.kernel.charts.forms import ClaimForm, DrmForm
from pbem.kernel.charts.grammar import ChartGrammar, Direction, SourceGrammar, TokenFamily

Place = tuple[str | int, ...]
Finding = tuple[Place, str]

_LOOKED_UP = re.compile(r"[a-z]+\.[a-z_]+")
_RATIO = re.compile(r"([1-9][0-9]*):([1-9][0-9]*)")


def ratio(label: str) -> Fraction | None:
    """3/2 for "3:2"; None for what is not a ratio."""
    match = _RATIO.fullmatch(label)
    return Fraction(int(match[1]), int(match[2])) if match else None


def sources(place: Place, node: object, grammar: SourceGrammar) -> Iterator[Finding]:
    """Every `source` of a document must be what the grammar takes for one."""
    if isinstance(node, dict):
        for key, value in node.items():
            named = key == "source" or key.endswith("_source")
            yield from _source((*place, key), value, grammar) if named else sources((*place, key), value, grammar)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from sources((*place, index), value, grammar)


def unique(key: str, ids: Sequence[Hashable]) -> Iterator[Finding]:
    """Every id that an earlier entry of a list under `key` has taken."""
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield (key, index, "id"), f"{name!r} is taken by an earlier entry"


def rising(place: Place, numbers: Sequence[int | Fraction]) -> Iterator[Finding]:
    """Numbers that do not rise from one to the next."""
    if any(second <= first for first, second in pairwise(numbers)):
        yield place, "must rise from left to right"


def token_findings(place: Place, cells: Sequence[str], family: TokenFamily, allowed: Sequence[str]) -> Iterator[Finding]:
    """The cells that are no token of a family, or not on the chart's own list of those `allowed` (empty for any)."""
    for cell in cells:
        if not family.reads(cell):
            yield place, f"{cell!r} cannot be read as a token of the {family.name} family"
        elif allowed and cell not in allowed:
            yield place, f"{cell!r} is not one of {listed(allowed)}"


def drm_findings(drms: Sequence[DrmForm]) -> Iterator[Finding]:
    """What is wrong with a list of die roll modifiers."""
    yield from unique("drm", [drm.id for drm in drms])
    for index, drm in enumerate(drms):
        bounded = drm.lo is not None and drm.hi is not None
        if isinstance(drm.value, str) and not _LOOKED_UP.fullmatch(drm.value) and not bounded:
            yield ("drm", index, "value"), "is a formula, so it needs lo and hi"


def listed(things: Sequence[object]) -> str:
    """Things in words: "a, b, c"."""
    return ", ".join(map(str, things)) or "nothing"


def unknown_family(place: Place, name: str, grammar: ChartGrammar) -> Iterator[Finding]:
    """A family of tokens that the grammar has not."""
    if name not in grammar.families:
        yield place, f"{name!r} is not one of {listed(tuple(grammar.families))}"


def claim_findings(
    place: Place, claims: Sequence[ClaimForm], rows: Sequence[Sequence[Fraction]], grammar: ChartGrammar
) -> Iterator[Finding]:
    """The claims of an order that the ranks of some cells, row by row, do not keep."""
    for claim in claims:
        across, lines = ("row", rows) if claim.axis == "columns" else ("column", list(zip(*rows, strict=True)))
        for number, line in enumerate(lines):
            if _turns(line, grammar.claims[claim.direction]):
                yield place, f"{across} {number + 1} does not go {claim.direction} along the {claim.axis} as claimed"


def _turns(ranks: Sequence[Fraction], direction: Direction) -> bool:
    steps = [second - first for first, second in pairwise(ranks)]
    return min(steps, default=0) < 0 if direction == "up" else max(steps, default=0) > 0


def unknown_claims(claims: Sequence[ClaimForm], grammar: ChartGrammar) -> Iterator[Finding]:
    """Claims in words that the grammar has not."""
    for index, claim in enumerate(claims):
        if claim.direction not in grammar.claims:
            yield ("monotone", index, "direction"), f"{claim.direction!r} is not one of {listed(tuple(grammar.claims))}"


def _source(place: Place, value: object, grammar: SourceGrammar) -> Iterator[Finding]:
    for source in value if isinstance(value, list) else [value]:
        if not grammar.reads(source):
            yield place, f"{source!r} is not a source; write {grammar}"

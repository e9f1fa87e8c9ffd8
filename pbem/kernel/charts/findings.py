"""Findings about a chart, and the checks that several kinds share: sources, ids, tokens, die roll modifiers.

A finding is (where, what): `where` is the path of keys and list positions in the file.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from pbem.kernel.charts.forms import DrmForm
from pbem.kernel.charts.tokens import is_token

Place = tuple[str | int, ...]
Finding = tuple[Place, str]

LAST_LINE = 880  # of the rules text that `seed:` and `basis` count in
_SOURCE = re.compile(r"house|seed:([0-9]{1,3})|chart:.*\S.*")
_LOOKED_UP = re.compile(r"[a-z]+\.[a-z_]+")
_RATIO = re.compile(r"([1-9][0-9]*):([1-9][0-9]*)")


def ratio(label: str) -> Fraction | None:
    """3/2 for "3:2"; None for what is not a ratio."""
    match = _RATIO.fullmatch(label)
    return Fraction(int(match[1]), int(match[2])) if match else None


def sources(place: Place, node: object) -> Iterator[Finding]:
    """Every `source` of a document must be house, seed:<line> or chart:<name>."""
    if isinstance(node, dict):
        for key, value in node.items():
            named = key == "source" or key.endswith("_source")
            yield from _source((*place, key), value) if named else sources((*place, key), value)
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from sources((*place, index), value)


def unique(key: str, ids: Sequence[Hashable]) -> Iterator[Finding]:
    """Every id that an earlier entry of a list under `key` has taken."""
    for index, name in enumerate(ids):
        if name in ids[:index]:
            yield (key, index, "id"), f"{name!r} is taken by an earlier entry"


def rising(place: Place, numbers: Sequence[int | Fraction]) -> Iterator[Finding]:
    """Numbers that do not rise from one to the next."""
    if any(second <= first for first, second in pairwise(numbers)):
        yield place, "must rise from left to right"


def token_findings(place: Place, cells: Sequence[str], family: str, allowed: Sequence[str]) -> Iterator[Finding]:
    """The cells that are no token of a family, or not on the chart's own list of those `allowed` (empty for any)."""
    for cell in cells:
        if not is_token(family, cell):
            yield place, f"{cell!r} cannot be read as a token of the {family} family"
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


def _source(place: Place, value: object) -> Iterator[Finding]:
    for source in value if isinstance(value, list) else [value]:
        match = _SOURCE.fullmatch(source) if isinstance(source, str) else None
        if match is None or (match[1] and not 1 <= int(match[1]) <= LAST_LINE):
            yield place, f"{source!r} is not a source; write house, seed:<line of the rules text> or chart:<name>"

"""The tokens in the cells of a chart: which families there are, what each cell says, and which of two is more.

A family's pattern stands here because the code reads the cells.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

Side = tuple[int, int]
"""What the CRT does to one side: step losses, hexes of retreat."""

_FIRE = re.compile(r"([1-9]?)([dD])")
_HITS = re.compile(r"([hAE])([1-9]?)")
_AIRCRAFT = re.compile(r"([EA])([1-9])")
_DAMAGE = re.compile(r"[1-9]")


def crt_side(text: str) -> Side:
    """(step losses, hexes of retreat) of one side: "2R1" is (2, 1), "-" is (0, 0)."""
    if text == "-":
        return 0, 0
    losses, _, hexes = text.partition("R")
    return int(losses), int(hexes or 0)


def crt_cell(text: str) -> tuple[Side, Side]:
    """Attacker's and defender's side of a CRT cell: "2R2/-" is ((2, 2), (0, 0))."""
    attacker, defender = text.split("/")
    return crt_side(attacker), crt_side(defender)


def fire_cell(text: str) -> tuple[int, str]:
    """(damage to each target, "d" one target or "D" every tying target): "2D" is (2, "D"), "-" is (0, "")."""
    match = _FIRE.fullmatch(text)
    return (int(match[1] or 0), match[2]) if match else (0, "")


def _rank_fire(cell: str) -> Fraction:
    damage, targets = fire_cell(cell)
    return 3 * damage + {"": Fraction(0), "d": Fraction(1), "D": Fraction(3, 2)}[targets]


def _rank_hits(cell: str) -> Fraction:
    match = _HITS.fullmatch(cell)
    return Fraction({"h": 1, "A": 10, "E": 100}[match[1]] * int(match[2] or 1)) if match else Fraction(0)


def _rank_aircraft(side: str) -> Fraction:
    return Fraction(sum({"E": 3, "A": 1}[kind] * int(count) for kind, count in _AIRCRAFT.findall(side)))


def _rank_ship(side: str) -> Fraction:
    if side == "S":
        return Fraction(9)
    return sum(map(Fraction, _DAMAGE.findall(side)), Fraction("X" in side, 2))


def _rank_crt(cell: str) -> Fraction:
    (attacker, _), (defender, _) = crt_cell(cell)
    return Fraction(defender - attacker)


def _second_less_first(rank: Callable[[str], Fraction]) -> Callable[[str], Fraction]:
    def difference(cell: str) -> Fraction:
        first, second = cell.split("/")
        return rank(second) - rank(first)

    return difference


def _place_in(order: str) -> Callable[[str], Fraction]:
    return lambda cell: Fraction(order.index(cell))


def _rank_cost(cell: str) -> Fraction:
    return {"X": Fraction(100), "A": Fraction(50)}.get(cell) or Fraction(cell)


# name: the pattern of a cell, and the rank that orders cells for a chart's monotone claims. The words of a chart and
# its answers are ordered by the chart's own list.
# crt: attacker / defender; 2 two step losses, 1R2 one and a retreat of two hexes, 0R1 a retreat without loss.
# fire: d one target, the one with the highest die, D all that tie for it: each falls a state; a number is damage to each too.
# aa: h a hit, A one aircraft aborts, E one is destroyed; a number repeats it. air: attacker / defender, E destroys, A aborts.
# intercept: I takes place. ship: damage points, X disabled, S sunk. duel: firer / target, as ship. sub: X disabled, S sunk.
# drift: hexes. cost: movement points; X prohibited but for a road, a bridge or a note, A every AP and good order.
# word: a name of the same chart. answer: a question of the chart's list, answered truthfully. number: a plain number.
# ford: F crosses at one point more, S crosses with all AP, N stays.
_FAMILIES: Mapping[str, tuple[str, Callable[[str], Fraction] | None]] = MappingProxyType(
    {
        "crt": (r"(?:-|[0-9]+(?:R[1-9])?)/(?:-|[0-9]+(?:R[1-9])?)", _rank_crt),
        "fire": (r"-|[1-9]?[dD]", _rank_fire),
        "aa": (r"-|h[1-9]?|A[1-9]?|E[1-9]?", _rank_hits),
        "air": (
            r"(?:-|E[1-9](?:A[1-9])?|A[1-9])/(?:-|E[1-9](?:A[1-9])?|A[1-9])",
            _second_less_first(_rank_aircraft),
        ),
        "intercept": (r"-|I", _place_in("-I")),
        "ship": (r"-|[1-9]X?|X|S", _rank_ship),
        "duel": (r"(?:-|[1-9]X?|X)/(?:-|[1-9]X?|X)", _second_less_first(_rank_ship)),
        "sub": (r"-|X|S", _place_in("-XS")),
        "drift": (r"[0-5]", Fraction),
        "cost": (r"[0-9]+(?:\.5)?|X|A", _rank_cost),
        "word": (r"[a-z][a-z0-9_]*", None),
        "answer": (r"-|[A-Z]", None),
        "number": (r"-?[0-9]+(?:\.[0-9]+)?", Fraction),
        "ford": (r"F|S|N", _place_in("FSN")),
    }
)

FAMILY_NAMES = tuple(_FAMILIES)
"""The families a chart may name in `tokens`."""


def is_token(family: str, cell: str) -> bool:
    """Whether a cell can be read as a token of the family."""
    return re.fullmatch(_FAMILIES[family][0], cell) is not None


def rank(family: str, cell: str, order: Sequence[str]) -> Fraction:
    """A number that orders the tokens of a family; `order` is the chart's own list of words or answers."""
    ranking = _FAMILIES[family][1]
    return ranking(cell) if ranking else Fraction(order.index(cell))

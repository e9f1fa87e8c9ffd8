"""Dice as the charts read them: added, or in order as digits; the number or more; and the one rounding (TCSB-1)."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from pbem.kernel.charts.chart import Chart, Sheet
from pbem.kernel.charts.entries import section, text
from pbem.kernel.dice import Dice
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value

AUTOMATIC = "A"
NEVER = ("-", "np")
_IN_ORDER = "d"


class Roll(Value):
    """Dice as they were read. value: their sum, or the digits in order (436 of d666)."""

    occasion: str
    faces: tuple[int, ...]
    value: int


@rule("TCSB-1-7")
def throw_as(dice: Dice, occasion: str, spec: str) -> Roll:
    """Throws "1d6" or "2d6", which are added, or "d66" or "d666", which are read in order, for an occasion."""
    in_order = spec.startswith(_IN_ORDER)
    thrown = dice.throw(occasion, f"{len(spec) - 1}{_IN_ORDER}{spec[1]}" if in_order else spec)
    return Roll(occasion, thrown.faces, digits(thrown.faces) if in_order else thrown.total)


def digits(faces: Sequence[int]) -> int:
    """Faces read in order: 4, 3, 6 are 436."""
    return int("".join(map(str, faces)))


def throw_for(dice: Dice, occasion: str, chart: Chart, part: str = "roll") -> Roll:
    """Rolls the dice that a section of a chart names."""
    spec = section(chart.extras, part)
    return throw_as(dice, occasion, text(spec, "dice" if "dice" in spec else part))


@rule("TCSB-1-8")
def meets(value: int, token: str) -> bool:
    """Does a roll meet a cell that says 'n or more', A for always, - or np for never?"""
    return token == AUTOMATIC or (token not in NEVER and value >= int(token))


def can_fail(token: str) -> bool:
    """Is there anything to roll for?"""
    return token != AUTOMATIC


@rule("TCSB-1-9")
def halves_up(amount: Fraction) -> int:
    """The standard rounding, once and at the very end of a calculation."""
    return floor(amount + Fraction(1, 2))


def cell_of(sheet: Sheet, row: str, column: int | None) -> str:
    """The cell of a row by the number of its column; where there is none, the sign for never."""
    return NEVER[0] if column is None else sheet.rows[row].cells[column]

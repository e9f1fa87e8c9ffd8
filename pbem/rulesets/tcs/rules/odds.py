"""The chances of a shot in percent, as CHANCE prints them and policies ask for them."""

from itertools import product

from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs.rules.rolls import digits, meets

_FACES = range(1, 7)


def percent_of_digits(needed: str, dice: int = 3) -> int:
    """How often dice that are read in order come to a number or more."""
    return _percent([meets(digits(faces), needed) for faces in product(_FACES, repeat=dice)])


def percent_of_sum(needed: str, shift: int, dice: int = 2) -> int:
    """How often dice that are added come to a number or more, with what is added to them."""
    return _percent([meets(sum(faces) + shift, needed) for faces in product(_FACES, repeat=dice)])


@rule("TCSB-1-8")
def _percent(met: list[bool]) -> int:
    return round(100 * sum(met) / len(met))

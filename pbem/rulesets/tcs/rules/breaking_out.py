"""Platoon counters broken out in Command Planning (TCSARM-4.2B-4)."""

from collections.abc import Collection

from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCSARM-4.2B-4")
def broken_out(unit: TacticalUnit, into: int, taken: Collection[str]) -> tuple[TacticalUnit, ...]:
    """A counter as several, its steps divided among them, the first ones larger: the first has its name, the others letters behind
    it. Those that it lacks are hits of each. taken: names that nobody may have again."""
    each, over = divmod(unit.steps, into)
    letters = (letter for letter in "bcdefghijklmnop" if f"{unit.id}{letter}" not in taken)
    names = (unit.id, *(f"{unit.id}{next(letters)}" for _ in range(into - 1)))
    return tuple(replace(unit, id=name, steps=each + (number < over)) for number, name in enumerate(names))

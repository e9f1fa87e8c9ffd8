"""Who is attacked as one: infantry with machine guns, riders of a carrier; and how losses are shared (TCSB-10, TCS3-7)."""

from collections.abc import Iterable, Sequence

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.units import TacticalUnit

INFANTRY = frozenset({"infantry_platoon", "engineer_platoon", "infantry_section"})
WEAPONS = frozenset({"mg_section"})


class Combination(Value):
    """What area fire attacks as one: a unit, or an infantry unit with a machine gun. weapon: None for a unit by itself."""

    unit: TacticalUnit
    weapon: TacticalUnit | None = None

    @property
    def members(self) -> tuple[TacticalUnit, ...]:
        """All that its result is applied to."""
        return (self.unit, self.weapon) if self.weapon else (self.unit,)


class SharedLosses(Value):
    """Steps that an infantry unit and its machine gun lose."""

    infantry: int
    weapon: int


class Pair(Value):
    """A pair that the owner names: ids of an infantry unit and of a machine gun."""

    infantry: str
    weapon: str


@rule("TCS3-7-3")
def may_combine(infantry: TacticalUnit, weapon: TacticalUnit) -> bool:
    """Are they an infantry unit and a machine gun in one hex?"""
    return infantry.counter.type in INFANTRY and weapon.counter.type in WEAPONS and infantry.hex == weapon.hex


@rule("TCS3-7-3")
def attacked_apart(units: Iterable[TacticalUnit], pairs: Iterable[Pair]) -> tuple[Combination, ...]:
    """How the units of a hex are attacked: the pairs that are named and may be, and everybody else by himself, each unit once."""
    left = {unit.id: unit for unit in units}
    found: list[Combination] = []
    for pair in pairs:
        infantry, weapon = left.get(pair.infantry), left.get(pair.weapon)
        if infantry and weapon and may_combine(infantry, weapon):
            found.append(Combination(infantry, weapon))
            del left[pair.infantry], left[pair.weapon]
    return (*found, *map(Combination, left.values()))


@rule("TCS3-7-4")
def own_pairs(units: Sequence[TacticalUnit]) -> tuple[Pair, ...]:
    """The pairs a side forms when it named none: the infantry of best morale, which counts for both, takes the weakest gun."""
    infantry = sorted((u for u in units if u.counter.type in INFANTRY), key=lambda unit: (unit.morale, unit.id))
    weapons = sorted((u for u in units if u.counter.type in WEAPONS), key=lambda unit: (unit.steps, unit.id))
    return tuple(Pair(man.id, gun.id) for man, gun in zip(infantry, weapons, strict=False))


@rule("TCSB-10-2", "TCS3-7-4")
def share_losses(losses: int, together: Combination, weapon_first: bool = False) -> SharedLosses:
    """How a combination loses steps: its owner chooses who goes first, the rest falls on the other, what is over on nobody."""
    weapon = together.weapon.steps if together.weapon else 0
    if weapon_first:
        gone = min(losses, weapon)
        return SharedLosses(min(losses - gone, together.unit.steps), gone)
    gone = min(losses, together.unit.steps)
    return SharedLosses(gone, min(losses - gone, weapon))

"""What comes onto the map and goes off it at its edge: groups that enter in a turn, hexes where a side may leave."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value
from pbem.rulesets.tcs.units import TacticalUnit


class GroupArrival(Value):
    """A group that comes in a turn, at the first of these hexes of the edge that has room for each of its units."""

    turn: int
    hexes: tuple[Hex, ...]
    units: tuple[TacticalUnit, ...]


class Exit(Value):
    """Where units of a side may leave the map for good. each: points for a unit of these kinds of counter (() = of any); held: all
    of these hexes its side must hold first."""

    side: str
    hexes: tuple[Hex, ...]
    each: int
    what: str
    counters: tuple[str, ...] = ()
    held: tuple[Hex, ...] = ()

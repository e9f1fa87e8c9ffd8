"""Stacking (TOCS-W1.6-1, W3.0)."""

from collections.abc import Callable, Iterable

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.units import Unit

MOST_UNITS = 4
MOST_ASSETS = 4

Queue = Callable[[Unit], tuple[object, ...]]
"""The place of a unit in the queue of those its owner gives up first, lowest first."""


@rule("TOCS-W1.6-1", "TOCS-W3.0-1")
def over(counters: Iterable[Counter]) -> tuple[int, int]:
    """How many (companies, platoons and batteries; assets) stand over the limit of four each; HQs are free."""
    kinds = [c.kind for c in counters]
    units = sum(k not in ("hq", "asset") for k in kinds)
    return max(0, units - MOST_UNITS), max(0, kinds.count("asset") - MOST_ASSETS)


def afoot(forces: Forces, hex_: Hex) -> tuple[Unit, ...]:
    """The units that stand in a hex: those on a train take no room there."""
    return tuple(unit for unit in forces.at(hex_) if not unit.train)


@rule("TOCS-W3.0-1")
def too_many(forces: Forces, hex_: Hex) -> int:
    """How many stand over the limit in a hex, of both kinds."""
    return sum(over(forces.counter(u) for u in afoot(forces, hex_)))


def overstacked(forces: Forces) -> tuple[Hex, ...]:
    """Own hexes over the limit."""
    full = sorted(h for h, there in forces.stacks().items() if len(there) > min(MOST_UNITS, MOST_ASSETS))  # no others can be
    return tuple(h for h in full if too_many(forces, h))


@rule("TOCS-W3.0-2", "TOCS-W3.0-4", "TOCS-W3.0-5")
def surplus(forces: Forces, hex_: Hex, grace: bool = True, queue: Queue | None = None) -> tuple[Unit, ...]:
    """The units that are lost where a hex is over its limit at the end of the owner's impulse, in the order of his
    `queue`; weakest first without one.

    grace: units that a retreat brought in this very impulse are borne with until the next; not at the end of a turn.
    """
    units, assets = over(forces.counter(u) for u in afoot(forces, hex_))
    place = queue or (lambda u: (forces.counter(u).strength, forces.counter(u).steps - u.lost))
    weakest = sorted(afoot(forces, hex_), key=lambda u: (*place(u), u.id))
    line = [u for u in weakest if forces.counter(u).kind not in ("hq", "asset")]
    small = [u for u in weakest if forces.counter(u).kind == "asset"]
    return (*_lost(line, units, grace), *_lost(small, assets, grace))


def _lost(weakest: list[Unit], number: int, grace: bool) -> list[Unit]:
    fresh = [u for u in weakest if grace and u.overstacked]
    others = [u for u in weakest if u not in fresh]
    return others[: max(0, number - len(fresh))]

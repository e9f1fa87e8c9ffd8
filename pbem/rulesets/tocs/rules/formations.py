"""Formations: all that is under a headquarters, by the name orders use for it."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import Unit

NOT_COUNTED = ("split", "joined", "left")  # a company whose halves act for it, halves that are a company again, who is gone


class Attached(Value):
    """What formations take of a unit beside its counter: whether it counts, and the HQ it was reassigned to ("" for none)."""

    unit: str
    counts: bool
    under: str


@kept(8)
def attached(units: Mapping[str, Unit]) -> tuple[Attached, ...]:
    """The units that are not simply under whom their counter says. The same tuple for the same, so that what was made of it is
    known again."""
    found = (Attached(unit.id, unit.status not in NOT_COUNTED, unit.under) for unit in units.values())
    return _same(tuple(one for one in found if one.under or not one.counts))


@lru_cache(maxsize=256)
def _same(found: tuple[Attached, ...]) -> tuple[Attached, ...]:
    return found


def members(forces: Forces) -> dict[str, tuple[str, ...]]:
    """`2/504` for all that is under HQ2/504, itself first, then by call; a headquarters with nobody under it is none."""
    below: dict[str, list[str]] = {}
    for counter in sorted(forces.counters.values(), key=lambda c: c.call):
        if forces.units[counter.id].status not in NOT_COUNTED:
            below.setdefault(parent_of(forces, counter.id), []).append(counter.id)

    def under(id_: str) -> list[str]:
        return [id_, *(call for other in below.get(id_, ()) for call in under(other))]

    known = sorted(forces.counters.values(), key=lambda c: c.id)  # a mapping that was stored keeps no order of its own
    staffs = [c for c in known if c.kind == "hq" and below.get(c.id)]
    return {c.formation: tuple(forces.counters[i].call for i in under(c.id)) for c in staffs}


def chain(forces: Forces, call: str) -> tuple[str, ...]:
    """The formations a unit stands in, innermost first; a headquarters stands in its own. () for a call that is none. Aircraft are
    of those they are lent to, a flight of those of its first unit, supplies of all, ships of the seat that has them (TOCS-3.2-9,
    MASL-7.1-1, TOCS-W16.1-1)."""
    known = _chains(forces)
    if call not in known:
        known[call] = _found(forces, call)
    return known[call]


@kept(4)
def _chains(forces: Forces) -> dict[str, tuple[str, ...]]:
    """Those asked for so far, by call: reports ask for every unit, and again for every seat."""
    return {}


def _found(forces: Forces, call: str) -> tuple[str, ...]:
    craft, flight = forces.air.aircraft.get(call), forces.schedule.flights.get(call)
    if forces.sea.knows(call) and not craft:
        return forces.sea.under
    if craft:
        return tuple(members(forces)) if craft.lent is None else craft.lent
    if flight:
        return tuple(_chain(forces, flight.units[0])) if flight.units else tuple(members(forces))
    unit = forces.unit_called(call)
    return tuple(_chain(forces, unit.id)) if unit else ()


def _chain(forces: Forces, id_: str) -> Iterator[str]:
    while id_ in forces.counters:
        counter = forces.counters[id_]
        if counter.formation:
            yield counter.formation
        id_ = parent_of(forces, id_)

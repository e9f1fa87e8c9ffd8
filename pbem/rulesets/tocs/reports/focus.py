"""What a letter of a large side opens: of those its reader commands, or asked about, all; of the others a line a formation."""

from collections.abc import Iterable

from pbem.documents.station import Heading
from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.formations import chain
from pbem.rulesets.tocs.units import Unit

LARGE = 60  # units of a side, on the map or to come, from which a letter leaves out what others command
FEW = 4  # hexes that are named of a formation

Calls = frozenset[str] | None
"""The units that a letter tells of in full; None: all of them."""


def large(forces: Forces) -> bool:
    """Has the side more units than one letter tells of in full?"""
    return len(forces.counters) > LARGE


def opened(picture: Picture, heading: Heading | None) -> Calls:
    """The units that a letter tells of in full: the formation that was asked about, else those its reader may order."""
    if heading is None or not large(picture.forces):
        return None
    return heading.shown if heading.shown is not None else heading.mine


def own(picture: Picture, heading: Heading) -> Calls:
    """The units that a letter of a large side takes for its reader's own: those it tells of in full, for who commands all of them
    those that no other seat has."""
    calls = opened(picture, heading)
    if calls is not None or not heading.delegated or not large(picture.forces):
        return calls
    return frozenset(counter.call for counter in picture.forces.counters.values()) - heading.delegated


def within(forces: Forces, calls: Calls, units: Iterable[str]) -> bool:
    """Is one of these units, by id, told of in full?"""
    return calls is None or any(forces.counters[name].call in calls for name in units)


def formation(forces: Forces, unit: Unit) -> str:
    """The formation that a unit's side is summed up by: the largest that it stands in below the top one."""
    names = chain(forces, forces.counter(unit).call)
    return names[-2] if len(names) > 1 else names[-1] if names else ""


def summed(forces: Forces, units: Iterable[Unit], pressed: frozenset[str]) -> tuple[str, ...]:
    """A line for each formation. pressed: units, by id, that are in contact or were changed."""
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(formation(forces, unit), []).append(unit)
    lines = tuple(_sum(forces, name, some, pressed) for name, some in sorted(groups.items()))
    names = [name for name in sorted(groups) if name]
    return (*lines, say("REPORT {name} opens a formation.", name=names[0])) if names else lines


def _sum(forces: Forces, name: str, units: list[Unit], pressed: frozenset[str]) -> str:
    whole = sum(forces.counter(u).steps for u in units)
    left = whole - sum(u.lost for u in units)
    hexes = sorted({str(u.hex) for u in units})
    where = ", ".join(hexes[:FEW]) + (say(" and {more} more", more=len(hexes) - FEW) if len(hexes) > FEW else "")
    count = counted(len(units), "{number} unit", "{number} units")
    steps = counted(whole, "{left}/{number} step", "{left}/{number} steps", left=left)
    close = sum(u.id in pressed for u in units)
    contact = counted(close, "; {number} changed or in contact", "; {number} changed or in contact") if close else ""
    who = name or ", ".join(forces.counter(u).call for u in units)
    return say("{who}: {count}, {steps}, at {where}{contact}", who=who, count=count, steps=steps, where=where, contact=contact)

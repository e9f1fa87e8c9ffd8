"""What a letter of a large side opens: of those its reader commands, or asked about, all; of the others a line a formation."""

from collections.abc import Iterable
from typing import NamedTuple

from pbem.documents.station import Heading
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import calls_in_short
from pbem.rulesets.tocs.rules.formations import chain
from pbem.rulesets.tocs.units import Unit

LARGE = 60  # units of a side, on the map or to come, from which a letter leaves out what others command
WIDTH = 66  # columns of a formation's line, in which as many of its hexes are named as there is room for
MANY = 6  # formations that have a line each
NEAR = 2  # hexes from an own unit within which a seat reads of a contact in full

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


def of(forces: Forces, calls: Calls, units: Iterable[Unit]) -> list[Unit]:
    """Those of the units that a letter tells of."""
    return [unit for unit in units if calls is None or forces.counter(unit).call in calls]


def beside(forces: Forces, calls: Calls, hex_: Hex) -> bool:
    """Is a hex near a unit that a letter tells of?"""
    return calls is None or any(distance(unit.hex, hex_) <= NEAR for unit in of(forces, calls, forces.on_map()))


def named(forces: Forces, units: Iterable[Unit]) -> str:
    """Units of a large side in short: `all of 504, B,C/307, HQ82`."""
    groups, whole = _by_formation(forces, units), _by_formation(forces, forces.on_map())
    full = [name for name, some in sorted(groups.items()) if name and len(some) == len(whole[name]) > 1]
    rest = [forces.counter(u).call for name, some in sorted(groups.items()) if name not in full for u in some]
    said = (say("all of {formations}", formations=", ".join(full)),) if full else ()
    return ", ".join((*said, *filter(None, [calls_in_short(sorted(rest))])))


def _by_formation(forces: Forces, units: Iterable[Unit]) -> dict[str, list[Unit]]:
    groups: dict[str, list[Unit]] = {}
    for unit in units:
        groups.setdefault(formation(forces, unit), []).append(unit)
    return groups


def formation(forces: Forces, unit: Unit) -> str:
    """The formation that a unit's side is summed up by: the largest that it stands in below the top one."""
    names = chain(forces, forces.counter(unit).call)
    return names[-2] if len(names) > 1 else names[-1] if names else ""


def summed(forces: Forces, units: Iterable[Unit], pressed: frozenset[str], above: Iterable[Unit] = ()) -> tuple[str, ...]:
    """A line for each formation. pressed: units, by id, that are in contact or were changed; above: those that are told of one by
    one, which the lines do not count."""
    groups, told = _by_formation(forces, units), _by_formation(forces, above)
    sums = [Summed(name, some, pressed, name in told) for name, some in sorted(groups.items())]
    lines = tuple(_sum(forces, one) for one in sums)
    if len(groups) > MANY:
        lines = ("; ".join(_sum_in_short(forces, one) for one in sums),)
    names = [name for name in sorted(groups) if name]
    return (*lines, say("REPORT {name} opens a formation.", name=names[0])) if names else lines


class Summed(NamedTuple):
    """A formation that a line sums up. units: those that the line counts; others: are more of it told of above?"""

    name: str
    units: list[Unit]
    pressed: frozenset[str]
    others: bool

    def tally(self) -> str:
        """`17 units`; `5 other units` where some stand above."""
        if self.others and self.name:
            return counted(len(self.units), "{number} other unit", "{number} other units")
        return counted(len(self.units), "{number} unit", "{number} units")


def _sum_in_short(forces: Forces, one: Summed) -> str:
    """`504 17 units 39/45 steps (12 changed or in contact)`."""
    contact = f" ({close})" if (close := _close(one.units, one.pressed)) else ""
    return f"{_who(forces, one.name, one.units)} {one.tally()} {_steps(forces, one.units)}{contact}"


def _who(forces: Forces, name: str, units: list[Unit]) -> str:
    return name or ", ".join(forces.counter(u).call for u in units)


def _steps(forces: Forces, units: list[Unit]) -> str:
    whole = sum(forces.counter(u).steps for u in units)
    return counted(whole, "{left}/{number} step", "{left}/{number} steps", left=whole - sum(u.lost for u in units))


def _close(units: list[Unit], pressed: frozenset[str]) -> str:
    close = sum(u.id in pressed for u in units)
    return counted(close, "{number} changed or in contact", "{number} changed or in contact") if close else ""


def _sum(forces: Forces, one: Summed) -> str:
    name, units, pressed, _ = one
    count = one.tally()
    contact = f"; {close}" if (close := _close(units, pressed)) else ""
    who, steps = _who(forces, name, units), _steps(forces, units)
    hexes = sorted({str(u.hex) for u in units})
    places = (_some(hexes, named) for named in range(len(hexes), -1, -1))
    said = [
        say("{who}: {count}, {steps}{where}{contact}", who=who, count=count, steps=steps, where=where, contact=contact)
        for where in places
    ]  # fmt: skip
    return next((line for line in said if len(line) <= WIDTH), said[-1])


def _some(hexes: list[str], named: int) -> str:
    """`, at 08.10, 09.12 and 3 more`; "" where none is named."""
    more = len(hexes) - named
    if not named:
        return ""
    where = ", ".join(hexes[:named]) + (say(" and {more} more", more=more) if more else "")
    return say(", at {where}", where=where)

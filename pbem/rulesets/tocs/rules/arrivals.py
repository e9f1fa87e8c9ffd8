"""Who is still to come, when, and by what way (TOCS-2.3)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.units import Arrival, Unit
from pbem.rulesets.tocs.view import View


@rule("TOCS-2.3-1")
def due(forces: Forces, turn: int) -> tuple[Arrival, ...]:
    """The entries of a side's schedule that fall due on a turn."""
    return tuple(a for a in forces.arrivals if a.turn == turn)


def entries(forces: Forces, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit may enter by."""
    return next((a.hexes for a in forces.arrivals if unit.id in a.units), ())


@rule("TOCS-2.3-1", "TOCS-W8.0-4")
def gate(view: View, arrival: Arrival) -> Hex | None:
    """Where trucks come on: by road at the first of their entries that is the side's own and not fought over, None while
    there is none; by air where they were to fall, whoever is there."""
    if arrival.by == "air":
        return arrival.hexes[0]
    return next((h for h in arrival.hexes if view.own(h) and h not in view.public.engaged), None)


@rule("TOCS-W8.3-8")
def flown(forces: Forces, unit: Unit) -> bool:
    """Does the unit come by air?"""
    return any(a.by == "air" for a in forces.arrivals if unit.id in a.units)

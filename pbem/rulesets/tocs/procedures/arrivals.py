"""Who is still to come, when, and by what way (TOCS-2.3)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.camp import Camp
from pbem.rulesets.tocs.pieces import Arrival, Unit


@rule("TOCS-2.3-1")
def due(camp: Camp, turn: int) -> tuple[Arrival, ...]:
    """The entries of a side's schedule that fall due on a turn."""
    return tuple(a for a in camp.arrivals if a.turn == turn)


def entries(camp: Camp, unit: Unit) -> tuple[Hex, ...]:
    """The hexes a unit may enter by."""
    return next((a.hexes for a in camp.arrivals if unit.id in a.units), ())

"""Artillery: what a side's camp is after its guns fired, laid their fire on a battle, or stopped an attack (TOCS-W10.24)."""

from pbem.kernel.hexes import Hex
from pbem.kernel.values import replace
from pbem.rulesets.tocs.view import Camp, Unit


def fired(camp: Camp, units: tuple[Unit, ...]) -> Camp:
    """The camp after some of its batteries fired: that was their activation."""
    known = {**camp.units, **{unit.id: unit for unit in units}}
    return replace(camp, units=known, activated=tuple(sorted({*camp.activated, *(unit.id for unit in units)})))


def unsupported(camp: Camp, hex_: Hex) -> Camp:
    """The camp without the fire it had laid on a battle."""
    return replace(camp, missions=tuple(m for m in camp.missions if m.hex != hex_))


def called_off(camp: Camp, unit: Unit) -> Camp:
    """The camp without the attack of a unit, which has been its activation."""
    return replace(camp.with_unit(unit), attacks=tuple(a for a in camp.attacks if a.unit != unit.id))

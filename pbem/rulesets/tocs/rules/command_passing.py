"""Command that passes to a headquarters as it comes on the map (MASL-16.2): over whom, as a side can know beforehand."""

from collections.abc import Iterator

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import CommandPass


@rule("MASL-16.2-3")
def given(forces: Forces, order: CommandPass) -> Iterator[str]:
    """Who changes hands: of those who answer to the old headquarters those that are named, that stand in its hexes now, or that
    are still to come by its entries."""
    ways = {name: a.hexes for a in forces.arrivals for name in a.units}
    for name, unit in forces.units.items():
        if name != order.to and unit.status != "dead" and parent_of(forces, name) == order.start:
            here = unit.status == "map" and unit.hex in order.hexes
            comes = unit.status in ("off", "waiting") and set(ways.get(name, ())) & set(order.entries)
            if name in order.units or here or comes:
                yield name

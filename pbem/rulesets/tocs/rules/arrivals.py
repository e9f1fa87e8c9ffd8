"""Who is still to come, when, and by what way (TOCS-2.3)."""

from collections.abc import Iterable

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import rim
from pbem.rulesets.tocs.rules.activation import paid
from pbem.rulesets.tocs.rules.bridges import unbridged
from pbem.rulesets.tocs.rules.convoys import truck
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.rules.overland_lines import flood
from pbem.rulesets.tocs.units import Arrival, SupplySource, Unit
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


@rule("MASL-16.3-5")
def straight_into(view: View, arrival: Arrival) -> SupplySource | None:
    """The store that points go straight into: while it is its side's and a way for trucks leads there from the edge they come
    by."""
    store = view.forces.sources.get(arrival.into)
    return store if store and view.own(store.hex) and reaches_edge(view, store.hex, arrival.path_from) else None


@rule("MASL-16.3-5", "MASL-16.4-3")
def reaches_edge(view: View, hex_: Hex, edge: str) -> bool:
    """Does a way for trucks lead from a hex to an edge of the map, over ground that lines of supply run over?"""
    starts = {Position(hex_, bank): "" for bank in range(max(1, len(view.game.ground.banks.get(hex_, ()))))}
    found = flood(unbridged(view), truck(view, view.side), starts, len(view.game.ground.hexes))
    outermost = set(rim(view.game.ground, edge))
    return any(place.hex in outermost for place in found)


@rule("TOCS-W8.3-8")
def flown(forces: Forces, unit: Unit) -> bool:
    """Does the unit come by air?"""
    return any(a.by == "air" for a in forces.arrivals if unit.id in a.units)


@rule("MASL-8.1-1")
def fare(view: View, unit: Unit) -> int:
    """The OPs that a unit pays to come on."""
    said, forces = view.game.fare, view.forces
    way = "air" if flown(forces, unit) else "edge"
    return 0 if way in said.free_by or forces.counter(unit).nation in said.free_nations else said.op


@rule("MASL-8.1-1")
def charged(view: View, units: Iterable[Unit]) -> Forces | None:
    """The forces when so many units have paid to come on, out of the pools of their nations; None when they cannot."""
    forces = view.forces
    for unit in units:
        for _ in range(fare(view, unit)):
            pool = paid(replace(view, forces=forces), unit, 0)
            if pool is None:
                return None
            forces = forces.with_pool(pool)
    return forces


@rule("MASL-8.1-4")
def let_on(forces: Forces, arrival: Arrival, came: int) -> int:
    """How many of the units of an entry come on a turn, in its order, when so many steps came by it on that turn before."""
    if not arrival.most:
        return len(arrival.units)
    for number, name in enumerate(arrival.units):
        came += forces.counters[name].steps - forces.units[name].lost
        if came > arrival.most:
            return number
    return len(arrival.units)

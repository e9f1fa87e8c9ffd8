"""The reinforcement phase: units due wait off the board, supplies come to the edge or out of the air (TOCS-2.3, W8.0-4)."""

from collections.abc import Iterator

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.railroading import arrived
from pbem.rulesets.tocs.rules import arrivals, stocks
from pbem.rulesets.tocs.units import Arrival, SupplySource
from pbem.rulesets.tocs.view import View


@rule("TOCS-2.3-1", "TOCS-2.3-2", "MASL-8.1-4")
def reinforcements(moment: Moment) -> tuple[e.Event, ...] | None:
    """Each side's schedule is looked at; what is due is told to its owner alone."""
    if moment.taken:
        return None
    board: Board = moment.board
    found = tuple(event for side in sorted(board.forces) for event in came(board.view(moment.game, side), board.public.turn))
    return (*found, *arrived(moment)) or None


def came(view: View, turn: int) -> Iterator[e.Event]:
    """What comes to a side on a turn of its schedule (0 is before the first), and the trucks that found no way in before."""
    forces, late, steps = view.forces, list[Arrival](), dict[tuple[Hex, ...], int]()
    for arrival in (*forces.late, *arrivals.due(forces, turn)):
        on = arrivals.let_on(forces, arrival, steps.get(arrival.hexes, 0))
        for name in arrival.units[:on]:
            yield e.UnitChanged(forces.side, replace(forces.units[name], status="waiting"), phrase("waits to enter"))
        come = sum(forces.counters[name].steps - forces.units[name].lost for name in arrival.units[:on])
        steps[arrival.hexes] = steps.get(arrival.hexes, 0) + come
        if on < len(arrival.units):
            late.append(replace(arrival, units=arrival.units[on:], trucks=0, beyond=0))
        gate, store = arrivals.gate(view, arrival), arrivals.straight_into(replace(view, forces=forces), arrival)
        for source, why in _supplies(forces, arrival, gate, store):
            forces = forces.with_source(source)
            yield e.SourceChanged(forces.side, source, why)
        if arrival.trucks and gate is None and store is None:
            late.append(replace(arrival, units=(), beyond=0))
    if tuple(late) != forces.late:
        yield e.TrucksLate(forces.side, tuple(late))


@rule("TOCS-W8.0-4", "TOCS-W8.3-7", "TOCS-2.3-2", "MASL-16.3-5")
def _supplies(forces: Forces, arrival: Arrival, gate: Hex | None, store: SupplySource | None) -> Iterator[tuple[SupplySource, str]]:
    """The trucks, at the hex they come on by, unless there is none, or what they bring in the store they come to; and what lies
    in the road home behind the edge."""
    if arrival.trucks and store:
        yield replace(store, sp=store.sp + arrival.trucks), phrase("brought in by road")
    elif arrival.trucks and gate:
        trucks = SupplySource(stocks.fresh(forces, "mobile"), "mobile", gate, arrival.trucks)
        yield trucks, phrase("dropped") if arrival.by == "air" else phrase("come on by road")
    if arrival.beyond:
        edge = f"edge-{arrival.hexes[0]}"
        held = forces.sources[edge].sp if edge in forces.sources else 0
        yield SupplySource(edge, "edge", arrival.hexes[0], held + arrival.beyond), phrase("the road home is open")

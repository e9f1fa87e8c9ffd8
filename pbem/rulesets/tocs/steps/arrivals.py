"""The reinforcement phase: units due wait off the board, supplies come to the edge or out of the air (TOCS-2.3, W8.0-4)."""

from collections.abc import Iterator

from pbem.engine.ruleset import Moment
from pbem.kernel.rulebook import rule
from pbem.kernel.tongue import phrase
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.camp import Camp
from pbem.rulesets.tocs.pieces import Arrival, Source
from pbem.rulesets.tocs.procedures import arrivals, stocks
from pbem.rulesets.tocs.steps.railroading import arrived


@rule("TOCS-2.3-1", "TOCS-2.3-2")
def reinforcements(moment: Moment) -> tuple[e.Event, ...] | None:
    """Each side's schedule is looked at; what is due is told to its owner alone."""
    if moment.taken:
        return None
    board: Board = moment.board
    found = tuple(event for side in sorted(board.camps) for event in came(board.camps[side], board.public.turn))
    return (*found, *arrived(moment)) or None


def came(camp: Camp, turn: int) -> Iterator[e.Event]:
    """What comes to a side on a turn of its schedule; 0 is before the first."""
    for arrival in arrivals.due(camp, turn):
        yield from _came(camp, arrival)


@rule("TOCS-W8.0-4", "TOCS-W8.3-7")
def _came(camp: Camp, arrival: Arrival) -> Iterator[e.Event]:
    for name in arrival.units:
        yield e.UnitChanged(camp.side, replace(camp.units[name], status="waiting"), phrase("waits to enter"))
    if arrival.trucks:
        trucks = Source(stocks.fresh(camp, "mobile"), "mobile", arrival.hexes[0], arrival.trucks)
        yield e.SourceChanged(camp.side, trucks, phrase("dropped") if arrival.by == "air" else phrase("come on by road"))
    if arrival.beyond:
        edge = f"edge-{arrival.hexes[0]}"
        held = camp.sources[edge].sp if edge in camp.sources else 0
        source = Source(edge, "edge", arrival.hexes[0], held + arrival.beyond)
        yield e.SourceChanged(camp.side, source, phrase("the road home is open"))

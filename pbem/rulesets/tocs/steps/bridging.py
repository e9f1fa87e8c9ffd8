"""Who learns that a bridge is not as he believed: scouts, who comes there, who owns the hex (TOCS-W10.4-5, W11.3)."""

from pbem.engine.ruleset import Moment
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.procedures.bridges import altered
from pbem.rulesets.tocs.procedures.crossings import bridges_over
from pbem.rulesets.tocs.steps.astray import Leg

HERE = "our own ground"


@rule("TOCS-W10.4-5", "TOCS-1.9-3")
def learnt(moment: Moment, side: str, hex_: Hex, how: str) -> tuple[e.Event, ...]:
    """What a side finds of the bridges in a hex: those that are not as it held them to be. how: who found it."""
    board: Board = moment.board
    news = altered(moment.game.ground, board.camps[side].spans, board.spans, hex_)
    return tuple(e.BridgeKnown(side, bridge, how) for bridge in news)


@rule("TOCS-W11.3-2")
def gone(moment: Moment, side: str, leg: Leg) -> bool:
    """Does a leg count on a bridge that the unit, having come there, does not find?"""
    view = moment.board.ground_view(moment.game, side)
    unit = view.camp.units[leg.hand.unit]
    return leg.way.means == "bridge" and not bridges_over(view, view.camp.counter(unit), unit.hex, leg.way.to[0])


def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """Who owns a hex, or stands in it, knows the bridges there at once; None when that is no news."""
    board: Board = moment.board
    places = sorted({bridge.hex for bridge in board.spans})
    sees = ((side, h) for side in sorted(board.camps) for h in places if _sees(board, side, h))
    return tuple(event for side, h in sees for event in learnt(moment, side, h, HERE)) or None


def _sees(board: Board, side: str, hex_: Hex) -> bool:
    return board.public.owner[hex_] == side or bool(board.occupants(hex_, side))

"""Who is on open water with nothing to keep him up: his boats were lost, or the ice is gone (TOCS-W11.6, W11.7, W12.1.1)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.ground import open_waters
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.rules import afloat

DROWNED = phrase("drowned")


@rule("TOCS-W11.6-1", "TOCS-W11.7-1", "TOCS-W12.1.1-1")
def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """They are lost, as those are who sail in a ship that sinks; None when there are none."""
    if not open_waters(moment.game.ground):
        return None
    board: Board = moment.board
    lost = tuple(
        buried(moment, side, unit, DROWNED)
        for side in sorted(board.forces)
        for unit in afloat.sinking(board.view(moment.game, side))
    )
    return lost or None

"""What becomes of a train whose hex the enemy takes (TOCS-W12.3)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment

Events = tuple[e.Event, ...]


def follow(moment: Moment) -> Events | None:
    """A train whose hex the enemy has taken is lost, with the points on it; None when there is none."""
    board: Board = moment.board
    lost = tuple(
        e.TrainChanged(side, replace(train, status="lost", sp=0), (), phrase("lost to the enemy"))
        for side in sorted(board.forces)
        if board.forces[side].trains
        for _, train in sorted(board.forces[side].trains.items())
        if train.status == "on" and board.public.owner[train.hex] != side and train.hex not in board.public.engaged
    )
    return lost or None

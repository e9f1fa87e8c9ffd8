"""A moment of TOCS's play, what it is after some events, and what comes of carrying out an act."""

from collections.abc import Iterable
from typing import TypeAlias

from pbem.engine import moments
from pbem.kernel.decisions import Refusal
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, apply
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture

Moment: TypeAlias = moments.Moment[Game, Board, Picture]


class Outcome(Value):
    """What came of carrying out one act: events, and why it did not come off, if it did not.

    contact: the enemy was met (EZOC, an occupied hex, an ambush), for `stop on contact`.
    """

    events: tuple[e.Event, ...]
    failure: Refusal | None = None
    contact: bool = False


def after(moment: Moment, events: Iterable[e.Event]) -> Moment:
    """The moment as it stands after some events that have not been told to anybody yet."""
    board: Board = moment.board
    for event in events:
        board = apply(board, event)
    return moment if board is moment.board else replace(moment, board=board)

"""What the sequence of play is made of: the moment that a step or an execution has before it, and the phase."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from pbem.engine.situation import BoardT, Control
from pbem.kernel.dice import Dice
from pbem.kernel.values import Value
from pbem.orders.tree import Act

GameT = TypeVar("GameT")
PictureT = TypeVar("PictureT")
EventT = TypeVar("EventT")

StandingFile = tuple[Act, ...]
"""A side's standing orders in force, as they were read; what they come to is the ruleset's to say."""


class Moment(Value, Generic[GameT, BoardT, PictureT]):
    """All that the referee has before them at one moment of play.

    pictures: by desk; standing: the standing orders in force, by side. An answer for a side may look at its own
    picture and the words of the question, nothing else. taken: how many atoms of this phase have been done.
    """

    game: GameT
    board: BoardT
    pictures: Mapping[str, PictureT]
    standing: Mapping[str, StandingFile]
    dice: Dice
    taken: int = 0


class Phase(Value, Generic[GameT, BoardT, PictureT, EventT]):
    """One phase of the sequence of play.

    step: the next atom as events, or None when the phase has nothing left to do. awaits(game, board) -> the sides whose orders
    it waits for until the step says it is done (`Sequence.awaited` says the same). then: the name of the next phase.
    """

    name: str
    rule: str
    step: Callable[[Moment[GameT, BoardT, PictureT]], tuple[EventT | Control, ...] | None]
    then: Callable[[GameT, BoardT], str]
    awaits: Callable[[GameT, BoardT], frozenset[str]] = lambda _game, _board: frozenset()

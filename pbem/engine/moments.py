"""What the sequence of play is made of: the moment that a step or an execution has before it, and the phase."""

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeVar

from pbem.engine.situation import BoardT, Control
from pbem.kernel.dice import Dice
from pbem.kernel.values import Value
from pbem.orders.tree import Act

GameT = TypeVar("GameT")
PictureT = TypeVar("PictureT")
EventT = TypeVar("EventT")
A = TypeVar("A")
G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)

StandingFile = tuple[Act, ...]
"""A side's standing orders in force, as they were read; what they come to is the ruleset's to say."""


class StaffQuestion(Protocol[G_contra, P_contra, A_co]):
    """What a side is asked in the middle of play. Its words are its fields; it is told nothing else of the enemy."""

    def answer(self, game: G_contra, picture: P_contra, standing: StandingFile, /) -> A_co:
        """From the side's own picture and its standing orders in force."""


class Desks(Generic[GameT, PictureT]):
    """The ear of each side's desk: it answers for the side, and shows nobody what it knows."""

    __slots__ = ("_game", "_pictures", "_standing")

    def __init__(self, game: GameT, pictures: Mapping[str, PictureT], standing: Mapping[str, StandingFile]) -> None:
        self._game, self._pictures, self._standing = game, pictures, standing

    def __call__(self, side: str, question: StaffQuestion[GameT, PictureT, A]) -> A:
        """The answer of a side's standing orders."""
        return question.answer(self._game, self._pictures[side], self._standing[side])

    def knowing(self, pictures: Mapping[str, PictureT]) -> "Desks[GameT, PictureT]":
        """The same desks with other pictures before them."""
        return Desks(self._game, pictures, self._standing)


class Moment(Value, Generic[GameT, BoardT, PictureT]):
    """All that the referee has before them at one moment of play.

    pictures: by desk, of which an execution looks at the one alone whose order it carries out; ask(side, question): the answer
    of a side's standing orders, from its own picture. taken: how many atoms of this phase have been done.
    """

    game: GameT
    board: BoardT
    pictures: Mapping[str, PictureT]
    ask: Desks[GameT, PictureT]
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

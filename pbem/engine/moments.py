"""What the sequence of play is made of: the moment that a step or an execution has before it, and the phase."""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Generic, Protocol, TypeVar

from pbem.engine.situation import BoardT, Control
from pbem.kernel.dice import Dice
from pbem.kernel.values import Value
from pbem.orders.tree import Act

GameT = TypeVar("GameT")
PictureT = TypeVar("PictureT")
EventT = TypeVar("EventT")
A = TypeVar("A")
M = TypeVar("M")
S = TypeVar("S")
M_contra = TypeVar("M_contra", contravariant=True)
G_contra = TypeVar("G_contra", contravariant=True)
P_contra = TypeVar("P_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)

StandingFile = tuple[Act, ...]
"""A side's standing orders in force, as they were read; what they come to is the ruleset's to say."""


class StaffQuestion(Protocol[G_contra, P_contra, A_co]):
    """What a side is asked in the middle of play. Its words are its fields; it is told nothing else of the enemy."""

    def answer(self, game: G_contra, picture: P_contra, standing: StandingFile, /) -> A_co:
        """From the side's own picture and its standing orders in force."""


class FiledOrders(Protocol[M_contra, P_contra, A_co]):
    """What a side has left on file to be done: whoever carries it out is handed that side's own picture, and no other."""

    def carried_out(self, moment: M_contra, picture: P_contra, /) -> A_co:
        """What comes of it."""


class Desks(Generic[GameT, PictureT]):
    """The ear of each side's desk: it answers for the side, and shows nobody what it knows."""

    __slots__ = ("_game", "_pictures", "_standing")

    def __init__(self, game: GameT, pictures: Mapping[str, PictureT], standing: Mapping[str, StandingFile]) -> None:
        self._game, self._pictures, self._standing = game, pictures, standing

    def __call__(self, side: str, question: StaffQuestion[GameT, PictureT, A]) -> A:
        """The answer of a side's standing orders."""
        return question.answer(self._game, self._pictures[side], self._standing[side])

    def carry_out(self, side: str, orders: FiledOrders[M, PictureT, A], moment: M) -> A:
        """What comes of orders that a side has on file."""
        return orders.carried_out(moment, self._pictures[side])

    def taught(self, learnt: Mapping[str, Iterable[S]], learn: Callable[[PictureT, S], PictureT]) -> "Desks[GameT, PictureT]":
        """The same desks after each has learnt what is its own to learn."""
        pictures = {desk: reduce(learn, learnt.get(desk, ()), picture) for desk, picture in self._pictures.items()}
        return Desks(self._game, pictures, self._standing)


class Moment(Value, Generic[GameT, BoardT, PictureT]):
    """All that the referee has before them at one moment of play.

    ask(side, question): the answer of a side's standing orders, from its own picture, which nobody is shown. Whoever carries out an
    order is handed the picture of the side that gave it. taken: how many atoms of this phase have been done.
    """

    game: GameT
    board: BoardT
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

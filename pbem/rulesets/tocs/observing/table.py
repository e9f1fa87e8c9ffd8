"""The table of what is told of each class of events, and what the chapters need to fill it."""

from collections.abc import Callable
from typing import Any, TypeVar

from pbem.kernel.memo import kept
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.folding import PARTS
from pbem.rulesets.tocs.game import Game

Learnt = tuple[tuple[str, o.Seen], ...]
Observer = Callable[[Game, Board, Any], Learnt]
E = TypeVar("E", bound=Value)
L = TypeVar("L", bound=Learnt)

TOLD: dict[type[Value], Observer] = {}
"""What is told of events that are not simply told whole, by class."""


def of(kind: type[E]) -> Callable[[Callable[[Game, Board, E], L]], Callable[[Game, Board, E], L]]:
    """Enter an observer of this class of events. TypeError for a class that has one."""

    def enter(observer: Callable[[Game, Board, E], L]) -> Callable[[Game, Board, E], L]:
        if kind in TOLD:
            raise TypeError(f"two observers of {kind.__name__}")
        TOLD[kind] = observer
        return observer

    return enter


def own(_: Game, __: Board, event: e.OwnTold) -> Learnt:
    """An event as it stands, to the side whose it is."""
    return ((event.side, o.OwnEvent(event)),)


def public(game: Game, _: Board, event: e.PublicTold) -> Learnt:
    """An event as it stands, to both."""
    return to(sides(game), o.PublicEvent(event))


def in_parts(event: e.ActivationEnded | e.MoveHalted | e.UnitDestroyed) -> Learnt:
    """The smaller events that an event comes to, to the side whose it is."""
    return tuple((event.side, o.OwnEvent(part)) for part in PARTS[type(event)](event))


@kept(4)
def sides(game: Game) -> tuple[str, ...]:
    """The desks of both sides."""
    return tuple(s.id for s in game.sides)


def to(desks: tuple[str, ...], seen: o.Seen) -> Learnt:
    """The same to each of these desks."""
    return tuple((desk, seen) for desk in desks)

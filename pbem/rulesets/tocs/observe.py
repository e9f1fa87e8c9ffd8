"""Who learns what from an event: what is told whole as it stands, the rest by a function of its chapter in `observing/`.

A desk that is not named learns nothing. By which rule is said in `licences.py`.
"""

from collections.abc import Mapping
from typing import get_args

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing import TOLD, Learnt, Observer, own, public

OBSERVERS: Mapping[type[Value], Observer] = {
    **dict.fromkeys(get_args(e.OwnTold), own),
    **dict.fromkeys(get_args(e.PublicTold), public),
    **TOLD,
}
"""For each class of events what is told of it."""


@rule("TOCS-1.2-3", "TOCS-W9.1-3", "TOCS-1.2-1", "TOCS-1.2-4")
def observe(game: Game, before: Board, event: e.Event) -> Learnt:
    """The observations that an event gives, by desk. `before` is the board as it stood when it happened."""
    return OBSERVERS[type(event)](game, before, event)

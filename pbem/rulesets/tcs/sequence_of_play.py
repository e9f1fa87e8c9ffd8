"""The sequence of play, as one table (TCSB-2-1). A phase is done when its step gives None.

Letter A is the Command Phase of both sides, letter B the Action Phases; what they filed is carried out by `actions.runner`.
"""

from functools import partial

from pbem.engine.awaited import Awaited
from pbem.engine.moments import Phase
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.settling import turns


def _both(game: Game, board: Board) -> frozenset[str]:
    return frozenset(board.forces) if board.public.letter and not board.public.over else frozenset()


def awaited(known: Board | Picture) -> Awaited:
    """Whom play waits for: both sides at once, or nobody."""
    sides = known.forces if isinstance(known, Board) else (known.side, known.enemy)
    return Awaited(frozenset(sides) if known.public.letter and not known.public.over else frozenset())


def _after_turn(game: Game, board: Board) -> str:
    return "the end" if board.public.turn >= game.turns else "turn"


PHASES: tuple[Phase[Game, Board, Picture, Event], ...] = (
    Phase("turn", "TCSB-2-5", turns.begun, lambda game, board: "letter A"),
    Phase("letter A", "TCSB-2-2", partial(turns.pause, letter="A"), lambda game, board: "order of action", awaits=_both),
    Phase("order of action", "TCSB-2-10", turns.order, lambda game, board: "letter B"),
    Phase("letter B", "TCSB-2-11", partial(turns.pause, letter="B"), lambda game, board: "clean-up", awaits=_both),
    Phase("clean-up", "TCSB-2-15", turns.cleaned_up, _after_turn),
    Phase("the end", "TCSB-28-3", turns.finished, lambda game, board: ""),
)

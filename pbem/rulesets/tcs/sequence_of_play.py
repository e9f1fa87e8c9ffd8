"""The sequence of play, as one table (TCSB-2-1). A phase is done when its step gives None.

Letter A is the Command Phase of both sides, letter B the Action Phases; what they filed is carried out by `actions.runner`. The
switch `pace` makes one letter of them, or gives the second Action Phase a letter of its own.
"""

from functools import partial

from pbem.engine.awaited import Awaited
from pbem.engine.moments import Phase
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.settling import artillery, turns


def _who(game: TacticalGame, board: TacticalBoard) -> frozenset[str]:
    return awaited(board).sides


def awaited(known: TacticalBoard | TacticalPicture) -> Awaited:
    """Whom play waits for: both sides at once, one alone where its Action Phase has a letter of its own, or nobody."""
    public = known.public
    if not public.letter or public.over:
        return Awaited()
    both = tuple(known.forces) if isinstance(known, TacticalBoard) else (known.side, known.enemy)
    return Awaited(frozenset(public.waits or both), filed=True)


def _after_command(game: TacticalGame, board: TacticalBoard) -> str:
    return "clean-up" if game.switches["pace"] == "one_letter" and not board.public.parts else "artillery"


def _after_action(game: TacticalGame, board: TacticalBoard) -> str:
    return "letter C" if game.switches["pace"] == "three_letters" else "clean-up"


def _after_turn(game: TacticalGame, board: TacticalBoard) -> str:
    return "the end" if board.public.turn >= game.turns else "turn"


PHASES: tuple[Phase[TacticalGame, TacticalBoard, TacticalPicture, Event], ...] = (
    Phase("turn", "TCSB-2-5", turns.begun, lambda game, board: "letter A"),
    Phase("letter A", "TCSB-2-2", partial(turns.pause, letter="A"), _after_command, awaits=_who),
    Phase("artillery", "TCSB-2-7", artillery.step, lambda game, board: "order of action"),
    Phase("order of action", "TCSB-2-10", turns.order, lambda game, board: "letter B"),
    Phase("letter B", "TCSB-2-11", partial(turns.pause, letter="B"), _after_action, awaits=_who),
    Phase("letter C", "TCSB-2-11", partial(turns.pause, letter="C"), lambda game, board: "clean-up", awaits=_who),
    Phase("clean-up", "TCSB-2-15", turns.cleaned_up, _after_turn),
    Phase("the end", "TCSB-28-3", turns.finished, lambda game, board: ""),
)

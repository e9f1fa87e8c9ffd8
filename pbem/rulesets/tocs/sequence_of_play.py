"""The sequence of play, as one table (TOCS-2.0-1). A phase is done when its step gives None.

The ground sequence (TOCS-2.4-1) runs from the weather of the turn to the roll that ends it; what makes ready for the
next turn (TOCS-4.0-1) is done in the recovery.
"""

from pbem.engine.awaited import Awaited
from pbem.engine.moments import Phase
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.actions import scripts
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.events import Event
from pbem.rulesets.tocs.field_units import FIELD
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution import air, arrivals, setup, turn, weather
from pbem.rulesets.tocs.view import Public


@rule("TOCS-1.3-1", "TOCS-3.0-1")
def _after_roll(game: Game, board: Board) -> str:
    return "recovery" if board.public.turn_over else "impulse"


def awaited(public: Public) -> Awaited:
    """Whom play waits for: who owes a decision (nobody by letter while field commanders fight), else the phasing side."""
    if public.over:
        return Awaited()
    if public.paused:
        return Awaited(frozenset({public.paused} - {FIELD}), "decision")
    return Awaited(frozenset({public.phasing} - {""}))


def _phasing(game: Game, board: Board) -> frozenset[str]:
    return awaited(board.public).sides


def _after_turn(game: Game, board: Board) -> str:
    return "the end" if board.public.turn >= len(game.turns) else "turn"


@rule("TOCS-3.2-1")
def _after_weather(game: Game, board: Board) -> str:
    """Where nobody has anything in the air there is no air phase."""
    return "air" if air.flies(board) else "activation"


PHASES: tuple[Phase[Game, Board, Picture, Event], ...] = (
    Phase("setup", "TOCS-2.1-1", setup.place, lambda game, board: "special sequence", awaits=_phasing),
    Phase("special sequence", "TOCS-2.2-1", setup.special, lambda game, board: "turn"),
    Phase("turn", "TOCS-2.0-1", turn.begin, lambda game, board: "reinforcements"),
    Phase("reinforcements", "TOCS-2.3-1", arrivals.reinforcements, lambda game, board: "weather of the turn"),
    Phase("weather of the turn", "TOCS-2.5-1", weather.of_turn, lambda game, board: "engagements"),
    Phase("engagements", "TOCS-2.6-1", turn.engagements, lambda game, board: "initiative"),
    Phase("initiative", "TOCS-2.7-1", turn.initiative, lambda game, board: "impulse"),
    Phase("impulse", "TOCS-3.3-1", turn.impulse, lambda game, board: "weather"),
    Phase("weather", "TOCS-3.1-1", weather.of_impulse, _after_weather),
    Phase("air", "TOCS-3.2-1", air.phase, lambda game, board: "activation"),
    Phase("activation", "TOCS-3.6-1", turn.activation, lambda game, board: "announcement", awaits=_phasing),
    Phase("announcement", "TOCS-3.7-2", turn.announce, lambda game, board: "commitment"),
    Phase("commitment", "TOCS-3.8-1", scripts.commitment, lambda game, board: "combat"),
    Phase("combat", "TOCS-1.3-2", turn.battles, lambda game, board: "exploitation"),
    Phase("exploitation", "TOCS-3.10-1", scripts.exploitation, lambda game, board: "end of impulse"),
    Phase("end of impulse", "TOCS-3.11-1", turn.impulse_end, _after_roll),
    Phase("recovery", "TOCS-4.1-1", turn.recovery, _after_turn),
    Phase("the end", "TOCS-5.0-1", turn.finish, lambda game, board: ""),
)

"""Sequence: the phases of a turn, what an act sets going, and how moments of play are named."""

from pbem.engine.awaited import Awaited
from pbem.engine.situation import Control
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import sequence_of_play
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.resolution.combat import is_idle, settle
from pbem.rulesets.tocs.sequence_of_play import PHASES

__all__ = ["PHASES", "awaited", "ends_turn", "is_idle", "named", "settle", "turn", "turns"]


def awaited(known: Board | Picture) -> Awaited:
    """Whom play waits for: both sides know it."""
    return sequence_of_play.awaited(known.public)


def turn(known: Board | Picture) -> int:
    """The number of the turn."""
    return known.public.turn


def turns(game: Game) -> int:
    """How many turns the module has."""
    return len(game.turns)


def named(picture: Picture) -> str:
    """`T3.2`, the impulse."""
    return picture.public.impulse_name


def ends_turn(event: e.Event | Control) -> bool:
    """Is a turn over?"""
    return isinstance(event, e.TurnEnded)

"""Sequence: the phases of a turn, what an act sets going, and how moments of play are named."""

from pbem.engine.situation import Control
from pbem.rulesets.tcs.board import Board
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import Game
from pbem.rulesets.tcs.picture import Picture
from pbem.rulesets.tcs.sequence_of_play import PHASES, awaited
from pbem.rulesets.tcs.settling.moves import settle
from pbem.rulesets.tcs.told_events import TurnEnded

__all__ = ["PHASES", "awaited", "ends_turn", "is_idle", "named", "settle", "turn", "turns"]


def is_idle(board: Board, event: Event) -> bool:
    """Every event may change what is seen: settle looks at its mark alone, which is cheap."""
    return False


def turn(known: Board | Picture) -> int:
    """The number of the turn."""
    return known.public.turn


def turns(game: Game) -> int:
    """How many turns the module has."""
    return game.turns


def named(picture: Picture) -> str:
    """`T3.A`, the letter that is awaited."""
    return picture.public.name


def ends_turn(event: Event | Control) -> bool:
    """Is a turn over?"""
    return isinstance(event, TurnEnded)

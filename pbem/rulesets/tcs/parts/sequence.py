"""Sequence: the phases of a turn, what an act sets going, and how moments of play are named."""

from pbem.engine.situation import Control
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.events import Event
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.sequence_of_play import PHASES, awaited
from pbem.rulesets.tcs.settling.moves import settle
from pbem.rulesets.tcs.told_events import CleanUpDone

__all__ = ["PHASES", "awaited", "ends_turn", "is_idle", "named", "settle", "turn", "turns"]


def is_idle(board: TacticalBoard, event: Event) -> bool:
    """Every event may change what is seen: settle looks at its mark alone, which is cheap."""
    return False


def turn(known: TacticalBoard | TacticalPicture) -> int:
    """The number of the turn."""
    return known.public.turn


def turns(game: TacticalGame) -> int:
    """How many turns the module has."""
    return game.turns


def named(picture: TacticalPicture) -> str:
    """`T3.A`, the letter that is awaited."""
    return picture.public.name


def ends_turn(event: Event | Control) -> bool:
    """Is a turn over?"""
    return isinstance(event, CleanUpDone)

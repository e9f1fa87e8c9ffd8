"""Patches of a module while it is played."""

from pbem.modules.patching import patched
from pbem.rulesets.tocs.amending import amends, chained
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game

__all__ = ["amends", "chained", "in_force", "patched"]


def in_force(game: Game, board: Board) -> Game:
    """The game as it is in the turn that is played."""
    return game.in_force(board.public.turn)

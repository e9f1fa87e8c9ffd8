"""Patches of a module while it is played."""

from pbem.modules.patching import patched
from pbem.rulesets.tcs.amending import amends, chained
from pbem.rulesets.tcs.board import TacticalBoard
from pbem.rulesets.tcs.game import TacticalGame

__all__ = ["amends", "chained", "in_force", "patched"]


def in_force(game: TacticalGame, board: TacticalBoard) -> TacticalGame:
    """The game as it is in the turn that is played."""
    return game.in_force(board.public.turn)

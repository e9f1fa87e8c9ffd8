"""Whom play waits for: a set of sides. It is public: each side may know who is awaited, never who has written."""

from typing import Any, Literal

from pbem.engine.ruleset import Ruleset
from pbem.engine.situation import Situation
from pbem.kernel.values import Value

Wanted = Literal["orders", "decision"]


class Awaited(Value):
    """sides: whom play waits for, none where field commanders fight or all is over; wanted: of each of them."""

    sides: frozenset[str] = frozenset()
    wanted: Wanted = "orders"

    @property
    def together(self) -> bool:
        """Do several sides write at once? Then their orders lie on file until one run carries out all of them."""
        return len(self.sides) > 1


def awaited(ruleset: Ruleset, game: Any, situation: Situation) -> Awaited:
    """Whom play waits for where it stands: who owes a decision, else the sides whose orders the phase awaits."""
    if situation.closed:
        return Awaited()
    if situation.owed:  # what nobody owes by letter is with the field commanders
        return Awaited(frozenset(decision.side for decision in situation.owed) - {""}, "decision")
    return Awaited(ruleset.phase(situation.phase).awaits(game, situation.board))

"""What a letter's orders did, by the words a lesson uses: from what its writer's desk learnt of them."""

from typing import Any

from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs import told_events as t


def did(seen: tuple[Any, ...]) -> frozenset[str]:
    """Of "recon", "move", "attack" (announced) and "order" (an HQ's), those that came to pass."""
    return frozenset(word for item in o.whats(seen) for word in (_word(item),) if word)


def _word(item: Any) -> str:
    match item:
        case t.HexScouted() | t.HexObserved():
            return "recon"
        case t.UnitChanged(_, _, "moved"):
            return "move"
        case t.AttackOrdered():
            return "attack"
        case t.StaffWoken() | t.StaffChanged(_, _, "ordered"):
            return "order"
        case _:
            return ""

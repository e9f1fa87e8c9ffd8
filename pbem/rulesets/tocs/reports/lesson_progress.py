"""What a letter's orders did, by the words a lesson uses: from what its writer's desk learnt of them."""

from typing import Any

from pbem.rulesets.tocs import observations as o


def did(seen: tuple[Any, ...]) -> frozenset[str]:
    """Of "recon", "move", "attack" (announced) and "order" (an HQ's), those that came to pass."""
    return frozenset(word for item in seen for word in (_word(item),) if word)


def _word(item: Any) -> str:
    match item:
        case o.HexAnswered() | o.HexSighted():
            return "recon"
        case o.OwnUnit(_, "moved"):
            return "move"
        case o.OwnAttack():
            return "attack"
        case o.OwnStaff(_, "ordered" | "woken", _):
            return "order"
        case _:
            return ""

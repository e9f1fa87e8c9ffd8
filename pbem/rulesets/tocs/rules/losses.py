"""Who takes the losses (TOCS-2.6-3, W19.4-3, W19.4-4)."""

from collections.abc import Callable, Mapping

from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace


class Loser(Value):
    """A unit that may lose steps: what is left of it, its printed strength, and how long it attacked (0 if it did not)."""

    unit: str
    steps: int
    strength: int
    ap: int = 0


@rule("TOCS-2.6-3", "TOCS-W19.4-3", "TOCS-W19.4-4", "TOCS-2.6-4")
def share(count: int, losers: tuple[Loser, ...], order: Callable[[Loser], tuple[object, ...]]) -> Mapping[str, int]:
    """Steps lost by unit. The first falls on the unit with most steps, then highest printed strength, of those that
    attacked longest; the rest in the owner's `order` (lowest key first), no unit beyond its steps."""
    left = {loser.unit: loser.steps for loser in losers}
    lost: dict[str, int] = {}
    for number in range(min(count, sum(left.values()))):
        alive = [replace(loser, steps=left[loser.unit]) for loser in losers if left[loser.unit]]
        unit = _first(alive) if number == 0 else min(alive, key=lambda w: (order(w), w.unit)).unit
        left[unit] -= 1
        lost[unit] = lost.get(unit, 0) + 1
    return lost


def _first(alive: list[Loser]) -> str:
    longest = max(loser.ap for loser in alive)
    chosen = (loser for loser in alive if loser.ap == longest)
    return min(chosen, key=lambda w: (-w.steps, -w.strength, w.unit)).unit

"""Retreats: where a unit may fall back to (TOCS-3.9-7, W19.5)."""

from collections.abc import Callable

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs.procedures.movement import Position, entry
from pbem.rulesets.tocs.view import Unit, View

Order = Callable[[Hex], tuple[object, ...]]


@rule("TOCS-3.9-7", "TOCS-W19.5-1", "TOCS-W19.5-6")
def path(view: View, unit: Unit, battle: Hex, hexes: int, order: Order) -> tuple[Position, ...]:
    """The way a unit falls back: each hex farther from the battle than the last, own ground before the enemy's, then
    by the owner's `order` (lowest key first). Shorter than `hexes` where no way is left."""
    at: Position = (unit.hex, unit.bank)
    way: list[Position] = []
    for _ in range(hexes):
        steps = [p for p in _open(view, unit, at) if distance(p[0], battle) > distance(at[0], battle)]
        if not steps:
            break
        at = min(steps, key=lambda p: (not view.own(p[0]), order(p[0]), p))
        way.append(at)
    return tuple(way)


def _open(view: View, unit: Unit, at: Position) -> list[Position]:
    """Adjacent places a unit can reach at all, engagements left out. ZOC does not matter (TOCS-W19.5-1)."""
    counter = view.camp.counter(unit)
    ways = (entry(view, counter, at, to) for to in view.game.ground.neighbours[at[0]])
    return [w.to for w in ways if w is not None and w.to[0] not in view.public.engaged]

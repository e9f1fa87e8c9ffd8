"""Retreats: where a unit may fall back to (TOCS-3.9-7, W19.5)."""

from collections.abc import Callable, Iterator

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.rules.movement import Position, entry
from pbem.rulesets.tocs.rules.railways import rolling
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

Order = Callable[[Hex], tuple[object, ...]]


class Battlefield(Value):
    """What a retreat runs from, and what it shuns: the hex of the battle, and minefields of the enemy's that are known."""

    hex: Hex
    mines: frozenset[Hex] = frozenset()


@rule("TOCS-3.9-7", "TOCS-W19.5-1", "TOCS-W19.5-6", "TOCS-W6.0-19")
def path(view: View, unit: Unit, battle: Battlefield, hexes: int, order: Order) -> tuple[Position, ...]:
    """The way a unit falls back: each hex farther from the battle than the last. The longest way, then the one with
    least enemy ground, then by the owner's `order` (lowest key first). Shorter than `hexes` where no way is left."""

    def dislike(way: tuple[Position, ...]) -> tuple[object, ...]:
        foreign = sum(not view.own(p.hex) for p in way)
        return (-len(way), foreign, tuple((not view.own(p.hex), order(p.hex), p) for p in way))

    return min(_ways(view, unit, (Position(unit.hex, unit.bank),), battle, hexes), key=dislike)


def _ways(view: View, unit: Unit, gone: tuple[Position, ...], battle: Battlefield, hexes: int) -> Iterator[tuple[Position, ...]]:
    """Every way back of at most so many hexes; gone: the places it has been, the last of them where it stands."""
    yield ()
    if hexes == 0:
        return
    for to in _onward(view, unit, gone, battle):
        yield from ((to, *rest) for rest in _ways(view, unit, (*gone, to), battle, hexes - 1))


@rule("TOCS-W19.5-1")
def _onward(view: View, unit: Unit, gone: tuple[Position, ...], battle: Battlefield) -> list[Position]:
    """Where the next hex back may be: farther off. Where that is into known mines alone, along the front instead."""
    here = distance(gone[-1].hex, battle.hex)
    near = _open(view, unit, gone[-1])
    farther = [p for p in near if distance(p.hex, battle.hex) > here]
    if not farther or any(p.hex not in battle.mines for p in farther):
        return [p for p in farther if p.hex not in battle.mines]
    been = {p.hex for p in gone}
    beside = [p for p in near if distance(p.hex, battle.hex) == here and p.hex not in battle.mines | been]
    return beside or farther


def _open(view: View, unit: Unit, at: Position) -> list[Position]:
    """Adjacent places a unit can reach at all, engagements left out. ZOC does not matter (TOCS-W19.5-1)."""
    counter = view.forces.counter(unit)
    if unit.train and rolling(counter):
        return []  # what is on a flat car stays there (TOCS-W12.3-8)
    ways = (entry(view, counter, at, to) for to in view.game.ground.neighbours[at.hex])
    return [w.to for w in ways if w is not None and w.to.hex not in view.public.engaged]

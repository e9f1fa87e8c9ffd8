"""Rivers and canals as they run through hexes: which hexsides they cross, and the banks that leaves."""

from collections.abc import Collection, Iterable

from pbem.kernel.hexes import DIRECTIONS, Hex, direction
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value


class Water(Value):
    """A river or canal from source to mouth; `enters` and `leaves` are the hexsides at its ends, "" for none.

    `kind` is "minor_river", "medium_river" or "major_river".
    """

    id: str
    name: str
    kind: str
    path: tuple[Hex, ...]
    enters: str
    leaves: str


def crossed_sides(waters: Iterable[Water]) -> dict[Hex, frozenset[str]]:
    """For each hex with water in it, the hexsides the water crosses. Steps between hexes apart are left out."""
    crossed: dict[Hex, set[str]] = {}
    for water in waters:
        for place, side in _crossings(water):
            crossed.setdefault(place, set()).add(side)
    return {place: frozenset(crossed[place]) for place in sorted(crossed)}


@rule("TOCS-W11.10-3")
def banks_between(crossed: Collection[str]) -> tuple[tuple[str, ...], ...]:
    """The banks of a hex, each the run of hexsides between two crossings, clockwise from north."""
    cuts = sorted(DIRECTIONS.index(side) for side in crossed)
    if not cuts:
        return (DIRECTIONS,)
    runs = (_run(cut, cuts[(place + 1) % len(cuts)]) for place, cut in enumerate(cuts))
    return tuple(run for run in runs if run)


def _run(cut: int, following: int) -> tuple[str, ...]:
    length = (following - cut) % 6 or 6
    return tuple(DIRECTIONS[(cut + step) % 6] for step in range(1, length))


def _crossings(water: Water) -> Iterable[tuple[Hex, str]]:
    for start, end in zip(water.path, water.path[1:], strict=False):
        there, back = direction(start, end), direction(end, start)
        if there and back:
            yield start, there
            yield end, back
    if water.enters:
        yield water.path[0], water.enters
    if water.leaves:
        yield water.path[-1], water.leaves

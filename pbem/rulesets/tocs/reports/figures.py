"""The figures of a side: its points, the ground it holds, the steps of its formations; all of it from its own picture."""

from collections import Counter

from pbem.documents.plot import Figure
from pbem.kernel.i18n import phrase, say
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.score import own_points
from pbem.rulesets.tocs.rules.chain import parent_of
from pbem.rulesets.tocs.units import Unit

POINTS, GROUND, STEPS = phrase("own points to date"), phrase("hexes held"), phrase("own steps on the map")
MOST = 6  # formations that are shown by name; the rest stands in one line


def now(game: Game, picture: Picture) -> tuple[Figure, ...]:
    """The figures as they stand. The enemy's points are secret (TOCS-1.2-7): none of his is here."""
    held = sum(owner == picture.side for owner in picture.public.owner.values())
    points = sum(points for _, points in own_points(game, picture))
    return (Figure(POINTS, "", points), Figure(GROUND, "", held), *(Figure(STEPS, n, s) for n, s in _steps(picture.forces).items()))


def _steps(forces: Forces) -> dict[str, int]:
    """Steps left on the map by the highest formation a unit stands in, those of most steps at the start first."""
    whole, left = Counter[str](), Counter[str]()
    for unit in forces.units.values():
        counter = forces.counter(unit)
        whole[_highest(forces, unit)] += counter.steps
        left[_highest(forces, unit)] += counter.steps - unit.lost if unit.status == "map" else 0
    shown = sorted(whole, key=lambda name: (-whole[name], name))
    if len(shown) <= MOST + 1:
        return {name: left[name] for name in shown}
    return {**{name: left[name] for name in shown[:MOST]}, say("others"): sum(left[name] for name in shown[MOST:])}


def _highest(forces: Forces, unit: Unit) -> str:
    """The formation at the top of a unit's chain, by its name; of who stands in none, that of its own counter or its call."""
    top, above = unit.id, parent_of(forces, unit.id)
    while above in forces.counters:
        top, above = above, parent_of(forces, above)
    return forces.counters[top].formation or forces.counters[top].call

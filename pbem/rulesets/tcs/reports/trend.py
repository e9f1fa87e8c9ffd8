"""The figures of a side: its points as it knows them, objectives that it holds, steps of its formations; from its own picture."""

from collections import Counter

from pbem.documents.plot import Figure
from pbem.kernel.i18n import phrase, say
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.reports.score import own_points
from pbem.rulesets.tcs.units import TacticalUnit

POINTS, GROUND, STEPS = phrase("own points to date"), phrase("objective hexes held"), phrase("own steps on the map")
MOST = 6  # formations that are shown by name; the rest stands in one line


def now(game: TacticalGame, picture: TacticalPicture) -> tuple[Figure, ...]:
    """The figures as they stand: of the enemy's none."""
    goals = {hex_ for award in game.awards for hex_ in award.hexes}
    held = sum(picture.held.get(hex_) == picture.side for hex_ in goals)
    ground = (Figure(GROUND, "", held),) if goals else ()
    steps = (Figure(STEPS, name, count) for name, count in _steps(picture).items())
    return (Figure(POINTS, "", own_points(game, picture)), *ground, *steps)


def _steps(picture: TacticalPicture) -> dict[str, int]:
    """Steps on the map by company, else by battalion; of who stands in neither by their own name. The largest first."""
    left = Counter[str]()
    for unit in picture.forces.units.values():
        left[_formation(unit)] += unit.steps
    shown = sorted(left, key=lambda name: (-left[name], name))
    if len(shown) <= MOST + 1:
        return {name: left[name] for name in shown}
    return {**{name: left[name] for name in shown[:MOST]}, say("others"): sum(left[name] for name in shown[MOST:])}


def _formation(unit: TacticalUnit) -> str:
    return unit.company or unit.battalion or unit.id

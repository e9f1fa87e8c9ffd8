"""Losing the way: which moves are tested, what helps, and where a unit that strays ends up (TOCS-W10.1.3).

Every DRM of the chart `straying` has its predicate here or stands in WAITS; a test compares them.
"""

from collections.abc import Callable, Mapping

from pbem.kernel.hexes import DIRECTIONS, Hex, direction, neighbour
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.ground import terrains_of
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.nations import trait
from pbem.rulesets.tocs.rules.visibility import moon
from pbem.rulesets.tocs.rules.weather import falling
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

THICK = ("forest", "jungle")
COMPANY = ("hq", "hq_company", "company", "half_company")


class Walk(Value):
    """The first step of a move: who, through what, in which weather, with whom about; at_home: his nation knows its way in
    forests by night."""

    counter: Counter
    terrain: frozenset[str]
    night: bool
    moon: str
    falling: str
    fog: bool
    stacked: bool
    near: bool
    at_home: bool = False


DRMS: Mapping[str, Callable[[Walk], bool]] = {
    "elr_high": lambda w: w.counter.elr >= 4,
    "elr_middle": lambda w: w.counter.elr == 3,
    "elr_low": lambda w: w.counter.elr <= 1,
    "stacked": lambda w: w.stacked,
    "adjacent_friends": lambda w: w.near,
    "reconnaissance_unit": lambda w: w.counter.recon,
    "night": lambda w: w.night and not (w.at_home and "forest" in w.terrain),
    "new_moon": lambda w: w.moon == "new",
    "fog": lambda w: w.fog,
    "rain": lambda w: w.falling == "rain",
    "snowfall": lambda w: w.falling == "snow_heavy",
    "blizzard": lambda w: w.falling == "blizzard",
    "forest": lambda w: "forest" in w.terrain,
    "jungle": lambda w: "jungle" in w.terrain,
}
WAITS = {"civilians": "module"}  # whose side the people are on


@rule("TOCS-W10.1.3-1", "TOCS-W10.1.3-2", "TOCS-W10.1.3-6", "TOCS-W10.1.3-8")
def is_tested(view: View, unit: Unit, to: Hex, road: str = "") -> bool:
    """Is this step tested: the first of the unit's move, off everything that can be followed, in such ground or weather?

    road: the class of the road that is used. A way out of a hex is tested once an impulse: whoever takes it after the
    first follows in his steps.
    """
    forces, out = view.forces, (unit.hex, to)
    if unit.id in forces.trails or out in forces.tested or any(trail[:2] == out for trail in forces.trails.values()):
        return False
    return not road and not follows(view, unit.hex, to) and may_stray(view, unit.hex)


@rule("TOCS-W10.1.3-1", "TOCS-W11.22-3", "TOCS-W11.26-3", "TOCS-W11.27-3", "TOCS-W13.1.2-2", "TOCS-W13.1.4-2")
@rule("TOCS-W13.1.4-3", "TOCS-W13.4.1-2", "TOCS-W13.4.4-3", "TOCS-W13.5.5-4")
def may_stray(view: View, start: Hex) -> bool:
    """Does ground, light or weather lead units astray that leave this hex?"""
    terrain, weather, falls = terrains_of(view.game.ground, start), view.public.weather, falling(view)
    if weather.fog or falls == "blizzard" or any(kind in THICK for kind in terrain):
        return True
    if "bocage" in terrain and (view.night or falls in ("rain", "snow_heavy")):
        return True
    moonlit = moon(view) == "full" and weather.cloud in ("clear", "scattered")
    return view.night and (moon(view) == "new" or ("woods" in terrain and not moonlit))


SEA = ("ocean", "shallows")


@rule("TOCS-W10.1.3-1")
def follows(view: View, start: Hex, to: Hex) -> bool:
    """Does the step keep to a road, railway, river, canal, stream or coast?

    A stream is followed from hex to hex where it runs along the hexsides of a hex beside both, a coast where the sea does.
    """
    ground = view.game.ground
    if (start, to) in ground.roads or (start, to) in ground.rails:
        return True
    if any(start in water.path and to in water.path for water in ground.waters):
        return True
    beside = [h for h in ground.neighbours[start] if h in ground.neighbours[to]]
    return any(ground.terrain[h] in SEA or {(start, h), (to, h)} <= ground.streams for h in beside)


@rule("TOCS-W10.1.3-3", "TOCS-W10.1.3-7", "TOCS-W18.1.3-1")
def modifier(view: View, unit: Unit, to: Hex) -> int:
    """What company, training, light and weather add to the 2d6; of a group in the chart only the one that fits."""
    forces, ground = view.forces, view.game.ground
    others = [u for u in forces.at(unit.hex) if u.id != unit.id]
    walk = Walk(
        forces.counter(unit), frozenset((*terrains_of(ground, unit.hex), *terrains_of(ground, to))), view.night, moon(view),
        falling(view), view.public.weather.fog,
        any(forces.counter(u).kind in COMPANY for u in others), any(forces.at(h) for h in ground.neighbours[unit.hex]),
        trait(view.game, forces.counter(unit).nation, "forest_night"),
    )  # fmt: skip
    drms = view.game.check("straying").drms.values()
    return sum(int(drm.value) for drm in drms if drm.id in DRMS and DRMS[drm.id](walk))


def risk(view: View, unit: Unit, to: Hex) -> str:
    """The throw in words: `2d6+1, 10 or more strays`."""
    added = modifier(view, unit, to)
    return say(
        "2d6{added}, {target} or more strays", added=f"{added:+d}" if added else "", target=view.game.check("straying").trial.target
    )


@rule("TOCS-W10.1.3-3")
def strays(view: View, total: int) -> bool:
    """Does a modified throw lose the way?"""
    return total >= int(view.game.check("straying").trial.target)


@rule("TOCS-W10.1.3-4", "TOCS-W10.1.3-5")
def heading(view: View, start: Hex, meant: Hex, face: int) -> Hex | None:
    """The adjacent hex that a d6 names, clockwise from north or (by switch) from the way meant; None off the map."""
    first = 0
    if view.game.switches["straying_direction"] == "clockwise_from_heading":
        first = DIRECTIONS.index(direction(start, meant) or DIRECTIONS[0])
    found = neighbour(start, DIRECTIONS[(first + face - 1) % len(DIRECTIONS)])
    return found if found in view.game.ground.terrain else None

"""AIR LIFT, DROP and LAND: missions that carry troops or supplies along a way that is filed (TOCS-W15.4, W15.16)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import counted, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tocs.actions.ground_rules import off_map
from pbem.rulesets.tocs.aircraft import OFF_BOARD, Sortie
from pbem.rulesets.tocs.flights import gap, unbroken
from pbem.rulesets.tocs.ground import at_edge
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import air
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

KINDS = ("lift", "drop", "land")
FORMS = (
    "air lift UNITS_ABOARD from HEX_FROM to HEX by COURSE with UNITS [escort UNITS_ESCORT]",
    "air drop N sp at HEX by COURSE with UNITS [pathfinder UNITS_PATHFINDER] [escort UNITS_ESCORT]",
    "air land N sp at HEX by COURSE with UNITS [escort UNITS_ESCORT]",
)
ON_FOOT, MOST_STEPS = ("foot",), 4  # ruling L22


def laden(act: Act, picture: Picture, sortie: Sortie) -> Sortie:
    """The mission with its way and what it carries. A way that stops a hex short of where it begins or ends is joined to it."""
    if sortie.kind not in KINDS:
        return sortie
    path, start = act.hexes("COURSE"), act.hex("HEX_FROM")
    if start and path and path[0] != start and distance(path[0], start) == 1:
        path = (start, *path)
    if path and path[-1] != sortie.goal and distance(path[-1], sortie.goal) == 1:
        path = (*path, sortie.goal)
    found = (picture.forces.unit_called(call) for call in dict.fromkeys(act.texts("UNITS_ABOARD")))
    helpers = tuple(c for c in dict.fromkeys(act.texts("UNITS_PATHFINDER")) if c not in sortie.aircraft)
    units = tuple(unit.id for unit in found if unit)
    return replace(sortie, path=path, units=units, points=act.number("N") or 0, pathfinders=helpers)


@rule("TOCS-W14.2-1", "TOCS-W14.2-2", "TOCS-W15.4-1", "TOCS-W15.16-1", "TOCS-W15.16-3")
def refused(view: View, sortie: Sortie, start: Hex | None) -> Refusal | None:
    """Why a mission cannot carry what it is to carry, or not that way."""
    wrong = _way(view, sortie, start)
    if wrong:
        return wrong
    return _lifted(view, sortie, start) if sortie.kind == "lift" else _supplies(view, sortie)


def _way(view: View, sortie: Sortie, start: Hex | None) -> Refusal | None:
    """The way leads hex by hex from the field, or the edge of the map, to the goal."""
    path = sortie.path
    off = off_map(view.game, path)
    if off:
        return off
    if broken := gap(path):
        between = say("{end} is not next to {start}: the path breaks there", start=broken.start, end=broken.end)
        return illegal(between, "TOCS-W14.2-2", " ".join(unbroken(path)))
    if path[-1] != sortie.goal:
        return illegal(say("the path ends in {end}, not in {goal}", end=path[-1], goal=sortie.goal), "TOCS-W14.2-2")
    if start and path[0] != start:
        return illegal(say("the path begins in {hex}, not in {start}", hex=path[0], start=start), "TOCS-W14.2-2")
    if not start and not at_edge(view.game.ground, path[0]):
        return illegal(say("{hex} is not at the edge of the map: a flight comes on there", hex=path[0]), "TOCS-W14.2-2")
    return None


@rule("TOCS-W15.16-1", "TOCS-W15.16-3")
def _supplies(view: View, sortie: Sortie) -> Refusal | None:
    """A point an aircraft, from beyond the map; what lands needs a field."""
    near = [call for call in sortie.aircraft if view.forces.air.aircraft[call].base != OFF_BOARD]
    if near:
        return illegal(say("{call} is based on the map: supplies come from beyond its edge", call=near[0]), "TOCS-W15.16-1")
    if not 1 <= sortie.points <= len(sortie.aircraft):
        most = counted(
            len(sortie.aircraft), "{number} counter carries 1 to {number} SP", "{number} counters carry 1 to {number} SP"
        )
        return illegal(most, "TOCS-W15.16-1")
    if sortie.kind == "land" and not _fields(view, sortie.goal, strips=True):
        return illegal(say("you have no field in {hex} that can be used", hex=sortie.goal), "TOCS-W15.16-3")
    return None


def _fields(view: View, place: Hex, *, strips: bool) -> bool:
    """Is there a field of one's own that can be used?"""
    there = (site for site in view.forces.sites if site.hex == place and air.usable(view, site))
    return any(strips or site.kind != "airstrip" for site in there)


@rule("TOCS-W15.4-1")
def _lifted(view: View, sortie: Sortie, start: Hex | None) -> Refusal | None:
    """Foot units that stand at a field with these aircraft, one an aircraft, from there to another field."""
    for place in (start, sortie.goal):
        if place is None or not _fields(view, place, strips=False):
            return illegal(say("you have no airbase or airfield in {hex} that can be used", hex=place or ""), "TOCS-W15.4-1")
    here = {site.id for site in view.forces.sites if site.hex == start}
    away = [call for call in sortie.aircraft if view.forces.air.aircraft[call].base not in here]
    if away:
        return illegal(say("{call} is not based in {hex}", call=away[0], hex=start or ""), "TOCS-W15.4-1")
    if not sortie.units or len(sortie.units) > len(sortie.aircraft):
        most = counted(
            len(sortie.aircraft), "{number} counter of aircraft carries {number} unit",
            "{number} counters of aircraft carry {number} units",
        )  # fmt: skip
        return illegal(most, "TOCS-W15.4-1")
    return next(filter(None, (_rider(view, view.forces.units[name], start) for name in sortie.units)), None)


@rule("TOCS-W15.4-1", "TOCS-W15.4-2")
def _rider(view: View, unit: Unit, start: Hex | None) -> Refusal | None:
    """Why a unit cannot be carried."""
    counter, forces = view.forces.counter(unit), view.forces
    if unit.status != "map" or unit.hex != start:
        return illegal(say("{call} is not in {hex}", call=counter.call, hex=start or ""), "TOCS-W15.4-1")
    if counter.mobility not in ON_FOOT:
        return illegal(say("{call} is not on foot", call=counter.call), "TOCS-W15.4-1")
    if counter.steps - unit.lost > MOST_STEPS:
        return illegal(say("{call} has more than {most} steps", call=counter.call, most=MOST_STEPS), "TOCS-W15.4-1")
    if unit.id in forces.activated or unit.id in forces.trails or unit.flown == view.public.impulse_name:
        return illegal(say("{call} has acted in this impulse", call=counter.call), "TOCS-W15.4-2")
    return None


@rule("TOCS-W15.4-2")
def carried(picture: Picture, sortie: Sortie) -> Picture:
    """The picture with the troops set down: they do nothing more in this impulse."""
    forces = picture.forces
    for name in sortie.units:
        unit = forces.units[name]
        forces = forces.with_unit(replace(unit, hex=sortie.goal, bank=0, flown=picture.public.impulse_name))
    return replace(picture, forces=forces)

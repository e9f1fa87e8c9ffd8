"""On still water and the sea: who swims, who goes in boats, the shores crossed on the way (TOCS-W11.6, W11.7, W12.1.1)."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, say, worded
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.ground import OPEN, Ground, bridged, lines_of, open_waters, terrain_met, terrains_of
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.perimeter import is_gun
from pbem.rulesets.tocs.rules.weather import STORM, ice_bears
from pbem.rulesets.tocs.units import Unit
from pbem.rulesets.tocs.view import View

SHELVING = ("shallows", "beach_gradual", "beach_moderate", "beach_steep")  # no crest to climb: their own rows are the price
SWUM = (*OPEN, "shallows")
AMPHIBIOUS, BORNE, LANDING = "amphibious", "borne", "landing"
ROW = "TOCS-W12.1.1-1"


# ---------------------------------------------------------------- the water


@rule("TOCS-W11.6-1", "TOCS-W13.5.4-1")
def floating(view: View, place: Hex) -> bool:
    """Is who is in this hex afloat: open water without ice?"""
    if place not in open_waters(view.game.ground):
        return False
    return view.game.ground.terrain[place] == "ocean" or not view.public.weather.ice


def _open(view: View, counter: Counter, kind: str) -> bool:
    """Is this water that the unit would have to swim? The sea does not freeze; ice that does not bear it breaks."""
    return kind == "ocean" or (kind == "lake" and not ice_bears(view.public.weather, counter))


def swims(view: View, counter: Counter, a: Hex, b: Hex) -> bool:
    """Does the way from one hex into the next, off the road, lead over open water?"""
    ground = view.game.ground
    return has_open_water(ground) and any(
        _open(view, counter, kind) for kind in (*terrain_met(ground, b, a), *terrain_met(ground, a, b))
    )


@rule("TOCS-W11.6-1", "TOCS-W11.7-1")
def comes_over(view: View, counter: Counter, a: Hex, b: Hex) -> bool:
    """Does an attack from one hex on the next go over open water, and not along a road through it?"""
    ground = view.game.ground
    by_road = ((a, b) in ground.roads or (a, b) in ground.rails) and not road_ends(ground, a, b) and not road_ends(ground, b, a)
    return swims(view, counter, a, b) and not by_road


def arrives(view: View, counter: Counter, a: Hex, b: Hex) -> bool:
    """Is what a unit meets on its way into b, off the road, open water that it swims?"""
    ground = view.game.ground
    return has_open_water(ground) and any(_open(view, counter, kind) for kind in terrain_met(ground, a, b))


@kept(4)
def has_open_water(ground: Ground) -> bool:
    """Is there any on the map at all?"""
    kinds = {*ground.terrain.values(), *chain.from_iterable(ground.met.values())}
    return not kinds.isdisjoint(OPEN)


def off_the_ground(view: View) -> View:
    """The view of who swims: snow and mud are nothing to it, what falls and blows is."""
    return replace(view, public=replace(view.public, weather=replace(view.public.weather, ground="")))


@rule("TOCS-W12.1.1-1", "TOCS-W12.1.1-2")
def road_ends(ground: Ground, a: Hex, b: Hex) -> bool:
    """Does the road from a into b run out at the water there: a boat launch, which carries nobody over it?"""
    return not bridged(ground, b) and any(kind in OPEN for kind in terrain_met(ground, a, b))


@rule("TOCS-W12.1.1-1", "TOCS-W11.7-1", "TOCS-W11.8.1-1")
def shores(view: View, counter: Counter, a: Hex, b: Hex) -> int:
    """The shores a unit climbs that goes over open water from a to b: where land and water meet, but for beaches and shallows,
    which shelve, and boat launches."""
    ground = view.game.ground
    if not swims(view, counter, a, b):
        return 0
    ways = (terrain_met(ground, b, a), terrain_met(ground, a, b))
    first, last = _middle(view, counter, a), _middle(view, counter, b)
    parts = (first, *(_part(view, counter, kinds) for kinds in ways), last)
    launches = (len(lines_of(ground, a)) == 1, (a, b) in ground.roads, len(lines_of(ground, b)) == 1)
    return sum({one, other} == {"land", "water"} and not launch
               for one, other, launch in zip(parts, parts[1:], launches, strict=False))  # fmt: skip


def _middle(view: View, counter: Counter, place: Hex) -> str:
    """What a unit stands on in a hex: on land, where there is any."""
    parts = [_part(view, counter, (kind,)) for kind in terrains_of(view.game.ground, place)]
    return next((part for part in parts if part != "water"), "water")


def _part(view: View, counter: Counter, kinds: tuple[str, ...]) -> str:
    if any(kind in SHELVING for kind in kinds):
        return "shelf"
    return "water" if any(_open(view, counter, kind) for kind in kinds) else "land"


# ---------------------------------------------------------------- who is afloat


@rule("TOCS-W11.6-1", "TOCS-W11.7-1")
def floats(view: View, counter: Counter) -> bool:
    """Can the unit, as it goes, put out: amphibious, or in boats while the wind lets them?"""
    return AMPHIBIOUS in counter.traits or (BORNE in counter.traits and put_out(view))


@rule("TOCS-W17.9-1")
def in_craft(forces: Forces, unit: Unit) -> bool:
    """Does a unit stand in landing craft that lie in its hex?"""
    craft = forces.sea.ships.get(unit.ship)
    return craft is not None and not craft.sunk and craft.hex == unit.hex


@rule("TOCS-W12.1.1-1", "TOCS-W1.7-1")
def borne(forces: Forces, unit: Unit) -> bool:
    """Has the unit boats that go where it goes, with room for all of it? Boats bear themselves; an asset is in those of the unit
    it goes along with."""
    if forces.counter(unit).boats or in_craft(forces, unit):
        return True
    owner = forces.units.get(unit.assigned)
    if owner is None:
        return any_boats(forces.counters) and room_for(forces, unit, forces.stack_of(unit))
    along = any(asset.id == unit.id for asset in forces.stack_of(owner))
    return along and (AMPHIBIOUS in forces.counter(owner).traits or borne(forces, owner))


@kept(8)
def any_boats(counters: Mapping[str, Counter]) -> bool:
    """Has a side boats at all? Most have none, and every way asks."""
    return any(counter.boats for counter in counters.values())


@rule("TOCS-W12.1.1-1")
def room_for(forces: Forces, unit: Unit, along: tuple[Unit, ...]) -> bool:
    """Do the boats among these assets take the unit and the others? Men and mortars go in boats; vehicles, horses, other guns
    and trucks do not."""
    room = lift(forces, along)
    if not room:  # most units have no boats with them
        return False
    return 0 < load(forces, unit, along) <= room and not any(unfit(forces, rider) for rider in _riders(forces, unit, along))


def lift(forces: Forces, along: Iterable[Unit]) -> int:
    """The steps that boats take."""
    return sum(forces.counter(asset).boats for asset in along)


def load(forces: Forces, unit: Unit, along: tuple[Unit, ...]) -> int:
    """The steps of a unit and its assets that want a place in boats."""
    return sum(forces.counter(rider).steps - rider.lost for rider in _riders(forces, unit, along))


def _riders(forces: Forces, unit: Unit, along: tuple[Unit, ...]) -> Iterator[Unit]:
    yield unit
    counters = ((asset, forces.counter(asset)) for asset in along)
    yield from (asset for asset, counter in counters if not counter.boats and AMPHIBIOUS not in counter.traits)


def unfit(forces: Forces, rider: Unit) -> bool:
    counter = forces.counter(rider)
    guns = (counter.kind == "battery" or is_gun(counter)) and counter.arm != "mortar"
    return counter.mobility != "foot" or guns or any(trucks.join == rider.id for trucks in forces.sources.values())


def kept_up(forces: Forces, unit: Unit) -> bool:
    """Is the unit afloat by itself, in boats, or with the unit it is assigned to?"""
    counter = forces.counter(unit)
    if AMPHIBIOUS in counter.traits or counter.boats or in_craft(forces, unit):
        return True
    owner = forces.units.get(unit.assigned)
    if owner is not None and owner.status == "map" and (owner.hex, owner.bank) == (unit.hex, unit.bank):
        return kept_up(forces, owner)
    return room_for(forces, unit, _with(forces, unit))


def _with(forces: Forces, unit: Unit) -> tuple[Unit, ...]:
    """The assets assigned to a unit that are where it is, whatever they are about."""
    return tuple(u for u in forces.at(unit.hex) if u.assigned == unit.id and u.bank == unit.bank)


@rule("TOCS-W11.6-1", "TOCS-W11.7-1")
def sinking(view: View) -> tuple[Unit, ...]:
    """The own units on open water that nothing keeps up."""
    wet = open_waters(view.game.ground) & view.forces.stacks().keys()
    return tuple(u for h in sorted(wet) if floating(view, h) for u in view.forces.at(h) if not kept_up(view.forces, u))


# ---------------------------------------------------------------- why not


@rule("TOCS-W11.6-1", "TOCS-W11.7-1")
def left_in_water(view: View) -> Refusal | None:
    """Why things cannot be so: somebody would be on open water without boats."""
    lost = [view.forces.counter(unit).call for unit in sinking(view)]
    if not lost:
        return None
    words = say("{calls} would be on the water without boats that take all of it", calls=", ".join(lost))
    return illegal(words, ROW)


@rule("TOCS-W12.1.1-1")
def stays_with(view: View, unit: Unit) -> Refusal | None:
    """Why an asset does nothing by itself on the water: it is in the boats of its unit, or is those boats."""
    owner = view.forces.units.get(unit.assigned)
    if owner is None or owner.hex != unit.hex or not floating(view, unit.hex):
        return None
    counter, theirs = view.forces.counter(unit), view.forces.counter(owner)
    rest = tuple(u for u in _with(view.forces, owner) if u.id != unit.id)
    alone = bool(counter.boats) or AMPHIBIOUS in counter.traits
    if alone and (AMPHIBIOUS in theirs.traits or room_for(view.forces, owner, rest)):
        return None
    words = say("{call} is on the water with {theirs} and goes where it goes", call=counter.call, theirs=theirs.call)
    return illegal(words, ROW)


@rule("TOCS-W11.6-1", "TOCS-W11.7-1", "TOCS-W12.1.1-1")
def no_way_over(view: View, unit: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Why open water bars a unit from the next hex, if that is what does."""
    counter, forces = view.forces.counter(unit), view.forces
    if b not in view.game.ground.neighbours[a] or AMPHIBIOUS in counter.traits or not swims(view, counter, a, b):
        return None
    met = (*terrain_met(view.game.ground, a, b), *terrain_met(view.game.ground, b, a))
    kind = next(kind for kind in met if _open(view, counter, kind))
    row = "TOCS-W11.7-1" if kind == "ocean" else "TOCS-W11.6-1"
    along = forces.stack_of(unit)
    if borne(forces, unit):
        return None if put_out(view) else illegal(say("in so heavy a wind no boats put out"), row)
    if not lift(forces, along):
        if unfit(forces, unit):
            return None
        words = say("{call} has no boats with it to cross the {kind} to {b}", call=counter.call, kind=worded(kind), b=b)
        return illegal(words, row)
    landlubbers = [forces.counter(rider).call for rider in _riders(forces, unit, along) if unfit(forces, rider)]
    if landlubbers:
        return illegal(
            say("boats take men and mortars, no vehicles, horses, guns or trucks: {calls}", calls=", ".join(landlubbers)), row
        )
    steps = counted(load(forces, unit, along), "{number} step", "{number} steps")
    words = say("the boats of {call} take {room}, and it has {steps} with its assets", call=counter.call, room=lift(forces, along),
                steps=steps)  # fmt: skip
    return illegal(words, row)


def put_out(view: View) -> bool:
    """Does the wind let boats put out?"""
    return view.public.weather.wind != STORM

"""The printed map: terrain, contours, waters and their banks, roads and bridges, from map.toml ("pbem-map/1")."""

from collections.abc import Mapping

from pbem.kernel.hexes import DIRECTIONS, Hex, column_row, direction, middle_point, neighbour
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.rulesets.tocs.ships import SeaZone
from pbem.rulesets.tocs.waterways import Water

Side = tuple[Hex, Hex]
"""A hexside by the hexes on its two sides; sets of hexsides hold both orders."""

WIDEST_FIRST = ("major_river", "medium_river", "minor_river")
FERRY_CROSSING = "ferry crossing"
BUILT_UP = ("village", "town", "suburb", "city")
OPEN = ("lake", "ocean")  # still water and the sea, where they are too deep to wade


class Bridge(Value):
    """A bridge over the water that runs through its hex; `carries` are road classes and "railroad", none for one that
    joins no roads.

    `kind` is a record of the chart `bridges`, which has what the map does not say: damage_points 0 and weight None.
    intact: it is not down; damage: points it has taken; built: in play; gone: taken apart, nothing is left of it.
    """

    id: str
    name: str
    hex: Hex
    water: str
    carries: tuple[str, ...]
    damage_points: int
    kind: str
    intact: bool
    weight: int | None = None
    damage: int = 0
    built: bool = False
    gone: bool = False


class Ferry(Value):
    """A working ferry in a hex: its name, the steps it carries in an impulse, whether it takes vehicles, and up to what
    weight in tons (None: as the chart `bridges` has it)."""

    name: str
    steps: int
    vehicles: bool
    tons: int | None = None


class Ground(Value, eq=False):
    """What the map prints. `level` counts contour levels; `neighbours` are those on the map, clockwise from north.

    What a hex prints for one hexside alone stands under (hex, hexside): `met`, the terrain between it and the centre,
    centre included; `climb`, the contour lines climbed on that way; `room`, the terrain along a hexside with room to
    pass the hex by.

    `banks` knows only hexes with a river or canal in them: each bank is the hexsides on it; a hexside that the water
    itself crosses is on no bank and cannot be crossed by anyone. `roads` gives the best class between two hexes.
    `zones` are the sea zones by id, `shores` the coast that may be landed on: "beach" or "rocky".
    """

    hexes: tuple[Hex, ...]
    terrain: Mapping[Hex, str]
    level: Mapping[Hex, int]
    country: Mapping[Hex, str]
    names: Mapping[Hex, str]
    neighbours: Mapping[Hex, tuple[Hex, ...]]
    banks: Mapping[Hex, tuple[tuple[str, ...], ...]]
    streams: frozenset[Side]
    roads: Mapping[Side, str]
    rails: Mapping[Side, str]
    bridges: tuple[Bridge, ...]
    contour_metres: int
    cliffs: frozenset[Side]
    waters: tuple[Water, ...]
    met: Mapping[tuple[Hex, str], tuple[str, ...]]
    climb: Mapping[tuple[Hex, str], int]
    room: Mapping[tuple[Hex, str], str]
    fords: frozenset[Hex]
    ferries: Mapping[Hex, Ferry] = field(default_factory=dict)
    hex_metres: int = 1200
    zones: Mapping[str, SeaZone] = field(default_factory=dict)
    shores: Mapping[Hex, str] = field(default_factory=dict)


def rim(ground: Ground, edge: str) -> tuple[Hex, ...]:
    """The hexes along an edge of the map: "N", "E", "S" or "W"."""
    line = {place: column_row(place)[edge in "NS"] for place in ground.hexes}
    outermost = (min if edge in "NW" else max)(line.values())
    return tuple(place for place, at in line.items() if at == outermost)


def bridge_at(ground: Ground, place: Hex, changed: tuple[Bridge, ...] = ()) -> tuple[Bridge, ...]:
    """The bridges in a hex, by id: none, one, or a road and a railway bridge side by side. changed: those that are no
    longer as printed, or were built in play."""
    now = {bridge.id: bridge for bridge in (*ground.bridges, *changed) if bridge.hex == place}
    return tuple(now[name] for name in sorted(now) if not now[name].gone)


@rule("MASL-13.2-4")
def bridge_named(ground: Ground, bridge_id: str, changed: tuple[Bridge, ...] = ()) -> Bridge | None:
    """The bridge of an id, as it is now."""
    return next((bridge for bridge in (*changed, *ground.bridges) if bridge.id == bridge_id), None)


def rebuilt(changed: tuple[Bridge, ...], bridge: Bridge) -> tuple[Bridge, ...]:
    """The bridges that are not as printed, with one more of them, by id."""
    rest = {other.id: other for other in changed} | {bridge.id: bridge}
    return tuple(rest[name] for name in sorted(rest))


@rule("TOCS-W11.10-3")
def bank_of(ground: Ground, place: Hex, side: str) -> int | None:
    """Which bank of a hex a hexside is on, from 0; 0 where no water runs; None for a hexside the water crosses."""
    if place not in ground.banks:
        return 0
    return next((number for number, bank in enumerate(ground.banks[place]) if side in bank), None)


def bank_named(ground: Ground, place: Hex, words: str) -> int | None:
    """The bank that a text such as "NE+SE" names by hexsides on it; None when it names none or more than one."""
    named = set(words.split("+"))
    banks = enumerate(ground.banks.get(place, ()))
    return next((number for number, bank in banks if named <= set(bank)), None)


def is_divided(ground: Ground, place: Hex) -> bool:
    """Whether water leaves a hex two banks or more."""
    return len(ground.banks.get(place, ())) > 1


@rule("TOCS-W1.10-1", "TOCS-W11.10-3")
def bank_point(ground: Ground, place: Hex, bank: int) -> str:
    """Where a bank of a hex lies, for letters: the point of the compass in the middle of its hexsides ("SW"), no two of a hex
    the same; "" where water does not divide the hex."""
    return middle_point(ground.banks[place][bank]) if is_divided(ground, place) else ""


def bank_at(ground: Ground, place: Hex, point: str) -> int | None:
    """The bank that a point of the compass names: the one that letters call so, else the one with that hexside."""
    banks = ground.banks.get(place, ())
    called = (number for number in range(len(banks)) if bank_point(ground, place, number) == point)
    return next(called, next((number for number, sides in enumerate(banks) if point in sides), None))


@rule("TOCS-W11.0-2", "TOCS-W11.6-2")
def terrain_met(ground: Ground, start: Hex, end: Hex) -> tuple[str, ...]:
    """The terrain between the hexside crossed and the centre of the hex entered: that of the hex, or what its map says
    for this hexside. Ask in reverse for what a unit meets on its way out."""
    return ground.met.get((end, direction(end, start) or ""), (ground.terrain[end],))


def terrains_of(ground: Ground, place: Hex) -> tuple[str, ...]:
    """Every kind of terrain a hex holds, its own first."""
    mixed = (kind for side in DIRECTIONS for kind in ground.met.get((place, side), ()))
    return tuple(dict.fromkeys((ground.terrain[place], *mixed)))


@rule("TOCS-W11.19-1", "TOCS-W11.19-10")
def slope(ground: Ground, start: Hex, end: Hex) -> int:
    """The contour lines between the hexside crossed and the centre of the hex entered, below 0 for a descent.

    Where the map says nothing of this hexside, the difference of the two levels lies in the hex entered.
    """
    printed = ground.climb.get((end, direction(end, start) or ""))
    return ground.level[end] - ground.level[start] if printed is None else printed


def crossed_contours(ground: Ground, start: Hex, end: Hex) -> int:
    """The contour lines climbed from one hex to the next, 0 on the level and downhill; ask in reverse for a descent."""
    return max(0, slope(ground, start, end))


def water_kind(ground: Ground, place: Hex) -> str:
    """The kind of the water in a hex, the widest of several; "" where none runs."""
    kinds = {water.kind for water in ground.waters if place in water.path}
    return next((kind for kind in WIDEST_FIRST if kind in kinds), "")


@kept(4)
@rule("TOCS-W11.6-1", "TOCS-W11.7-1", "TOCS-W11.6-2")
def open_waters(ground: Ground) -> frozenset[Hex]:
    """The hexes where nobody stands but afloat: open water on all sides, and no bridge or causeway through it."""
    return frozenset(h for h in ground.hexes if set(terrains_of(ground, h)) <= set(OPEN) and not bridged(ground, h))


def bridged(ground: Ground, place: Hex) -> bool:
    """Does a road or railway go through a hex, and not end there?"""
    return len(lines_of(ground, place)) > 1


def lines_of(ground: Ground, place: Hex) -> tuple[Hex, ...]:
    """The hexes beside one to which a road or railway leads from it."""
    near = ground.neighbours[place]
    return tuple(other for other in near if (place, other) in ground.roads or (place, other) in ground.rails)


@rule("TOCS-W11.13-1")
def polder_side(ground: Ground, start: Hex, end: Hex) -> bool:
    """Whether the hexside between two hexes is the edge of a polder, to be paid once on the way in or out."""
    return "polder" in (ground.terrain[start], ground.terrain[end])


@rule("TOCS-W12.1.1-1", "TOCS-W12.1.1-2", "TOCS-W12.1.2-1")
def landing(ground: Ground, place: Hex) -> str:
    """What a road is for that ends at the water of a hex without a bridge: a "boat launch" where none goes on beyond, a
    "ferry crossing" where one comes to every bank; "" without such a road, or with a bridge."""
    roads = [landed(ground, place, bank) for bank in range(len(ground.banks.get(place, ())))]
    if len(roads) < 2 or not any(roads) or bridge_at(ground, place):
        return ""
    return FERRY_CROSSING if all(roads) else "boat launch"


def landed(ground: Ground, place: Hex, bank: int) -> bool:
    """Does a road come to this bank of a hex?"""
    beside = (neighbour(place, side) for side in ground.banks[place][bank])
    return any(other is not None and (place, other) in ground.roads for other in beside)


def is_built_up(ground: Ground, place: Hex) -> bool:
    """Whether a hex is a village, town, suburb or city."""
    return ground.terrain[place] in BUILT_UP


@rule("TOCS-W14.2-2", "MASL-7.1-2")
def at_edge(ground: Ground, place: Hex) -> bool:
    """Does a hex lie at the edge of the map, so that a flight can come on by it?"""
    return place in ground.terrain and len(ground.neighbours[place]) < len(DIRECTIONS)

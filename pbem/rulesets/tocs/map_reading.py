"""From map.toml ("pbem-map/1") to the ground: what the file says, checked, as the rules look it up."""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypeVar

from pbem.kernel.hexes import Hex, neighbours
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.modules.faults import ModuleError, Source, read_toml
from pbem.rulesets.tocs.ground import FERRY_CROSSING, Bridge, Ferry, Ground, Side, landing
from pbem.rulesets.tocs.map_checks import map_faults
from pbem.rulesets.tocs.map_file import ROAD_CLASSES, BridgeEntry, Compass, HexEntry, MapFile, RailEntry, RoadEntry, waters_of
from pbem.rulesets.tocs.ships import zone_of
from pbem.rulesets.tocs.waterways import banks_between, crossed_sides

DEFAULT_KINDS = {
    "highway": "highway", "paved": "stone", "dirt_6_8": "wooden_6_8", "dirt_3_6": "wooden_3_6", "railroad": "railroad",
}  # fmt: skip
"""What stands where the map says no more than which road it carries."""
FERRY_STEPS = 4  # an impulse, where the map says no more (TOCS-W12.1.2-1)

T = TypeVar("T")


def parse_map(file: str, text: str) -> Ground:
    """The map of a file; ModuleError with all its faults."""
    source = Source(file, text)
    entered = read_toml(source, MapFile)
    faults = map_faults(entered, source)
    if faults:
        raise ModuleError(faults)
    return _ground(entered)


def _ground(entered: MapFile) -> Ground:
    cells = {Hex(place): entered.hex[place] for place in sorted(entered.hex)}
    waters = waters_of(entered)
    printed = Ground(
        hexes=tuple(cells),
        terrain={place: cell.terrain for place, cell in cells.items()},
        level={place: cell.level for place, cell in cells.items()},
        country={place: cell.country for place, cell in cells.items()},
        names={place: cell.name for place, cell in cells.items() if cell.name},
        neighbours={place: tuple(filter(cells.__contains__, neighbours(place))) for place in cells},
        banks={place: banks_between(sides) for place, sides in crossed_sides(waters).items()},
        streams=_both_orders(entered.streams.sides),
        roads=_best_roads(entered.road),
        rails=_rails(entered.rail),
        bridges=tuple(sorted(map(_bridge, entered.bridge), key=lambda bridge: bridge.id)),
        contour_metres=entered.grid.contour_metres,
        cliffs=_both_orders(entered.cliffs.sides),
        waters=waters,
        met=_on_sides(cells, lambda cell: {side: tuple(kinds) for side, kinds in cell.met.items()}),
        climb=_on_sides(cells, lambda cell: cell.climb),
        room=_on_sides(cells, lambda cell: cell.room),
        fords=frozenset(Hex(ford.hex) for ford in entered.ford),
        hex_metres=entered.grid.hex_metres,
        zones={zone.id: zone_of(zone) for zone in entered.sea_zone},
        shores={Hex(place): kind for place, kind in entered.shore.items()},
    )
    return replace(printed, ferries=_ferries(entered, printed))


def _on_sides(cells: Mapping[Hex, HexEntry], printed: Callable[[HexEntry], Mapping[Compass, T]]) -> dict[tuple[Hex, str], T]:
    """What the map prints along the sides of its hexes."""
    return {(place, side): what for place, cell in cells.items() for side, what in printed(cell).items()}


def _ferries(entered: MapFile, printed: Ground) -> dict[Hex, Ferry]:
    """The ferries that work: those the map lists, and one wherever a road comes to both banks and it says nothing."""
    told = {Hex(f.hex) for f in entered.ferry}
    plain = (place for place in printed.banks if place not in told and landing(printed, place) == FERRY_CROSSING)
    listed = {Hex(f.hex): Ferry(f.name, f.steps, f.vehicles, f.tons) for f in entered.ferry if f.working}
    return listed | {place: Ferry("the ferry", FERRY_STEPS, True) for place in plain}


@rule("TOCS-W11.3-1")
def _bridge(entry: BridgeEntry) -> Bridge:
    kind: str = entry.kind or next(DEFAULT_KINDS[c] for c in (*ROAD_CLASSES, "railroad") if c in entry.carries)
    return Bridge(
        entry.id, entry.name, Hex(entry.hex), entry.water, tuple(entry.carries), entry.damage_points, kind, entry.intact,
        entry.tons,
    )  # fmt: skip


def _both_orders(sides: Iterable[Iterable[str]]) -> frozenset[Side]:
    pairs = [(Hex(start), Hex(end)) for start, end in sides]
    return frozenset(pairs) | frozenset((end, start) for start, end in pairs)


def _rails(lines: Iterable[RailEntry]) -> dict[Side, str]:
    """The hexsides that a railway crosses."""
    return dict.fromkeys(sorted(_both_orders(step for line in lines for step in pairwise(line.path))), "railroad")


@rule("MASL-13.3-1")
def _best_roads(roads: Iterable[RoadEntry]) -> dict[Side, str]:
    """The class of road between adjacent hexes; of two, the better one."""
    worst_first = sorted(roads, key=lambda road: -ROAD_CLASSES.index(road.class_))
    found = {side: road.class_ for road in worst_first for step in pairwise(road.path) for side in _both_orders([step])}
    return {side: found[side] for side in sorted(found)}

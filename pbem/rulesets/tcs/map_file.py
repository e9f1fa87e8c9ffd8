"""What a map.toml may hold ("tcs-map/1"), and the ground that comes of it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Annotated, Literal, cast, get_args

from pydantic import AfterValidator, Field

from pbem.kernel.hexes import Hex, distance, hex_at, neighbour
from pbem.kernel.rulebook import rule
from pbem.modules.faults import Door, Fault, HexText, KeyPath, ModuleError, Source, read_toml
from pbem.rulesets.tcs.ground import RoadClass, Side, TacticalGround, Terrain

Whole = Annotated[int, Field(ge=0)]
Extent = Annotated[int, Field(ge=1, le=99)]
Path = Annotated[list[HexText], Field(min_length=2)]
_SIDE = re.compile(r"((?:0[1-9]|[1-9][0-9])\.(?:0[1-9]|[1-9][0-9]))/(N|NE|SE|S|SW|NW)")


def _hexside(text: str) -> str:
    if not _SIDE.fullmatch(text):
        raise ValueError("should be a hexside such as 08.12/NE")
    return text


SideText = Annotated[str, AfterValidator(_hexside)]


class TacticalRoadEntry(Door):
    """A road from hex centre to hex centre."""

    class_: Annotated[RoadClass, Field(alias="class")]
    name: str
    hexes: Path


class StreamEntry(Door):
    """The course of a stream, hex by hex; the terrain of its hexes says what entering them costs."""

    name: str
    hexes: Path


class PlaceEntry(Door):
    """A name on the map: the hex it stands at, and all hexes of the place."""

    name: Annotated[str, Field(min_length=1)]
    hex: HexText
    hexes: list[HexText] = Field(default_factory=list)
    note: str = ""


class TacticalMapFile(Door):
    """A whole map.toml. key: a sign for each terrain; terrain, levels: a line a row, a sign a column; crest, wall, brook: hexsides,
    a crest named from its higher hex."""

    schema_: Annotated[Literal["tcs-map/1"], Field(alias="schema")]
    columns: Extent
    rows: Extent
    hex_metres: Annotated[int, Field(gt=0)]
    contour_metres: Annotated[int, Field(gt=0)]
    zero_metres: int = 0
    terrain_key: dict[Annotated[str, Field(min_length=1, max_length=1)], Terrain]
    terrain: list[str]
    levels: list[str]
    crest: list[SideText] = Field(default_factory=list)
    wall: list[SideText] = Field(default_factory=list)
    brook: list[SideText] = Field(default_factory=list)
    road: list[TacticalRoadEntry] = Field(default_factory=list)
    stream: list[StreamEntry] = Field(default_factory=list)
    place: list[PlaceEntry] = Field(default_factory=list)
    note: str = ""


def parse_map(file: str, text: str) -> TacticalGround:
    """The map of a file; ModuleError with all its faults."""
    source = Source(file, text)
    entered = read_toml(source, TacticalMapFile)
    faults = [*_grids(entered, source)] or [*_places(entered, source)]
    if faults:
        raise ModuleError(faults)
    return _ground(entered)


def _grids(entered: TacticalMapFile, source: Source) -> Iterator[Fault]:
    """Rows and signs as many as there should be, and each sign known."""
    for key, rows, signs in (
        ("terrain", entered.terrain, frozenset(entered.terrain_key)),
        ("levels", entered.levels, frozenset("0123456789")),
    ):
        if len(rows) != entered.rows:
            yield source.fault((key,), f"there are {len(rows)} rows, not {entered.rows}")
        for number, row in enumerate(rows, start=1):
            if len(row) != entered.columns:
                yield source.fault((key,), f"row {number} has {len(row)} signs, not {entered.columns}")
            for sign in sorted(set(row) - signs):
                yield source.fault((key,), f'row {number} has the sign "{sign}", which means nothing here')


def _places(entered: TacticalMapFile, source: Source) -> Iterator[Fault]:
    """What the map names is on it, and what follows on another is next to it."""
    for number, road in enumerate(entered.road):
        yield from _way(entered, source, ("road", number, "hexes"), road.hexes)
    for number, stream in enumerate(entered.stream):
        yield from _way(entered, source, ("stream", number, "hexes"), stream.hexes)
    names = [place.name for place in entered.place]
    for number, place in enumerate(entered.place):
        off = [hex_ for hex_ in (place.hex, *place.hexes) if not _on(entered, hex_)]
        yield from (source.fault(("place", number), f"{hex_} is not on the map") for hex_ in off)
        if place.name in names[:number]:
            yield source.fault(("place", number, "name"), f'two places are called "{place.name}"')
    yield from _hexsides(entered, source)


def _way(entered: TacticalMapFile, source: Source, at: KeyPath, way: Sequence[str]) -> Iterator[Fault]:
    yield from (source.fault(at, f"{hex_} is not on the map") for hex_ in way if not _on(entered, hex_))
    jumps = ((a, b) for a, b in pairwise(way) if distance(Hex(a), Hex(b)) != 1)
    yield from (source.fault(at, f"{b} is not next to {a}") for a, b in jumps)


def _hexsides(entered: TacticalMapFile, source: Source) -> Iterator[Fault]:
    for key, sides in (("crest", entered.crest), ("wall", entered.wall), ("brook", entered.brook)):
        for text in sides:
            start, end = _side(text)
            if end is None or not (_on(entered, start) and _on(entered, end)):
                yield source.fault((key,), f"{text} is not within the map")
            elif key == "crest" and _level(entered, end) >= _level(entered, start):
                yield source.fault((key,), f"{text}: a crest is named from its higher hex, and {end} is as high")


def _on(entered: TacticalMapFile, hex_: str) -> bool:
    column, row = map(int, hex_.split("."))
    return column <= entered.columns and row <= entered.rows


def _level(entered: TacticalMapFile, hex_: str) -> int:
    column, row = map(int, hex_.split("."))
    return int(entered.levels[row - 1][column - 1])


def _side(text: str) -> tuple[Hex, Hex | None]:
    start, _, towards = text.partition("/")
    return Hex(start), neighbour(Hex(start), towards)


@rule("TCSB-1-1", "TCSB-1-5", "TCSB-8-2")
def _ground(entered: TacticalMapFile) -> TacticalGround:
    cells = {hex_at(c, r): (c - 1, r - 1) for c in range(1, entered.columns + 1) for r in range(1, entered.rows + 1)}
    return TacticalGround(
        columns=entered.columns,
        rows=entered.rows,
        terrain={hex_: entered.terrain_key[entered.terrain[row][column]] for hex_, (column, row) in cells.items()},
        level={hex_: int(entered.levels[row][column]) for hex_, (column, row) in cells.items()},
        roads=_roads(entered.road),
        crests=_both(entered.crest),
        walls=_both(entered.wall),
        brooks=_both(entered.brook),
        courses=tuple(tuple(map(Hex, stream.hexes)) for stream in entered.stream),
        places={place.name: Hex(place.hex) for place in entered.place},
        areas={place.name: tuple(map(Hex, place.hexes or [place.hex])) for place in entered.place},
        metres=(entered.hex_metres, entered.contour_metres, entered.zero_metres),
    )


def _roads(roads: Iterable[TacticalRoadEntry]) -> dict[Side, RoadClass]:
    """The class of road between adjacent hexes; of two, the better one."""
    classes = cast(tuple[RoadClass, ...], get_args(RoadClass))
    worst_first = sorted(roads, key=lambda road: -classes.index(road.class_))
    return {
        side: road.class_ for road in worst_first for a, b in pairwise(map(Hex, road.hexes)) for side in ((a, b), (b, a))
    }  # fmt: skip


def _both(sides: Iterable[str]) -> frozenset[Side]:
    pairs = [(start, end) for start, end in map(_side, sides) if end is not None]
    return frozenset(pairs) | frozenset((end, start) for start, end in pairs)

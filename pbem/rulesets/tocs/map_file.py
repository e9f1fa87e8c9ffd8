"""What a map.toml may hold: the door of "pbem-map/1"."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.modules.faults import Door, HexText
from pbem.rulesets.tocs.ships import SeaZoneEntry
from pbem.rulesets.tocs.waterways import Water

Terrain = Literal[
    "open", "farmland", "orchard", "desert", "polder", "bocage", "woods", "forest", "jungle", "village", "town",
    "suburb", "city", "marsh", "flooded", "lake", "ocean", "shallows", "beach_gradual", "beach_moderate", "beach_steep",
    "rocky_shore",
]  # fmt: skip
RoadClass = Literal["highway", "paved", "dirt_6_8", "dirt_3_6"]
Direction = Literal["", "N", "NE", "SE", "S", "SW", "NW"]
Compass = Literal["N", "NE", "SE", "S", "SW", "NW"]
Id = Annotated[str, Field(min_length=1)]
Path = Annotated[list[HexText], Field(min_length=2)]
Hexside = Annotated[list[HexText], Field(min_length=2, max_length=2)]
Range = Annotated[list[Annotated[int, Field(ge=1, le=99)]], Field(min_length=2, max_length=2)]

ROAD_CLASSES: tuple[RoadClass, ...] = ("highway", "paved", "dirt_6_8", "dirt_3_6")
"""Best first."""

NEVER_PASSED: tuple[Terrain, ...] = ("jungle", "forest", "bocage", "city", "suburb")
"""Terrain that leaves no room to go round it (TOCS-W10.1.1-6)."""


class GridEntry(Door):
    """The frame of the map, first and last column and row, and its scale: the interval between two contour lines is the
    module's to say (TOCS-W11.19-9)."""

    columns: Range
    rows: Range
    hex_metres: Annotated[int, Field(gt=0)]
    contour_metres: Annotated[int, Field(gt=0)]
    note: str = ""


class HexEntry(Door):
    """One hex: what covers it, how high it stands in contour levels, whose country it is.

    What differs from hexside to hexside is said by hexside: `met` is the terrain on the way from there to the centre,
    `climb` the contour lines climbed on it (below 0: descended), `room` the terrain of the open strip along a hexside
    where a unit can pass the hex by. A hexside that is not named has the terrain and the slope of the whole hex, and
    no room.
    """

    terrain: Terrain
    level: Annotated[int, Field(ge=0)] = 0
    country: str = ""
    name: str = ""
    met: dict[Compass, Annotated[list[Terrain], Field(min_length=1)]] = Field(default_factory=dict)
    climb: dict[Compass, Annotated[int, Field(ge=-9, le=9)]] = Field(default_factory=dict)
    room: dict[Compass, Terrain] = Field(default_factory=dict)


class WaterEntry(Door):
    """A river or canal from source to mouth, and the hexsides by which it comes onto the map and leaves it."""

    id: Id
    name: str
    kind: Literal["minor_river", "medium_river", "major_river"]
    path: Path
    enters: Direction = ""
    leaves: Direction = ""
    current: str = ""


class Hexsides(Door):
    """A list of hexsides, each by the hexes on its two sides."""

    sides: list[Hexside] = Field(default_factory=list)


class RoadEntry(Door):
    """A road of one class from hex centre to hex centre."""

    id: Id
    class_: Annotated[RoadClass, Field(alias="class")]
    path: Path


class RailEntry(Door):
    """A railway from hex centre to hex centre."""

    id: Id
    path: Path


class BridgeEntry(Door):
    """A bridge over the water that runs through a hex. What is not said of it (kind, what it bears in tons, the damage
    it takes) is as for the best road it carries (TOCS-W11.3-1)."""

    id: Id
    name: str
    hex: HexText
    water: str
    carries: Annotated[list[Literal["highway", "paved", "dirt_6_8", "dirt_3_6", "railroad"]], Field(min_length=1)]
    kind: Literal[
        "",
        "footbridge_pontoon",
        "single_lane_pontoon",
        "two_lane_vehicular",
        "wooden_3_6",
        "wooden_6_8",
        "stone",
        "metal",
        "highway",
        "railroad",
    ] = ""
    damage_points: Annotated[int, Field(ge=0)] = 0
    tons: Annotated[int, Field(ge=0)] | None = None
    intact: bool = True
    note: str = ""


class FordEntry(Door):
    """A ford that the map prints, over the river that runs through a hex."""

    hex: HexText
    water: str
    note: str = ""


class FerryEntry(Door):
    """A ferry over the water that runs through a hex: the steps it carries in an impulse, the weight it bears in tons, and
    whether it works. Roads that end at both banks make a ferry without an entry (TOCS-W12.1.2-1)."""

    hex: HexText
    water: str
    name: str = ""
    steps: Annotated[int, Field(ge=1)] = 4
    vehicles: bool = True
    tons: Annotated[int, Field(ge=0)] | None = None
    working: bool = True
    note: str = ""


class MapFile(Door):
    """A whole map.toml."""

    schema_: Annotated[Literal["pbem-map/1"], Field(alias="schema")]
    grid: GridEntry
    hex: dict[HexText, HexEntry]
    water: list[WaterEntry] = Field(default_factory=list)
    streams: Hexsides = Hexsides()
    cliffs: Hexsides = Hexsides()
    road: list[RoadEntry] = Field(default_factory=list)
    rail: list[RailEntry] = Field(default_factory=list)
    bridge: list[BridgeEntry] = Field(default_factory=list)
    ford: list[FordEntry] = Field(default_factory=list)
    ferry: list[FerryEntry] = Field(default_factory=list)
    sea_zone: list[SeaZoneEntry] = Field(default_factory=list)
    shore: dict[HexText, Literal["beach", "rocky"]] = Field(default_factory=dict)
    note: str = ""


@rule("MASL-13.1-2")
def waters_of(entered: MapFile) -> tuple[Water, ...]:
    """The waters of a map, in the order of its file."""
    return tuple(
        Water(water.id, water.name, water.kind, tuple(map(Hex, water.path)), water.enters, water.leaves) for water in entered.water
    )

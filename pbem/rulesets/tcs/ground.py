"""The ground: what stands on each hex of 125 m and how high it lies, roads from hex to hex, hexsides that differ."""

from collections.abc import Mapping
from typing import Literal

from pbem.kernel.hexes import Hex, neighbours
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field

Terrain = Literal["open", "crops", "brush", "woods", "village", "town", "farm", "marsh", "stream", "river", "gully"]
RoadClass = Literal["road", "track"]

Side = tuple[Hex, Hex]
"""A hexside as it is crossed: from the first hex into the second."""


class TacticalGround(Value, eq=False):
    """A map. terrain, level: by hex, all hexes of it, levels in contour lines; roads, crests, walls, brooks: hexsides, each in both
    directions (brooks: streams along hexsides); courses: of streams, hex by hex; places: named hexes, areas: all hexes of a place;
    metres: of a hex, of a contour level, of level 0."""

    columns: int
    rows: int
    terrain: Mapping[Hex, Terrain]
    level: Mapping[Hex, int]
    roads: Mapping[Side, RoadClass] = field(default_factory=dict)
    crests: frozenset[Side] = frozenset()
    walls: frozenset[Side] = frozenset()
    brooks: frozenset[Side] = frozenset()
    courses: tuple[tuple[Hex, ...], ...] = ()
    places: Mapping[str, Hex] = field(default_factory=dict)
    areas: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    metres: tuple[int, int, int] = (125, 20, 0)

    @rule("TCSB-1-6")
    def neighbours(self, hex_: Hex) -> tuple[Hex, ...]:
        """The hexes next to a hex that are on the map, clockwise from north."""
        return tuple(other for other in neighbours(hex_) if other in self.terrain)

    @rule("TCSB-1-5")
    def road(self, start: Hex, end: Hex) -> RoadClass | None:
        """The road that leads from a hex to the next, None for none."""
        return self.roads.get((start, end))

    def name(self, hex_: Hex) -> str:
        """What the map calls a hex, "" for nothing."""
        return next((name for name, hexes in self.areas.items() if hex_ in hexes), "")

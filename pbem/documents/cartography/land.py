"""The printed ground as a map draws it: the same words for every ruleset, which fills in what its own map prints."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex, middle_point
from pbem.kernel.values import Value, field

Side = tuple[Hex, Hex]
"""A hexside by the hexes on its two sides; sets of hexsides hold both orders."""


class DrawnBridge(Value):
    """A bridge as printed. carries: road classes and "railroad"; kind: "stone", "steel", else it is of wood."""

    id: str
    name: str
    hex: Hex
    carries: tuple[str, ...]
    kind: str = ""
    intact: bool = True


class DrawnWater(Value):
    """A river, canal or brook from source to mouth; enters, leaves: the hexsides at its ends, "" for none."""

    name: str
    kind: str
    path: tuple[Hex, ...]
    enters: str = ""
    leaves: str = ""


class PrintedLand(Value, eq=False):
    """What a map prints, hex by hex and hexside by hexside. level: in contour lines; banks: by hex with water through it each bank
    as the hexsides on it; roads, rails: the class between two hexes; met, room, climb: what a hex prints for one of its hexsides
    alone; walls, crests, borders of countries: along hexsides; metres: across a hex; contour_metres: from line to line; called:
    what its ruleset calls what a sign of the legend shows."""

    hexes: tuple[Hex, ...]
    terrain: Mapping[Hex, str]
    level: Mapping[Hex, int]
    names: Mapping[Hex, str]
    metres: int
    contour_metres: int
    banks: Mapping[Hex, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    streams: tuple[Side, ...] = ()
    roads: Mapping[Side, str] = field(default_factory=dict)
    rails: Mapping[Side, str] = field(default_factory=dict)
    bridges: tuple[DrawnBridge, ...] = ()
    cliffs: tuple[Side, ...] = ()
    waters: tuple[DrawnWater, ...] = ()
    met: Mapping[tuple[Hex, str], tuple[str, ...]] = field(default_factory=dict)
    climb: Mapping[tuple[Hex, str], int] = field(default_factory=dict)
    room: Mapping[tuple[Hex, str], str] = field(default_factory=dict)
    fords: tuple[Hex, ...] = ()
    ferries: tuple[Hex, ...] = ()
    walls: tuple[Side, ...] = ()
    crests: tuple[Side, ...] = ()
    borders: tuple[Side, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)

    def bank(self, place: Hex, point: str) -> tuple[str, ...]:
        """The hexsides of the bank that a point of the compass names: the one that letters call so, else the one with that
        hexside; () for none."""
        banks = self.banks.get(place, ())
        called = (sides for sides in banks if len(banks) > 1 and middle_point(sides) == point)
        return next(called, next((sides for sides in banks if point in sides), ()))

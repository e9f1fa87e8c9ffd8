"""What is in sight: the table of a map, a bit field a hex, and smoke, light and visibility laid over it (TCSB-7, TCSB-8)."""

from collections.abc import Iterable, Mapping
from functools import cached_property

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import section, whole
from pbem.kernel.hexes import Hex, Offset, beneath, disc, distance, offset
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.rulesets.tcs.rules.lines import is_clear_along, is_clear_to_side
from pbem.rulesets.tcs.rules.relief import Relief


class SightTable:
    """What each hex of a map sees of it without smoke and in the best of light; rows are worked out when they are asked for.

    `rows` may hold what was worked out before (a bit field a hex: bit n is the n-th hex of the map, sorted by name).
    """

    def __init__(self, relief: Relief, farthest: int, rows: Mapping[Hex, int] | None = None) -> None:
        self.relief = relief
        self.farthest = farthest
        self.rows: dict[Hex, int] = dict(rows or {})
        self._sides: dict[tuple[Hex, Hex, Hex], int] = {}

    @cached_property
    def places(self) -> tuple[Hex, ...]:
        """The hexes of the map in the order of the bits."""
        return tuple(sorted(self.relief.index))

    @cached_property
    def bits(self) -> Mapping[Hex, int]:
        """The number of each hex's bit."""
        return {place: number for number, place in enumerate(self.places)}

    def row(self, viewer: Hex) -> int:
        """What a hex sees, as a bit field; what is known of the other end is not worked out again."""
        found = self.rows.get(viewer)
        if found is None:
            self.rows[viewer] = found = self._worked_out(viewer)
        return found

    def sees(self, viewer: Hex, target: Hex) -> bool:
        """Is there a clear line between two hexes of the map?"""
        return bool(self.row(viewer) >> self.bits[target] & 1)

    def sees_side(self, viewer: Hex, left: Hex, entered: Hex) -> bool:
        """Is there a clear line from a hex to the middle of the hexside that was crossed?"""
        return bool(self._side(viewer, left, entered))

    def seen(self, viewer: Hex) -> tuple[Hex, ...]:
        """The hexes that a hex sees, sorted."""
        row = self.row(viewer)
        return tuple(place for number, place in enumerate(self.places) if row >> number & 1)

    def fill(self) -> Mapping[Hex, int]:
        """Works out every row: what is kept beside a campaign's copy of its module."""
        for place in self.places:
            self.row(place)
        return self.rows

    def _side(self, viewer: Hex, left: Hex, entered: Hex) -> int:
        """1 for a clear line to a hexside, 0 for none; worked out once."""
        asked = (viewer, left, entered)
        found = self._sides.get(asked)
        if found is None:
            self._sides[asked] = found = int(is_clear_to_side(self.relief, *asked))
        return found

    def _worked_out(self, viewer: Hex) -> int:
        bit, row, index = self.bits[viewer], 0, self.relief.index
        at, (column, slant) = index[viewer], self._lies[viewer]
        for number, (place, (other_column, other_slant)) in enumerate(self._lies.items()):
            known = self.rows.get(place)
            across, down = other_column - column, other_slant - slant
            if known is not None:
                row |= (known >> bit & 1) << number
            elif max(abs(across), abs(down), abs(across + down)) <= self.farthest:
                row |= int(is_clear_along(self.relief, at, index[place], (across, down))) << number
        return row

    @cached_property
    def _lies(self) -> Mapping[Hex, Offset]:
        """Where each hex lies from the first one."""
        return {place: offset(self.places[0], place) for place in self.places}


class TurnVisibility(Value):
    """What a turn lays over the ground. reach: how far one sees; dark: by night; lit: hexes in the light of illumination; smoke:
    markers by hex."""

    reach: int
    dark: bool = False
    lit: frozenset[Hex] = frozenset()
    smoke: Mapping[Hex, int] = field(default_factory=dict)


class HexsideCrossed(Value):
    """A hexside that a unit crossed: the hex it left and the hex it entered."""

    left: Hex
    entered: Hex


def farthest(charts: ChartBook) -> int:
    """How far the table of a map has to look: the best visibility of the chart."""
    return max(whole(record, "hexes") for record in charts.records("visibility").records.values())


@rule("TCSB-19-7")
def lighted(charts: ChartBook, lights: Iterable[Hex]) -> frozenset[Hex]:
    """The zones that lit hexes throw light on."""
    radius = whole(section(charts.records("visibility").extras, "lit"), "lighted_zone_radius")
    return frozenset(place for light in lights for place in disc(light, radius))


@rule("TCSB-7-1", "TCSB-8-11", "TCS3-2.2-6")
def in_sight(charts: ChartBook, table: SightTable, air: TurnVisibility, viewer: Hex, target: Hex) -> bool:
    """Does one hex see another this turn? Neighbours always do; by night only lit hexes are seen beyond the limit."""
    if distance(viewer, target) <= 1:
        return True
    if distance(viewer, target) > air.reach and target not in air.lit:
        return False
    return table.sees(viewer, target) and not smoked(charts, air.smoke, viewer, target)


@rule("TCS3-1-1", "TCS3-1-11")
def trigger_in_sight(charts: ChartBook, table: SightTable, air: TurnVisibility, viewer: Hex, crossed: HexsideCrossed) -> bool:
    """Does a hex see the middle of the hexside that was crossed? A trigger next to it is always seen."""
    away = distance(viewer, crossed.entered)
    if away <= 1:
        return True
    if away > air.reach and crossed.entered not in air.lit:
        return False
    clear = table.sees_side(viewer, crossed.left, crossed.entered)
    return clear and not smoked(charts, air.smoke, viewer, crossed.entered)


@rule("TCSB-8-9")
def smoked(charts: ChartBook, smoke: Mapping[Hex, int], viewer: Hex, target: Hex) -> bool:
    """Do markers of smoke block the line between two hexes? Never between neighbours."""
    if not smoke:
        return False
    sight = section(charts.records("smoke-illum").extras, "sight")
    return distance(viewer, target) > 1 and smoke_on_line(smoke, viewer, target) >= whole(sight, "block_at")


def smoke_on_line(smoke: Mapping[Hex, int], viewer: Hex, target: Hex) -> int:
    """The markers of smoke along a line, the target's counted and the viewer's not; of two hexes on either hand the fewer."""
    if not smoke or viewer == target:
        return smoke.get(target, 0)
    return sum(min(smoke.get(place, 0) for place in step) for step in beneath(viewer, target)[1:])

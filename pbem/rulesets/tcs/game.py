"""Game: what both sides may know before the first turn. Frozen, and by reference wherever it is asked."""

from collections.abc import Mapping

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.charts.entries import whole
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.ground import Ground
from pbem.rulesets.tcs.rules.sight import SightTable
from pbem.rulesets.tcs.switches import Setting

TURN_MINUTES = 20


class Staff(Value):
    """A side as both sides may name it: no units, no plan. sheets: what the numbers of its op sheets begin with."""

    id: str
    name: str
    adjective: str
    heading: str
    report: str
    prefix: str
    sheets: str


class Award(Value):
    """Points of a side: for each hex that it holds at the end, or for each counter of these kinds that the enemy lost."""

    side: str
    each: int
    what: str
    hexes: tuple[Hex, ...] = ()
    counters: tuple[str, ...] = ()


class Level(Value):
    """Who has won ("" = nobody), where the first side's points less the second's are within."""

    winner: str
    lo: int
    hi: int


class Game(Value, eq=False):
    """Ground, charts, calendar and switches of one campaign. sides: in the module's order; hour: of the first turn ("0900");
    visibility: a record of that chart; first: who acts first in turn 1, "" for a roll; sight: what each hex sees of the ground."""

    id: str
    title: str
    turns: int
    hour: str
    day: int
    month: str
    year: int
    zone_letter: str
    sides: tuple[Staff, ...]
    ground: Ground
    book: ChartBook
    sight: SightTable
    switches: Mapping[str, Setting]
    visibility: str
    first: str
    awards: tuple[Award, ...]
    levels: tuple[Level, ...]
    reserve_drm: Mapping[str, int]

    def staff(self, side: str) -> Staff:
        """The side `side`."""
        return next(staff for staff in self.sides if staff.id == side)

    def other(self, side: str) -> str:
        """The side that is not `side`."""
        first, second = self.sides
        return second.id if first.id == side else first.id

    @property
    @rule("TCSB-7-1")
    def reach(self) -> int:
        """How far one sees in the air of the scenario, in hexes."""
        return whole(self.book.records("visibility")[self.visibility], "hexes")

    @rule("TCSB-1-2")
    def clock(self, turn: int) -> str:
        """When a turn begins: "0920"."""
        minutes = int(self.hour[:2]) * 60 + int(self.hour[2:]) + (max(turn, 1) - 1) * TURN_MINUTES
        return f"{minutes // 60 % 24:02d}{minutes % 60:02d}"

"""Game: what both sides may know before the first turn. Frozen, and by reference wherever it is asked."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tcs.arrivals import Exit
from pbem.rulesets.tcs.ground import TacticalGround
from pbem.rulesets.tcs.rules.sight import SightTable
from pbem.rulesets.tcs.rules.weather import minutes_of_turn
from pbem.rulesets.tcs.switches import Setting
from pbem.rulesets.tcs.view import NIGHTS


class TacticalStaff(Value):
    """A side as both sides may name it: no units, no plan. sheets: what the numbers of its op sheets begin with; nation: whose
    counters it has ("american", "german", "" for neither)."""

    id: str
    name: str
    adjective: str
    heading: str
    report: str
    prefix: str
    sheets: str
    nation: str = ""


class Award(Value):
    """Points of a side: for each hex that it holds at the end, or (whole) once for all of them; or for each counter of these kinds
    that the enemy lost."""

    side: str
    each: int
    what: str
    hexes: tuple[Hex, ...] = ()
    counters: tuple[str, ...] = ()
    whole: bool = False

    @rule("TCSB-28-3")
    def times(self, held: Iterable[Hex]) -> int:
        """How often it is earned by the hexes that its side holds."""
        its = set(self.hexes) & set(held)
        return int(bool(its) and len(its) == len(self.hexes)) if self.whole else len(its)


class Level(Value):
    """Who has won ("" = nobody), where the first side's points less the second's are within."""

    winner: str
    lo: int
    hi: int


class LightFrom(Value):
    """The light from a turn on: a row of `visibility`, "" by day."""

    turn: int
    light: str


class FogTrack(Value):
    """Along which track of `fog-lifting` the fog lifts, and from which turn on it is rolled for."""

    track: str
    first_roll: int


class TacticalGame(Value, eq=False):
    """Ground, charts, calendar and switches of one campaign. sides: in the module's order; hour: of the first turn ("0900");
    visibility: a record of that chart, as the weather is at first; first: who acts first in turn 1, "" for a roll; sight: what each
    hex sees of the ground; fog: how it lifts; lights: from which turns on it is dark, or day again;
    dig_ground: rows of `dig-terrain` that the module turns on; exits: where sides may leave the map; later: as a
    patch has it."""

    id: str
    title: str
    turns: int
    hour: str
    day: int
    month: str
    year: int
    zone_letter: str
    sides: tuple[TacticalStaff, ...]
    ground: TacticalGround
    book: ChartBook
    sight: SightTable
    switches: Mapping[str, Setting]
    visibility: str
    first: str
    awards: tuple[Award, ...]
    levels: tuple[Level, ...]
    reserve_drm: Mapping[str, int]
    dig_ground: tuple[str, ...] = ()
    later: "LaterGame | None" = None
    fog: FogTrack | None = None
    lights: tuple[LightFrom, ...] = ()
    exits: tuple[Exit, ...] = ()

    def in_force(self, turn: int) -> "TacticalGame":
        """The game as it is in a turn."""
        return self.later.game.in_force(turn) if self.later and self.later.turn <= turn else self

    def staff(self, side: str) -> TacticalStaff:
        """The side `side`."""
        return next(staff for staff in self.sides if staff.id == side)

    def other(self, side: str) -> str:
        """The side that is not `side`."""
        first, second = self.sides
        return second.id if first.id == side else first.id

    @rule("TCSB-2-5", "TCSB-25-1")
    def light(self, turn: int) -> str:
        """The light of a turn: a row of `visibility`, "" by day."""
        return next((entry.light for entry in reversed(self.lights) if entry.turn <= turn), "")

    @rule("TCSB-1-2", "TCSB-1-3", "TCSB-25-1")
    def clock(self, turn: int) -> str:
        """When a turn begins: "0920"; turns of the night are longer."""
        passed = sum(minutes_of_turn(self.book, self.light(before) in NIGHTS) for before in range(1, max(turn, 1)))
        minutes = int(self.hour[:2]) * 60 + int(self.hour[2:]) + passed
        return f"{minutes // 60 % 24:02d}{minutes % 60:02d}"


class LaterGame(Value, eq=False):
    """The game from a turn on, as a patch has it, and the events by which it takes effect."""

    turn: int
    game: TacticalGame
    events: tuple[Any, ...]

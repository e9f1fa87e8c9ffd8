"""Game: what both sides may know before the first turn. Frozen, and by reference on every board and picture."""

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from msgspec.structs import force_setattr

from pbem.kernel.calendar import Turn
from pbem.kernel.charts.tables import Check, Grid, Item, Listing, Modifiers, Records, Sheet, Table, Track
from pbem.kernel.hexes import Hex
from pbem.kernel.values import Value, field
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.module_file import BattleNote, Climate, Fare


class Staff(Value):
    """A side as both sides may name it: no units, no strength, no plan. civilians: how the people meet it, "hostile",
    "neutral" or "friendly", or "by_country"."""

    id: str
    name: str
    adjective: str
    nation: str
    heading: str
    report: str
    prefix: str
    civilians: str = "neutral"


class Facility(Value):
    """An installation that never moves (TOCS-W12.0-1): `kind` is a record of the chart `facilities`; dp: the damage points it
    can take, damage: those it has taken; held: prisoners in it, in
    steps, whom the side `captor` took; capacity: the aircraft it has room for, 0 for any number; ships: those it has berths
    for."""

    id: str
    kind: str
    name: str
    hex: Hex
    dp: int
    damage: int = 0
    held: int = 0
    captor: str = ""
    capacity: int = 0
    ships: int = 0

    @property
    def works(self) -> bool:
        """Is it not destroyed?"""
        return self.damage < self.dp


class Later(Value, eq=False):
    """The game from a turn on, as a patch has it, and the events by which it takes effect."""

    turn: int
    game: "Game"
    events: tuple[Any, ...]


class LineEnd(NamedTuple):
    """The nearest start of a line of supply or command: how many hexes off, and its name."""

    hexes: int
    start: str


class Game(Value, eq=False):
    """Ground, charts, calendar and switches of one campaign. `sides` in the module's order.

    `ways` holds what rules.adjacent_moves has computed of the ground once, so that it need not do so for every order;
    `floods` how far lines of supply and command reach, `strains` what the ground takes from a wireless. `later` is the game
    that the next patch on file makes of it.
    """

    id: str
    title: str
    turns: tuple[Turn, ...]
    sides: tuple[Staff, ...]
    moves_first: str
    owners: Mapping[Hex, str]
    ground: Ground
    charts: Mapping[str, Table]
    switches: Mapping[str, str | int | bool]
    month: str
    year: int
    zone_letter: str
    theatre: str = ""
    floods: dict[Any, list[Any]] = field(default_factory=dict)
    strains: dict[tuple[Hex, Hex], int] = field(default_factory=dict)
    climate: Climate = Climate()
    friends: Mapping[str, str] = field(default_factory=dict)
    ways: dict[Any, dict[Any, Any]] = field(default_factory=dict)
    later: Later | None = None
    fare: Fare = Fare()
    battle_notes: tuple[BattleNote, ...] = ()
    sets_up_first: str = ""
    tactical: Mapping[Hex, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        force_setattr(self, "ways", {})  # another game has other ground, also when it is made by `replace`
        force_setattr(self, "floods", {})
        force_setattr(self, "strains", {})

    def in_force(self, turn: int) -> "Game":
        """The game as it is in a turn."""
        return self.later.game.in_force(turn) if self.later and self.later.turn <= turn else self

    def grid(self, name: str) -> Grid:
        """The dice table `name`."""
        return cast(Grid, self.charts[name])

    def sheet(self, name: str) -> Sheet:
        """The look-up sheet `name`."""
        return cast(Sheet, self.charts[name])

    def records(self, name: str) -> Records:
        """The records `name`."""
        return cast(Records, self.charts[name])

    def modifiers(self, name: str) -> Modifiers:
        """The list of modifiers `name`."""
        return cast(Modifiers, self.charts[name])

    def check(self, name: str) -> Check:
        """The check `name`."""
        return cast(Check, self.charts[name])

    def items(self, name: str) -> Mapping[str, Item]:
        """The entries of the list `name`."""
        return cast(Listing, self.charts[name]).items

    def track(self, name: str) -> Track:
        """The track `name`."""
        return cast(Track, self.charts[name])

    def staff(self, side: str) -> Staff:
        """The side `side`."""
        return next(s for s in self.sides if s.id == side)

    def other(self, side: str) -> str:
        """The side that is not `side`."""
        first = self.sides[0].id
        return self.sides[1].id if first == side else first

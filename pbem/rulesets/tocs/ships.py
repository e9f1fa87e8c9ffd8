"""Ships, fleets, sea zones and mines: what a side has on the water, and where (TOCS-W16.0, W16.1, W17).

Of a side's own, and of nobody else: the enemy knows of none until a battle shows it (TOCS-W16.0-3).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.modules.faults import Door, HexText

ShipClass = Literal[
    "carrier", "battleship", "monitor", "cruiser", "destroyer", "escort", "minesweeper", "minelayer", "transport",
    "landing_craft", "patrol_boat", "submarine",
]  # fmt: skip
Bore = Literal["14-16", "8-13", "5-7"]
Depth = Literal["shallow", "normal", "deep"]

SUBMARINE, CRAFT, TRANSPORT, CARRIER = "submarine", "landing_craft", "transport", "carrier"
TOP, FROM_LAND, SPENT = 3, 2, 0
"""Boxes of a zone: the one with most actions left, the one aircraft from land come into, and the one nothing acts in."""
WORDS_OF_CLASS = {
    "carrier": phrase("carrier"), "battleship": phrase("battleship"), "monitor": phrase("monitor"), "cruiser": phrase("cruiser"),
    "destroyer": phrase("destroyer"), "escort": phrase("escort"), "minesweeper": phrase("minesweeper"),
    "minelayer": phrase("minelayer"), "transport": phrase("transport"), "landing_craft": phrase("landing craft"),
    "patrol_boat": phrase("patrol boat"), "submarine": phrase("submarine"),
}  # fmt: skip
NAVAL_UNITS, AIRCRAFT = "naval units", "aircraft"
SURFACE, SUBMARINES = "surface ships", "submarines"


def sunk_kind(ship: str) -> str:
    """What a sunk ship of a class counts as among the destroyed: `ship_transport`."""
    return f"ship_{ship}"


class SeaZoneEntry(Door):
    """A sea zone. next: the zones beside it and the water hexes to pass through, any one of them; water: the
    depth of each of its hexes; ports: facilities on it; coast: the land hexes on it."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    name: Annotated[str, Field(min_length=1)]
    next: dict[str, list[HexText]] = Field(default_factory=dict)
    water: dict[HexText, Depth] = Field(default_factory=dict)
    ports: list[str] = Field(default_factory=list)
    coast: list[HexText] = Field(default_factory=list)
    note: str = ""


class GunEntry(Door):
    """The guns of one size: their strength, and how many hexes they reach beyond the coast."""

    bore: Bore
    strength: Annotated[int, Field(ge=1, le=40)]
    range: Annotated[int, Field(ge=0, le=30)]


class ShipEntry(Door):
    """A ship, a flotilla of small ones, or a submarine. lift: the steps it carries, transfer: how many of them an action moves;
    vehicles: it takes vehicles; planes: counters of aircraft it has room for; points: supply points aboard; cargo: units and
    landing craft aboard by call; docked: the port it begins in, "" for at sea."""

    call: Annotated[str, Field(min_length=1)]
    name: Annotated[str, Field(min_length=1)]
    nation: str
    ship: Annotated[ShipClass, Field(alias="class")]
    dp: Annotated[int, Field(ge=1, le=20)]
    zone: str
    box: Annotated[int, Field(ge=0, le=3)] = TOP
    docked: str = ""
    guns: list[GunEntry] = Field(default_factory=list)
    radar: bool = False
    lift: Annotated[int, Field(ge=0, le=40)] = 0
    transfer: Annotated[int, Field(ge=0, le=40)] = 0
    vehicles: bool = True
    planes: Annotated[int, Field(ge=0, le=12)] = 0
    points: Annotated[int, Field(ge=0, le=40)] = 0
    cargo: list[str] = Field(default_factory=list)
    note: str = ""


class SeaZone(Value):
    """A sea zone as both sides know it. passages: the zone beside it → the water hexes that lead there, any one of
    them; water: hex → depth."""

    id: str
    name: str
    passages: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    water: Mapping[Hex, str] = field(default_factory=dict)
    ports: tuple[str, ...] = ()
    coast: tuple[Hex, ...] = ()


class NavalGun(Value):
    """The guns of one size of a ship."""

    bore: str
    strength: int
    range: int


class Ship(Value):
    """A ship and where it is now: in a box of a zone, docked in a port (facility), as craft in a water hex, or aboard another.

    damage: points taken; moved: it has gone to another zone this turn; acted: it did something in this impulse; fought: it was in
    a battle since its side's last impulse ended; disabled, sunk; patrols: it is on patrol this turn; covers: the hex whose battles
    it supports, and since: the impulse it was told so; supports: the guns that have not fired there yet.
    """

    call: str
    name: str
    side: str
    nation: str
    ship: str
    dp: int
    zone: str
    box: int = TOP
    guns: tuple[NavalGun, ...] = ()
    radar: bool = False
    lift: int = 0
    transfer: int = 0
    vehicles: bool = True
    planes: int = 0
    points: int = 0
    damage: int = 0
    port: str = ""
    hex: Hex | None = None
    aboard: str = ""
    moved: bool = False
    acted: bool = False
    fought: bool = False
    disabled: bool = False
    sunk: bool = False
    patrols: bool = False
    covers: Hex | None = None
    since: str = ""

    @property
    def afloat(self) -> bool:
        """Is it in a box of its zone, not in port nor aboard another?"""
        return not (self.sunk or self.port or self.aboard)

    @property
    def gunnery(self) -> int:
        """The strength of all its guns."""
        return sum(gun.strength for gun in self.guns)

    @property
    def surface(self) -> bool:
        """Is it no submarine?"""
        return self.ship != SUBMARINE

    @property
    @rule("TOCS-W16.5-2")
    def crippled(self) -> bool:
        """Is it at half its damage points or worse?"""
        return 2 * self.damage >= self.dp

    @rule("TOCS-W16.5-2", "TOCS-W16.8-3")
    def hit(self, points: int, disabled: bool, sinks: bool = False) -> "Ship":
        """The ship with these hits more: one that exceeds its damage points sinks, one that is disabled drops to box 0."""
        damage = self.damage + points
        if sinks or damage > self.dp:
            return replace(self, damage=damage, sunk=True, fought=True, box=SPENT, covers=None, patrols=False)
        if disabled:
            return replace(self, damage=damage, disabled=True, fought=True, box=SPENT, covers=None, patrols=False)
        return replace(self, damage=damage, fought=True)


def later(ships: tuple[Ship, ...]) -> str:
    """What tells the throws of an act from those of another in the same impulse: "" for ships that act for the first time in it,
    else the boxes they act from, which no two of their acts share."""
    return "/" + ".".join(str(ship.box) for ship in ships) if any(ship.acted for ship in ships) else ""


class Plane(Value):
    """Aircraft in a box of a sea zone. legs: the zones it has come into (TOCS-W16.2-1); patrols: it looks for submarines."""

    call: str
    zone: str
    box: int
    legs: int = 1
    patrols: bool = False
    acted: str = ""


class Sea(Value):
    """All that a side has at sea. fleets: calls by name; planes: its aircraft over the water; active: the ship, fleet or aircraft
    that acts now, and done: those that have acted in this impulse; found: what the last search or patrol found, None before one;
    mines: its own, hex → factors; dangers: hexes where it knows of the enemy's; warned: zones where it found submarines this turn;
    fired: ships whose cover was used in this impulse and the one before; under: the formations of the seat that commands them, ()
    for the side's commander."""

    ships: Mapping[str, Ship] = field(default_factory=dict)
    fleets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    planes: Mapping[str, Plane] = field(default_factory=dict)
    active: str = ""
    done: tuple[str, ...] = ()
    found: tuple[str, ...] | None = None
    mines: Mapping[Hex, int] = field(default_factory=dict)
    dangers: tuple[Hex, ...] = ()
    warned: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    under: tuple[str, ...] = ()

    def with_ships(self, ships: tuple[Ship, ...]) -> "Sea":
        """The sea with these ships as they are now; what is sunk leaves its fleet."""
        known = {**self.ships, **{ship.call: ship for ship in ships}}
        gone = {ship.call for ship in ships if ship.sunk}
        if not gone:
            return replace(self, ships=known)
        left = {name: tuple(call for call in calls if call not in gone) for name, calls in self.fleets.items()}
        return replace(self, ships=known, fleets={name: calls for name, calls in left.items() if calls})

    def with_planes(self, planes: tuple[Plane, ...], down: tuple[str, ...] = ()) -> "Sea":
        """The sea with these aircraft where they are now, and without those that are down."""
        known = {**self.planes, **{plane.call: plane for plane in planes}}
        return replace(self, planes={call: plane for call, plane in known.items() if call not in down})

    def named(self, call: str) -> tuple[Ship, ...]:
        """The ships of a call: itself, or those of a fleet."""
        calls = self.fleets.get(call, (call,))
        return tuple(self.ships[name] for name in calls if name in self.ships and not self.ships[name].sunk)

    def knows(self, call: str) -> bool:
        """Is this the call of a ship, a fleet, or aircraft over the water?"""
        return call in self.ships or call in self.fleets or call in self.planes

    def in_zone(self, zone: str) -> tuple[Ship, ...]:
        """The ships at sea in a zone, by call."""
        return tuple(ship for call, ship in sorted(self.ships.items()) if ship.zone == zone and ship.afloat)

    def over(self, zone: str) -> tuple[Plane, ...]:
        """The aircraft over a zone, by call."""
        return tuple(plane for call, plane in sorted(self.planes.items()) if plane.zone == zone)

    def new_turn(self) -> "Sea":
        """The sea as a turn begins."""
        return replace(self, warned=(), searched=())


def zone_of(entry: SeaZoneEntry) -> SeaZone:
    """A zone as a file has it."""
    passages = {name: tuple(map(Hex, hexes)) for name, hexes in entry.next.items()}
    water: dict[Hex, str] = {Hex(place): depth for place, depth in entry.water.items()}
    return SeaZone(entry.id, entry.name, passages, water, tuple(entry.ports), tuple(map(Hex, entry.coast)))


def read_ship(entry: ShipEntry, side: str) -> Ship:
    """A ship as a file has it."""
    guns = tuple(NavalGun(gun.bore, gun.strength, gun.range) for gun in entry.guns)
    return Ship(
        entry.call, entry.name, side, entry.nation, entry.ship, entry.dp, entry.zone, entry.box, guns, entry.radar, entry.lift,
        entry.transfer, entry.vehicles, entry.planes, entry.points, port=entry.docked,
    )  # fmt: skip

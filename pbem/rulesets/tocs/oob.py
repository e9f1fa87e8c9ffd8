"""The order of battle: one counter for each unit of a side, as printed, from an oob-*.toml file ("pbem-oob/1")."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import Door, HexText, Source, read_toml
from pbem.rulesets.tocs.aircraft import Aircraft, AircraftEntry, read_aircraft
from pbem.rulesets.tocs.ships import Ship, ShipEntry, read_ship

Kind = Literal["company", "half_company", "hq_company", "hq", "vehicle_platoon", "battery", "asset"]
Level = Literal["", "battalion", "regiment", "brigade", "kampfgruppe", "division", "corps", "army", "army_group"]
Trait = Literal["commando", "mountain", "amphibious", "cullin", "dozer", "flail", "roller", "bridging"]
Mobility = Literal["foot", "horse", "cavalry", "motorized", "mechanized", "armored"]

KINDS: tuple[Kind, ...] = ("company", "half_company", "hq_company", "hq", "vehicle_platoon", "battery", "asset")
LEVELS: tuple[Level, ...] = ("battalion", "regiment", "brigade", "kampfgruppe", "division", "corps", "army", "army_group")
"""The ladder of command, from the bottom (TOCS-W2.1-1)."""


def from_level(least: Level) -> tuple[Level, ...]:
    """This level and all above it."""
    return LEVELS[LEVELS.index(least) :]


class Counter(Value):
    """A unit as its counter prints it.

    `id` is never mailed; `call` is the word orders use. `mp` is movement points an AP, `range`, `command` and
    `wireless` are in hexes. `setup` is None for a unit that is not on the map when play begins; `bank` names the bank
    of a divided setup hex by hexsides on it ("NE+SE"). `independent` answers to no HQ and lives by itself; `landed` came
    by air or from the sea just as play begins. `traits` are rare skills and gear: commandos and mountain troops climb
    cliffs, amphibious vehicles swim, tanks with a Cullin device and dozers cut hedgerows. `assigned` is the unit an asset
    begins with and goes along with; `tons` what its heaviest vehicle weighs, None for what the chart `bridges` gives;
    `boats` the steps that an asset of boats takes over the water, 0 for all others. `aa` is its strength against aircraft, of the
    class `aa_class`, and `rof` what a die may show for it to keep firing; 0 and "" for what is no flak. `lost`: steps it has lost
    before play; it can be made good to its full strength.
    """

    id: str
    call: str
    name: str
    side: str
    nation: str
    parent: str
    kind: Kind
    level: Level
    arm: str
    mobility: Mobility
    steps: int
    strength: int
    defence_only: bool
    artillery: int
    range: int
    mp: int
    ml: int
    elr: int
    command: int
    wireless: int
    recon: bool
    engineer: bool
    aliases: tuple[str, ...]
    setup: Hex | None
    bank: str
    independent: bool = False
    landed: bool = False
    skis: bool = False
    traits: tuple[str, ...] = ()
    assigned: str = ""
    tons: int | None = None
    boats: int = 0
    aa: int = 0
    aa_class: str = ""
    rof: int = 0
    lost: int = 0

    @property
    def platoon(self) -> bool:
        """Is it a vehicle platoon? Self-propelled guns under armour count as one and as a battery (TOCS-W2.4-2)."""
        return self.kind == "vehicle_platoon" or (self.kind == "battery" and self.mobility in ("armored", "mechanized"))

    @property
    @rule("TOCS-W15.15-3")
    def by_glider(self) -> bool:
        """Can it land by glider alone: vehicles, horses, guns that are towed?"""
        return self.kind == "battery" or self.mobility != "foot"

    @property
    def formation(self) -> str:
        """`2/504` for the formation of HQ2/504, "" for a unit that is no headquarters."""
        return self.call.removeprefix("HQ") if self.kind == "hq" else ""

    @property
    def replaced_by(self) -> str:
        """What makes its losses good: "men" out of the Replacement Pool for units on foot and on horses, "vehicles" out of
        the Motor Pool for tracked and wheeled units and for guns (TOCS-W12.8-1, TOCS-W10.22-3)."""
        rolls = self.mobility in ("motorized", "mechanized", "armored") or self.kind == "battery"
        return "vehicles" if rolls else "men"


class _Unit(Door):
    id: Annotated[str, Field(min_length=1)]
    call: str
    name: Annotated[str, Field(min_length=1)]
    nation: str
    kind: Kind
    mobility: Mobility
    steps: Annotated[int, Field(ge=1, le=4)]
    strength: Annotated[int, Field(ge=0)]
    mp: Annotated[int, Field(ge=0)]
    ml: Annotated[int, Field(ge=2, le=12)]
    elr: Annotated[int, Field(ge=0, le=5)]
    parent: str = ""
    level: Level = ""
    arm: str = ""
    defence_only: bool = False
    artillery: Annotated[int, Field(ge=0)] = 0
    range: Annotated[int, Field(ge=0)] = 0
    command: Annotated[int, Field(ge=0)] = 0
    wireless: Annotated[int, Field(ge=0)] = 0
    recon: bool = False
    engineer: bool = False
    skis: bool = False
    aliases: list[str] = Field(default_factory=list)
    setup: HexText | None = None
    bank: str = ""
    independent: bool = False
    landed: bool = False
    assigned: str = ""
    traits: list[Trait] = Field(default_factory=list)
    tons: Annotated[int, Field(ge=0)] | None = None
    boats: Annotated[int, Field(ge=0, le=16)] = 0
    aa: Annotated[int, Field(ge=0, le=9)] = 0
    aa_class: Literal["", "light", "heavy"] = ""
    rof: Annotated[int, Field(ge=0, le=6)] = 0
    lost: Annotated[int, Field(ge=0, le=3)] = 0
    note: str = ""


class _Oob(Door):
    schema_: Annotated[Literal["pbem-oob/1"], Field(alias="schema")]
    side: str
    unit: list[_Unit]
    aircraft: list[AircraftEntry] = Field(default_factory=list)
    ship: list[ShipEntry] = Field(default_factory=list)
    note: str = ""


@rule("TOCS-W1.3-1", "TOCS-W2.0-2", "TOCS-W2.6-1", "TOCS-W2.6.4-1", "TOCS-W4.0-1", "TOCS-W2.1-1")
def parse_oob(file: str, text: str) -> tuple[Counter, ...]:
    """The counters of one side, in the order of the file; ModuleError for what the file may not hold."""
    oob = read_toml(Source(file, text), _Oob)
    return tuple(_counter(unit, oob.side) for unit in oob.unit)


@rule("TOCS-3.2-9", "TOCS-W14.0-1")
def parse_aircraft(file: str, text: str) -> tuple[Aircraft, ...]:
    """The aircraft of one side, in the order of the file; ModuleError for what the file may not hold."""
    oob = read_toml(Source(file, text), _Oob)
    return tuple(read_aircraft(entry, oob.side) for entry in oob.aircraft)


class Berthed(Value):
    """A ship as a file has it, and what is aboard it by call."""

    ship: Ship
    cargo: tuple[str, ...]


@rule("TOCS-W16.0-1")
def parse_ships(file: str, text: str) -> tuple[Berthed, ...]:
    """The ships of one side, in the order of the file; ModuleError for what the file may not hold."""
    oob = read_toml(Source(file, text), _Oob)
    return tuple(Berthed(read_ship(entry, oob.side), tuple(entry.cargo)) for entry in oob.ship)


def full_kind(counter: Counter) -> str:
    """The kind with the level of a headquarters in it ("hq_battalion"), as the charts name it."""
    return f"hq_{counter.level}" if counter.kind == "hq" else counter.kind


def _counter(unit: _Unit, side: str) -> Counter:
    printed = unit.model_dump(exclude={"note"})
    printed["aliases"] = tuple(unit.aliases)
    printed["traits"] = tuple(sorted(unit.traits))
    printed["setup"] = Hex(unit.setup) if unit.setup else None
    return Counter(side=side, **printed)

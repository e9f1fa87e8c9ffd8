"""What module.toml ("pbem-module/1") and a scenario-*.toml ("pbem-scenario/1") may hold."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import Door, HexText
from pbem.rulesets.tocs.flight_file import FlightEntry, WaveEntry
from pbem.rulesets.tocs.switches import Setting

Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
TurnId = Annotated[str, Field(pattern=r"^[0-9]{2}-[0-2][0-9][0-5][0-9]$")]
Month = Literal["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]

Cloud = Literal["clear", "scattered", "overcast"]
Precipitation = Literal[
    "dry", "mist", "rain_squall", "rain", "downpour",
    "snow_squall", "snow_light", "snow_moderate", "snow_heavy", "blizzard",
]  # fmt: skip
Wind = Literal["calm", "light", "moderate", "gusty", "heavy"]
Condition = Literal[
    "fog", "mist", "rain_squall", "rain", "downpour",
    "snow_squall", "snow_light", "snow_moderate", "snow_heavy", "blizzard", "gusty", "heavy",
]  # fmt: skip
GroundState = Literal[
    "very_dry", "dry", "firm", "moist", "wet", "soft", "mud", "frozen", "snow_light", "snow_normal", "snow_deep", "drifts"
]


class SideEntry(Door):
    """A side: its names, the heads of its reports and the form its staff writes them in, the letter its letters bear, how the
    people of the country meet it."""

    id: Id
    name: Annotated[str, Field(min_length=1)]
    adjective: str
    nation: str
    staff: str
    report: str
    letter_prefix: Annotated[str, Field(pattern=r"^[A-Z]$")]
    civilians: Literal["hostile", "neutral", "friendly", "by_country"] = "neutral"
    form: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9-]*)?$")] = ""


class ModuleFile(Door):
    """A whole module.toml."""

    schema_: Annotated[Literal["pbem-module/1"], Field(alias="schema")]
    id: Id
    title: str
    ruleset: Literal["tocs"]
    version: str
    base: Annotated[str, Field(pattern=r"^([a-z0-9][a-z0-9_-]*)?$")] = ""
    month: Month
    year: Annotated[int, Field(ge=1900, le=1999)]
    about: Annotated[str, Field(max_length=400)] = ""
    theatre: Literal["", "north_africa"] = ""
    zone_letter: Annotated[str, Field(pattern=r"^[A-IK-Z]$")]
    side: Annotated[list[SideEntry], Field(min_length=2, max_length=2)]
    switches: dict[str, Setting] = Field(default_factory=dict)
    note: str = ""


class TurnEntry(Door):
    """One turn of the track."""

    id: TurnId
    label: str
    day: Annotated[int, Field(ge=1, le=31)]
    hour: Annotated[str, Field(pattern=r"^[0-2][0-9][0-5][0-9]$")]
    light: Literal["day", "dawn", "dusk", "night"]
    track: str
    moon: Literal["", "new", "waxing", "full", "waning"] = ""
    rest: Annotated[int, Field(ge=0, le=30)] = 0


class CiviliansEntry(Door):
    """The people of a country, by the letters the map gives its hexes, and the side they are friends of."""

    country: Annotated[str, Field(min_length=1)]
    friendly_to: Id


class PoolEntry(Door):
    """The operational points of a nation, which pay for units of the nations in `pays_for` as well.

    earns_from: the turn from which it has an income at all ("" = the first).
    """

    id: Id
    side: Id
    nation: str
    minimum: Annotated[int, Field(ge=0)]
    reserve: Annotated[int, Field(ge=0)] = 0
    may_draw_from: TurnId
    earns_from: Annotated[str, Field(pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")] = ""
    pays_for: list[str] = Field(default_factory=list)
    note: str = ""


class ReplacementsEntry(Door):
    """What a side has off the board to make its losses good: steps of men, and of vehicles and guns."""

    side: Id
    men: Annotated[int, Field(ge=0)] = 0
    vehicles: Annotated[int, Field(ge=0)] = 0
    note: str = ""


class OwnershipEntry(Door):
    """Who owns the map: the hexes named for a side, and the rest; meeting: play begins as a meeting engagement, with ground between
    the perimeters that nobody owns (TOCS-1.9-4)."""

    default: str = ""
    meeting: bool = False
    hexes: dict[Id, list[HexText]] = Field(default_factory=dict)


class WorkEntry(Door):
    """An improved position; bridge: the one it guards, whose place it leaves for that of a bridge left standing where its side
    breaks that one before play."""

    hex: HexText
    level: Literal["entrenched", "strongpoint", "fortified_area"]
    side: Id
    bridge: str = ""
    note: str = ""


class SupplyEntry(Door):
    """A place supply comes from: a base both sides know of (but for one that is secret), a secret dump or depot, trucks, or a
    map edge; `from` the turn it opens on ("" = from the first)."""

    side: Id
    id: Id
    kind: Literal["base", "dump", "depot", "mobile", "edge"]
    hex: HexText
    bank: str = ""
    points: Annotated[int, Field(ge=0)]
    damage_points: Annotated[int, Field(ge=0)] = 0
    join: str = ""
    secret: bool = False
    from_: Annotated[str, Field(alias="from", pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")] = ""
    note: str = ""


class FeatureEntry(Door):
    """Mines or a roadblock laid before play, which the other side must scout to learn of."""

    hex: HexText
    kind: Literal["minefield", "roadblock"]
    side: Id
    note: str = ""


class EquipmentEntry(Door):
    """Bridging equipment of a side for so many bridges of a kind; a side of which nothing is said has all it needs."""

    side: Id
    kind: Literal["footbridge_pontoon", "single_lane_pontoon", "two_lane_vehicular"]
    count: Annotated[int, Field(ge=0)]
    note: str = ""


class DemolitionEntry(Door):
    """The bridges of the map that a side may blow: without leave nobody blows any that was not built in play.

    By DESTROY, or (when = "battle") only as it loses a battle for one, with no order: a die then shows `prepared` or less where
    charges were laid before play or engineers stood in the hex, else `unprepared`; trigger = "tank": once enemy tanks are in it.
    """

    side: Id
    bridges: Annotated[list[str], Field(min_length=1)]
    when: Literal["any_time", "battle"] = "any_time"
    trigger: Literal["", "tank"] = ""
    charges_at_setup: bool = False
    prepared: Annotated[int, Field(ge=0, le=6)] = 0
    unprepared: Annotated[int, Field(ge=0, le=6)] = 0
    note: str = ""


class TrainEntry(Door):
    """A train: where on a railway it comes on, on which turn ("" = before the first), the steps of troops and the supply
    points it takes, and the units (by call) that come with it."""

    side: Id
    call: Annotated[str, Field(min_length=1)]
    hex: HexText
    bank: str = ""
    turn: Annotated[str, Field(pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")] = ""
    steps: Annotated[int, Field(ge=1)]
    points: Annotated[int, Field(ge=0)] = 0
    units: list[str] = Field(default_factory=list)
    note: str = ""


class FacilityEntry(Door):
    """An installation: whose it is as play begins; secret, or known to both; the damage it takes, 0 for what the chart
    says; capacity: the aircraft an airfield has room for, 0 for any number; ships: those a port has berths
    for; afresh: ground in which its side may set it up afresh
    when it has been destroyed, as long as a line of supply runs from there to the edge `afresh_edge`."""

    hex: HexText
    kind: Literal[
        "hospital",
        "field_repair",
        "railyard",
        "railhead",
        "prisoner_camp",
        "port",
        "harbor",
        "naval_base",
        "airbase",
        "airfield",
        "airstrip",
        "other",
    ]
    side: Id
    id: Id
    name: Annotated[str, Field(min_length=1)]
    damage_points: Annotated[int, Field(ge=0)] = 0
    capacity: Annotated[int, Field(ge=0)] = 0
    ships: Annotated[int, Field(ge=0, le=40)] = 0
    secret: bool = True
    afresh: list[Literal["village", "town", "suburb", "city"]] = Field(default_factory=list)
    afresh_edge: Literal["", "N", "E", "S", "W"] = ""
    note: str = ""


class MinesEntry(Door):
    """Mines a side has laid in a shallow water hex before play: factors (TOCS-W17.4-1)."""

    side: Id
    hex: HexText
    factors: Annotated[int, Field(ge=1, le=9)]
    note: str = ""


class CoastGunEntry(Door):
    """A battery of the order of battle that may fire at ships, and its strength against them (ruling N5)."""

    side: Id
    unit: Annotated[str, Field(min_length=1)]
    strength: Annotated[int, Field(ge=1, le=40)]
    note: str = ""


class ReinforcementEntry(Door):
    """Units by their calls that come by one of these hexes from a turn on ("" = before the first), with their supplies, which go
    straight into the store `into` as long as a way leads to it from the edge `path_from`;
    most_steps: the steps of units that come by these hexes in a turn at the most, 0 for any number; the rest comes later."""

    side: Id
    turn: Annotated[str, Field(pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")]
    by: Literal["edge", "air"] = "edge"
    units: list[str] = Field(default_factory=list)
    hexes: Annotated[list[HexText], Field(min_length=1)]
    trucks: Annotated[int, Field(ge=0, le=4)] = 0
    beyond: Annotated[int, Field(ge=0)] = 0
    most_steps: Annotated[int, Field(ge=0)] = 0
    into: str = ""
    path_from: Literal["", "N", "E", "S", "W"] = ""
    note: str = ""


class SupplyDrawEntry(Door):
    """Who draws supply of a side, and when: each of these headquarters so many points as the turn of an hour begins, in place of
    those from the regiment up after the turn of 2100."""

    side: Id
    hour: Annotated[str, Field(pattern=r"^[0-2][0-9][0-5][0-9]$")]
    units: Annotated[list[str], Field(min_length=1)]
    points: Annotated[int, Field(ge=1, le=9)] = 1
    note: str = ""


class CommandPassEntry(Door):
    """Command that passes as the headquarters `to` comes on: until then those under it answer to `from`; then it commands these
    units of `from`'s, and those of them that stand in the hexes or come by the entries; all of the side may trace supply to
    either of `los_to_either` from then on. All by their calls."""

    side: Id
    to: Annotated[str, Field(min_length=1)]
    from_: Annotated[str, Field(alias="from", min_length=1)]
    units: list[str] = Field(default_factory=list)
    hexes: list[HexText] = Field(default_factory=list)
    entries: list[HexText] = Field(default_factory=list)
    los_to_either: list[str] = Field(default_factory=list)
    note: str = ""


class ExitEntry(Door):
    """Units, by their calls, that leave the map by an edge up to the end of a turn; who has not is taken off it then."""

    side: Id
    units: Annotated[list[str], Field(min_length=1)]
    edge: Literal["N", "E", "S", "W"]
    by: TurnId
    note: str = ""


class BoatsEntry(Door):
    """Boats that come from a turn on: the engineers `with` them take so many steps over the water in an impulse."""

    side: Id
    from_: Annotated[TurnId, Field(alias="from")]
    with_: Annotated[list[str], Field(alias="with", min_length=1)]
    steps: Annotated[int, Field(ge=1, le=16)]
    note: str = ""


class BattleNoteEntry(Door):
    """Words for the brief of a battle that field commanders fight: in one of these hexes, on such terrain, or where such a road (or
    "railroad") runs; in any hex where none of them is named."""

    text: Annotated[str, Field(min_length=1, max_length=300)]
    hexes: list[HexText] = Field(default_factory=list)
    terrain: list[str] = Field(default_factory=list)
    roads: list[str] = Field(default_factory=list)
    note: str = ""


class EntryEntry(Door):
    """What reinforcements pay to come on: `op` each, but for those who come by a way of `free_by` or are of a nation of
    `free_nations`; kinds in `parent_pays_for` an HQ on the map brings on by its own activation as well."""

    op: Annotated[int, Field(ge=0, le=3)] = 0
    free_by: list[Literal["edge", "air"]] = Field(default_factory=list)
    free_nations: list[str] = Field(default_factory=list)
    parent_pays_for: list[Literal["company", "half_company", "vehicle_platoon", "battery", "asset"]] = Field(default_factory=list)
    note: str = ""


class SetupEntry(Door):
    """What a side may place before the first turn otherwise than printed, and how many of which bridges it breaks.

    bound: the hexes that a unit (by call), a store or a facility (by id) is bound to; one_a_hex: stores and facilities of which
    no two go into a hex; down: the bridges that are broken, in secret, unless the side breaks others.
    """

    side: Id
    units: list[str] = Field(default_factory=list)
    hexes: list[HexText] = Field(default_factory=list)
    stores: list[Id] = Field(default_factory=list)
    facilities: list[Id] = Field(default_factory=list)
    works: Annotated[int, Field(ge=0)] = 0
    bound: dict[str, list[HexText]] = Field(default_factory=dict)
    one_a_hex: list[Id] = Field(default_factory=list)
    bridges: list[Id] = Field(default_factory=list)
    broken: Annotated[int, Field(ge=0)] = 0
    down: list[Id] = Field(default_factory=list)
    note: str = ""


class SeatEntry(Door):
    """A place at a side's table for somebody who commands formations of it, by the names orders use ("504", "1/505").

    joins: the turn from which he does; until then the seat of that id stands in, else his superiors. title: what his brief
    calls his command. ships: he commands the side's ships too, which else the side's commander does.
    """

    side: Id
    id: Id
    formations: Annotated[list[str], Field(min_length=1)]
    joins: Annotated[str, Field(pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")] = ""
    until: str = ""
    title: Annotated[str, Field(max_length=80)] = ""
    ships: bool = False
    note: str = ""


class StandingEntry(Door):
    """A line that stands in a side's file from the first day on, in place of the ruleset's own of that kind."""

    side: Id
    line: Annotated[str, Field(min_length=1, max_length=120)]
    note: str = ""


class BriefEntry(Door):
    """What a commander reads before the first turn: that of the side, or (seat) of one of its seats as he takes it."""

    side: Id
    seat: str = ""
    text: Annotated[str, Field(min_length=1)]


class VictoryEntry(Door):
    """What a side is paid for, each time, or but once; of the `half` kinds of units two count as one, and one left over nothing.

    Bridges pay when they stand on own ground; those of kind "bridges_or_destroyed" when they are down as well. An "open_road" runs
    `from` a hex `to` another along roads of these classes, over own ground without enemy ZOC and bridges that stand. A "crossing"
    pays once a unit of these kinds, of a nation and of these arms ("" and none: of any) has stood in one of the hexes as a turn
    ended, with an open road behind it `from` a hex, `by` a turn. Of a `group` the best alone pays.
    """

    side: Id
    id: Id
    points: int
    kind: Literal["hexes", "bridges", "bridges_or_destroyed", "destroyed", "facilities", "open_road", "crossing"]
    what: str
    hexes: list[HexText] = Field(default_factory=list)
    bridges: list[str] = Field(default_factory=list)
    unit_kinds: list[str] = Field(default_factory=list)
    facilities: list[str] = Field(default_factory=list)
    once: bool = False
    half: list[str] = Field(default_factory=list)
    from_: Annotated[str, Field(alias="from")] = ""
    to: str = ""
    roads: list[Literal["highway", "paved", "dirt_6_8", "dirt_3_6"]] = Field(default_factory=list)
    nation: str = ""
    arms: list[str] = Field(default_factory=list)
    by: Annotated[str, Field(pattern=r"^$|^[0-9]{2}-[0-2][0-9][0-5][0-9]$")] = ""
    group: str = ""
    note: str = ""


class BeforeEntry(Door):
    """The sky before the first turn, which the first rolls lean on."""

    cloud: Cloud = "clear"
    precipitation: Precipitation = "dry"
    fog: bool = False
    wind: Wind = "calm"
    ground: GroundState = "dry"


class SpellEntry(Door):
    """The weather from a turn on, until the next spell: what is rolled under, or (historical) what there was."""

    from_: Annotated[TurnId, Field(alias="from")]
    regime: Literal["settled", "changeable", "unsettled"] = "changeable"
    temperature: Literal["mild", "thaw", "freezing", "hard_frost"] = "mild"
    extreme_winter: bool = False
    ice: Literal["", "foot", "vehicles"] = ""
    cloud_drm: int = 0
    rain_drm: int = 0
    fog_drm: int = 0
    ground: Literal[""] | GroundState = ""
    cloud: Literal[""] | Cloud = ""
    precipitation: Literal[""] | Precipitation = ""
    fog: bool = False
    wind: Literal[""] | Wind = ""
    wind_from: Literal["", "N", "NE", "SE", "S", "SW", "NW"] = ""
    note: str = ""


class WeatherEntry(Door):
    """The weather of a scenario: rolled turn by turn and impulse by impulse ("variable"), or as it was ("historical")."""

    kind: Literal["variable", "historical"]
    can: list[Condition] | None = None
    before: BeforeEntry = BeforeEntry()
    spell: Annotated[list[SpellEntry], Field(min_length=1)]
    note: str = ""


class ScenarioFile(Door):
    """A whole scenario-*.toml."""

    schema_: Annotated[Literal["pbem-scenario/1"], Field(alias="schema")]
    id: Id
    title: str
    moves_first: str = ""
    sets_up_first: str = ""
    turn_hours: Annotated[int, Field(ge=1, le=24)] = 3
    turn: Annotated[list[TurnEntry], Field(min_length=1)]
    pool: Annotated[list[PoolEntry], Field(min_length=1)]
    civilians: list[CiviliansEntry] = Field(default_factory=list)
    ownership: OwnershipEntry
    improved: list[WorkEntry] = Field(default_factory=list)
    feature: list[FeatureEntry] = Field(default_factory=list)
    facility: list[FacilityEntry] = Field(default_factory=list)
    train: list[TrainEntry] = Field(default_factory=list)
    mines: list[MinesEntry] = Field(default_factory=list)
    coast_gun: list[CoastGunEntry] = Field(default_factory=list)
    wave: list[WaveEntry] = Field(default_factory=list)
    flight: list[FlightEntry] = Field(default_factory=list)
    equipment: list[EquipmentEntry] = Field(default_factory=list)
    demolition: list[DemolitionEntry] = Field(default_factory=list)
    supply: list[SupplyEntry] = Field(default_factory=list)
    supply_draw: list[SupplyDrawEntry] = Field(default_factory=list)
    command_pass: list[CommandPassEntry] = Field(default_factory=list)
    exit: list[ExitEntry] = Field(default_factory=list)
    boats: list[BoatsEntry] = Field(default_factory=list)
    battle_note: list[BattleNoteEntry] = Field(default_factory=list)
    reinforcement: list[ReinforcementEntry] = Field(default_factory=list)
    entry: EntryEntry = EntryEntry()
    setup: list[SetupEntry] = Field(default_factory=list)
    replacements: list[ReplacementsEntry] = Field(default_factory=list)
    seat: list[SeatEntry] = Field(default_factory=list)
    brief: list[BriefEntry]
    standing: list[StandingEntry] = Field(default_factory=list)
    victory: Annotated[list[VictoryEntry], Field(min_length=1)]
    weather: WeatherEntry | None = None
    note: str = ""


class Spell(Value):
    """The weather from a turn on: what the rolls lean on; or, in a historical module, what there was.

    ground: set by the module, "" when it follows from the ground and the weather before.
    """

    start: int
    regime: str
    temperature: str
    extreme_winter: bool
    ice: str
    cloud_drm: int
    rain_drm: int
    fog_drm: int
    ground: str
    cloud: str
    precipitation: str
    fog: bool
    wind: str
    wind_from: str


class Climate(Value):
    """The weather a module gives: "variable", "historical", or "" for fair weather from first to last.

    can: what may occur at all, None for anything; the sky and the ground are those before the first turn.
    """

    kind: str = ""
    spells: tuple[Spell, ...] = ()
    can: tuple[str, ...] | None = None
    cloud: str = "clear"
    precipitation: str = "dry"
    fog: bool = False
    wind: str = "calm"
    ground: str = "dry"

    def spell(self, turn: int) -> Spell:
        """The spell a turn lies in."""
        return [spell for spell in self.spells if spell.start <= max(turn, 1)][-1]


@rule("TOCS-W13.0-1", "TOCS-3.1-3")
def climate_of(play: ScenarioFile, numbers: Mapping[str, int]) -> Climate:
    """The weather of a scenario; `numbers` are those of its turns."""
    weather = play.weather
    if weather is None:
        return Climate()
    spells = (Spell(start=numbers[entry.from_], **entry.model_dump(exclude={"from_", "note"})) for entry in weather.spell)
    can = None if weather.can is None else tuple(weather.can)
    return Climate(weather.kind, tuple(spells), can, **weather.before.model_dump())


class BattleNote(Value):
    """Words of the module for the brief of a battle in one of these hexes, on such terrain or where such a road runs; where none of
    them is named, in any hex."""

    text: str
    hexes: tuple[Hex, ...] = ()
    terrain: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()


class Fare(Value):
    """What reinforcements pay to come on: so many OPs a unit, but for those who come by a way, or are of a nation, that is free;
    parents: kinds of units that an HQ on the map brings on by its own activation as well."""

    op: int = 0
    free_by: tuple[str, ...] = ()
    free_nations: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()

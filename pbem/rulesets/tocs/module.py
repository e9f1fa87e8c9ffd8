"""A game module: everything both sides may know before play, read from its files and checked as a whole."""

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from pbem.kernel.calendar import Turn
from pbem.kernel.charts.grammar import PLAIN, ChartGrammar
from pbem.kernel.charts.tables import Table
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.modules.faults import Fault, ModuleError, Source, read_toml
from pbem.modules.file_desk import FileDesk, chart_reader
from pbem.rulesets.tocs.aircraft import Aircraft
from pbem.rulesets.tocs.aircraft_checks import AIRCRAFT_CHECKS
from pbem.rulesets.tocs.flight_checks import FLIGHT_CHECKS
from pbem.rulesets.tocs.flight_file import FlightEntry, WaveEntry
from pbem.rulesets.tocs.ground import Ground
from pbem.rulesets.tocs.map_reading import parse_map
from pbem.rulesets.tocs.module_file import (
    BattleNote,
    BattleNoteEntry,
    BoatsEntry,
    BriefEntry,
    Climate,
    CoastGunEntry,
    CommandPassEntry,
    DemolitionEntry,
    EntryEntry,
    EquipmentEntry,
    ExitEntry,
    FacilityEntry,
    Fare,
    MinesEntry,
    ModuleFile,
    PoolEntry,
    ReinforcementEntry,
    ScenarioFile,
    SeatEntry,
    SetupEntry,
    SideEntry,
    StandingEntry,
    SupplyDrawEntry,
    SupplyEntry,
    TrainEntry,
    VictoryEntry,
    climate_of,
)
from pbem.rulesets.tocs.module_parts import TACTICAL, Parts
from pbem.rulesets.tocs.oob import Berthed, Counter, parse_aircraft, parse_oob, parse_ships
from pbem.rulesets.tocs.oob_checks import OOB_CHECKS
from pbem.rulesets.tocs.scenario_checks import SCENARIO_CHECKS
from pbem.rulesets.tocs.sea_checks import SEA_CHECKS
from pbem.rulesets.tocs.seat_checks import SEAT_CHECKS
from pbem.rulesets.tocs.switches import SWITCHES, Setting, Switch, settings

__all__ = [
    "SWITCHES",
    "Fault",
    "Module",
    "ModuleError",
    "OpsPool",
    "PrintedWork",
    "SideInfo",
    "Supply",
    "Switch",
    "Victory",
    "load_module",
]

FIRST_SCENARIO = "scenario-1.toml"
FILES = ("module.toml", "map.toml", "oob-*.toml", "scenario-*.toml", "tables/*.toml", "tactical/*.toml", "staff/*.toml",
         "staff/*.j2", "*.md")  # fmt: skip
IMPULSES_A_TURN = 3  # of both sides together: the rehearsals of the Heumen module take 19 in six turns


class SideInfo(Value):
    """A side: `staff` and `report` head its reports, `letter_prefix` numbers its letters, `brief` is plain text,
    `civilians` how the people of the country meet it: hostile, neutral, friendly, or by the country; `form` names its staff's
    form, "" for none."""

    id: str
    name: str
    adjective: str
    nation: str
    staff: str
    report: str
    letter_prefix: str
    brief: str
    civilians: str = "neutral"
    form: str = ""


class OpsPool(Value):
    """The operational points of a nation: least income an impulse, reserve, and the turn number it opens on."""

    id: str
    side: str
    nation: str
    minimum: int
    reserve: int
    may_draw_from: int
    earns_from: int = 1
    pays_for: tuple[str, ...] = ()


class Victory(Value):
    """Points a side gets for each hex, bridge or facility owned, or each enemy unit of a kind destroyed.

    once: it pays but once, however much there is to count; half: kinds of which two count as one; start, end, roads: the road
    that is to be open; nation, arms: of the units that are to have crossed, up to turn `by` (0: the last); group: of it the best
    alone pays.
    `unit_kinds` are kinds of counters, headquarters by level ("hq_battalion"), as oob.full_kind gives them.
    """

    side: str
    id: str
    points: int
    kind: str
    hexes: tuple[Hex, ...]
    bridges: tuple[str, ...]
    unit_kinds: tuple[str, ...]
    what: str
    facilities: tuple[str, ...] = ()
    once: bool = False
    half: tuple[str, ...] = ()
    start: str = ""
    end: str = ""
    roads: tuple[str, ...] = ()
    nation: str = ""
    arms: tuple[str, ...] = ()
    by: int = 0
    group: str = ""


class PrintedWork(NamedTuple):
    """An improved position ("entrenched", "strongpoint" or "fortified_area"), a facility's name, a minefield or a roadblock,
    and whose it is."""

    hex: Hex
    level: str
    side: str


class Supply(Value):
    """A source of supply as the scenario sets it up: its points, what it bears before it is worthless, the turn it opens on."""

    side: str
    id: str
    kind: str
    hex: Hex
    bank: str
    points: int
    damage_points: int
    join: str
    opens: int = 0
    secret: bool = False


class Reinforcement(Value):
    """An entry of a side's schedule; turn 0 is before the first, units are calls; most: steps a turn, 0 for any number; into: the
    store its points go into while a way leads there from the edge `path_from`."""

    side: str
    turn: int
    by: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    trucks: int
    beyond: int
    most: int = 0
    into: str = ""
    path_from: str = ""


class Placing(Value):
    """What a side may set up otherwise than printed: units by call, hexes, stores and facilities by id, points for works; the
    bridges by id of which it breaks so many, in secret; the hexes that some of them are bound to, those of which no two share a
    hex, the bridges whose works follow one left standing, and those that are down unless it breaks others."""

    side: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    stores: tuple[str, ...]
    works: int
    bridges: tuple[str, ...] = ()
    broken: int = 0
    facilities: tuple[str, ...] = ()
    bound: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    one_a_hex: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    down: tuple[str, ...] = ()


class OfferedSeat(Value):
    """A seat that a scenario offers: "allied.504", the formations it commands, the turn id it joins at, who stands in before."""

    side: str
    id: str
    formations: tuple[str, ...]
    joins: str
    until: str


class Module(Value, eq=False):
    """A module with one scenario of it, checked.

    `moves_first` is "" when initiative is thrown on the first turn; `owners` has every hex of the map; `charts` holds
    only the charts that replace the ruleset's own, by chart id. `replacements`: steps of men and of vehicles by side.
    `friends`: the side that the people of a country are for, by country; `tactical`: maps of single hexes, as texts, for a
    ruleset in which field battles are fought.
    """

    id: str
    title: str
    about: str
    ruleset: str
    version: str
    month: str
    year: int
    zone_letter: str
    scenario: str
    scenario_title: str
    turns: tuple[Turn, ...]
    sides: tuple[SideInfo, ...]
    pools: tuple[OpsPool, ...]
    moves_first: str
    owners: Mapping[Hex, str]
    victory: tuple[Victory, ...]
    switches: Mapping[str, Setting]
    works: tuple[PrintedWork, ...]
    supply: tuple[Supply, ...]
    reinforcements: tuple[Reinforcement, ...]
    placings: tuple[Placing, ...]
    counters: tuple[Counter, ...]
    ground: Ground
    charts: Mapping[str, Table]
    theatre: str = ""
    climate: Climate = Climate()
    features: tuple[PrintedWork, ...] = ()
    obstacles: tuple[PrintedWork, ...] = ()
    replacements: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    posts: tuple[OfferedSeat, ...] = ()
    facilities: tuple[FacilityEntry, ...] = ()
    equipment: tuple[EquipmentEntry, ...] = ()
    demolition: tuple[DemolitionEntry, ...] = ()
    trains: tuple[TrainEntry, ...] = ()
    waves: tuple[WaveEntry, ...] = ()
    flights: tuple[FlightEntry, ...] = ()
    aircraft: tuple[Aircraft, ...] = ()
    ships: tuple[Berthed, ...] = ()
    mines: tuple[MinesEntry, ...] = ()
    coast_guns: tuple[CoastGunEntry, ...] = ()
    friends: Mapping[str, str] = field(default_factory=dict)
    fare: Fare = Fare()
    battle_notes: tuple[BattleNote, ...] = ()
    sets_up_first: str = ""
    draws: tuple[SupplyDrawEntry, ...] = ()
    passes: tuple[CommandPassEntry, ...] = ()
    exits: tuple[ExitEntry, ...] = ()
    boats: tuple[BoatsEntry, ...] = ()
    tactical: Mapping[Hex, str] = field(default_factory=dict)
    chairs: tuple[SeatEntry, ...] = ()
    seat_briefs: tuple[BriefEntry, ...] = ()
    lines: tuple[StandingEntry, ...] = ()

    def side(self, side_id: str) -> SideInfo:
        """The side of an id; KeyError for a word that is no side."""
        return {side.id: side for side in self.sides}[side_id]

    @property
    def contents(self) -> str:
        """How much is in it, for `pbem check`."""
        return f"{len(self.counters)} counters, {len(self.turns)} turns"

    @property
    def moments(self) -> int:
        """How many impulses of both sides it is likely to take."""
        return IMPULSES_A_TURN * len(self.turns)

    def formations(self, side: str) -> tuple[str, ...]:
        """The formations of a side that a seat may be given."""
        return tuple(dict.fromkeys(c.formation for c in self.counters if c.formation and c.side == side))


def own_module(module: object) -> Module:
    """A module that was read here. TypeError for another ruleset's."""
    if not isinstance(module, Module):
        raise TypeError(f"no module of TOCS: {type(module).__name__}")
    return module


@rule("TOCS-W0.1-3")
def load_module(
    files: Mapping[str, str],
    order_words: frozenset[str] = frozenset(),
    scenario: str = FIRST_SCENARIO,
    charts: Mapping[str, Table] = MappingProxyType({}),
    grammar: ChartGrammar = PLAIN,
) -> Module:
    """The module of these files (name to text) with one of its scenarios; ModuleError with every fault found.

    No call may be one of `order_words`; what it says must fit `charts`, the ruleset's own, where they are given; charts of the
    module's are read by `grammar`.
    """
    desk = FileDesk(files)
    module = desk.read("module.toml", _module_file)
    play = desk.read(scenario, _scenario_file)
    ground = desk.read("map.toml", parse_map)
    oobs = {file: desk.read(file, parse_oob) for file in desk.matching("oob-*.toml")}
    own = {file: desk.read(file, chart_reader(grammar)) for file in desk.matching("tables/*.toml")}
    if not oobs:
        desk.faults.append(Fault("oob-*.toml", "", 0, "no order of battle"))
    desk.refuse_strangers((*FILES, scenario))
    known = {file: oob for file, oob in oobs.items() if oob is not None}
    tables = {file: chart for file, chart in own.items() if chart is not None}
    ruled = {**charts, **{table.id: table for table in tables.values()}}
    aircraft = {file: parse_aircraft(file, files[file]) for file in known}
    ships = {file: parse_ships(file, files[file]) for file in known}
    parts = Parts(dict(files), scenario, module, play, ground, known, tables, order_words, ruled, aircraft, ships)
    faults = [*desk.faults, *_spanning_faults(parts)]
    if faults or module is None or play is None or ground is None:
        raise ModuleError(faults)
    return _module(module, play, ground, parts)


def _module_file(file: str, text: str) -> ModuleFile:
    return read_toml(Source(file, text), ModuleFile)


def _scenario_file(file: str, text: str) -> ScenarioFile:
    return read_toml(Source(file, text), ScenarioFile)


def _spanning_faults(parts: Parts) -> tuple[Fault, ...]:
    """Everything wrong between the files of a module."""
    found = (
        complaint
        for check in (*SCENARIO_CHECKS, *OOB_CHECKS, *SEAT_CHECKS, *FLIGHT_CHECKS, *AIRCRAFT_CHECKS, *SEA_CHECKS)
        for complaint in check(parts)
    )
    return tuple(Source(file, parts.files[file]).fault(path, message) for file, path, message in found)


def _module(module: ModuleFile, play: ScenarioFile, ground: Ground, parts: Parts) -> Module:
    briefs = _briefs(play)
    turns = _turns(play)
    numbers = {turn.id: turn.number for turn in turns}
    return Module(
        id=module.id,
        title=module.title,
        about=module.about,
        ruleset=module.ruleset,
        version=module.version,
        month=module.month,
        year=module.year,
        zone_letter=module.zone_letter,
        theatre=module.theatre,
        scenario=play.id,
        scenario_title=play.title,
        turns=turns,
        sides=tuple(_side(side, briefs[side.id]) for side in module.side),
        pools=tuple(_pool(pool, numbers) for pool in play.pool),
        moves_first=play.moves_first,
        sets_up_first=play.sets_up_first,
        owners=_owners(play, ground),
        victory=tuple(_victory(entry, numbers) for entry in play.victory),
        switches=settings(module.switches),
        works=tuple(PrintedWork(Hex(work.hex), work.level, work.side) for work in play.improved),
        supply=tuple(_supply(source, numbers) for source in play.supply),
        reinforcements=tuple(_reinforcement(entry, numbers) for entry in play.reinforcement),
        placings=tuple(_placing(entry, play) for entry in play.setup),
        counters=tuple(chain.from_iterable(parts.oobs.values())),
        ground=ground,
        charts={table.id: table for table in parts.charts.values()},
        climate=climate_of(play, numbers),
        obstacles=tuple(PrintedWork(Hex(f.hex), f.kind, f.side) for f in play.feature),
        facilities=tuple(play.facility),
        replacements={entry.side: (entry.men, entry.vehicles) for entry in play.replacements},
        equipment=tuple(play.equipment),
        demolition=tuple(play.demolition),
        trains=tuple(play.train),
        waves=tuple(play.wave),
        flights=tuple(play.flight),
        aircraft=tuple(chain.from_iterable(parts.aircraft.values())),
        draws=tuple(play.supply_draw),
        passes=tuple(play.command_pass),
        exits=tuple(play.exit),
        boats=tuple(play.boats),
        chairs=tuple(play.seat),
        seat_briefs=tuple(filter(_of_a_seat, play.brief)),
        lines=tuple(play.standing),
        fare=_fare(play.entry),
        battle_notes=tuple(map(_battle_note, play.battle_note)),
        ships=tuple(chain.from_iterable(parts.ships.values())),
        mines=tuple(play.mines),
        coast_guns=tuple(play.coast_gun),
        friends={people.country: people.friendly_to for people in play.civilians},
        tactical=_tactical(parts),
        posts=tuple(
            OfferedSeat(s.side, f"{s.side}.{s.id}", tuple(s.formations), s.joins, s.until and f"{s.side}.{s.until}")
            for s in play.seat
        ),
    )


def _tactical(parts: Parts) -> dict[Hex, str]:
    """The maps of single hexes, by hex."""
    files = (file for file in parts.files if file.startswith(TACTICAL))
    return {Hex(file.removeprefix(TACTICAL).removesuffix(".toml")): parts.files[file] for file in files}


def _reinforcement(entry: ReinforcementEntry, numbers: Mapping[str, int]) -> Reinforcement:
    units, hexes = tuple(entry.units), tuple(map(Hex, entry.hexes))
    more = (entry.trucks, entry.beyond, entry.most_steps, entry.into, entry.path_from)
    return Reinforcement(entry.side, numbers.get(entry.turn, 0), entry.by, units, hexes, *more)


def _of_a_seat(brief: BriefEntry) -> bool:
    return bool(brief.seat)


def _briefs(play: ScenarioFile) -> dict[str, str]:
    """What the sides' commanders read, by side."""
    return {brief.side: brief.text.strip("\n") for brief in play.brief if not brief.seat}


def _battle_note(entry: BattleNoteEntry) -> BattleNote:
    return BattleNote(entry.text, tuple(map(Hex, entry.hexes)), tuple(entry.terrain), tuple(entry.roads))


def _fare(entry: EntryEntry) -> Fare:
    return Fare(entry.op, tuple(entry.free_by), tuple(entry.free_nations), tuple(entry.parent_pays_for))


def _turns(play: ScenarioFile) -> tuple[Turn, ...]:
    return tuple(Turn(number=number, **turn.model_dump()) for number, turn in enumerate(play.turn, start=1))


def _side(side: SideEntry, brief: str) -> SideInfo:
    return SideInfo(**side.model_dump(), brief=brief)


def _pool(pool: PoolEntry, numbers: Mapping[str, int]) -> OpsPool:
    earns = numbers[pool.earns_from] if pool.earns_from else 1
    draws = numbers[pool.may_draw_from]
    return OpsPool(pool.id, pool.side, pool.nation, pool.minimum, pool.reserve, draws, earns, tuple(pool.pays_for))


def _victory(entry: VictoryEntry, numbers: Mapping[str, int]) -> Victory:
    return Victory(
        side=entry.side,
        id=entry.id,
        points=entry.points,
        kind=entry.kind,
        hexes=tuple(map(Hex, entry.hexes)),
        bridges=tuple(entry.bridges),
        unit_kinds=tuple(entry.unit_kinds),
        what=entry.what,
        facilities=tuple(entry.facilities),
        once=entry.once,
        half=tuple(entry.half),
        start=entry.from_,
        end=entry.to,
        roads=tuple(entry.roads),
        nation=entry.nation,
        arms=tuple(entry.arms),
        by=numbers.get(entry.by, 0),
        group=entry.group,
    )


def _placing(entry: SetupEntry, play: ScenarioFile) -> Placing:
    return Placing(
        entry.side, tuple(entry.units), tuple(map(Hex, entry.hexes)), tuple(entry.stores), entry.works, tuple(entry.bridges),
        entry.broken, tuple(entry.facilities), {name: tuple(map(Hex, hexes)) for name, hexes in entry.bound.items()},
        tuple(entry.one_a_hex), tuple(work.bridge for work in play.improved if work.bridge in entry.bridges),
        tuple(entry.down),
    )  # fmt: skip


def _supply(entry: SupplyEntry, numbers: Mapping[str, int]) -> Supply:
    return Supply(
        entry.side, entry.id, entry.kind, Hex(entry.hex), entry.bank, entry.points, entry.damage_points, entry.join,
        numbers.get(entry.from_, 0), entry.secret,
    )  # fmt: skip


def _owners(play: ScenarioFile, ground: Ground) -> dict[Hex, str]:
    named = {Hex(place): side for side, places in play.ownership.hexes.items() for place in places}
    return {place: named.get(place, play.ownership.default) for place in ground.hexes}

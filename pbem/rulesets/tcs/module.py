"""A game module: everything both sides may know before play, read from its files and checked as a whole."""

from collections.abc import Mapping
from types import MappingProxyType

from pbem.kernel.charts.grammar import PLAIN, ChartGrammar
from pbem.kernel.charts.tables import Table
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.modules.faults import ModuleError, Source, read_toml
from pbem.modules.file_desk import FileDesk, chart_reader
from pbem.rulesets.tcs.arrivals import Exit, GroupArrival
from pbem.rulesets.tcs.game import FogTrack, LightFrom
from pbem.rulesets.tcs.ground import TacticalGround
from pbem.rulesets.tcs.map_file import parse_map
from pbem.rulesets.tcs.module_checks import MODULE, OOB, ReadModule, complaints
from pbem.rulesets.tcs.module_file import (
    ExitHexesEntry,
    LevelEntry,
    PointsEntry,
    SeatOfferEntry,
    SheetEntry,
    TacticalModuleFile,
    TacticalScenarioFile,
    TacticalSideEntry,
)
from pbem.rulesets.tcs.oob import BatteryEntry, Oob, UnitEntry, parse_oob
from pbem.rulesets.tcs.plots import Barrier, Grant, Minefield
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.sheets import OpSheet, SheetMission
from pbem.rulesets.tcs.switches import Setting, settings
from pbem.rulesets.tcs.units import Mode, TacticalUnit

FIRST_SCENARIO = "scenario-1.toml"
MAP = "map.toml"
FILES = (MODULE, MAP, OOB, "scenario-*.toml", "tables/*.toml", "staff/*.toml", "staff/*.j2", "*.md")
PAUSES_A_TURN = 2  # at the default pace; both sides write in each


class SeatOffer(Value):
    """A seat that a scenario offers: "us.c37", and the formations that it commands, from the first turn on."""

    side: str
    id: str
    formations: tuple[str, ...]
    joins: str = ""
    until: str = ""


class TacticalModule(Value, eq=False):
    """A module with one scenario of it, checked. units: as they are set up; sheets, briefs: by side; seat_briefs: by side and
    by the seat's name within it; charts: only its own."""

    id: str
    title: str
    about: str
    version: str
    month: str
    year: int
    day: int
    zone_letter: str
    scenario: str
    sides: tuple[TacticalSideEntry, ...]
    switches: Mapping[str, Setting]
    turns: int
    hour: str
    visibility: str
    first: str
    ground: TacticalGround
    oob: Oob
    units: tuple[TacticalUnit, ...]
    sheets: Mapping[str, tuple[OpSheet, ...]]
    batteries: tuple[BatteryEntry, ...]
    briefs: Mapping[str, str]
    points: tuple[PointsEntry, ...]
    levels: tuple[LevelEntry, ...]
    held: Mapping[Hex, str]
    trp: Mapping[str, tuple[Hex, ...]]
    fog: FogTrack | None
    lights: tuple[LightFrom, ...]
    grants: Mapping[str, Grant]
    mines: Mapping[Hex, Minefield]
    barriers: Mapping[Hex, Barrier]
    reserve_drm: Mapping[str, int]
    works: Mapping[Hex, DugPosition]
    dig_ground: tuple[str, ...]
    charts: Mapping[str, Table]
    arrivals: tuple[GroupArrival, ...] = ()
    exits: tuple[Exit, ...] = ()
    posts: tuple[SeatOffer, ...] = ()
    seat_briefs: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    ruleset: str = "tcs"

    @property
    def contents(self) -> str:
        """How much is in it, for `pbem check`."""
        return f"{len(self.everyone)} counters, {self.turns} turns"

    @property
    def everyone(self) -> tuple[TacticalUnit, ...]:
        """The units that take part, those that come later too."""
        return (*self.units, *(unit for group in self.arrivals for unit in group.units))

    @property
    def moments(self) -> int:
        """How many letters each side is likely to write."""
        return PAUSES_A_TURN * self.turns

    def formations(self, side: str) -> tuple[str, ...]:
        """The formations of a side that a seat may be given: companies and battalions."""
        return tuple(dict.fromkeys(name for unit in self.everyone if unit.side == side for name in unit.chain[1:]))


def own_module(module: object) -> TacticalModule:
    """A module that was read here. TypeError for another ruleset's."""
    if not isinstance(module, TacticalModule):
        raise TypeError(f"no module of TCS: {type(module).__name__}")
    return module


@rule("TCSB-28-1")
def load_module(
    files: Mapping[str, str],
    order_words: frozenset[str] = frozenset(),
    scenario: str = FIRST_SCENARIO,
    charts: Mapping[str, Table] = MappingProxyType({}),
    grammar: ChartGrammar = PLAIN,
) -> TacticalModule:
    """The module of these files (name to text) with one of its scenarios; ModuleError with every fault found."""
    desk = FileDesk(files)
    module = desk.read(MODULE, _module_file)
    play = desk.read(scenario, _scenario_file)
    ground, oob = desk.read(MAP, parse_map), desk.read(OOB, parse_oob)
    own = [desk.read(file, chart_reader(grammar)) for file in desk.matching("tables/*.toml")]
    desk.refuse_strangers((*FILES, scenario))
    if desk.faults or module is None or play is None or ground is None or oob is None:
        raise ModuleError(desk.faults)
    tables = {table.id: table for table in own if table is not None}
    parts = ReadModule(scenario, module, play, ground, oob, {**charts, **tables}, order_words)
    faults = [Source(file, files[file]).fault(path, message) for file, path, message in complaints(parts)]
    if faults:
        raise ModuleError(faults)
    return _module(parts, tables)


def _module_file(file: str, text: str) -> TacticalModuleFile:
    return read_toml(Source(file, text), TacticalModuleFile)


def _scenario_file(file: str, text: str) -> TacticalScenarioFile:
    return read_toml(Source(file, text), TacticalScenarioFile)


def _module(parts: ReadModule, charts: Mapping[str, Table]) -> TacticalModule:
    module, play = parts.module, parts.play
    return TacticalModule(
        id=module.id,
        title=module.title,
        about=module.about,
        version=module.version,
        month=module.month,
        year=module.year,
        day=module.day,
        zone_letter=module.zone_letter,
        scenario=play.id,
        sides=tuple(module.side),
        switches=settings(module.switches),
        turns=play.turns,
        hour=play.hour,
        visibility=play.visibility,
        first=play.first,
        ground=parts.ground,
        oob=parts.oob,
        units=_units(parts),
        sheets={side: tuple(_sheet(parts, entry) for entry in play.sheet if entry.side == side) for side in parts.sides},
        batteries=_batteries(parts),
        briefs=_briefs(play),
        points=tuple(play.points),
        levels=tuple(play.level),
        held={Hex(place): side for side, places in play.held.items() for place in places},
        trp={side: tuple(map(Hex, places)) for side, places in play.trp.items()},
        fog=FogTrack(play.weather.track, play.weather.first_roll) if play.weather else None,
        lights=tuple(LightFrom(entry.turn, "" if entry.light == "day" else entry.light) for entry in play.light),
        grants={s.side: Grant(tuple(s.kinds), s.weather, s.each, s.total) for s in play.sorties},
        mines=_mines(play),
        barriers=_barriers(play),
        reserve_drm=dict(play.reserve_drm),
        works=_works(play),
        dig_ground=tuple(play.dig_ground),
        charts=charts,
        arrivals=_arrivals(parts),
        exits=tuple(map(_exit, play.exit)),
        posts=tuple(map(_post, play.seat)),
        seat_briefs={side: _seat_briefs(play, side) for side in parts.sides},
    )


@rule("TCSB-1-6")
def _exit(way: ExitHexesEntry) -> Exit:
    return Exit(way.side, tuple(map(Hex, way.hexes)), way.each, way.what, tuple(way.counters), tuple(map(Hex, way.held)))


def _post(seat: SeatOfferEntry) -> SeatOffer:
    return SeatOffer(seat.side, f"{seat.side}.{seat.id}", tuple(seat.formations))


@rule("TCSB-28-1")
def _arrivals(parts: ReadModule) -> tuple[GroupArrival, ...]:
    """The groups that come later, in the order of their turns."""
    units, found = {unit.id: unit for unit in parts.oob.units}, list[GroupArrival]()
    for entry in sorted(parts.play.entry, key=lambda entry: entry.turn):
        hexes, riders = tuple(map(Hex, entry.hexes)), {rider.unit: rider.on for rider in entry.riders}
        group = (_unit(parts, units[name], hexes[0], entry.mode, riders.get(name, "")) for name in entry.units)
        found.append(GroupArrival(entry.turn, hexes, tuple(group)))
    return tuple(found)


def _batteries(parts: ReadModule) -> tuple[BatteryEntry, ...]:
    return tuple(battery for battery in parts.oob.batteries if battery.id not in parts.play.absent)


def _briefs(play: TacticalScenarioFile) -> dict[str, str]:
    """What each side is told."""
    return {brief.side: brief.text.strip("\n") for brief in play.brief if not brief.seat}


def _seat_briefs(play: TacticalScenarioFile, side: str) -> dict[str, str]:
    """What the seats of a side are told in place of its brief, each under its title."""
    titles = {seat.id: seat.title for seat in play.seat if seat.side == side}
    told = (brief for brief in play.brief if brief.side == side and brief.seat)
    return {b.seat: "\n\n".join(filter(None, (titles.get(b.seat, ""), b.text.strip("\n")))) for b in told}


@rule("TCSB-27-9")
def _works(play: TacticalScenarioFile) -> dict[Hex, DugPosition]:
    found = ((Hex(place), entry) for entry in play.works for place in entry.hexes)
    return {place: DugPosition(place, entry.level, entry.side, entry.side, entry.bunker) for place, entry in found}


@rule("TCSB-27-9")
def _barriers(play: TacticalScenarioFile) -> dict[Hex, Barrier]:
    return {Hex(place): Barrier(entry.kind, entry.side) for entry in play.barriers for place in entry.hexes}


def _mines(play: TacticalScenarioFile) -> dict[Hex, Minefield]:
    return {Hex(place): Minefield(entry.density, entry.side) for entry in play.mines for place in entry.hexes}


def _units(parts: ReadModule) -> tuple[TacticalUnit, ...]:
    at = {entry.unit: entry for entry in parts.play.setup}
    here = (unit for unit in parts.oob.units if unit.id in at)
    return tuple(_unit(parts, unit, Hex(at[unit.id].hex), at[unit.id].mode, at[unit.id].rides) for unit in here)


def _unit(parts: ReadModule, entry: UnitEntry, hex_: Hex, mode: Mode, rides: str) -> TacticalUnit:
    """A unit at full strength as it begins, or comes."""
    counter = parts.oob.counters[entry.counter]
    return TacticalUnit(
        entry.id, entry.side, counter, tuple(entry.chain), entry.morale, hex_, mode, counter.steps, entry.leader, rides=rides
    )


@rule("TCSB-28-5", "TCSB-28-6")
def _sheet(parts: ReadModule, entry: SheetEntry) -> OpSheet:
    steps = {unit.id: parts.oob.counters[unit.counter].steps for unit in parts.oob.units}
    return OpSheet(
        id=entry.id,
        type=entry.type,
        force=tuple(entry.force),
        mission=entry.mission,
        objective=tuple(map(Hex, entry.objective)),
        status=entry.status,
        weighted=entry.weighted,
        start_line=tuple(map(Hex, entry.start_line)),
        left=tuple(map(Hex, entry.left)),
        right=tuple(map(Hex, entry.right)),
        route=tuple(map(Hex, entry.route)),
        fail_percent=entry.fail_percent,
        rally=tuple(map(Hex, entry.rally)),
        options=tuple(
            SheetMission(o.letter, o.type, tuple(map(Hex, o.objective)), tuple(map(Hex, o.left)), tuple(map(Hex, o.right)))
            for o in entry.option
        ),
        begun=sum(steps[unit] for unit in entry.force) if entry.status == "implemented" else 0,
    )

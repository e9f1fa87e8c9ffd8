"""What must hold between the files of a module: units, hexes, sheets, switches, points. Each check gives complaints."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.kernel.charts.chart import Modifiers, Track
from pbem.kernel.charts.entries import texts
from pbem.kernel.charts.tables import Records, Table
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.modules.faults import KeyPath, near
from pbem.rulesets.tcs.ground import TacticalGround
from pbem.rulesets.tcs.module_file import ArrivalEntry, SheetEntry, TacticalModuleFile, TacticalScenarioFile
from pbem.rulesets.tcs.oob import Oob, UnitEntry
from pbem.rulesets.tcs.rules.riding import RidingLoad, has_room
from pbem.rulesets.tcs.switches import SWITCHES
from pbem.rulesets.tcs.units import MOST_VEHICLES, PLATOON_COUNTERS, vehicles_on

MODULE, OOB = "module.toml", "oob.toml"


class Complaint(NamedTuple):
    """What is wrong: the file, the key, a sentence."""

    file: str
    path: KeyPath
    message: str


class ReadModule(Value, eq=False):
    """The files of a module, read. scenario: the name of its scenario's file; words: that no unit may be called by."""

    scenario: str
    module: TacticalModuleFile
    play: TacticalScenarioFile
    ground: TacticalGround
    oob: Oob
    charts: Mapping[str, Table]
    words: frozenset[str] = frozenset()

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of both sides."""
        return tuple(side.id for side in self.module.side)


def complaints(parts: ReadModule) -> Iterator[Complaint]:
    """Everything that is wrong between the files."""
    checks = (
        _scope, _sides, _seats, _switches, _units, _setup, _absent, _entries, _exits, _sheets, _options, _scoring, _scenario,
        _batteries, _air, _sorties, _mines, _works, _barriers,
    )  # fmt: skip
    for check in checks:
        yield from check(parts)


NOT_COVERED = ("FEW",)
"""Printed games of the series whose own expansion the third edition may not fit."""


@rule("TCS3-0-1")
def _scope(parts: ReadModule) -> Iterator[Complaint]:
    """The changes of the third edition are for any game of the series but one."""
    if parts.module.game.upper() in NOT_COVERED:
        yield Complaint(MODULE, ("game",), f"the third edition does not fit {parts.module.game}: no module of it is played here")


def _sides(parts: ReadModule) -> Iterator[Complaint]:
    one, other = parts.module.side
    for key in ("id", "letter_prefix", "sheets"):
        if getattr(one, key) == getattr(other, key):
            yield Complaint(MODULE, ("side", 1, key), "the other side has the same")
    told = [brief.side for brief in parts.play.brief if not brief.seat]
    for number, brief in enumerate(parts.play.brief):
        yield from _side(parts, ("brief", number), brief.side, parts.scenario)
    if sorted(told) != sorted(parts.sides):
        yield Complaint(parts.scenario, ("brief",), "each side has a brief of its own")


def _side(parts: ReadModule, at: KeyPath, side: str, file: str) -> Iterator[Complaint]:
    if side not in parts.sides:
        yield Complaint(file, (*at, "side"), f'there is no side "{side}"' + near(side, parts.sides))


def _switches(parts: ReadModule) -> Iterator[Complaint]:
    for name, chosen in parts.module.switches.items():
        at: KeyPath = ("switches", name)
        switch = SWITCHES.get(name)
        if switch is None:
            yield Complaint(MODULE, at, f'unknown switch "{name}"' + near(name, SWITCHES))
        elif chosen not in switch.allowed or type(chosen) is not type(switch.default):
            yield Complaint(MODULE, at, f"must be one of {', '.join(map(str, switch.allowed))}")
    if parts.module.switches.get("platoon_counters") is not True:
        several = [counter.id for counter in parts.oob.counters.values() if counter.type in PLATOON_COUNTERS]
        if several:
            yield Complaint(
                OOB, ("counter",), f"{several[0]} is of several vehicles: that needs the switch platoon_counters (TCSARM-4.2B-2)"
            )


def _units(parts: ReadModule) -> Iterator[Complaint]:
    for number, unit in enumerate(parts.oob.units):
        yield from _side(parts, ("unit", number), unit.side, OOB)
        if unit.id.casefold() in parts.words:
            yield Complaint(OOB, ("unit", number, "id"), f'"{unit.id}" is a word of orders')
    for number, battery in enumerate(parts.oob.batteries):
        yield from _side(parts, ("battery", number), battery.side, OOB)


@rule("TCSB-5-6")
def _setup(parts: ReadModule) -> Iterator[Complaint]:
    """Every unit begins once, on the map, no two sides in a hex and no more than five vehicles of one."""
    units = {unit.id: unit for unit in parts.oob.units}
    placed = [entry.unit for entry in parts.play.setup]
    for number, entry in enumerate(parts.play.setup):
        at: KeyPath = ("setup", number)
        if entry.unit not in units:
            yield Complaint(parts.scenario, (*at, "unit"), f'there is no unit "{entry.unit}"' + near(entry.unit, units))
        elif entry.unit in placed[:number]:
            yield Complaint(parts.scenario, (*at, "unit"), f"{entry.unit} is placed twice")
        yield from _on_map(parts, (*at, "hex"), [entry.hex])
    coming = [name for entry in parts.play.entry for name in entry.units]
    for name in sorted(units.keys() - {*placed, *coming, *parts.play.absent}):
        yield Complaint(parts.scenario, ("setup",), f"{name} is not placed")
    yield from _stacks(parts, units)
    yield from _set_up_mounted(parts)


def _set_up_mounted(parts: ReadModule) -> Iterator[Complaint]:
    """Who begins mounted does so in the hex and mode of its carrier."""
    at = {entry.unit: entry for entry in parts.play.setup}
    riders = {entry.unit: entry.rides for entry in parts.play.setup if entry.rides}
    for number, entry in enumerate(parts.play.setup):
        if not entry.rides:
            continue
        key: KeyPath = ("setup", number, "rides")
        yield from _aboard(parts, key, entry.unit, riders)
        carrier = at.get(entry.rides)
        if carrier is None or carrier.hex != entry.hex or carrier.mode != entry.mode:
            yield Complaint(parts.scenario, key, f"{entry.rides} does not begin in the hex and mode of {entry.unit}")


@rule("TCSB-26-1")
def _aboard(parts: ReadModule, at: KeyPath, name: str, riders: Mapping[str, str]) -> Iterator[Complaint]:
    """What is wrong with a unit on another: it takes no rider, or not so many."""
    units, on = {unit.id: unit for unit in parts.oob.units}, riders[name]
    if name not in units or on not in units or units[name].side != units[on].side:
        yield Complaint(parts.scenario, at, f'{name} cannot ride on "{on}"' + near(on, units))
        return
    aboard = [parts.oob.counters[units[other].counter] for other, bearer in riders.items() if bearer == on and other in units]
    if not has_room(parts.oob.counters[units[on].counter], [RidingLoad(counter, counter.steps) for counter in aboard]):
        yield Complaint(parts.scenario, at, f"{on} has no room for {name} (TCSB-26-1)")


def _absent(parts: ReadModule) -> Iterator[Complaint]:
    """Who takes no part is somebody, and is placed nowhere."""
    known = {*(unit.id for unit in parts.oob.units), *(battery.id for battery in parts.oob.batteries)}
    used = {*(entry.unit for entry in parts.play.setup), *(name for entry in parts.play.entry for name in entry.units)}
    for name in parts.play.absent:
        if name not in known:
            yield Complaint(parts.scenario, ("absent",), f'there is no unit or battery "{name}"' + near(name, known))
        elif name in used:
            yield Complaint(parts.scenario, ("absent",), f"{name} takes part: it is placed, or arrives")


@rule("TCSB-28-1")
def _entries(parts: ReadModule) -> Iterator[Complaint]:
    """Groups of a side's units that are placed nowhere else, in turns of the game, at hexes of the edge that are not the enemy's
    too."""
    taken = [entry.unit for entry in parts.play.setup]
    for number, entry in enumerate(parts.play.entry):
        at: KeyPath = ("entry", number)
        yield from _side(parts, at, entry.side, parts.scenario)
        yield from _on_edge(parts, (*at, "hexes"), entry.hexes)
        if entry.turn > parts.play.turns:
            yield Complaint(parts.scenario, (*at, "turn"), f"the game has {parts.play.turns} turns")
        enemies = {place for other in parts.play.entry if other.side != entry.side for place in other.hexes}
        if shared := sorted(enemies & set(entry.hexes)):
            yield Complaint(parts.scenario, (*at, "hexes"), f"the other side enters at {shared[0]} too")
        yield from _arriving(parts, (*at, "units"), entry, taken)
        yield from _arriving_mounted(parts, (*at, "riders"), entry)
        taken += entry.units


def _arriving(parts: ReadModule, at: KeyPath, entry: ArrivalEntry, taken: Sequence[str]) -> Iterator[Complaint]:
    """Who arrives is its side's, and placed nowhere else."""
    own = [unit.id for unit in parts.oob.units if unit.side == entry.side]
    for number, name in enumerate(entry.units):
        if name not in own:
            yield Complaint(parts.scenario, at, f'{entry.side} has no unit "{name}"' + near(name, own))
        elif name in taken or name in entry.units[:number]:
            yield Complaint(parts.scenario, at, f"{name} is placed twice")


def _arriving_mounted(parts: ReadModule, at: KeyPath, entry: ArrivalEntry) -> Iterator[Complaint]:
    """Who arrives mounted does so with its carrier."""
    riders = {rider.unit: rider.on for rider in entry.riders}
    for name, on in riders.items():
        yield from _aboard(parts, at, name, riders)
        if not {name, on} <= set(entry.units):
            yield Complaint(parts.scenario, at, f"{name} and {on} do not arrive in this group")


@rule("TCSB-1-6")
def _exits(parts: ReadModule) -> Iterator[Complaint]:
    """Ways off the map: a side's, at hexes of the edge, for counters that there are."""
    for number, way in enumerate(parts.play.exit):
        at: KeyPath = ("exit", number)
        yield from _side(parts, at, way.side, parts.scenario)
        yield from _on_edge(parts, (*at, "hexes"), way.hexes)
        yield from _on_map(parts, (*at, "held"), way.held)
        yield from _counters(parts, (*at, "counters"), way.counters)


def _on_edge(parts: ReadModule, at: KeyPath, hexes: Sequence[str]) -> Iterator[Complaint]:
    yield from _on_map(parts, at, hexes)
    columns, rows = (f"{parts.ground.columns:02d}", "01"), (f"{parts.ground.rows:02d}", "01")
    for place in (hex_ for hex_ in hexes if hex_ in parts.ground.terrain):
        if place[:2] not in columns and place[3:] not in rows:
            yield Complaint(parts.scenario, at, f"{place} is not at the edge of the map")


def _counters(parts: ReadModule, at: KeyPath, counters: Sequence[str]) -> Iterator[Complaint]:
    for name in counters:
        if name not in parts.oob.counters:
            yield Complaint(parts.scenario, at, f'there is no counter "{name}"' + near(name, parts.oob.counters))


def _seats(parts: ReadModule) -> Iterator[Complaint]:
    """Seats of a side for formations that it has, each name once; briefs for seats that there are."""
    chains = {unit.side: set[str]() for unit in parts.oob.units}
    for unit in parts.oob.units:
        chains[unit.side].update(unit.chain[1:])
    offered = [(seat.side, seat.id) for seat in parts.play.seat]
    for number, seat in enumerate(parts.play.seat):
        at: KeyPath = ("seat", number)
        yield from _side(parts, at, seat.side, parts.scenario)
        if (seat.side, seat.id) in offered[:number]:
            yield Complaint(parts.scenario, (*at, "id"), f'there are two seats "{seat.id}"')
        known = chains.get(seat.side, set())
        for name in (name for name in seat.formations if name not in known):
            yield Complaint(parts.scenario, (*at, "formations"), f'{seat.side} has no formation "{name}"' + near(name, known))
    yield from _seat_briefs(parts, offered)


def _seat_briefs(parts: ReadModule, offered: Sequence[tuple[str, str]]) -> Iterator[Complaint]:
    """Briefs for seats that there are, one for each. offered: sides and names of seats."""
    told = [(brief.side, brief.seat) for brief in parts.play.brief]
    for number, (side, seat) in enumerate(told):
        if seat and (side, seat) not in offered:
            yield Complaint(parts.scenario, ("brief", number, "seat"), f'{side} has no seat "{seat}"')
        elif seat and (side, seat) in told[:number]:
            yield Complaint(parts.scenario, ("brief", number, "seat"), f"{seat} has two briefs")


def _stacks(parts: ReadModule, units: Mapping[str, UnitEntry]) -> Iterator[Complaint]:
    for place in sorted({entry.hex for entry in parts.play.setup}):
        here = [units[entry.unit] for entry in parts.play.setup if entry.hex == place and entry.unit in units]
        yield from _stacked(parts, place, here)


def _stacked(parts: ReadModule, place: str, here: Sequence[UnitEntry]) -> Iterator[Complaint]:
    """What is wrong with the units of a hex."""
    if len({unit.side for unit in here}) > 1:
        yield Complaint(parts.scenario, ("setup",), f"both sides are in {place}")
    counters = [parts.oob.counters[unit.counter] for unit in here]
    if sum(vehicles_on(counter, counter.steps) for counter in counters) > MOST_VEHICLES:
        yield Complaint(parts.scenario, ("setup",), f"more than {MOST_VEHICLES} vehicles are in {place} (TCS3-10-2)")


def _on_map(parts: ReadModule, at: KeyPath, hexes: Iterable[str]) -> Iterator[Complaint]:
    for place in hexes:
        if place not in parts.ground.terrain:
            yield Complaint(parts.scenario, at, f"{place} is not on the map")


@rule("TCSB-6-5", "TCSB-6-6")
def _sheets(parts: ReadModule) -> Iterator[Complaint]:
    """Sheets of the side's own units, each unit on one that is in force."""
    owners = {unit.id: unit.side for unit in parts.oob.units}
    assigned: list[str] = []
    for number, sheet in enumerate(parts.play.sheet):
        at: KeyPath = ("sheet", number)
        yield from _side(parts, at, sheet.side, parts.scenario)
        yield from _numbered(parts, number, sheet)
        for unit in sheet.force:
            if owners.get(unit) != sheet.side:
                yield Complaint(parts.scenario, (*at, "force"), f'{sheet.side} has no unit "{unit}"' + near(unit, owners))
            if sheet.status == "implemented" and unit in assigned:
                yield Complaint(parts.scenario, (*at, "force"), f"{unit} is on two sheets that are in force")
        assigned += sheet.force if sheet.status == "implemented" else []
        for key in ("objective", "start_line", "left", "right", "route", "rally"):
            yield from _on_map(parts, (*at, key), getattr(sheet, key))


def _numbered(parts: ReadModule, number: int, sheet: SheetEntry) -> Iterator[Complaint]:
    """Its number begins as its side's sheets do, and is not given twice."""
    prefix = next((side.sheets for side in parts.module.side if side.id == sheet.side), "")
    if prefix and sheet.id.partition("-")[0] != prefix:
        yield Complaint(parts.scenario, ("sheet", number, "id"), f"the sheets of {sheet.side} begin with {prefix}-")
    if sheet.id in [other.id for other in parts.play.sheet[:number]]:
        yield Complaint(parts.scenario, ("sheet", number, "id"), f'there are two sheets "{sheet.id}"')


@rule("TCSB-6-32")
def _options(parts: ReadModule) -> Iterator[Complaint]:
    """A reserve has one to three lettered missions with boundaries, another sheet has boundaries itself."""
    for number, sheet in enumerate(parts.play.sheet):
        at: KeyPath = ("sheet", number)
        if (sheet.type == "reserve") != bool(sheet.option):
            yield Complaint(parts.scenario, at, "a reserve has one to three options, and nothing else has any")
        if sheet.type != "reserve" and min(len(sheet.left), len(sheet.right)) < 2:
            yield Complaint(parts.scenario, at, "left and right need two hexes each")
        letters = [option.letter for option in sheet.option]
        if len(set(letters)) < len(letters):
            yield Complaint(parts.scenario, (*at, "option"), "two options have the same letter")
        for index, option in enumerate(sheet.option):
            for key in ("objective", "left", "right"):
                yield from _on_map(parts, (*at, "option", index, key), getattr(option, key))


@rule("TCSB-28-3")
def _scoring(parts: ReadModule) -> Iterator[Complaint]:
    """Points for hexes on the map or for counters that there are; levels that meet."""
    for number, entry in enumerate(parts.play.points):
        at: KeyPath = ("points", number)
        yield from _side(parts, at, entry.side, parts.scenario)
        yield from _on_map(parts, (*at, "hexes"), entry.hexes)
        if bool(entry.hexes) == bool(entry.counters):
            yield Complaint(parts.scenario, at, "points are for hexes or for counters")
        if entry.all and not entry.hexes:
            yield Complaint(parts.scenario, (*at, "all"), "only hexes are held, all of them or some")
        yield from _counters(parts, (*at, "counters"), entry.counters)
    levels = sorted(parts.play.level, key=lambda level: level.lo)
    for level in levels:
        if level.winner and level.winner not in parts.sides:
            yield Complaint(parts.scenario, ("level",), f'there is no side "{level.winner}"' + near(level.winner, parts.sides))
    if any(after.lo != before.hi + 1 for before, after in pairwise(levels)):
        yield Complaint(parts.scenario, ("level",), "each level begins one above the one below it")


@rule("TCSB-18-1")
def _batteries(parts: ReadModule) -> Iterator[Complaint]:
    """Each is of a caliber, or has rockets, of their charts, and stands on the map or at its edge; mortars are of theirs."""
    for number, battery in enumerate(parts.oob.batteries):
        at: KeyPath = ("battery", number)
        for key, chart, name in (("caliber", "artillery-values", battery.caliber), ("rockets", "rockets", battery.rockets)):
            yield from _record(parts, OOB, (*at, key), chart, name)
        if battery.place is not None and battery.place not in parts.ground.terrain:
            yield Complaint(OOB, (*at, "place"), f"{battery.place} is not on the map")
    for counter in parts.oob.counters.values():
        yield from _record(parts, OOB, ("counter",), "mortars", counter.mortar)


def _record(parts: ReadModule, file: str, at: KeyPath, chart: str, name: str) -> Iterator[Complaint]:
    """That a chart has a record of this name; none is asked for."""
    found = parts.charts.get(chart)
    if name and isinstance(found, Records) and name not in found.records:
        yield Complaint(file, at, f"must be one of {', '.join(found.records)}")


@rule("TCSB-2-5")
def _air(parts: ReadModule) -> Iterator[Complaint]:
    """The track of fog is one of its chart, the turns of light are of the game and in their order."""
    weather, chart = parts.play.weather, parts.charts.get("fog-lifting")
    if weather is not None and isinstance(chart, Track):
        if weather.track not in chart.tracks:
            yield Complaint(parts.scenario, ("weather", "track"), f"must be one of {', '.join(chart.tracks)}")
        if parts.play.visibility not in texts(chart.extras, "stages"):
            yield Complaint(parts.scenario, ("weather",), f"{parts.play.visibility} is no fog that lifts")
    turns = [entry.turn for entry in parts.play.light]
    for number, turn in enumerate(turns):
        if turn > parts.play.turns or turn in turns[:number] or turns[:number] != sorted(turns[:number]):
            yield Complaint(parts.scenario, ("light", number, "turn"), "turns of light are of the game, in their order, once each")


@rule("TCSB-24-1")
def _sorties(parts: ReadModule) -> Iterator[Complaint]:
    """Each side's once, of kinds that fly, in a weather that there is."""
    for number, entry in enumerate(parts.play.sorties):
        at: KeyPath = ("sorties", number)
        yield from _side(parts, at, entry.side, parts.scenario)
        if entry.side in [other.side for other in parts.play.sorties[:number]]:
            yield Complaint(parts.scenario, (*at, "side"), "a side has its sorties in one entry")
        for kind in entry.kinds:
            yield from _record(parts, parts.scenario, (*at, "kinds"), "aircraft", kind)
            if kind == "observer":
                yield Complaint(parts.scenario, (*at, "kinds"), "observer cannot be flown yet")
        yield from _record(parts, parts.scenario, (*at, "weather"), "visibility", entry.weather)


@rule("TCSB-21-1", "TCSB-21-2")
def _mines(parts: ReadModule) -> Iterator[Complaint]:
    """Fields on the map, one in a hex, where no enemy of their side stands at the start."""
    taken = list[str]()
    owners = {unit.id: unit.side for unit in parts.oob.units}
    for number, entry in enumerate(parts.play.mines):
        at: KeyPath = ("mines", number)
        yield from _side(parts, at, entry.side, parts.scenario)
        yield from _record(parts, parts.scenario, (*at, "density"), "minefield", entry.density)
        yield from _on_map(parts, (*at, "hexes"), entry.hexes)
        for place in entry.hexes:
            if place in taken:
                yield Complaint(parts.scenario, (*at, "hexes"), f"there are two fields in {place}")
            if any(placed.hex == place and owners.get(placed.unit) not in (None, entry.side) for placed in parts.play.setup):
                yield Complaint(parts.scenario, (*at, "hexes"), f"an enemy of {entry.side} begins in {place}")
            taken.append(place)


@rule("TCSB-27-9")
def _works(parts: ReadModule) -> Iterator[Complaint]:
    """Works are a side's, of a level or with a bunker that there is, on the map, one entry for a hex."""
    taken = list[str]()
    for number, entry in enumerate(parts.play.works):
        at: KeyPath = ("works", number)
        yield from _laid(parts, at, entry.side, entry.hexes, taken)
        if not entry.level and not entry.bunker:
            yield Complaint(parts.scenario, at, "works have a level of 1 to 3, or a bunker, or both")
        if entry.bunker:
            yield from _record(parts, parts.scenario, (*at, "bunker"), "bunkers", entry.bunker)
        taken += entry.hexes


@rule("TCSB-27-9")
def _barriers(parts: ReadModule) -> Iterator[Complaint]:
    """Wire and roadblocks: a side's, on the map, one in a hex, a roadblock on a road, where no enemy begins."""
    taken, paved = list[str](), {place for side in parts.ground.roads for place in side}
    for number, entry in enumerate(parts.play.barriers):
        at: KeyPath = ("barriers", number)
        yield from _laid(parts, at, entry.side, entry.hexes, taken)
        for place in entry.hexes:
            if entry.kind == "roadblock" and place in parts.ground.terrain and place not in paved:
                yield Complaint(parts.scenario, (*at, "hexes"), f"no road leads into {place}")
        taken += entry.hexes


def _laid(parts: ReadModule, at: KeyPath, side: str, hexes: Sequence[str], taken: Sequence[str]) -> Iterator[Complaint]:
    """What a side has built in hexes: on the map, once in each, where no enemy of it begins. taken: by the entries before."""
    owners = {unit.id: unit.side for unit in parts.oob.units}
    yield from _side(parts, at, side, parts.scenario)
    yield from _on_map(parts, (*at, "hexes"), hexes)
    for number, place in enumerate(hexes):
        if place in taken or place in hexes[:number]:
            yield Complaint(parts.scenario, (*at, "hexes"), f"{place} is named twice")
        if any(placed.hex == place and owners.get(placed.unit) not in (None, side) for placed in parts.play.setup):
            yield Complaint(parts.scenario, (*at, "hexes"), f"an enemy of {side} begins in {place}")


@rule("TCSB-7-1", "TCSB-2-10")
def _scenario(parts: ReadModule) -> Iterator[Complaint]:
    """The visibility is a row of its chart, and who acts first is a side."""
    chart = parts.charts.get("visibility")
    if isinstance(chart, Records) and parts.play.visibility not in chart.records:
        known = ", ".join(chart.records)
        yield Complaint(parts.scenario, ("visibility",), f"must be one of {known}")
    if parts.play.first and parts.play.first not in parts.sides:
        yield Complaint(parts.scenario, ("first",), f'there is no side "{parts.play.first}"' + near(parts.play.first, parts.sides))
    for key, table in (("held", parts.play.held), ("trp", parts.play.trp)):
        for side, hexes in table.items():
            yield from _side(parts, (key, side), side, parts.scenario)
            yield from _on_map(parts, (key, side), hexes)
    yield from _digging(parts)
    for side in parts.play.reserve_drm:
        yield from _side(parts, ("reserve_drm", side), side, parts.scenario)


@rule("TCSPD-OPT-1")
def _digging(parts: ReadModule) -> Iterator[Complaint]:
    """Ground that slows digging is a row of its chart."""
    chart = parts.charts.get("dig-terrain")
    known = list(chart.modifiers) if isinstance(chart, Modifiers) else []
    for name in (name for name in parts.play.dig_ground if known and name not in known):
        yield Complaint(parts.scenario, ("dig_ground",), f'there is no "{name}" in the chart dig-terrain' + near(name, known))

"""What board and pictures both hold: the public course of the game, and a side's own forces."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tcs.arrivals import GroupArrival
from pbem.rulesets.tcs.diggings import Digging
from pbem.rulesets.tcs.plots import AirRequest, Barrier, BarrierKind, Battery, Grant, Minefield, Plot
from pbem.rulesets.tcs.sheets import OpSheet
from pbem.rulesets.tcs.units import TacticalUnit

NIGHTS = frozenset({"night", "moonlight"})
"""Rows of `visibility` that are night: turns of an hour."""


class PublicKnowledge(Value):
    """What both sides know of the course of play. letter: that sides are awaited for ("A", "B"), "" while none is; waits: those
    sides; done: the last that was carried out in this turn; first: who acts first in it, "" before that is known; acting: whose
    action
    phase runs; acted: sides whose action phase is over in this turn; stops: those that each side has used in the game; parts: stops
    of this turn; segment: of the action phase that runs, with the rules for armor; halfway: the one behind which play stopped
    within it; winner: once it is over, "" for nobody; weather: a row of `visibility`; light: another one, "" by day; box: where
    the marker of the fog stands; reach: how far one sees in hexes; lights: hexes over which illumination burns."""

    turn: int = 0
    letter: str = ""
    done: str = ""
    waits: tuple[str, ...] = ()
    acted: tuple[str, ...] = ()
    stops: Mapping[str, int] = field(default_factory=dict)
    parts: int = 0
    first: str = ""
    acting: str = ""
    segment: str = ""
    halfway: str = ""
    over: bool = False
    winner: str = ""
    weather: str = ""
    light: str = ""
    box: int = 0
    reach: int = 0
    lights: frozenset[Hex] = frozenset()

    @property
    def dark(self) -> bool:
        """Is it night?"""
        return self.light in NIGHTS

    @property
    def name(self) -> str:
        """The moment as letters call it: "T3.A"."""
        return f"T{self.turn}.{self.letter}" if self.letter else f"T{self.turn}"

    def takes(self, pace: str) -> str:
        """The kinds of orders that the letter which is awaited takes: "A" command, "B" action. After a stop it is "B2"; "C" is the
        second Action Phase's at the pace of three letters; at that of one the only letter takes both."""
        if not self.letter:
            return ""
        if pace == "one_letter":
            return "AB" if self.letter == "A" else "B"
        return "A" if self.letter == "A" else "B"


class TacticalForces(Value):
    """A side's own. units: those that live, in the order of battle; sheets: by id; dead: unit -> its counter; batteries: by id;
    plots: the missions before them, in their order; sorties: asked for; grant: what the module gives; mines: fields that it
    knows of, own and the enemy's; breaches: unit -> hex, to be tried after all other movement;
    barriers: those that it knows of, own and the enemy's; clearing: what those of `breaches` clear who take on no mines;
    morale: the running sums of its companies or battalions; closed: numbers of sheets that are gone, which are never used again;
    merged: platoons that went into others;
    stops: segments of this turn behind which it wants play to stop; digging: builders' records; named_to_dig: now, digging_later:
    where their move ends; company_digs: rolls of companies; reducing: works to be lowered when the turn ends; due: groups that are
    still to come onto the map; departed: units that have left it, as they were; fragging: unit ->
    sheet, for whom a FragOrd is to be rolled in this Command Phase; rallying: unit -> the rally hexes of the last sheet in force
    that it was on and that is closed."""

    side: str
    units: Mapping[str, TacticalUnit]
    sheets: Mapping[str, OpSheet]
    dead: Mapping[str, str] = field(default_factory=dict)
    batteries: Mapping[str, Battery] = field(default_factory=dict)
    plots: tuple[Plot, ...] = ()
    sorties: tuple[AirRequest, ...] = ()
    grant: Grant = Grant()
    mines: Mapping[Hex, Minefield] = field(default_factory=dict)
    breaches: Mapping[str, Hex] = field(default_factory=dict)
    barriers: Mapping[Hex, Barrier] = field(default_factory=dict)
    clearing: Mapping[str, BarrierKind] = field(default_factory=dict)
    morale: Mapping[str, int] = field(default_factory=dict)
    closed: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    digging: Mapping[str, Digging] = field(default_factory=dict)
    named_to_dig: tuple[str, ...] = ()
    digging_later: tuple[str, ...] = ()
    company_digs: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    reducing: Mapping[Hex, int] = field(default_factory=dict)
    due: tuple[GroupArrival, ...] = ()
    departed: Mapping[str, TacticalUnit] = field(default_factory=dict)
    fragging: Mapping[str, str] = field(default_factory=dict)
    rallying: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)

    @rule("TCSB-26-7")
    def battery(self, name: str) -> Battery | None:
        """A battery as it is now, None where there is none: one whose tubes are on the map has those that are left."""
        found = self.batteries.get(name)
        if found is None or not found.units:
            return found
        return replace(found, tubes=sum(unit in self.units for unit in found.units))

    @rule("TCSB-21-7")
    def is_on_lane(self, unit: TacticalUnit) -> bool:
        """Is a unit on the route of the move sheet that it is on? There it knows the lanes of its own side's mines."""
        sheet = self.sheet_of(unit)
        return sheet is not None and sheet.type == "move" and unit.hex in sheet.route

    @property
    @rule("TCSB-21-3")
    def mined(self) -> frozenset[Hex]:
        """Hexes of known minefields that hinder: all but own ones on the route of a move sheet in force."""
        lanes = {
            hex_ for sheet in self.sheets.values() if sheet.type == "move" and sheet.status == "implemented" for hex_ in sheet.route
        }
        return frozenset(hex_ for hex_, laid in self.mines.items() if laid.side != self.side or hex_ not in lanes)

    def with_battery(self, battery: Battery) -> "TacticalForces":
        """The same with a battery as it is now."""
        return replace(self, batteries={**self.batteries, battery.id: battery})

    def at(self, hex_: Hex) -> tuple[TacticalUnit, ...]:
        """The units in a hex."""
        return tuple(unit for unit in self.units.values() if unit.hex == hex_)

    @rule("TCSB-6-1", "TCSB-6-7", "TCSB-6-38")
    def sheet_of(self, unit: TacticalUnit) -> OpSheet | None:
        """The sheet that a unit is assigned to, None for an unassigned one: one in force, or the one that it acts on by a FragOrd.
        A carrier is on that of whom it carries."""
        return self.sheets.get(unit.fragord) if unit.fragord else _assigned(self, unit)

    def waiting(self, unit: TacticalUnit) -> tuple[OpSheet, ...]:
        """The sheets of a unit that are not in force yet."""
        return tuple(s for s in self.sheets.values() if s.status == "unimplemented" and unit.id in s.force)

    def steps(self, units: Iterable[str]) -> int:
        """Steps that these units have left, on the map and off it."""
        known = {**self.departed, **{unit.id: unit for unit in self.awaited}, **self.units}
        return sum(known[name].steps for name in units if name in known)

    @property
    def awaited(self) -> tuple[TacticalUnit, ...]:
        """Units that are still to come onto the map."""
        return tuple(unit for arrival in self.due for unit in arrival.units)

    @rule("TCSB-4-11")
    def with_unit(self, unit: TacticalUnit) -> "TacticalForces":
        """The same with a unit as it is now; who rides on it has its mode, as that changes."""
        was, units = self.units.get(unit.id), {**self.units, unit.id: unit}
        if was and was.mode != unit.mode and unit.counter.vehicle:
            riders = (other for other in self.units.values() if other.rides == unit.id)
            units |= {other.id: replace(other, mode=unit.mode) for other in riders}
        return replace(self, units=units)

    @rule("TCSB-3-13", "TCSB-10-1")
    def without(self, unit: TacticalUnit) -> "TacticalForces":
        """The same with a unit destroyed: it is removed; who rode on it stands where it stood."""
        units = {name: other for name, other in self.units.items() if name != unit.id}
        afoot = {name: replace(other, rides="") for name, other in units.items() if other.rides == unit.id}
        return replace(self, units={**units, **afoot}, dead={**self.dead, unit.id: unit.counter.id})

    def with_sheet(self, sheet: OpSheet) -> "TacticalForces":
        """The same with a sheet as it is now."""
        return replace(self, sheets={**self.sheets, sheet.id: sheet})


@kept(64)
@rule("TCSB-6-19")
def _assigned(forces: TacticalForces, unit: TacticalUnit) -> OpSheet | None:
    """The sheet in force that a unit is on, or whom it carries; who has joined it in this turn is not yet on it."""
    on = {unit.id, *(rider.id for rider in forces.units.values() if rider.rides == unit.id)}
    in_force = (sheet for sheet in forces.sheets.values() if sheet.status != "unimplemented")
    return next((sheet for sheet in in_force if on & set(sheet.force) - set(sheet.joining)), None)

"""Lines of supply: where a unit's supply comes from, by which headquarters, and what cuts it off (TOCS-W8.0 to W8.3)."""

from collections.abc import Iterable, Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import counted, phrase, say, text
from pbem.kernel.memo import Answers, kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.rules.bridges import blocked, unbridged
from pbem.rulesets.tocs.rules.chain import HEADQUARTERS, suppliers
from pbem.rulesets.tocs.rules.communications import Link
from pbem.rulesets.tocs.rules.movement import Position
from pbem.rulesets.tocs.rules.nations import figure
from pbem.rulesets.tocs.rules.overland_lines import Flood, flood, obstacle
from pbem.rulesets.tocs.units import SupplySource, Unit
from pbem.rulesets.tocs.view import View

GRACE = 3  # turns that those who come by air or sea live on what they carry (TOCS-W8.3-8)
KNOWN = Answers["_Tracing"](8)
KINDS = {
    "base": phrase("base"),
    "dump": phrase("dump"),
    "depot": phrase("depot"),
    "mobile": phrase("trucks"),
    "edge": phrase("map edge"),
}


class SupplyLine(Value):
    """A unit's line of supply. source: where it ends ("" = nowhere); steps: hexes to it or to the first HQ; via: the HQs
    it runs through; free: why the unit needs none."""

    source: str = ""
    steps: int = 0
    via: tuple[str, ...] = ()
    free: str = ""

    @property
    def ok(self) -> bool:
        """Is the unit in supply by it?"""
        return bool(self.source or self.free)


CUT = SupplyLine()
AMPLE = SupplyLine(free=phrase("supply is not traced in this game"))


def named(source: SupplySource) -> str:
    """`the dump at 11.11`."""
    return say("the {kinds} at {hex}", kinds=say(KINDS[source.kind]), hex=source.hex)


@rule("TOCS-W8.0-1", "TOCS-W8.3-2")
def in_los(view: View, unit: Unit) -> bool:
    """Does the unit fight and act as one in supply? It does until it has been marked, and as soon as its line is open."""
    return not unit.cut or view.game.switches["supply"] == "ample" or line_of(view, unit).ok


def los(view: View, unit: Unit) -> Link:
    """Has the unit a line of supply as things stand, and by what way, or what cuts it."""
    line = line_of(view, unit)
    if line.free:
        return Link(True, text(line.free))
    if not line.ok:
        return Link(False, _hindered(view, unit))
    via = [view.forces.counters[hq].call for hq in line.via]
    end = named(view.forces.sources[line.source])
    return Link(
        True,
        say("through {via} to {end}", via=", ".join(via), end=end)
        if via
        else say("to {end}, {hexs}", end=end, hexs=counted(line.steps, "{number} hex", "{number} hexes")),
    )


def line_of(view: View, unit: Unit) -> SupplyLine:
    """The line of supply of one unit."""
    there = view.forces.units.get(unit.id)
    if there is None or there.status != "map":
        return CUT
    return AMPLE if view.game.switches["supply"] == "ample" else _tracing(view).line(there)


def lines(view: View) -> Mapping[str, SupplyLine]:
    """The lines of supply of all units on the map."""
    return {unit.id: line_of(view, unit) for unit in view.forces.on_map()}


@kept(8)
def _tracing(view: View) -> "_Tracing":
    """What has been traced so far. The last few are kept: nothing but what stands in `asked` counts."""
    public, forces = view.public, view.forces
    when = (public.turn, public.weather, blocked(view), forces.fords)
    asked = (
        public.owner,
        public.engaged,
        public.claims[view.side],
        forces.units,
        forces.sources,
        forces.counters,
        forces.spans,
        *when,
    )
    return KNOWN.of((view.game, view.side, *asked), lambda: _Tracing(view))


@rule("TOCS-W8.0-2", "TOCS-W8.5-2")
def live(view: View) -> tuple[SupplySource, ...]:
    """The sources supply can come from now: open, some points left, and the hex inside the own perimeter."""
    return tuple(s for s in view.forces.sources.values() if s.sp > 0 and s.opens <= view.public.turn and view.own(s.hex))


@rule("TOCS-W8.3-3", "TOCS-W18.0-1")
def supply_range(view: View, unit: Unit) -> int:
    """The supply range of the unit's nation; a headquarters reaches as far as its command, if that is further."""
    counter = view.forces.counter(unit)
    national = figure(view.game, counter.nation, "sr")
    return max(national, counter.command) if counter.kind in HEADQUARTERS else national


@rule("TOCS-W8.3-8")
def _grace(view: View, unit: Unit) -> bool:
    return bool(unit.landed) and view.public.turn < unit.landed + GRACE


class _Tracing:
    """One tracing of all lines of a side; held open so that a flood is made once for all who need it."""

    def __init__(self, view: View) -> None:
        self.view = unbridged(view)
        self.sources = live(view)
        self.floods: dict[tuple[str, str], Flood] = {}
        self.found: dict[str, SupplyLine] = {}
        self.ranges: dict[str, int] = {}

    @rule("TOCS-W8.0-1", "TOCS-W8.3-4", "TOCS-W2.1-8", "MASL-16.10-1")
    def line(self, unit: Unit) -> SupplyLine:
        """The unit's own way to a source, else through the nearest headquarters of its chain that has one."""
        if unit.id not in self.found:
            self.found[unit.id] = CUT  # a chain that runs in a circle ends here
            traced = self._direct(unit) or self._relayed(unit) if self.sources and not self._free(unit) else None
            self.found[unit.id] = self._free(unit) or traced or CUT
        return self.found[unit.id]

    def _free(self, unit: Unit) -> SupplyLine | None:
        if self.view.forces.counter(unit).independent:
            return SupplyLine(free=say("independent: it lives by itself"))
        if _grace(self.view, unit):
            return SupplyLine(free=say("on what it brought along, to the end of turn {landed}", landed=unit.landed + GRACE - 1))
        return None

    def _direct(self, unit: Unit) -> SupplyLine | None:
        counter = self.view.forces.counter(unit)
        for edge in (False, True) if unit.entered else (False,):
            found = self._flood(counter, "edge" if edge else "").get(Position(unit.hex, unit.bank))
            if found and found.hexes <= self._range(unit, counter):
                return SupplyLine(found.start, found.hexes)
        return None

    def _range(self, unit: Unit, counter: Counter) -> int:
        if counter.kind in HEADQUARTERS:
            return supply_range(self.view, unit)
        if counter.nation not in self.ranges:
            self.ranges[counter.nation] = supply_range(self.view, unit)
        return self.ranges[counter.nation]

    def _relayed(self, unit: Unit) -> SupplyLine | None:
        forces = self.view.forces
        counter = forces.counter(unit)
        for parent in suppliers(forces, unit):
            hq = forces.units[parent]
            if hq.status == "map" and (hq.hex not in self.view.public.engaged or hq.hex == unit.hex):
                found = self._flood(counter, hq.id).get(Position(unit.hex, unit.bank))
                line = self.line(hq) if found else CUT
                if found and line.source:
                    return SupplyLine(line.source, found.hexes, (hq.id, *line.via))
        return None

    @rule("TOCS-W8.3-3", "TOCS-W8.3-7", "TOCS-W8.3-1")
    def _flood(self, counter: Counter, start: str) -> Flood:
        """From all sources (""), from the map edges ("edge": for those alone who came that way), or from one HQ."""
        key = (counter.mobility, start)
        if key not in self.floods:
            units = self.view.forces.units
            if start in units:
                starts: dict[Position, str] = {Position(units[start].hex, units[start].bank): start}
                limit = self.view.forces.counters[start].command
            else:
                starts = places(s for s in self.sources if (s.kind == "edge") == (start == "edge"))
                limit = _furthest(self.view.game, self.view.forces.counters)
            self.floods[key] = flood(self.view, counter, starts, limit)
        return self.floods[key]


@kept(8)
def _furthest(game: Game, counters: Mapping[str, Counter]) -> int:
    """The longest range of any counter of a side: no line is longer."""
    nations = {counter.nation for counter in counters.values()}
    return max([figure(game, nation, "sr") for nation in nations] + [counter.command for counter in counters.values()])


def places(sources: Iterable[SupplySource]) -> dict[Position, str]:
    """Where sources lie, and the first of each place by id."""
    return {Position(s.hex, s.bank): s.id for s in sorted(sources, key=lambda s: s.id, reverse=True)}


def _hindered(view: View, unit: Unit) -> str:
    """Why a unit has no line, in words."""
    usable = [s for s in live(view) if s.kind != "edge" or unit.entered]
    if not usable:
        return say("no source of supply is left")
    counter = view.forces.counter(unit)
    words, steps, source = obstacle(unbridged(view), counter, Position(unit.hex, unit.bank), places(usable))
    if not source:
        return say("no way over land to {named}", named=named(min(usable, key=_by_id)))
    end = named(view.forces.sources[source])
    if words:
        return say("{why}, on the way to {end}", why=words, end=end)
    return say(
        "{end} is {hexs} away, {supply_range} is the supply range, and no headquarters links them",
        end=end,
        hexs=counted(steps, "{number} hex", "{number} hexes"),
        supply_range=supply_range(view, unit),
    )


def _by_id(source: SupplySource) -> tuple[str, Hex]:
    return source.id, source.hex

"""Forces: all that is one side's own, and what follows from it."""

from collections.abc import Iterator, Mapping

from pbem.kernel.decisions import Decision
from pbem.kernel.hexes import Hex
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs.aircraft import Air
from pbem.rulesets.tocs.field_units import AfterAction, Force
from pbem.rulesets.tocs.flights import Schedule
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.ships import Sea
from pbem.rulesets.tocs.units import (
    DISBANDED,
    Activation,
    Afresh,
    Arrival,
    Attack,
    Boats,
    Charge,
    CommandPass,
    Draw,
    ForcesPatch,
    Freedom,
    Leave,
    Mission,
    ReplacementPool,
    Replacements,
    ReservePlan,
    SupplySource,
    Task,
    Train,
    Unit,
)


class Forces(Value):
    """All that a side knows of itself. credit: deficit OPs the enemy handed over for the next income.

    asked: decisions this side has been asked for; owes: the one it owes now.
    word: what was decided about the reserves when it was asked this impulse; windows: how often play paused for it by its
    own wish this turn; plans: orders for after the battles of this impulse;
    committed: units that came out of reserve this impulse.
    objectives: its victory conditions, confidential until the end (TOCS-1.2-7); brief: its commander's words;
    sources: its supply; arrivals: who is to come; freedom, labour: what it may set up otherwise, and the points it has for
    works; missions: fire in support of battles to come (TOCS-W10.24-6).
    trails: the hexes a unit went through this impulse, the one it began in first (for FOLLOW);
    tested: ways out of a hex that were tested for straying this impulse (TOCS-W10.1.3-8);
    fords: hexes with a ford that this side found in play, secret until the enemy scouts there (TOCS-W11.14-1);
    spans: bridges that are not as printed, as far as the side knows; sites: the facilities it knows of; outrage: points for
    what the enemy did to its hospitals (TOCS-W12.9-3); gear: bridging equipment by the kind of bridge, None for as much as it
    needs; trains: its trains by id; charges: bridges of the map
    that the scenario lets it blow by order, rigged: in a battle alone; forces: what fights under field commanders, by battle;
    sounded: waters it tried or scouted, and the day; ferried: steps each ferry or engineer unit took over this impulse;
    replacements: what makes losses good;
    staffs: HQs awake this impulse and not active, with what is left of their AP; woken: assets an HQ has activated, which
    have not acted yet; rallied: units that rallied this impulse; shelled: hexes the enemy shelled since the
    own last impulse; silent: units out of communication, and since when;
    tasks: works of many turns, by the unit that is at them; dug: hexes whose position was improved this turn;
    bombarded: those its batteries bombarded in it;
    late: trucks that wait off the board until an entry of theirs is open;
    schedule: its flights and waves; shots: the flak shots of this impulse, each as `unit/hex`;
    air: its aircraft and their missions; draw: who draws supply by the module, None for the rule of the war;
    afresh: facilities it may set up afresh; passes: command that passes; leaves: who has to leave the map; boats: engineers with
    more than their own; reached: aims with a date that it has reached, by id; briefs, titles: of its seats, by name; lines:
    standing orders that the module files for it;
    strips: OPs that went into airstrips not finished yet; sea: its ships,
    their boxes, its mines; coast_guns: the strength against ships of its batteries, by unit.
    """

    side: str
    counters: Mapping[str, Counter]
    units: Mapping[str, Unit]
    pools: Mapping[str, ReplacementPool]
    active: Activation | None = None
    attacks: tuple[Attack, ...] = ()
    activated: tuple[str, ...] = ()
    credit: int = 0
    asked: int = 0
    owes: Decision | None = None
    objectives: tuple[Victory, ...] = ()
    brief: str = ""
    missions: tuple[Mission, ...] = ()
    sources: Mapping[str, SupplySource] = field(default_factory=dict)
    arrivals: tuple[Arrival, ...] = ()
    freedom: Freedom | None = None
    labour: int = 0
    trails: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    fords: tuple[Hex, ...] = ()
    word: str = ""
    windows: int = 0
    plans: tuple[ReservePlan, ...] = ()
    committed: tuple[str, ...] = ()
    staffs: Mapping[str, Activation] = field(default_factory=dict)
    woken: tuple[str, ...] = ()
    rallied: tuple[str, ...] = ()
    shelled: tuple[Hex, ...] = ()
    silent: Mapping[str, str] = field(default_factory=dict)
    tested: tuple[tuple[Hex, Hex], ...] = ()
    sounded: Mapping[Hex, int] = field(default_factory=dict)
    ferried: Mapping[str, int] = field(default_factory=dict)
    tasks: Mapping[str, Task] = field(default_factory=dict)
    spans: tuple[Bridge, ...] = ()
    replacements: Replacements = Replacements()
    sites: tuple[Facility, ...] = ()
    gear: Mapping[str, int] | None = None
    trains: Mapping[str, Train] = field(default_factory=dict)
    charges: tuple[str, ...] = ()
    outrage: int = 0
    forces: tuple[Force, ...] = ()
    dug: tuple[Hex, ...] = ()
    late: tuple[Arrival, ...] = ()
    bombarded: tuple[Hex, ...] = ()
    schedule: Schedule = Schedule()
    shots: tuple[str, ...] = ()
    air: Air = Air()
    rigged: tuple[Charge, ...] = ()
    draw: Draw | None = None
    afresh: tuple[Afresh, ...] = ()
    passes: tuple[CommandPass, ...] = ()
    leaves: tuple[Leave, ...] = ()
    boats: tuple[Boats, ...] = ()
    reached: tuple[str, ...] = ()
    strips: Mapping[Hex, int] = field(default_factory=dict)
    sea: Sea = Sea()
    coast_guns: Mapping[str, int] = field(default_factory=dict)
    briefs: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()

    def knowing(self, facility: Facility) -> "Forces":
        """The forces that know a facility as it is now."""
        rest = {site.id: site for site in self.sites} | {facility.id: facility}
        return replace(self, sites=tuple(rest[name] for name in sorted(rest)))

    def counter(self, unit: Unit | str) -> Counter:
        """The printed counter of a unit."""
        return self.counters[unit if isinstance(unit, str) else unit.id]

    def on_map(self) -> tuple[Unit, ...]:
        """Own units on the map, in order of id."""
        return _on_map(self.units)

    def at(self, hex_: Hex) -> tuple[Unit, ...]:
        """Own units in a hex, in order of id."""
        return _by_hex(self.units).get(hex_, ())

    def stacks(self) -> Mapping[Hex, tuple[Unit, ...]]:
        """The hexes with own units, and those in each in order of id."""
        return _by_hex(self.units)

    def muster(self) -> "Muster":
        """The own units that have to be looked after when something has happened."""
        return _muster(self.units)

    def with_unit(self, unit: Unit) -> "Forces":
        """The forces with this unit changed; the assets that share its state change with it (TOCS-W10.16-3)."""
        before = self.units[unit.id]
        if unit == before and not self.tasks:
            return self  # the same units: what was computed of them stands
        if before.hex != unit.hex and unit.extended:
            unit = replace(unit, extended="")  # TOCS-W10.15-4
        if before.hex != unit.hex and before.ship and before.ship == unit.ship and unit.status == "map":
            unit = replace(unit, ship="")  # it has stepped out of its landing craft
        units = {**self.units, unit.id: unit}
        if (before.hex, before.bank, before.state) != (unit.hex, unit.bank, unit.state) and unit.status == "map":
            units |= {other.id: other for other in self._along(before, unit)}
        tasks = self.tasks and {i: task for i, task in self.tasks.items() if units[i].hex == task.hex}
        return replace(self, units=units, replacements=self._bereaved(before, unit), tasks=tasks)

    def _bereaved(self, before: Unit, unit: Unit) -> Replacements:
        """What lies on the field after a unit lost steps."""
        if unit.lost <= before.lost:
            return self.replacements
        return self.replacements.bereaved(self.counter(unit), before.hex, unit.lost - before.lost)

    def deployed(self, counters: tuple[Counter, ...], units: tuple[Unit, ...]) -> "Forces":
        """The forces with a company deployed into halves, or whole again: new counters, and units as they are then."""
        known = {**self.counters, **{c.id: c for c in counters}}
        return replace(self, counters=known, units={**self.units, **{u.id: u for u in units}})

    def new_turn(self) -> "Forces":
        """The forces as a turn begins."""
        since = {kind: turns + 1 for kind, turns in self.replacements.since.items()}
        return replace(
            self,
            windows=0,
            dug=(),
            bombarded=(),
            sea=self.sea.new_turn(),
            replacements=replace(self.replacements, since=since, returned={}),
        )

    def patched(self, patch: ForcesPatch) -> "Forces":
        """The forces after a patch of the module: what has happened to their units stays."""
        new = {c.id: c for c in patch.counters}
        counters = {i: new.get(i, c) for i, c in {**new, **self.counters}.items() if i not in patch.gone}
        units = self._units_patched(patch)
        pools = {p.id: self.pools[p.id].printed(p) for p in patch.pools}
        return replace(
            self, counters={i: counters[i] for i in sorted(counters)}, units={i: units[i] for i in sorted(units)},
            pools={**self.pools, **pools}, arrivals=(*(a for a in self.arrivals if a.turn < patch.turn), *patch.arrivals),
            objectives=patch.objectives, brief=patch.brief, charges=patch.charges, trains=self._timetable(patch),
            air=patch.air.of_air(self.air) if patch.air else self.air,
            schedule=patch.air.of_schedule(self.schedule) if patch.air else self.schedule,
        )  # fmt: skip

    def _units_patched(self, patch: ForcesPatch) -> dict[str, Unit]:
        """The units after a patch: who has not come yet comes as it has it; who is in play and has lost all steps keeps one."""
        printed = {**self.counters, **{c.id: c for c in patch.counters}}
        due = ((printed[name], a.hexes[0]) for a in patch.arrivals for name in a.units)
        coming = {c.id: Unit(c.id, hex_, status="off", lost=c.lost, assigned=c.assigned) for c, hex_ in due}
        coming |= {unit.id: unit for unit in patch.riders}
        units = {i: unit for i, unit in {**coming, **self.units}.items() if i not in patch.gone}
        units |= {i: coming[i] for i, unit in units.items() if unit.status == "off" and i in coming}
        for counter in patch.counters:
            unit = units.get(counter.id)
            if unit is not None and unit.status == "map":
                units[counter.id] = replace(unit, lost=min(unit.lost, counter.steps - 1))
        return units

    def _timetable(self, patch: ForcesPatch) -> Mapping[str, Train]:
        """The trains after a patch: those of turns gone by as they are, the others as it has them."""
        if patch.trains is None:
            return self.trains
        trains = {i: t for i, t in self.trains.items() if t.due < patch.turn} | {t.id: t for t in patch.trains}
        return {i: trains[i] for i in sorted(trains)}

    def without_attacks(self, hex_: Hex, units: tuple[str, ...] = ()) -> "Forces":
        """The forces without their attacks on a hex, or without those of some units."""
        left = tuple(a for a in self.attacks if a.target != hex_ or (units and a.unit not in units))
        return replace(self, attacks=left)

    def walked(self, unit: Unit, *path: Hex) -> "Forces":
        """The forces with this unit gone along a path (its new hex alone, if none is given)."""
        trail = self.trails.get(unit.id, (self.units[unit.id].hex,))
        return replace(self.with_unit(unit), trails={**self.trails, unit.id: (*trail, *(path or (unit.hex,)))})

    def _along(self, before: Unit, unit: Unit) -> Iterator[Unit]:
        """The assets assigned to a unit, as they are after it moved or changed its state: those stacked with it go where it
        goes, unless they are on an errand of their own (TOCS-W1.7-1, TOCS-W2.5-2, TOCS-W10.1-1), for most the one way into
        enemy ground (TOCS-W9.1-6), and change their state with it; so do those it comes to (TOCS-W10.16-3)."""
        for other in self.units.values():
            if other.assigned != unit.id or not self._goes_along(other):
                continue
            if (other.hex, other.bank) == (before.hex, before.bank):
                state = unit.state if unit.state != before.state else other.state
                yield replace(other, hex=unit.hex, bank=unit.bank, origin=unit.origin, state=state)
            elif (other.hex, other.bank) == (unit.hex, unit.bank):
                yield replace(other, state=unit.state)

    def stack_of(self, unit: Unit) -> tuple[Unit, ...]:
        """The assets assigned to a unit that stand with it and go where it goes."""
        here = (unit.hex, unit.bank)
        found = (u for u in self.at(unit.hex) if u.assigned == unit.id and (u.hex, u.bank) == here)
        return tuple(u for u in found if self._goes_along(u))

    def _goes_along(self, asset: Unit) -> bool:
        active_unit = self.active is not None and self.active.unit == asset.id
        return asset.status == "map" and not active_unit and self.attack_of(asset.id) is None

    def with_changed(self, unit: Unit, why: str) -> "Forces":
        """The forces with this unit changed; one that rallied is marked for the impulse (TOCS-W10.19-5)."""
        forces = self.with_unit(_off_train(self.units[unit.id], unit))
        return replace(forces, rallied=tuple(sorted({*self.rallied, unit.id}))) if why == "rallied" else forces

    def with_woken(self, active: Activation, units: tuple[str, ...]) -> "Forces":
        """The forces with assets awake by an HQ's order, and what is left of the HQ."""
        forces = self.with_staff(active)
        return replace(forces, woken=tuple(sorted({*self.woken, *units})))

    def with_task(self, task: Task) -> "Forces":
        """The forces with this work on file."""
        tasks = {**self.tasks, task.unit: task}
        return replace(self, tasks={i: tasks[i] for i in sorted(tasks)})

    def without_task(self, unit: str) -> "Forces":
        """The forces with no work of this unit's on file."""
        return replace(self, tasks={i: task for i, task in self.tasks.items() if i != unit}) if unit in self.tasks else self

    def tried(self, start: Hex, to: Hex) -> "Forces":
        """The forces with the way from one hex to the next tested for straying."""
        return replace(self, tested=tuple(sorted({*self.tested, (start, to)})))

    def with_train(self, train: Train, units: tuple[Unit, ...]) -> "Forces":
        """The forces with a train, and those who ride on it or leave it, as they are now."""
        riders = {unit.id: unit for unit in units}
        return replace(self, trains={**self.trains, train.id: train}, units={**self.units, **riders})

    def aboard(self, train: str) -> tuple[Unit, ...]:
        """The units on a train, in order of id."""
        return tuple(unit for unit in self.on_map() if unit.train == train)

    def with_pool(self, pool: ReplacementPool) -> "Forces":
        """The forces with this pool changed."""
        return replace(self, pools={**self.pools, pool.id: pool})

    def with_source(self, source: SupplySource) -> "Forces":
        """The forces with this source changed; trucks with nothing left on them are gone."""
        rest = {i: s for i, s in self.sources.items() if i != source.id}
        kept = rest if source.kind == "mobile" and not source.sp else {**rest, source.id: source}
        return replace(self, sources={i: kept[i] for i in sorted(kept)})

    def without_source(self, source: str) -> "Forces":
        """The forces without this source."""
        return replace(self, sources={i: s for i, s in self.sources.items() if i != source})

    def staff(self, hq: str) -> Activation | None:
        """What is left of an HQ that is awake, active or not."""
        return self.active if self.active and self.active.unit == hq and self.active.pending < 0 else self.staffs.get(hq)

    def with_staff(self, active: Activation) -> "Forces":
        """The forces with what is left of an HQ changed."""
        if self.active and self.active.unit == active.unit:
            return replace(self, active=active)
        woken = tuple(i for i in self.woken if i != active.unit)
        return replace(self, staffs={**self.staffs, active.unit: active}, woken=woken)

    def held(self) -> Activation:
        """What the active unit has left: there is one as long as an act is checked or carried out. ValueError without."""
        if self.active is None:
            raise ValueError("no active unit")
        return self.active

    def with_active(self, active: Activation) -> "Forces":
        """The forces with an active unit: it is no longer laid aside, nor waiting to act."""
        staffs = {i: h for i, h in self.staffs.items() if i != active.unit}
        woken = tuple(i for i in self.woken if i != active.unit)
        activated = tuple(sorted({*self.activated, active.unit}))
        sea = replace(self.sea, active="") if self.sea.active else self.sea
        return replace(self, active=active, staffs=staffs, woken=woken, activated=activated, sea=sea)

    def out_of_reserve(self, unit: Unit, active: Activation) -> "Forces":
        """The forces once a unit has come out of reserve: active, and off any work."""
        return replace(self.with_unit(unit).without_task(unit.id), active=active, committed=(*self.committed, unit.id))

    def laid_aside(self, active: Activation) -> "Forces":
        """The forces with an HQ no longer active that may yet spend what is left."""
        return replace(self, active=None, staffs={**self.staffs, active.unit: active})

    def fresh(self) -> "Forces":
        """The forces as an impulse begins: what was not spent of the last one is lost (TOCS-W2.1-6, TOCS-W2.1-7), and what their
        reserves did in the enemy's is over."""
        return replace(
            self, staffs={}, woken=(), rallied=(), tested=(), word="", trains=_rested(self.trains),
            committed=(), activated=(), trails={}, ferried={}, shots=(), sea=replace(self.sea, active="", done=(), found=None),
        )  # fmt: skip

    @rule("TOCS-W15.15-10")
    def gathered(self) -> "Forces":
        """The forces as an impulse of their own begins: those who came down out of the air are nearer to having a zone and guns."""
        landed = {u.id: replace(u, gathers=u.gathers - 1) for u in self.units.values() if u.gathers}
        return replace(self, units={**self.units, **landed}) if landed else self

    def buried(self, unit: Unit, why: str) -> "Forces":
        """The forces without a unit that is lost: no longer active, off its attacks, and its staff disbanded. Of one that was
        disbanded nothing is left on the field (TOCS-W10.20-4)."""
        active = None if self.active and self.active.unit == unit.id else self.active
        attacks = tuple(a for a in self.attacks if a.unit != unit.id)
        staffs = {i: h for i, h in self.staffs.items() if i != unit.id}
        woken = tuple(i for i in self.woken if i != unit.id)
        left = self.replacements if why == DISBANDED else self._bereaved(self.units[unit.id], unit)
        forces = replace(self.with_unit(unit), active=active, attacks=attacks, staffs=staffs, woken=woken, replacements=left)
        return forces.without_task(unit.id)

    def under_fire(self, hex_: Hex) -> "Forces":
        """The forces with a hex that the enemy shelled."""
        return replace(self, shelled=tuple(sorted({*self.shelled, hex_})))

    def fired_at(self, mission: Mission) -> "Forces":
        """The forces with what one of their missions did to the people of a place: a bombardment they remember for a turn."""
        if mission.kind != "bombard":
            return self
        return replace(self, bombarded=tuple(sorted({*self.bombarded, mission.hex})))

    def force(self, number: int) -> Force | None:
        """What the side gave its field commander in a battle; None when none of that number is out."""
        return next((f for f in self.forces if f.number == number), None)

    def with_report(self, number: int, report: AfterAction) -> "Forces":
        """The forces with their commander's report of a field battle."""
        forces = (replace(f, report=report) if f.number == number else f for f in self.forces)
        return replace(self, forces=tuple(forces))

    def without_force(self, number: int) -> "Forces":
        """The forces once a field battle is over."""
        return replace(self, forces=tuple(f for f in self.forces if f.number != number))

    def launched(self, attack: Attack) -> "Forces":
        """The forces with an attack launched: its unit is in extended deployment no more (TOCS-W10.15-4)."""
        unit = self.units[attack.unit]
        forces = self.with_unit(replace(unit, extended="")) if unit.extended else self
        return replace(forces, attacks=(*self.attacks, attack))

    def stood(self, hex_: Hex) -> bool:
        """Has a unit stood in a hex since before this impulse?"""
        return any(unit.id not in self.trails and unit.assigned not in self.trails for unit in self.at(hex_))

    def closed_up(self, hex_: Hex) -> "Forces":
        """The forces when they have come to a battle in a hex: nobody there is in extended deployment any more (TOCS-W10.15-4)."""
        wide = {u.id: replace(u, extended="") for u in self.at(hex_) if u.extended}
        return replace(self, units={**self.units, **wide}) if wide else self

    def attack_of(self, unit: str) -> Attack | None:
        """The attack a unit is committed to, if any."""
        return next((a for a in self.attacks if a.unit == unit), None)

    def unit_called(self, call: str) -> Unit | None:
        """The unit with this call, in play or dead."""
        found = _by_call(self.counters).get(call)
        return self.units[found] if found else None


def _rested(trains: Mapping[str, Train]) -> Mapping[str, Train]:
    """The trains as an impulse begins, with all their points of movement."""
    return {name: replace(train, gone=0) if train.gone else train for name, train in trains.items()}


def _off_train(before: Unit, unit: Unit) -> Unit:
    """A unit that leaves the hex otherwise than by its train is no longer on it."""
    return replace(unit, train="") if unit.train and unit.hex != before.hex else unit


@kept(4)
def _by_call(counters: Mapping[str, Counter]) -> dict[str, str]:
    return {c.call: c.id for c in counters.values()}


class Muster(Value):
    """Units by what has to be looked after at once: those marked out of supply, those in reserve, and those on the map in
    extended deployment, in order of id. Most of the time there are none."""

    cut: tuple[Unit, ...]
    reserve: tuple[Unit, ...]
    wide: tuple[Unit, ...]


@kept(8)
def _muster(units: Mapping[str, Unit]) -> Muster:
    cut = tuple([unit for unit in units.values() if unit.cut])
    reserve = tuple([unit for unit in units.values() if unit.reserve])
    return Muster(cut, reserve, tuple([unit for unit in _on_map(units) if unit.extended]))


@kept(8)
def _on_map(units: Mapping[str, Unit]) -> tuple[Unit, ...]:
    return tuple([unit for i in sorted(units) if (unit := units[i]).status == "map"])


@kept(8)
def _by_hex(units: Mapping[str, Unit]) -> dict[Hex, tuple[Unit, ...]]:
    found: dict[Hex, tuple[Unit, ...]] = {}
    for unit in _on_map(units):
        found[unit.hex] = (*found.get(unit.hex, ()), unit)
    return found

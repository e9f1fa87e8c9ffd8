"""What board and picture both hold, so that one rule serves execution, check and advice.

`Public` is what both sides know of the play; `Camp` is what a side always knows of itself; a `View` is the two
together with the game, seen from one side. Procedures take a View and cannot tell whether it stands on the truth
or on a desk's picture.
"""

from collections.abc import Iterator, Mapping

from pbem.kernel.calendar import Turn
from pbem.kernel.decisions import Decision
from pbem.kernel.hexes import Hex
from pbem.kernel.kept import kept
from pbem.kernel.values import Value, field, replace
from pbem.rulesets.tocs.game import Facility, Game
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.module import Victory
from pbem.rulesets.tocs.oob import Counter

STATES = ("good", "fatigued", "disordered", "disrupted", "demoralized", "dispersed")
DISBANDED = "disbanded"
OBSTACLES = ("minefield", "roadblock")
HALVES = 2  # movement points are counted in halves, so that every cost is a whole number


class Unit(Value):
    """A counter in play. lost: step losses; state: rank in STATES; status: "map" or "dead"; bank: index, 0 on dry ground.

    overstacked: a retreat put it over the limit, to be mended by the end of its owner's next impulse (TOCS-W3.0-4);
    looked: the impulse in which it last looked out from a hill (TOCS-W11.19-8);
    origin: the hex it attacked from, while it is engaged; fell: the turn it was destroyed; cut: the impulse it was found
    out of supply, "" while it is not; entered: the edge hex it came on by; landed: the turn it came by air or sea; reserve:
    it waits in reserve until a Reserve Commitment or Exploitation Phase, its OP paid (TOCS-W10.21-1); assigned: the unit an
    asset goes with; tested: how many morale checks it has thrown; under: the HQ it was reassigned to, "" for the one its
    counter names (TOCS-W10.17-1); extended: the hexside a company in extended deployment faces, "" while it is not (TOCS-W10.15-1).
    A company that is deployed has the status "split", a half that went back into it "joined" (TOCS-W10.18-1).
    train: the train it rides on, which carries it along (TOCS-W12.3).
    """

    id: str
    hex: Hex
    bank: int = 0
    lost: int = 0
    state: int = 0
    status: str = "map"
    overstacked: bool = False
    origin: Hex | None = None
    fell: int = 0
    cut: str = ""
    entered: Hex | None = None
    landed: int = 0
    reserve: bool = False
    assigned: str = ""
    tested: int = 0
    looked: str = ""
    under: str = ""
    train: str = ""
    extended: str = ""


class Hand(Value):
    """The unit in hand: its action points and the run of moves or scouting it is in.

    mp: halves left of the points already paid for; road: every point of this AP went at road rate; bonus: a free road
    hex is still due for it; at: the end of the scouted chain; asked/answer: the hex last scouted or probed and what
    was said; scouted, probed: all of them. reserve: it acts out of reserve, in the "commitment" or the "exploitation"
    phase; took: how many acts of its script are done; ways: which way each branch of it went; plan: which of the orders
    for after the battles it follows. opened: the AP it was activated with; given: those that went into orders;
    rested: it did nothing that wears it down (a withdrawal); pending: its OP is not paid yet (-1: it is), else how many
    deficit points may pay it; dry: short of fuel, it
    has half its movement points; told: withdrawals an HQ has ordered this impulse, as "hex" and "hex/unit" tried since.
    """

    unit: str
    ap: int
    run: str = ""
    mp: int = 0
    road: bool = False
    bonus: bool = False
    column: bool = False
    at: tuple[Hex, int] | None = None
    asked: Hex | None = None
    answer: str = ""
    scouted: tuple[Hex, ...] = ()
    probed: tuple[Hex, ...] = ()
    reserve: str = ""
    took: int = 0
    ways: tuple[bool, ...] = ()
    plan: int = 0
    opened: int = 0
    given: int = 0
    rested: bool = False
    pending: int = -1
    told: tuple[str, ...] = ()
    dry: bool = False


class Attack(Value):
    """An attack that was launched and waits for the battle. ap: how long it lasts (1 hasty, 2 deliberate, 3 intensive);
    infiltrates: it is sealed until the battles begin (TOCS-W10.2-2); field: offered to field commanders (MASL-1.1-3)."""

    unit: str
    target: Hex
    origin: Hex
    bank: int
    ap: int
    scouted: bool = False
    probed: bool = False
    pursue: int = 0
    bearing: Hex | None = None
    exploit: Hex | None = None
    breakthrough: str = "none"
    infiltrates: bool = False
    field: bool = False


class Mission(Value):
    """A fire mission (TOCS-W10.24-1, W10.25-1, W10.26-1). kind: strike, harass, bombard, interdict, support.

    hq: who ordered it ("" for an observer on a hill, and out of reserve); observer: who sees the hex, "" for nobody;
    aim: the kind of target named, "" for any; barrage: support by a bombardment; tot: all rounds at one moment.
    """

    kind: str
    hex: Hex
    batteries: tuple[str, ...]
    hq: str = ""
    observer: str = ""
    aim: str = ""
    barrage: bool = False
    tot: bool = False


class Plan(Value):
    """What reserves do after the battles: moment is "won", "lost" (of all these hexes) or "battles" (whatever came of
    them); orders: a line of the order language for `units`."""

    moment: str
    hexes: tuple[Hex, ...]
    units: tuple[str, ...]
    orders: str


class Train(Value):
    """A train of a side's (TOCS-W12.3). steps: the steps of troops it takes; points: the supply points, sp: those on it;
    due: the turn it comes on; status: "off" until then, "on", or "lost"; gone: points of movement used this impulse."""

    id: str
    call: str
    hex: Hex
    bank: int
    steps: int
    points: int
    sp: int = 0
    due: int = 0
    status: str = "off"
    gone: int = 0


class Obstacle(Value, order=True):
    """A secret marker laid in a hex: its kind, one of OBSTACLES, and the side that laid it."""

    kind: str
    side: str


class Task(Value):
    """A work of many turns: it stays on file, and its unit goes on with it unasked until it is done, or the unit is taken in
    hand for something else or leaves the hex.

    kind: the name of the work (steps.workday.WORKS); words: what is done, for its owner; hex: where the unit stands at it;
    needs, done: turns it takes (0: nobody can tell) and turns that counted; began: the impulse; note: what this kind of
    work must remember of its object.
    """

    unit: str
    kind: str
    words: str
    hex: Hex
    needs: int = 0
    done: int = 0
    began: str = ""
    note: str = ""


FIELD = "field commanders"  # whom play waits for while they fight


class FieldBattle(Value):
    """A battle that field commanders fight (MASL-2.1-5): its number, hex and sides, and the impulse it began in; waits: play
    stands still until it is decided."""

    number: int
    hex: Hex
    attacker: str
    defender: str
    since: str
    waits: bool = False


class Fated(Value):
    """A unit as its field commander left it: steps it has left, its state, and where it is."""

    unit: str
    steps: int
    state: int
    hex: Hex
    bank: int = 0


class AfterAction(Value):
    """A report, understood. result: "attacker", "defender" or "engaged"; held: hex -> "all", "part" or "none" of it is ours;
    bridge: "" where there is none; taken, given: steps of prisoners. The rest is the commander's own words.
    """

    result: str
    units: tuple[Fated, ...]
    bridge: str = ""
    held: tuple[tuple[Hex, str], ...] = ()
    taken: int = 0
    given: int = 0
    words: tuple[tuple[str, str], ...] = ()


class Force(Value):
    """What a side gave its field commander (MASL-3.1-2): the units as they went in and the fire laid on the hex.

    role: "attacker" or "defender". Only the attacker knows the attacks, their level and how many turns they last
    (MASL-3.1-6). committed: units of it that came out of reserve; report: its commander's, once it is in.
    """

    number: int
    hex: Hex
    role: str
    units: tuple[Unit, ...]
    guns: tuple[Mission, ...] = ()
    attacks: tuple[Attack, ...] = ()
    level: str = ""
    turns: int = 0
    committed: tuple[str, ...] = ()
    report: AfterAction | None = None


class Pool(Value):
    """Operation points of one nation: `bank` is all that can be spent now, `earned` what of it came this impulse."""

    id: str
    nation: str
    minimum: int
    bank: int = 0
    earned: int = 0
    spent: int = 0
    deficit: int = 0
    reserve: int = 0
    draw_from: int = 1


class Source(Value):
    """Where supply comes from. kind: "base", "dump", "depot", "mobile" (trucks) or "edge" (the road home, off the map).

    sp: supply points in it, a source only while there are some; join: the unit trucks are with, and noted the steps it
    had lost then; bound, seeks: the hex trucks are going to, and the unit they are to join; room, dp, damage: what a
    facility holds when whole, and the damage points it bears and has.
    """

    id: str
    kind: str
    hex: Hex
    sp: int
    bank: int = 0
    join: str = ""
    noted: int = 0
    bound: Hex | None = None
    seeks: str = ""
    room: int = 0
    dp: int = 0
    damage: int = 0


class Replacements(Value):
    """What a side has off the board to make its losses good (TOCS-W12.8-1).

    men: steps in the Replacement Pool; vehicles: steps in the Motor Pool, guns among them; mended: those brought to field
    repair centres, by facility; returned: steps that facilities gave back this turn; wrecks: vehicle and gun steps that
    lie lost in a hex; searches: how many were made for them;
    since: turns since the last loss, by "men" and "vehicles" (neither, before the first).
    """

    men: int = 0
    vehicles: int = 0
    mended: Mapping[str, int] = field(default_factory=dict)
    returned: Mapping[str, int] = field(default_factory=dict)
    wrecks: Mapping[Hex, int] = field(default_factory=dict)
    searches: int = 0
    since: Mapping[str, int] = field(default_factory=dict)

    def bereaved(self, counter: Counter, hex_: Hex, steps: int) -> "Replacements":
        """After so many steps of a unit were lost in a hex: vehicles and guns are left lying there."""
        found = replace(self, since={**self.since, counter.replaced_by: 0})
        if counter.replaced_by == "men":
            return found
        return replace(found, wrecks={**self.wrecks, hex_: self.wrecks.get(hex_, 0) + steps})


class Arrival(Value):
    """An entry of a side's schedule: these units by one of these hexes from a turn on (0: before the first).

    by: "edge" or "air"; trucks: supply points that come along on wheels; beyond: points in the road home behind the edge.
    """

    turn: int
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    by: str = "edge"
    trucks: int = 0
    beyond: int = 0


class Freedom(Value):
    """What a side may set up otherwise than printed: these units (none named: all) in these hexes (none: its own ground),
    and these stores; and of these bridges, by id, it breaks so many in secret."""

    units: tuple[str, ...] = ()
    hexes: tuple[Hex, ...] = ()
    stores: tuple[str, ...] = ()
    bridges: tuple[str, ...] = ()
    broken: int = 0


class Mend(Value):
    """What a patch of the module makes of a side from turn `turn` on: counters printed otherwise or new; the schedule from that
    turn, and the units that are no more to come; OP pools, of which only what is printed counts; objectives, brief, charges.
    """

    turn: int
    counters: tuple[Counter, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    gone: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()
    objectives: tuple[Victory, ...] = ()
    brief: str = ""
    charges: tuple[str, ...] = ()


class Camp(Value):
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
    that the scenario lets it blow; forces: what fights under field commanders, by battle;
    sounded: waters it tried or scouted, and the day; ferried: steps each ferry or engineer unit took over this impulse;
    replacements: what makes losses good;
    staffs: HQs awake this impulse and not in hand, with what is left of their AP; woken: assets an HQ has activated, which
    have not acted yet; rallied: units that rallied this impulse; shelled: hexes the enemy shelled since the
    own last impulse; silent: units out of communication, and since when;
    tasks: works of many turns, by the unit that is at them; dug: hexes whose position was improved this turn.
    """

    side: str
    counters: Mapping[str, Counter]
    units: Mapping[str, Unit]
    pools: Mapping[str, Pool]
    hand: Hand | None = None
    attacks: tuple[Attack, ...] = ()
    activated: tuple[str, ...] = ()
    credit: int = 0
    asked: int = 0
    owes: Decision | None = None
    objectives: tuple[Victory, ...] = ()
    brief: str = ""
    missions: tuple[Mission, ...] = ()
    sources: Mapping[str, Source] = field(default_factory=dict)
    arrivals: tuple[Arrival, ...] = ()
    freedom: Freedom | None = None
    labour: int = 0
    trails: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    fords: tuple[Hex, ...] = ()
    word: str = ""
    windows: int = 0
    plans: tuple[Plan, ...] = ()
    committed: tuple[str, ...] = ()
    staffs: Mapping[str, Hand] = field(default_factory=dict)
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

    def knowing(self, facility: Facility) -> "Camp":
        """The camp that knows a facility as it is now."""
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

    def with_unit(self, unit: Unit) -> "Camp":
        """The camp with this unit changed; the assets that share its state change with it (TOCS-W10.16-3)."""
        before = self.units[unit.id]
        if before.hex != unit.hex and unit.extended:
            unit = replace(unit, extended="")  # TOCS-W10.15-4
        units = {**self.units, unit.id: unit}
        if (before.hex, before.state) != (unit.hex, unit.state) and unit.status == "map":
            units |= {other.id: other for other in self._along(before, unit)}
        tasks = self.tasks and {i: task for i, task in self.tasks.items() if units[i].hex == task.hex}
        return replace(self, units=units, replacements=self._bereaved(before, unit), tasks=tasks)

    def _bereaved(self, before: Unit, unit: Unit) -> Replacements:
        """What lies on the field after a unit lost steps."""
        if unit.lost <= before.lost:
            return self.replacements
        return self.replacements.bereaved(self.counter(unit), before.hex, unit.lost - before.lost)

    def deployed(self, counters: tuple[Counter, ...], units: tuple[Unit, ...]) -> "Camp":
        """The camp with a company deployed into halves, or whole again: new counters, and units as they are then."""
        known = {**self.counters, **{c.id: c for c in counters}}
        return replace(self, counters=known, units={**self.units, **{u.id: u for u in units}})

    def new_turn(self) -> "Camp":
        """The camp as a turn begins."""
        since = {kind: turns + 1 for kind, turns in self.replacements.since.items()}
        return replace(self, windows=0, dug=(), replacements=replace(self.replacements, since=since, returned={}))

    def mended(self, mend: Mend) -> "Camp":
        """The camp after a patch of the module: what has happened to its units stays; who has lost all his steps keeps one."""
        new = {c.id: c for c in mend.counters}
        counters = {i: new.get(i, c) for i, c in {**new, **self.counters}.items() if i not in mend.gone}
        coming = {name: Unit(name, a.hexes[0], status="off") for a in mend.arrivals for name in a.units}
        units = {i: coming.get(i, u) if u.status == "off" else u for i, u in {**coming, **self.units}.items() if i not in mend.gone}
        worn = {i: min(u.lost, new[i].steps - 1) for i, u in units.items() if i in new and u.status == "map"}
        units |= {i: replace(units[i], lost=lost) for i, lost in worn.items()}
        pools = {p.id: replace(self.pools[p.id], nation=p.nation, minimum=p.minimum, draw_from=p.draw_from) for p in mend.pools}
        return replace(
            self, counters={i: counters[i] for i in sorted(counters)}, units={i: units[i] for i in sorted(units)},
            pools={**self.pools, **pools}, arrivals=(*(a for a in self.arrivals if a.turn < mend.turn), *mend.arrivals),
            objectives=mend.objectives, brief=mend.brief, charges=mend.charges,
        )  # fmt: skip

    def without_attacks(self, hex_: Hex, units: tuple[str, ...] = ()) -> "Camp":
        """The camp without its attacks on a hex, or without those of some units."""
        left = tuple(a for a in self.attacks if a.target != hex_ or (units and a.unit not in units))
        return replace(self, attacks=left)

    def walked(self, unit: Unit, *path: Hex) -> "Camp":
        """The camp with this unit gone along a path (its new hex alone, if none is given)."""
        trail = self.trails.get(unit.id, (self.units[unit.id].hex,))
        return replace(self.with_unit(unit), trails={**self.trails, unit.id: (*trail, *(path or (unit.hex,)))})

    def _along(self, before: Unit, unit: Unit) -> Iterator[Unit]:
        """The assets assigned to a unit, as they are after it moved or changed its state: those stacked with it go where it
        goes, unless they are on an errand of their own (TOCS-W1.7-1, TOCS-W2.5-2, TOCS-W10.1-1), for most the one way into
        enemy ground (TOCS-W9.1-6), and change their state with it; so do those it comes to (TOCS-W10.16-3)."""
        for other in self.units.values():
            if other.assigned != unit.id or not self._goes_along(other):
                continue
            if other.hex == before.hex:
                state = unit.state if unit.state != before.state else other.state
                yield replace(other, hex=unit.hex, bank=unit.bank, origin=unit.origin, state=state)
            elif (other.hex, other.bank) == (unit.hex, unit.bank):
                yield replace(other, state=unit.state)

    def _goes_along(self, asset: Unit) -> bool:
        in_hand = self.hand is not None and self.hand.unit == asset.id
        return asset.status == "map" and not in_hand and self.attack_of(asset.id) is None

    def with_changed(self, unit: Unit, why: str) -> "Camp":
        """The camp with this unit changed; one that rallied is marked for the impulse (TOCS-W10.19-5)."""
        camp = self.with_unit(_off_train(self.units[unit.id], unit))
        return replace(camp, rallied=tuple(sorted({*self.rallied, unit.id}))) if why == "rallied" else camp

    def with_woken(self, hand: Hand, units: tuple[str, ...]) -> "Camp":
        """The camp with assets awake by an HQ's order, and what is left of the HQ."""
        camp = self.with_staff(hand)
        return replace(camp, woken=tuple(sorted({*self.woken, *units})))

    def with_task(self, task: Task) -> "Camp":
        """The camp with this work on file."""
        tasks = {**self.tasks, task.unit: task}
        return replace(self, tasks={i: tasks[i] for i in sorted(tasks)})

    def without_task(self, unit: str) -> "Camp":
        """The camp with no work of this unit's on file."""
        return replace(self, tasks={i: task for i, task in self.tasks.items() if i != unit}) if unit in self.tasks else self

    def tried(self, start: Hex, to: Hex) -> "Camp":
        """The camp with the way from one hex to the next tested for straying."""
        return replace(self, tested=tuple(sorted({*self.tested, (start, to)})))

    def with_train(self, train: Train, units: tuple[Unit, ...]) -> "Camp":
        """The camp with a train, and those who ride on it or leave it, as they are now."""
        riders = {unit.id: unit for unit in units}
        return replace(self, trains={**self.trains, train.id: train}, units={**self.units, **riders})

    def aboard(self, train: str) -> tuple[Unit, ...]:
        """The units on a train, in order of id."""
        return tuple(unit for unit in self.on_map() if unit.train == train)

    def with_pool(self, pool: Pool) -> "Camp":
        """The camp with this pool changed."""
        return replace(self, pools={**self.pools, pool.id: pool})

    def with_source(self, source: Source) -> "Camp":
        """The camp with this source changed; trucks with nothing left on them are gone."""
        rest = {i: s for i, s in self.sources.items() if i != source.id}
        kept = rest if source.kind == "mobile" and not source.sp else {**rest, source.id: source}
        return replace(self, sources={i: kept[i] for i in sorted(kept)})

    def without_source(self, source: str) -> "Camp":
        """The camp without this source."""
        return replace(self, sources={i: s for i, s in self.sources.items() if i != source})

    def staff(self, hq: str) -> Hand | None:
        """What is left of an HQ that is awake, in hand or not."""
        return self.hand if self.hand and self.hand.unit == hq and self.hand.pending < 0 else self.staffs.get(hq)

    def with_staff(self, hand: Hand) -> "Camp":
        """The camp with what is left of an HQ changed."""
        if self.hand and self.hand.unit == hand.unit:
            return replace(self, hand=hand)
        woken = tuple(i for i in self.woken if i != hand.unit)
        return replace(self, staffs={**self.staffs, hand.unit: hand}, woken=woken)

    def in_hand(self, hand: Hand) -> "Camp":
        """The camp with a unit in hand: it is no longer laid aside, nor waiting to act."""
        staffs = {i: h for i, h in self.staffs.items() if i != hand.unit}
        woken = tuple(i for i in self.woken if i != hand.unit)
        activated = tuple(sorted({*self.activated, hand.unit}))
        return replace(self, hand=hand, staffs=staffs, woken=woken, activated=activated)

    def out_of_reserve(self, unit: Unit, hand: Hand) -> "Camp":
        """The camp once a unit has come out of reserve: in hand, and off any work."""
        return replace(self.with_unit(unit).without_task(unit.id), hand=hand, committed=(*self.committed, unit.id))

    def laid_aside(self, hand: Hand) -> "Camp":
        """The camp with an HQ out of hand that may yet spend what is left."""
        return replace(self, hand=None, staffs={**self.staffs, hand.unit: hand})

    def fresh(self) -> "Camp":
        """The camp as an impulse begins: what was not spent of the last one is lost (TOCS-W2.1-6, TOCS-W2.1-7)."""
        return replace(self, staffs={}, woken=(), rallied=(), tested=(), word="", trains=_rested(self.trains))

    def buried(self, unit: Unit, why: str) -> "Camp":
        """The camp without a unit that is lost: out of hand, off its attacks, and its staff disbanded. Of one that was
        disbanded nothing is left on the field (TOCS-W10.20-4)."""
        hand = None if self.hand and self.hand.unit == unit.id else self.hand
        attacks = tuple(a for a in self.attacks if a.unit != unit.id)
        staffs = {i: h for i, h in self.staffs.items() if i != unit.id}
        woken = tuple(i for i in self.woken if i != unit.id)
        left = self.replacements if why == DISBANDED else self._bereaved(self.units[unit.id], unit)
        camp = replace(
            self.with_unit(unit), hand=hand, attacks=attacks, staffs=staffs, woken=woken, replacements=left
        )
        return camp.without_task(unit.id)

    def under_fire(self, hex_: Hex) -> "Camp":
        """The camp with a hex that the enemy shelled."""
        return replace(self, shelled=tuple(sorted({*self.shelled, hex_})))

    def force(self, number: int) -> Force | None:
        """What the side gave its field commander in a battle; None when none of that number is out."""
        return next((f for f in self.forces if f.number == number), None)

    def with_report(self, number: int, report: AfterAction) -> "Camp":
        """The camp with its commander's report of a field battle."""
        forces = (replace(f, report=report) if f.number == number else f for f in self.forces)
        return replace(self, forces=tuple(forces))

    def without_force(self, number: int) -> "Camp":
        """The camp once a field battle is over."""
        return replace(self, forces=tuple(f for f in self.forces if f.number != number))

    def launched(self, attack: Attack) -> "Camp":
        """The camp with an attack launched: its unit is in extended deployment no more (TOCS-W10.15-4)."""
        unit = self.units[attack.unit]
        camp = self.with_unit(replace(unit, extended="")) if unit.extended else self
        return replace(camp, attacks=(*self.attacks, attack))

    def stood(self, hex_: Hex) -> bool:
        """Has a unit stood in a hex since before this impulse?"""
        return any(unit.id not in self.trails and unit.assigned not in self.trails for unit in self.at(hex_))

    def closed_up(self, hex_: Hex) -> "Camp":
        """The camp when it has come to a battle in a hex: nobody there is in extended deployment any more (TOCS-W10.15-4)."""
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
    found: dict[Hex, list[Unit]] = {}
    for unit in _on_map(units):
        found.setdefault(unit.hex, []).append(unit)
    return {place: tuple(there) for place, there in found.items()}


class Weather(Value):
    """The sky and the ground, the same for both sides: cloud and ground for the turn, the rest for the impulse.

    precipitation, cloud, wind and ground are words of the weather charts; wind_from is a hexside, "" in a calm; ice is
    what frozen water bears: "", "foot" or "vehicles"; worst is what fell this turn, as the ground will remember it.
    """

    cloud: str = "clear"
    precipitation: str = "dry"
    fog: bool = False
    wind: str = "calm"
    wind_from: str = ""
    ground: str = "dry"
    temperature: str = "mild"
    extreme_winter: bool = False
    ice: str = ""
    worst: str = "dry"


class Public(Value):
    """What both sides know of the play.

    engaged: engagement hexes and their owners; claims: for each side, the hexes it was told lie in EZOC;
    battles: number of the last battle; passes: impulses in a row that were passed; resolved: engagements
    fought this turn; paused: the side that owes a decision, or FIELD; ended: the phasing side has closed its impulse ("",
    "end" or "pass");
    interdicted: hexes under interdiction, and the sides that fire on each (TOCS-W10.26-2);
    banks: what the defender of a river hex declared before the last battle there: "near", "far" or "both" (TOCS-W1.10-3);
    fields: battles fought by field commanders, by hex.
    """

    turn: int = 0
    impulse: int = 0
    phasing: str = ""
    holder: str = ""
    box: int = 0
    owner: Mapping[Hex, str] = field(default_factory=dict)
    engaged: Mapping[Hex, str] = field(default_factory=dict)
    claims: Mapping[str, tuple[Hex, ...]] = field(default_factory=dict)
    battles: int = 0
    passes: int = 0
    resolved: tuple[Hex, ...] = ()
    announced: tuple[Hex, ...] = ()
    fought: tuple[Hex, ...] = ()
    ended: str = ""
    turn_over: bool = False
    paused: str = ""
    over: bool = False
    bases: Mapping[Hex, str] = field(default_factory=dict)
    interdicted: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    weather: Weather = Weather()
    banks: Mapping[Hex, str] = field(default_factory=dict)
    fields: Mapping[Hex, FieldBattle] = field(default_factory=dict)

    @property
    def impulse_name(self) -> str:
        """`T3.2`, or `T3` before its first impulse."""
        return f"T{self.turn}.{self.impulse}" if self.impulse else f"T{self.turn}"


def with_field(public: Public, battle: FieldBattle) -> Public:
    """What both know once a battle has gone to field commanders."""
    fields = {**public.fields, battle.hex: battle}
    return replace(public, battles=battle.number, fields=fields, paused=FIELD if battle.waits else public.paused)


def without_field(public: Public, battle: FieldBattle) -> Public:
    """What both know once a field battle is over."""
    fields = {h: b for h, b in public.fields.items() if h != battle.hex}
    return replace(public, fields=fields, paused="" if battle.waits else public.paused)


def bases_after(public: Public, hex_: Hex, owner: str) -> dict[Hex, str]:
    """The supply bases both know of after one changed hands or was destroyed."""
    rest = {h: side for h, side in public.bases.items() if h != hex_}
    return {**rest, hex_: owner} if owner else rest


def with_obstacle(known: Mapping[Hex, tuple[Obstacle, ...]], hex_: Hex, laid: Obstacle) -> Mapping[Hex, tuple[Obstacle, ...]]:
    """The obstacles with one more in a hex."""
    return {**known, hex_: tuple(sorted({*known.get(hex_, ()), laid}))}


def without_obstacle(known: Mapping[Hex, tuple[Obstacle, ...]], hex_: Hex, kind: str) -> Mapping[Hex, tuple[Obstacle, ...]]:
    """The obstacles without those of a kind in a hex, whoever laid them."""
    left = tuple(o for o in known.get(hex_, ()) if o.kind != kind)
    rest = {h: some for h, some in known.items() if h != hex_}
    return {**rest, hex_: left} if left else rest


class View(Value):
    """One side's view: the game, what is public, its own camp, its own works (hex -> level), and the mines and blocks it
    knows of, its own and the enemy's."""

    game: Game
    public: Public
    camp: Camp
    works: Mapping[Hex, str]
    obstacles: Mapping[Hex, tuple[Obstacle, ...]] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """The side that looks."""
        return self.camp.side

    @property
    def turn(self) -> Turn:
        """The turn being played."""
        return self.game.turns[max(self.public.turn, 1) - 1]

    @property
    def night(self) -> bool:
        """Is this a night turn (TOCS-W13.1.1-1)?"""
        return self.turn.light == "night"

    def own(self, hex_: Hex) -> bool:
        """Does the side own this hex?"""
        return self.public.owner[hex_] == self.side

    def ezoc(self) -> tuple[Hex, ...]:
        """Hexes claimed to lie in enemy ZOC, until disproved (TOCS-W6.0-2)."""
        return self.public.claims[self.side]

    def blocked(self, hex_: Hex) -> bool:
        """Does it know of a roadblock in a hex, or of mines of its own: is no road of use there (TOCS-W10.11-7)?"""
        laid = self.obstacles.get(hex_)
        return laid is not None and any(o.kind == "roadblock" or o.side == self.side for o in laid)

    def mined(self, hex_: Hex) -> bool:
        """Does it know of enemy mines in a hex?"""
        laid = self.obstacles.get(hex_)
        return laid is not None and any(o.kind == "minefield" and o.side != self.side for o in laid)

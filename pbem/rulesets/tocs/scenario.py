"""From a module to the opening: the game both may know, the board, and each side's first picture."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.engine.situation import Situation
from pbem.kernel.charts.tables import Table
from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.form import Opening
from pbem.rulesets.tocs.aircraft import AWAY, Air, Aircraft
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.flight_file import FlightEntry, WaveEntry
from pbem.rulesets.tocs.flights import FlightPlan, Schedule, Stick, Wave
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility, Game, Staff
from pbem.rulesets.tocs.ground import Bridge, bank_named
from pbem.rulesets.tocs.module import Module, PrintedWork, Supply
from pbem.rulesets.tocs.module_file import Climate, CommandPassEntry
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules import bridges
from pbem.rulesets.tocs.rules.bridges import hit
from pbem.rulesets.tocs.rules.facilities import strength
from pbem.rulesets.tocs.rules.setup import known_before_play
from pbem.rulesets.tocs.sequence_of_play import PHASES
from pbem.rulesets.tocs.ships import Sea
from pbem.rulesets.tocs.units import (
    Afresh,
    Arrival,
    Boats,
    Charge,
    CommandPass,
    Draw,
    Freedom,
    Leave,
    Obstacle,
    ReplacementPool,
    Replacements,
    SupplySource,
    Train,
    Unit,
)
from pbem.rulesets.tocs.view import Public, Weather


@rule("MASL-1.1-1", "MASL-1.2-1", "MASL-1.2-2")
def game_of(module: Module, charts: Mapping[str, Table]) -> Game:
    """What both sides may know. charts: the ruleset's own, over which the module's are laid (TOCS-1.1-1)."""
    sides = tuple(Staff(s.id, s.name, s.adjective, s.nation, s.staff, s.report, s.letter_prefix, s.civilians) for s in module.sides)
    return Game(
        id=module.id, title=module.title, turns=module.turns, sides=sides, moves_first=module.moves_first,
        owners=dict(module.owners), ground=module.ground, charts={**charts, **module.charts},
        switches=dict(module.switches) | ({} if module.supply else {"supply": "ample"}),
        month=module.month, year=module.year, zone_letter=module.zone_letter, theatre=module.theatre,
        climate=module.climate, friends=dict(module.friends), fare=module.fare,
        battle_notes=module.battle_notes,
        sets_up_first=module.sets_up_first, tactical=dict(module.tactical),
    )  # fmt: skip


@rule("TOCS-2.1-1", "TOCS-1.1-1", "TOCS-W9.0-1", "TOCS-W0.1-1", "TOCS-W0.1-4", "TOCS-2.0-2")
def opening(module: Module, charts: Mapping[str, Table]) -> Opening[Game, Board, Picture]:
    """The game, the situation before the first turn, and each side's picture: its own forces and the public ground."""
    game = game_of(module, charts)
    bases = {s.hex: s.side for s in module.supply if s.kind == "base" and not s.secret}
    public = Public(bases=bases, owner=dict(module.owners), claims={s.id: () for s in game.sides})
    public = replace(public, weather=_weather(game.climate))
    forces_of = {s.id: _equipped(game, module, s.id) for s in game.sides}
    works = {w.hex: (w.level, w.side) for w in module.works}
    pictures = {side: _picture(known_before_play(public, side, forces_of), forces, works) for side, forces in forces_of.items()}
    laid = {side: _obstacles(f for f in module.obstacles if f.side == side) for side in pictures}
    pictures = {side: replace(picture, obstacles=laid[side]) for side, picture in pictures.items()}
    spans = tuple(bridge for _, forces in sorted(forces_of.items()) for bridge in forces.spans)
    board = Board(public, forces_of, works, spans=spans, obstacles=_obstacles(module.obstacles), sites=_sites(game, module))
    return Opening(game, Situation(PHASES[0].name, board), pictures)


def _equipped(game: Game, module: Module, side: str) -> Forces:
    """A side's forces, with what they know of facilities, their engineers' equipment and the bridges they broke before play."""
    known, broken = _known(game, module, side), _down(game, module, side)
    return replace(_forces(module, side), sites=known, spans=broken, **_engineers(module, side))


@rule("MASL-16.8-1", "MASL-16.8-2")
def _down(game: Game, module: Module, side: str) -> tuple[Bridge, ...]:
    """The bridges that a side has broken before play, unless it breaks others: it alone knows."""
    names = {name for placing in module.placings if placing.side == side for name in placing.down}
    found = (b for b in module.ground.bridges if b.id in names)
    return tuple(hit(game, b, bridges.strength(game, b)) for b in sorted(found, key=lambda b: b.id))


@rule("TOCS-W12.0-1", "TOCS-W12.0-2")
def _sites(game: Game, module: Module) -> dict[str, Facility]:
    """The facilities by id: those the module lists, each with the damage it can take."""
    listed = sorted(module.facilities, key=lambda f: f.id)
    made = ((f, f.damage_points or strength(game, f.kind)) for f in listed)
    return {f.id: Facility(f.id, f.kind, f.name, Hex(f.hex), points, capacity=f.capacity, ships=f.ships) for f, points in made}


def _known(game: Game, module: Module, side: str) -> tuple[Facility, ...]:
    """The facilities a side knows of as play begins: its own, and those that are no secret."""
    all_, sites = {f.id: f for f in module.facilities}, _sites(game, module)
    return tuple(site for name, site in sites.items() if all_[name].side == side or not all_[name].secret)


@rule("TOCS-W10.13-7", "TOCS-W10.14-3", "MASL-16.7-3", "MASL-16.7-4")
def _engineers(module: Module, side: str) -> dict[str, Any]:
    """The bridging equipment of a side, and the bridges it may blow."""
    gear = {entry.kind: entry.count for entry in module.equipment if entry.side == side}
    leave = [entry for entry in module.demolition if entry.side == side]
    charges = sorted({name for entry in leave if entry.when == "any_time" for name in entry.bridges})
    battle = ((name, entry) for entry in leave if entry.when == "battle" for name in entry.bridges)
    rigged = (Charge(name, at.trigger, at.charges_at_setup, at.prepared, at.unprepared) for name, at in battle)
    return {"gear": gear or None, "charges": tuple(charges), "rigged": tuple(sorted(rigged, key=lambda c: c.bridge))}


@rule("TOCS-W12.3-1")
def _trains(module: Module, side: str) -> dict[str, Train]:
    """The trains the module gives a side: when and where they come on, and what they take."""
    turns = {turn.id: turn.number for turn in module.turns}
    mine = sorted((t for t in module.trains if t.side == side), key=lambda t: t.call)
    banks = {t.call: bank_named(module.ground, Hex(t.hex), t.bank) or 0 for t in mine}
    return {t.call: Train(t.call, t.call, Hex(t.hex), banks[t.call], t.steps, t.points, due=turns.get(t.turn, 0)) for t in mine}


def _weather(climate: Climate) -> Weather:
    """The sky and the ground before the first turn."""
    return Weather(climate.cloud, climate.precipitation, climate.fog, climate.wind, ground=climate.ground)


def _obstacles(laid: Iterable[PrintedWork]) -> dict[Hex, tuple[Obstacle, ...]]:
    """The mines and blocks in each hex."""
    told = sorted(laid)
    return {f.hex: tuple(Obstacle(g.level, g.side) for g in told if g.hex == f.hex) for f in told}


def _picture(public: Public, forces: Forces, works: Mapping[Hex, tuple[str, str]]) -> Picture:
    own = {h: w for h, w in works.items() if w[1] == forces.side}
    return Picture(public, forces, own, {})


@rule("MASL-6.1-1", "MASL-15.1-1", "MASL-16.1-1")
def _forces(module: Module, side: str) -> Forces:
    counters = {c.id: c for c in module.counters if c.side == side}
    ids = {c.call: c.id for c in counters.values()}
    arrivals = _arrivals(module, side, ids)
    units = {c.id: _unit(module, c) for c in counters.values() if c.setup is not None}
    units |= {name: _coming(counters[name], a.hexes[0]) for a in arrivals for name in a.units}
    units |= _riders(module, side, counters)
    schedule = _schedule(module, side, ids)
    units |= _flyers(schedule, counters)
    units = _answering(units, [entry for entry in module.passes if entry.side == side], ids)
    units |= _embarked(module, side, counters)
    return Forces(
        side, {i: c for i, c in counters.items() if i in units}, units, _pools(module, side),
        objectives=tuple(v for v in module.victory if v.side == side), brief=module.side(side).brief,
        sources={s.id: _source(module, s) for s in sorted(module.supply, key=lambda s: s.id) if s.side == side},
        replacements=Replacements(*module.replacements.get(side, (0, 0))), arrivals=arrivals, trains=_trains(module, side),
        schedule=schedule, draw=_draw(module, side, ids), afresh=_afresh(module, side),
        **_dated(module, side, ids), **_staffed(module, side),
        air=_air(module, side), sea=_sea(module, side), coast_guns=_coast_guns(module, side, ids), **_placing(module, side, ids),
    )  # fmt: skip


@rule("TOCS-3.2-1", "TOCS-3.2-9")
def _air(module: Module, side: str) -> Air:
    """The aircraft of a side, those that come later away until then."""
    turns = {turn.id: turn.number for turn in module.turns}
    dated = (replace(a, due=turns.get(a.comes, 0), last=turns.get(a.until, 0)) for a in module.aircraft if a.side == side)
    lent = (replace(a, lent=_lent(module, a)) for a in dated)
    return Air({a.call: replace(a, box=AWAY) if a.due > 1 else a for a in sorted(lent, key=lambda a: a.call)})


@rule("TOCS-3.2-9", "TOCS-1.1-2")
def _lent(module: Module, craft: Aircraft) -> tuple[str, ...] | None:
    """The formations of the seats that may order aircraft, None where the order of battle names no seat."""
    if not craft.seats:
        return None
    named = (seat for seat in module.posts if seat.id in craft.seats)
    return tuple(dict.fromkeys(formation for seat in named for formation in seat.formations))


@rule("TOCS-W16.0-1", "TOCS-W17.4-1", "TOCS-W16.1-1")
def _sea(module: Module, side: str) -> Sea:
    """The ships of a side, craft aboard those that carry them, and the mines it has laid."""
    mine = {berthed.ship.call: berthed for berthed in module.ships if berthed.ship.side == side}
    bearer = {call: name for name, berthed in mine.items() for call in berthed.cargo if call in mine}
    ships = {call: replace(mine[call].ship, aboard=bearer.get(call, "")) for call in sorted(mine)}
    under = tuple(name for seat in module.chairs if seat.side == side and seat.ships for name in seat.formations)
    return Sea(ships, under=under, mines={Hex(entry.hex): entry.factors for entry in module.mines if entry.side == side})


def _coast_guns(module: Module, side: str, ids: Mapping[str, str]) -> dict[str, int]:
    return {ids[gun.unit]: gun.strength for gun in module.coast_guns if gun.side == side}


@rule("TOCS-W17.8-1")
def _embarked(module: Module, side: str, counters: Mapping[str, Counter]) -> dict[str, Unit]:
    """The units that are aboard ships as play begins."""
    called = {c.call: c for c in counters.values()}
    mine = (berthed for berthed in module.ships if berthed.ship.side == side)
    aboard = ((called[call], berthed.ship.call) for berthed in mine for call in berthed.cargo if call in called)
    off = module.ground.hexes[0]
    return {c.id: Unit(c.id, off, status="off", ship=ship, lost=c.lost) for c, ship in aboard}


def _arrivals(module: Module, side: str, ids: Mapping[str, str]) -> tuple[Arrival, ...]:
    """Who comes on, and when. ids: of the side's counters, by call."""
    mine = (r for r in module.reinforcements if r.side == side)
    return tuple(
        Arrival(r.turn, tuple(ids[call] for call in r.units), r.hexes, r.by, r.trucks, r.beyond, r.most, r.into, r.path_from)
        for r in mine
    )


def _riders(module: Module, side: str, counters: Mapping[str, Counter]) -> dict[str, Unit]:
    """The units that come with trains."""
    called = {c.call: c for c in counters.values()}
    riders = ((called[call], train) for train in module.trains if train.side == side for call in train.units)
    return {c.id: Unit(c.id, Hex(train.hex), status="off", train=train.call, lost=c.lost) for c, train in riders}


@rule("MASL-7.1-1", "TOCS-W15.15-2")
def _schedule(module: Module, side: str, ids: Mapping[str, str]) -> Schedule:
    """The waves and flights the scenario gives a side, in the order of the file. ids: of the side's counters, by call."""
    turns = {turn.id: turn.number for turn in module.turns}
    flights = {entry.call: _flight(entry, ids, turns) for entry in module.flights if entry.side == side}
    waves = (_wave(entry, turns) for entry in module.waves if entry.side == side)
    return Schedule(flights, {wave.id: wave for wave in waves}, tuple(flights))


def _wave(entry: WaveEntry, turns: Mapping[str, int]) -> Wave:
    return Wave(entry.id, turns.get(entry.turn, 0), tuple(entry.light), entry.roll, dict(entry.at_least))


def _flight(entry: FlightEntry, ids: Mapping[str, str], turns: Mapping[str, int]) -> FlightPlan:
    sticks = tuple(Stick(tuple(ids[call] for call in s.units), s.load, Hex(s.at), s.bank) for s in entry.aboard)
    path = tuple(map(Hex, entry.path))
    return FlightPlan(
        entry.call, entry.aircraft, path, entry.wave, turns.get(entry.turn, 0), entry.pathfinders, entry.free, entry.points, sticks,
        path, sticks, escorts=entry.escorts, bombs=tuple(map(Hex, entry.bombs)), carpet=entry.carpet,
    )  # fmt: skip


def _flyers(schedule: Schedule, counters: Mapping[str, Counter]) -> dict[str, Unit]:
    """The units that come with flights."""
    sticks = (stick for flight in schedule.flights.values() for stick in flight.aboard)
    return {name: Unit(name, stick.at, status="off", lost=counters[name].lost) for stick in sticks for name in stick.units}


def _pools(module: Module, side: str) -> dict[str, ReplacementPool]:
    mine = (p for p in module.pools if p.side == side)
    return {
        p.id: ReplacementPool(
            p.id, p.nation, p.minimum, reserve=p.reserve, draw_from=p.may_draw_from, earns_from=p.earns_from, pays_for=p.pays_for
        )
        for p in mine
    }


def _placing(module: Module, side: str, ids: Mapping[str, str]) -> dict[str, Any]:
    """What the scenario leaves to a side to place."""
    found = next((p for p in module.placings if p.side == side), None)
    if found is None:
        return {}
    units = tuple(ids[call] for call in found.units)
    bound = {ids.get(name, name): hexes for name, hexes in found.bound.items()}
    freedom = Freedom(
        units, found.hexes, found.stores, found.bridges, found.broken, found.facilities, bound, found.one_a_hex, found.follow
    )
    return {"freedom": freedom, "labour": found.works}


@rule("MASL-16.4-3")
def _afresh(module: Module, side: str) -> tuple[Afresh, ...]:
    """The facilities of a side that it may set up afresh."""
    return tuple(Afresh(f.id, tuple(f.afresh), f.afresh_edge) for f in module.facilities if f.side == side and f.afresh)


@rule("MASL-16.2-2")
def _answering(units: Mapping[str, Unit], passes: Iterable[CommandPassEntry], ids: Mapping[str, str]) -> dict[str, Unit]:
    """The units, the headquarters that take command later under those that have it until then."""
    later = {ids[entry.to]: ids[entry.from_] for entry in passes}
    return {name: replace(unit, under=later.get(name, unit.under)) for name, unit in units.items()}


@rule("MASL-16.2-3", "MASL-16.2-4")
def _dated(module: Module, side: str, ids: Mapping[str, str]) -> dict[str, Any]:
    """What happens by the calendar of a side: command that passes, units that leave, boats that come."""
    turns = {turn.id: turn.number for turn in module.turns}

    def named(calls: Iterable[str]) -> tuple[str, ...]:
        return tuple(ids[call] for call in calls)

    passes = (
        CommandPass(
            ids[entry.to], ids[entry.from_], named(entry.units), tuple(map(Hex, entry.hexes)), tuple(map(Hex, entry.entries)),
            named(entry.los_to_either),
        )
        for entry in module.passes if entry.side == side
    )  # fmt: skip
    leaves = (Leave(named(entry.units), entry.edge, turns[entry.by]) for entry in module.exits if entry.side == side)
    boats = (Boats(named(entry.with_), turns[entry.from_], entry.steps) for entry in module.boats if entry.side == side)
    return {"passes": tuple(passes), "leaves": tuple(leaves), "boats": tuple(boats)}


@rule("MASL-3.1-7", "MASL-2.1-1")
def _staffed(module: Module, side: str) -> dict[str, Any]:
    """What the module says to the seats of a side, and files for it."""
    briefs = {brief.seat: brief.text.strip("\n") for brief in module.seat_briefs if brief.side == side}
    titles = {seat.id: seat.title for seat in module.chairs if seat.side == side and seat.title}
    lines = tuple(entry.line for entry in module.lines if entry.side == side)
    return {"briefs": briefs, "titles": titles, "lines": lines}


@rule("MASL-16.10-3")
def _draw(module: Module, side: str, ids: Mapping[str, str]) -> Draw | None:
    """Who draws supply of a side by the module, None for the rule of the war. ids: of the side's counters, by call."""
    said = next((entry for entry in module.draws if entry.side == side), None)
    return Draw(said.hour, tuple(ids[call] for call in said.units), said.points) if said else None


def _source(module: Module, entry: Supply) -> SupplySource:
    bank = bank_named(module.ground, entry.hex, entry.bank) if entry.bank else 0
    join = next((c.id for c in module.counters if c.side == entry.side and c.call == entry.join), "") if entry.join else ""
    return SupplySource(
        entry.id,
        entry.kind,
        entry.hex,
        entry.points,
        bank or 0,
        join,
        room=entry.points,
        dp=entry.damage_points,
        opens=entry.opens,
        secret=entry.secret,
    )


@rule("MASL-8.1-3")
def _coming(counter: Counter, hex_: Hex) -> Unit:
    """A unit that comes later: with the losses it has, and assigned as its counter says."""
    return Unit(counter.id, hex_, status="off", lost=counter.lost, assigned=counter.assigned)


@rule("MASL-16.14-1")
def _unit(module: Module, counter: Counter) -> Unit:
    if counter.setup is None:
        raise ValueError(f"{counter.id} is not set up on the map")
    bank = bank_named(module.ground, counter.setup, counter.bank) if counter.bank else 0
    return Unit(counter.id, counter.setup, bank or 0, counter.lost, landed=int(counter.landed), assigned=counter.assigned)

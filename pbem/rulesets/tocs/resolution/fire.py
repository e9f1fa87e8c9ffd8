"""A fire mission carried out: the roll and its hits, interdiction laid, fire laid on a battle (TOCS-W10.24 to W10.26)."""

from collections.abc import Mapping

from pbem.kernel.dice import Throw
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge, bridge_at
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.oob import Counter
from pbem.rulesets.tocs.resolution import air_eyes, air_fields, supply
from pbem.rulesets.tocs.resolution.casualties import buried
from pbem.rulesets.tocs.rules import artillery, bridges, facilities, perimeter, shellfire
from pbem.rulesets.tocs.rules.activation import degraded
from pbem.rulesets.tocs.standing_orders.asked_in_the_air import AimsUnderSpotter
from pbem.rulesets.tocs.units import Mission, ReplacementPool, Unit


@rule("TOCS-W10.24-2", "TOCS-W10.24-3", "TOCS-W10.25-4", "TOCS-W10.26-1")
def carried_out(moment: Moment, side: str, mission: Mission, pool: ReplacementPool | None = None) -> tuple[e.Event, ...]:
    """All that a mission does, whether ordered in the own impulse or fired out of reserve. pool: as it is after the OP of
    time on target. The order has been paid; the batteries have been looked at."""
    view = moment.board.view(moment.game, side)
    units = tuple(artillery.spent(view, view.forces.units[b], mission) for b in mission.batteries)
    told: tuple[e.Event, ...] = (e.BatteriesSpent(side, units, pool), *air_eyes.firing(moment, side, units))
    if mission.kind == "interdict":
        return (*told, e.HexInterdicted(side, mission))
    if mission.kind == "support":
        return (*told, e.SupportOrdered(side, mission))
    return (*told, *_shelled(moment, side, mission))


@rule("TOCS-W10.24-1", "TOCS-W10.25-1", "TOCS-W10.25-5")
def _shelled(moment: Moment, side: str, mission: Mission) -> tuple[e.Event, ...]:
    """One roll for the mission, and what it does to troops and to what is built and stored in the hex."""
    mission = _aimed(moment, side, mission)
    enemy, shoot = _enemy(moment, side), shoot_at(moment, side, mission)
    salvo = _salvo(moment, side, mission, shoot)
    fell = fallen(moment, side, mission, shoot, Impact(salvo.occasion, salvo.cell))
    seen = perimeter.kinds(tuple(moment.board.forces[enemy].counter(u) for u in _there(moment, side, mission)))
    fired = e.MissionFired(
        side, mission, salvo.strength, salvo.throw, salvo.told, salvo.said, salvo.drm, salvo.label, salvo.cell,
        shoot.observed or shoot.spotter, seen, fell.effects,
    )  # fmt: skip
    return (fired, *fell.events)


class Impact(Value):
    """Shells that come down: the occasion that names their dice, and the cell."""

    occasion: str
    cell: str


class Fallen(Value):
    """What shells did: (kind, steps lost, states fallen) of each that was hit, and all that comes of it."""

    effects: tuple[tuple[str, int, int], ...]
    events: tuple[e.Event, ...]


def fallen(moment: Moment, side: str, mission: Mission, shoot: shellfire.Shoot, impact: Impact) -> Fallen:
    """What shells do to troops and to what is built and stored in the hex, whatever guns fired them."""
    enemy = _enemy(moment, side)
    hits = shellfire.hits(moment.dice, impact.occasion, shoot, impact.cell)
    counters = {t.counter.call: t.counter for t in shoot.targets}
    on_troops = tuple(h for h in hits if h.call in counters)
    on_built = {h.call: h for h in hits if h.call in shoot.built}
    effects = tuple(sorted((_kind(counters[h.call]), h.steps, h.states) for h in on_troops))
    spread = air_fields.shared(moment, {call: h.steps for call, h in on_built.items() if h.steps}, from_the_air=False)
    harmed = ruined(moment, side, mission, spread)
    told = (*suffered(moment, enemy, on_troops, phrase("shelled")), *harmed, *supply.shelled(moment, enemy, on_built))
    return Fallen(effects, (*told, *air_fields.shelled(after(moment, told), spread.fields)))


def ruined(moment: Moment, side: str, mission: Mission, spread: air_fields.Shared) -> tuple[e.Event, ...]:
    """What damage does to bridges, facilities and the aircraft on them, whoever fired."""
    return (*spread.events, *built(moment, side, mission, {name: points for name, points in spread.damage.items() if points}))


@rule("TOCS-W15.3-2")
def _aimed(moment: Moment, side: str, mission: Mission) -> Mission:
    """A strike that names no kind of target, aimed by the side's order where a spotter is over its hex."""
    if mission.kind != "strike" or mission.aim or not air_eyes.spotted(moment.board, side, mission.hex):
        return mission
    return replace(mission, aim=moment.ask(side, AimsUnderSpotter(air_eyes.kinds_at(moment, side, mission.hex))))


class _Salvo(Value):
    """A mission's throw: its occasion, the column by its label ("" below the chart), the cell; what modified it, all of it and as
    much as both sides are told."""

    occasion: str
    strength: int
    throw: Throw
    drm: int
    said: tuple[str, ...]
    told: tuple[str, ...]
    label: str
    cell: str


def _salvo(moment: Moment, side: str, mission: Mission, shoot: shellfire.Shoot) -> _Salvo:
    """Throw for a mission, and look up what it came to."""
    forces: Forces = moment.board.forces[side]
    grid = moment.game.grid("bombardment" if mission.kind == "bombard" else "artillery-strike")
    strength = sum(artillery.weight(forces, forces.units[b]) for b in mission.batteries)
    known = shellfire.drms(grid, shoot)
    drm = sum(value for _, value in known)
    calls = "+".join(forces.counters[b].call for b in mission.batteries)
    occasion = f"{mission.kind}/{calls}/{moment.board.public.impulse_name}"
    throw = moment.dice.throw(occasion, "2d6")
    said = tuple(f"{name.replace('_', ' ')} {value:+d}" for name, value in known)
    told = tuple(words for words, (name, _) in zip(said, known, strict=True) if name in shellfire.KNOWN)
    column = grid.column_at(strength * (2 if mission.tot else 1))
    if column is None:
        return _Salvo(occasion, strength, throw, drm, said, told, "", "-")
    cell = grid.cell({}, column, throw.total + drm)
    return _Salvo(occasion, strength, throw, drm, said, told, grid.columns.labels[column], cell)


@rule("TOCS-W11.3-2", "TOCS-W12.0-1", "TOCS-W12.9-3", "TOCS-W10.24-4", "TOCS-W10.25-2")
def built(moment: Moment, side: str, mission: Mission, damage: Mapping[str, int]) -> tuple[e.Event, ...]:
    """What a mission does to bridges and facilities, by name and damage points. Who watched sees it; who owns the hex sees
    it anyway."""
    board: Board = moment.board
    knows = (side,) if mission.observer else ()
    events: list[e.Event] = []
    for name, target in _structures(moment, mission.hex).items():
        if name not in damage:
            continue
        if isinstance(target, Bridge):
            events.append(e.BridgeChanged(bridges.hit(moment.game, target, damage[name]), phrase("shelled"), knows))
            continue
        after_it, owner = facilities.hit(target, damage[name]), board.public.owner[target.hex]
        suffered = after_it.damage - target.damage if target.kind == "hospital" and owner != side else 0
        outrage = ((owner, board.forces[owner].outrage + suffered),) if suffered else ()
        events.append(e.FacilityChanged(after_it, phrase("shelled"), knows, outrage))
    return tuple(events)


def _structures(moment: Moment, hex_: Hex) -> Mapping[str, Bridge | Facility]:
    """The bridges that stand in a hex and the facilities that are not destroyed, by the name they throw under."""
    board: Board = moment.board
    spans = {f"bridge/{b.id}": b for b in bridge_at(moment.game.ground, hex_, board.spans) if b.intact}
    return spans | {f"facility/{name}": site for name, site in board.sites.items() if site.hex == hex_ and site.works}


@rule("TOCS-W11.3-2", "TOCS-W12.0-2")
@rule("MASL-16.7-1", "MASL-16.7-2")
def bears(moment: Moment, side: str, hex_: Hex) -> dict[str, int]:
    """What is built in a hex and not down, by the name it throws under, with the damage it can still take from a side: none of
    the bridges that it may blow in battle alone."""
    kept = {f"bridge/{charge.bridge}" for charge in moment.board.forces[side].rigged}
    found = ((n, t) for n, t in _structures(moment, hex_).items() if n not in kept)
    return {n: (bridges.strength(moment.game, t) if isinstance(t, Bridge) else t.dp) - t.damage for n, t in found}


@rule("TOCS-W10.24-4", "TOCS-W10.25-2", "TOCS-W8.2-6")
def _there_is(moment: Moment, side: str, mission: Mission) -> Mapping[str, int]:
    """What shells may fall on besides troops, with the damage it can take: nothing where they are aimed at troops."""
    if mission.aim and mission.aim not in shellfire.STRUCTURES:
        return {}
    spared = {"facility": "bridge/", "bridge": "facility/"}.get(mission.aim, " ")
    bear = {name: points for name, points in bears(moment, side, mission.hex).items() if not name.startswith(spared)}
    stores = {} if mission.aim == "bridge" else supply.under_fire(moment, _enemy(moment, side), mission.hex)
    return bear | {name: points for name, points in stores.items() if not mission.aim or name.startswith("store/")}


def shoot_at(moment: Moment, side: str, mission: Mission) -> shellfire.Shoot:
    """The facts of a mission: its targets are all enemies in the hex, or those of the kind it is aimed at."""
    board, game = moment.board, moment.game
    forces = board.forces[_enemy(moment, side)]
    targets = tuple(
        shellfire.Target(u.id, forces.counter(u), forces.counter(u).steps - u.lost)
        for u in _there(moment, side, mission)
        if mission.aim not in shellfire.STRUCTURES and (not mission.aim or mission.aim in perimeter.kinds((forces.counter(u),)))
    )
    works, owner = board.works.get(mission.hex, ("", ""))
    return shellfire.Shoot(
        mission.kind, bool(mission.observer), board.view(game, side).night, game.ground.terrain[mission.hex],
        works if owner == forces.side else "", targets, mission.aim, _there_is(moment, side, mission),
        air_eyes.spotted(board, side, mission.hex),
    )  # fmt: skip


def _enemy(moment: Moment, side: str) -> str:
    other: str = moment.game.other(side)
    return other


def _there(moment: Moment, side: str, mission: Mission) -> tuple[Unit, ...]:
    board: Board = moment.board
    return board.occupants(mission.hex, _enemy(moment, side))


def _kind(counter: Counter) -> str:
    return say(" and ").join(perimeter.kinds((counter,)))


@rule("TOCS-W5.0-2", "TOCS-W1.11-1")
def suffered(moment: Moment, side: str, hits: tuple[shellfire.Hit, ...], why: str) -> tuple[e.Event, ...]:
    """What the hits do to a side's units, in the order of their calls: the enemy reads who died in it. why: what hit them."""
    forces = moment.board.forces[side]
    events: list[e.Event] = []
    for hit in hits:
        unit = forces.unit_called(hit.call)
        if unit is None:
            raise ValueError(f"nobody is called {hit.call}")
        unit = degraded(replace(unit, lost=unit.lost + hit.steps), hit.states)
        dead = unit.lost >= forces.counter(unit).steps
        here = after(moment, events)
        events.append(
            buried(here, side, unit, "shellfire" if why == "shelled" else why) if dead else e.UnitChanged(side, unit, why)
        )
    return tuple(events)

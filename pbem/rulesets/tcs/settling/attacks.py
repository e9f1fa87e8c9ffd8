"""Attacks taken on, one atom at a time: who is struck, what it does, morale, retreats, what formations make of it.

Whatever strikes a hex ends here: direct fire, overwatch, close combat, shells, bombs, mines. Who makes an attack lets an
`events.AttackBegan(Attack(…))` happen, behind the event that tells its own side of the fire; `settle` takes it from there. For
shells: `against` both sides, `direct=False, indirect=True`, the column of all sheafs of a mission in the hex (`area_column`),
`sheafs` the number that roll against armor, `heavy` from 150 mm, and an `occasion` of its own ("plot/A94/T4/1/05.04").
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from pbem.kernel.charts.book import ChartBook
from pbem.kernel.hexes import DIRECTIONS, Hex, direction, disc, distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import AttackKind, Calls, HexAttack
from pbem.rulesets.tcs.rules import formation_morale as formations
from pbem.rulesets.tcs.rules.area_fire import (
    AreaFire,
    AreaResult,
    AreaTarget,
    Shelter,
    area_modifier,
    area_result,
    area_shifts,
    attacked_as,
    behind_hard_cover,
    under_a_roof,
)
from pbem.rulesets.tcs.rules.armor_morale import shortfall, vehicles
from pbem.rulesets.tcs.rules.close_combat import is_crushed, shelter_in_assault
from pbem.rulesets.tcs.rules.combinations import Combination, attacked_apart, share_losses
from pbem.rulesets.tcs.rules.losses import hit_by_point_fire, rider_after_hit
from pbem.rulesets.tcs.rules.morale import (
    RETREATS,
    SURRENDERS,
    MoraleCheck,
    Strain,
    check_morale,
    effective_morale,
    is_made_to_button_up,
    surrender_or_retreat,
)
from pbem.rulesets.tcs.rules.movement import Country, step_cost
from pbem.rulesets.tcs.rules.point_fire import fire_on_mortar_line, multifire_hits, multifire_rows
from pbem.rulesets.tcs.rules.retreats import Runner, is_left_behind, run, survives_flight
from pbem.rulesets.tcs.rules.rolls import throw_as
from pbem.rulesets.tcs.rules.shifts import Shift
from pbem.rulesets.tcs.settling.armor import armor_blows, armor_under_fire, takes_the_hit
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.shelters import level, shelter, walls
from pbem.rulesets.tcs.standing_orders.asked import FlightAsked, LossesAsked, PairsAsked
from pbem.rulesets.tcs.units import PLATOON_COUNTERS, TacticalUnit
from pbem.rulesets.tcs.view import TacticalForces

Events = tuple[e.Event, ...]


def attack_goes_on(moment: Moment) -> Events:
    """The next atom of the first attack."""
    attack = moment.board.attacks[0]
    if attack.groups is None:
        return (e.AttackWentOn(replace(attack, groups=_groups(moment, attack))),)
    if attack.flights:
        return _flight(moment, replace(attack, flights=attack.flights[1:]), attack.flights[0])
    if attack.checks:
        return _check(moment, replace(attack, checks=attack.checks[1:]), attack.checks[0])
    if attack.groups:
        return _strike(moment, replace(attack, groups=attack.groups[1:]), attack.groups[0])
    return (*_battalions(moment, attack), *armor_under_fire(moment, attack), e.AttackEnded())


def owner(moment: Moment, name: str) -> TacticalForces | None:
    """The forces that a unit belongs to, None when it is gone."""
    return next((forces for forces in moment.board.forces.values() if name in forces.units), None)


@rule("TCS3-7-3", "TCSB-26-3")
def _groups(moment: Moment, attack: HexAttack) -> tuple[Calls, ...]:
    """Who is struck, as they are struck together: each unit by itself but for pairs of infantry and machine gun. Riders of
    carriers are not, those on tanks are."""
    if attack.kind != "area":
        return ((attack.aim,),)
    found = list[Calls]()
    for side in attack.against:
        apart = attacked_apart(_exposed(moment.board.forces[side], attack), moment.ask(side, PairsAsked(attack.hex)))
        found += [tuple(u.id for u in one.members) for one in apart]
    return tuple(found)


@rule("TCSB-26-3")
def _exposed(forces: TacticalForces, attack: HexAttack) -> list[TacticalUnit]:
    """The units of a side that are open to an attack: riders of carriers are not."""
    there = (unit for unit in forces.at(attack.hex) if not attack.targets or unit.id in attack.targets)
    return [unit for unit in there if not unit.rides or not forces.units[unit.rides].counter.carrier]


def _strike(moment: Moment, attack: HexAttack, group: Calls) -> Events:
    forces = owner(moment, group[0])
    units = tuple(forces.units[name] for name in group if name in forces.units) if forces else ()
    if forces is None or any(unit.hex != attack.hex for unit in units):
        return (e.AttackWentOn(attack),)
    if attack.kind != "area":
        return _single(moment, attack, forces, units[0])
    kind = attacked_as(units[0].counter, attack.indirect or attack.ground in ("assaulted", "assaulting"))
    if kind is None:
        return _armor(moment, attack, forces, units[0])
    target = _target(moment, attack, forces, units[0], kind == "B")
    return _men(moment, attack, forces, units, target)


# ---------------------------------------------------------------- area fire


@rule("TCSB-11-7", "TCSB-22-5", "TCSB-23-4")
def _target(moment: Moment, attack: HexAttack, forces: TacticalForces, unit: TacticalUnit, soft: bool) -> AreaTarget:
    """A target as area fire meets it."""
    afoot = not unit.rides and not unit.counter.vehicle
    return AreaTarget(
        "B" if soft else "A",
        shelter_of(moment, attack, forces, unit),
        moving=afoot and (unit.mode == "move" or attack.moving) and attack.ground not in ("assaulted", "overrun"),
        mounted=bool(unit.rides) and not forces.units[unit.rides].counter.carrier,
        armored=soft and unit.counter.defense > 0,
    )


def shelter_of(moment: Moment, attack: HexAttack, forces: TacticalForces, unit: TacticalUnit) -> Shelter:
    """The shelter that counts against an attack: by its ground, and by works."""
    found = shelter(moment.game, forces, unit, moment.board.public.turn, attack.origins if attack.direct else ())
    there = moment.board.works.get(unit.hex)
    within = walls(moment.game, forces, unit, there)
    found = replace(found, level=level(moment.game, unit, there), bunker=within.cover, roof=within.roof)
    if attack.ground in ("overrun", "bare"):
        return replace(found, cover=0, hexside=False)
    return shelter_in_assault(found, attack.ground == "assaulted") if attack.ground else found


@rule("TCSB-11-11", "TCSB-11-12", "TCSB-16-2")
def _men(moment: Moment, attack: HexAttack, forces: TacticalForces, units: tuple[TacticalUnit, ...], target: AreaTarget) -> Events:
    """Area fire at men and soft vehicles: the cell, losses of those that are attacked as one, checks that are due."""
    book, first = moment.game.book, units[0]
    fire = AreaFire(attack.column, attack.direct, attack.smoke, attack.opposite)
    roll = throw_as(moment.dice, f"{attack.occasion}/{first.id}", book.grid("area-fire").dice.roll)
    extra = attack.drm + (0 if first.counter.at else attack.without_at)
    total = roll.value + area_modifier(book, area_shifts(book, fire, target)) + extra
    result = area_result(book, target.kind, attack.column, total)
    if attack.indirect and not attack.direct and not attack.heavy:
        result = under_a_roof(result, target.shelter)
    if attack.crushes and is_crushed(first, result.any):
        result = AreaResult(first.steps, destroyed=True)
    if result.destroyed and (other := takes_the_hit(moment, forces, first)) is not first:
        instead = t.UnitStruck(
            forces.side, other.id, "area", other.steps, 0, False, attack.column, roll.faces, total, instead_of=first.id
        )  # fmt: skip
        return (instead, *_after(moment, attack, forces, (instead,)))
    if moment.game.switches["armor"] is True and target.shelter.protects and attack.light:
        result = behind_hard_cover(book, result)
    gone = (first.steps,) if result.destroyed else _shares(moment, result.losses, forces, units)
    shut = first.counter.armor and not first.buttoned and gone[0] < first.steps and buttons_by_itself(moment)
    struck = tuple(
        t.UnitStruck(
            forces.side,
            unit.id,
            "area",
            lost,
            unit.steps - lost,
            result.check,
            attack.column,
            roll.faces,
            total,
            shut and is_made_to_button_up(attack.column, attack.indirect),
            counting=_known_to_owner(book, target),
        )
        for unit, lost in zip(units, gone, strict=True)
    )
    return (*struck, *_after(moment, attack, forces, struck))


@rule("TCSB-11-7")
def _known_to_owner(book: ChartBook, target: AreaTarget) -> tuple[Shift, ...]:
    """The modifiers that a target's side knows by itself: of ground, works and posture, not of what the fire came through."""
    alone = replace(target, shelter=replace(target.shelter, hexside=False))
    return area_shifts(book, AreaFire(0), alone)


def _shares(moment: Moment, losses: int, forces: TacticalForces, units: tuple[TacticalUnit, ...]) -> tuple[int, ...]:
    """Steps that each of them loses."""
    if len(units) == 1 or not losses:
        return tuple(min(losses, unit.steps) for unit in units)
    weapon_first = moment.ask(forces.side, LossesAsked(tuple(unit.id for unit in units)))
    shared = share_losses(losses, Combination(units[0], units[1]), weapon_first)
    return shared.infantry, shared.weapon


@rule("TCS3-7-1", "TCSB-11-12", "TCSB-17-2")
def _after(moment: Moment, attack: HexAttack, forces: TacticalForces, struck: tuple[t.UnitStruck, ...]) -> Events:
    """What follows from being struck by area fire: checks, fire on the riders of a carrier, formations."""
    first = forces.units[struck[0].unit]
    now = (_riders_next if first.counter.vehicle else _men_tried)(attack, forces, struck)
    return (*_blows(moment, forces, struck), e.AttackWentOn(_counting(now, forces, struck)))


def _men_tried(attack: HexAttack, forces: TacticalForces, struck: tuple[t.UnitStruck, ...]) -> HexAttack:
    """Those left of men whom fire told on try their morale as one."""
    left = tuple(one.unit for one in struck if one.left and (one.check or attack.all_check))
    return replace(attack, checks=(left,) if left else ())


def _riders_next(attack: HexAttack, forces: TacticalForces, struck: tuple[t.UnitStruck, ...]) -> HexAttack:
    """Riders of a carrier that was destroyed are struck by the same fire; of one that was shaken they try their morale. Those on a
    tank are struck by themselves, and try it once."""
    (vehicle,) = struck
    riders = tuple((unit.id,) for unit in forces.units.values() if unit.rides == vehicle.unit)
    if not forces.units[vehicle.unit].counter.carrier:
        return attack
    if vehicle.left:
        return replace(attack, checks=riders if vehicle.check else ())
    return replace(attack, groups=(*riders, *(attack.groups or ())))


@rule("TCSB-11-13", "TCSB-16-2", "TCSB-16-12")
def _armor(moment: Moment, attack: HexAttack, forces: TacticalForces, unit: TacticalUnit) -> Events:
    """Area fire at armor: the Mortar line for each sheaf, else nothing but shut hatches."""
    rolls, taker = _line_hits(moment, attack, unit), unit
    if rolls:
        taker = takes_the_hit(moment, forces, unit)
    steps = taker
    for _ in rolls:
        steps = hit_by_point_fire(steps) if steps.steps else steps
    blows = armor_blows(moment, forces, taker, rolls)
    if taker is not unit:
        return (*blows, *_vehicle(moment, attack, forces, t.UnitStruck(
            forces.side, taker.id, "mortar_line", taker.steps - steps.steps, steps.steps, column=attack.column, instead_of=unit.id
        )))  # fmt: skip
    shut = bool(steps.steps) and unit.counter.armor and is_made_to_button_up(attack.column, attack.indirect)
    shut = shut and not unit.buttoned and buttons_by_itself(moment)
    how: t.StruckBy = "mortar_line" if rolls else "area"
    return (*blows, *_vehicle(moment, attack, forces, t.UnitStruck(
        forces.side, unit.id, how, unit.steps - steps.steps, steps.steps, column=attack.column, buttoned=shut
    )))  # fmt: skip


@rule("TCSB-12-14", "TCSB-16-12")
def _line_hits(moment: Moment, attack: HexAttack, unit: TacticalUnit) -> tuple[int, ...]:
    """What was rolled for each hit on the Mortar line: a throw for each sheaf, or where it was agreed on one of the multifire chart
    for several."""
    book, defense = moment.game.book, unit.counter.defense
    occasion = f"{attack.occasion}/{unit.id}/line"
    if moment.game.switches["multifire"] is not True:
        throws = [fire_on_mortar_line(book, moment.dice, f"{occasion}-{n}", defense) for n in range(1, attack.sheafs + 1)]
        return tuple(throw.rolled for throw in throws if throw.hit)
    hits = list[int]()
    for number, rolls in enumerate(multifire_rows(book, defense, attack.sheafs), 1):
        thrown = fire_on_mortar_line(book, moment.dice, f"{occasion}-{number}", defense)
        many = int(thrown.hit) if rolls == 1 else multifire_hits(book, defense, rolls, thrown.rolled)
        hits += [thrown.rolled] * many
    return tuple(hits)


@rule("TCSB-16-8")
def buttons_by_itself(moment: Moment) -> bool:
    """Without the rules for armor vehicles shut their hatches under fire and check no morale; with them armor morale says it."""
    return moment.game.switches["armor"] is not True


# ---------------------------------------------------------------- point fire and AT rolls


_SINGLE: Mapping[AttackKind, t.StruckBy] = {"point": "point", "antitank": "antitank", "mines": "mines"}


@rule("TCSB-12-10", "TCSB-16-2")
def _single(moment: Moment, attack: HexAttack, forces: TacticalForces, unit: TacticalUnit) -> Events:
    """A point fire or an AT roll that was thrown: its target is hit, or shuts its hatches."""
    how = _SINGLE[attack.kind]
    if attack.hit:
        return _hit(moment, attack, forces, takes_the_hit(moment, forces, unit))
    after = unit
    missed_at = attack.net if how == "point" else None
    shut = unit.counter.armor and bool(after.steps) and missed_at is not None and is_made_to_button_up(0, False, missed_at)
    shut = shut and not unit.buttoned and buttons_by_itself(moment)
    return _vehicle(moment, attack, forces, t.UnitStruck(
        forces.side, unit.id, how, unit.steps - after.steps, after.steps, buttoned=shut
    ))  # fmt: skip


@rule("TCSB-12-10", "TCSARM-4.2B-2", "TCSARM-4.2a-2")
def _hit(moment: Moment, attack: HexAttack, forces: TacticalForces, taker: TacticalUnit) -> Events:
    """A hit on a vehicle or gun, or on another that takes it for its leader: it is gone, a platoon counter has a step less."""
    after = hit_by_point_fire(taker)
    rolls = (attack.rolled,) if attack.kind == "point" else ()
    leader = attack.aim if taker.id != attack.aim else ""
    struck = t.UnitStruck(
        forces.side, taker.id, _SINGLE[attack.kind], taker.steps - after.steps, after.steps, instead_of=leader
    )  # fmt: skip
    return (*armor_blows(moment, forces, taker, rolls), *_vehicle(moment, attack, forces, struck))


@rule("TCSB-10-6")
def _vehicle(moment: Moment, attack: HexAttack, forces: TacticalForces, struck: t.UnitStruck) -> Events:
    """What follows when a vehicle or gun was struck by itself: its riders share its end."""
    riders = [unit for unit in forces.units.values() if unit.rides == struck.unit] if struck.left == 0 else []
    shares = struck.how != "area" and attack.kind != "area"
    hurt = tuple(_rider(moment, attack, forces, rider) for rider in riders) if shares else ()
    events: tuple[t.UnitStruck, ...] = (*hurt, struck)
    return (*events, *_blows(moment, forces, events), e.AttackWentOn(_counting(attack, forces, events)))


def _rider(moment: Moment, attack: HexAttack, forces: TacticalForces, rider: TacticalUnit) -> t.UnitStruck:
    after = rider_after_hit(moment.game.book, moment.dice, f"{attack.occasion}/{rider.id}/riding", rider)
    return t.UnitStruck(forces.side, rider.id, "with_carrier", rider.steps - after.steps, after.steps)


# ---------------------------------------------------------------- formations


@rule("TCS3-4-2")
def _blows(moment: Moment, forces: TacticalForces, struck: tuple[t.UnitStruck, ...]) -> tuple[t.FormationShaken, ...]:
    """What companies make of units that are destroyed."""
    return company_blows(moment, forces, tuple(one.unit for one in struck if one.left == 0))


def company_blows(moment: Moment, forces: TacticalForces, gone: Calls) -> tuple[t.FormationShaken, ...]:
    """The sums of companies once these units are destroyed; none where battalions are counted."""
    if moment.game.switches["formation_morale"] != "company":
        return ()
    sums, found = dict(forces.morale), list[t.FormationShaken]()
    for unit in (forces.units[name] for name in gone):
        by = formations.company_blow(moment.game.book, unit)
        if by and unit.company:
            sums[unit.company] = sums.get(unit.company, 0) + by
            found.append(t.FormationShaken(forces.side, unit.company, by, sums[unit.company]))
    return tuple(found)


def _counting(attack: HexAttack, forces: TacticalForces, struck: tuple[t.UnitStruck, ...]) -> HexAttack:
    """The attack with the steps that it cost, by battalion."""
    lost = dict(attack.lost)
    for one in struck:
        battalion = forces.units[one.unit].battalion
        if one.losses and battalion:
            lost[battalion] = lost.get(battalion, 0) + one.losses
    return replace(attack, lost=lost)


@rule("TCSB-17-7")
def _battalions(moment: Moment, attack: HexAttack) -> Iterator[t.FormationShaken]:
    """What battalions make of the steps that they lost to one fire in one hex."""
    if moment.game.switches["formation_morale"] != "battalion":
        return
    for battalion, steps in attack.lost.items():
        by = formations.battalion_blow(moment.game.book, steps)
        side = next((f for f in moment.board.forces.values() if _has(f, battalion)), None)
        if by and side:
            yield t.FormationShaken(side.side, battalion, by, side.morale.get(battalion, 0) + by)


def _has(forces: TacticalForces, battalion: str) -> bool:
    return battalion in forces.morale or any(unit.battalion == battalion for unit in forces.units.values())


@rule("TCSB-17-1", "TCSARM-4.1d-1")
def own_morale(moment: Moment, forces: TacticalForces, unit: TacticalUnit) -> int:
    """The effective morale of a unit as it stands: armor adds what the vehicles left in its hex want of four."""
    lonely = None
    if moment.game.switches["armor"] is True and unit.counter.armor and unit.counter.type not in PLATOON_COUNTERS:
        there = (other for other in forces.at(unit.hex) if other.counter.armor)
        lonely = shortfall(moment.game.book, vehicles(there))
    return effective_morale(unit, formation_sum(moment, forces, unit), lonely)


@rule("TCSB-17-1", "TCSB-17-7")
def formation_sum(moment: Moment, forces: TacticalForces, unit: TacticalUnit) -> int:
    """The running sum that counts for a unit: its company's, or its battalion's."""
    name = unit.company if moment.game.switches["formation_morale"] == "company" else unit.battalion
    return forces.morale.get(name, 0)


# ---------------------------------------------------------------- morale and retreats


@rule("TCSB-17-2", "TCSB-17-6")
def _check(moment: Moment, attack: HexAttack, group: Calls) -> Events:
    """Morale of those that were struck as one: the first one's, and its result is that of all."""
    forces = owner(moment, group[0])
    if forces is None:
        return (e.AttackWentOn(attack),)
    units = tuple(forces.units[name] for name in group if name in forces.units)
    unit, turn = units[0], moment.board.public.turn
    due = MoraleCheck(unit, formation_sum(moment, forces, unit), strain_of(moment, attack, forces, unit))
    fell = check_morale(moment.game.book, moment.dice, f"morale/{unit.id}/T{turn}/{attack.occasion}", due)
    enemies = moment.board.forces[moment.game.other(forces.side)].units.values()
    away = (distance(unit.hex, enemy.hex) for enemy in enemies)
    result = surrender_or_retreat(moment.game.book, fell.result, away, moment.board.public.dark)
    names = tuple(one.id for one in units)
    tried = t.MoraleTried(forces.side, names, fell.effective, fell.roll.faces, fell.total, result)
    flights = names if result == RETREATS else ()
    lost = company_blows(moment, forces, names) if result == SURRENDERS else ()
    return (tried, *lost, e.AttackWentOn(replace(attack, flights=flights)))


@rule("TCSB-13-5")
def strain_of(moment: Moment, attack: HexAttack, forces: TacticalForces, unit: TacticalUnit) -> Strain:
    """What weighs on a morale check after an attack."""
    enemies = moment.board.forces[moment.game.other(forces.side)].units.values()
    near = {direction(unit.hex, enemy.hex) for enemy in enemies if distance(unit.hex, enemy.hex) == 1}
    friends = (other for place in disc(unit.hex, 1) for other in forces.at(place))
    half = len(DIRECTIONS) // 2
    return Strain(
        suppressive=attack.suppressive,
        sheltered=shelter_of(moment, attack, forces, unit).protects,
        heavy=attack.heavy,
        alone=not any(other.id != unit.id and not other.counter.vehicle for other in friends),
        surrounded=any(DIRECTIONS[(DIRECTIONS.index(side) + half) % len(DIRECTIONS)] in near for side in near if side),
        night=moment.board.public.dark and all(distance(unit.hex, origin) > 1 for origin in attack.origins),
        extra=attack.strain,
    )


@rule("TCSB-17-9", "TCSB-17-11", "TCSB-17-12", "TCSB-17-13", "TCSB-17-15", "TCSB-17-17")
def _flight(moment: Moment, attack: HexAttack, name: str) -> Events:
    """A unit runs for it: how far and at what loss by a die, where to by its owner."""
    forces = owner(moment, name)
    if forces is None:
        return (e.AttackWentOn(attack),)
    retreat = Retreat(name, f"syr/{name}/T{moment.board.public.turn}/{attack.occasion}", effective=attack.effective)
    return (*flight(moment, forces, retreat), e.AttackWentOn(attack))


class Retreat(Value):
    """A retreat that is due. occasion: of its die; voluntary: a fall back in place of fire; effective: the morale that armor ran
    by, None for the unit's own."""

    unit: str
    occasion: str
    voluntary: bool = False
    effective: int | None = None


def flight(moment: Moment, forces: TacticalForces, due: Retreat) -> Events:
    """A retreat, forced or chosen."""
    unit, night = forces.units[due.unit], moment.board.public.dark
    if is_left_behind(unit):
        return (t.FellBack(forces.side, unit.id, (), 0, 0, 0), *company_blows(moment, forces, (unit.id,)))
    effective = own_morale(moment, forces, unit) if due.effective is None else due.effective
    again = unit.ran and not due.voluntary
    ran = run(moment.game.book, moment.dice, due.occasion, Runner(unit, effective, night, due.voluntary, again))
    enemies = tuple(enemy.hex for enemy in moment.board.forces[moment.game.other(forces.side)].units.values())
    wanted = moment.ask(forces.side, FlightAsked(unit.id, ran.hexes, due.voluntary))
    over, runner, way = Country(moment.game.book, moment.game.ground, moment.board.smoke), replace(unit, mode="move"), list[Hex]()
    for here, hex_ in pairwise((unit.hex, *wanted[: ran.hexes])):
        if hex_ in enemies or step_cost(over, runner, here, hex_) is None:
            break
        way.append(hex_)
    away = bool(way) and survives_flight((unit.hex, *way), enemies, night)
    left = max(0, unit.steps - ran.losses) if away else 0
    blows = () if left else company_blows(moment, forces, (unit.id,))
    return (t.FellBack(forces.side, unit.id, tuple(way), ran.hexes, ran.losses, left, ran.roll.faces, due.voluntary), *blows)

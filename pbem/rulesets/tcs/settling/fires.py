"""Fire that is given: from an order, or the choice of a desk, to what was fired and the attack that comes of it.

`FireOrder`s lie on the board in their order. Who can fire by then does, at what is there by then; a point fire and an AT roll are
an atom each, the target named before it.
"""

from collections.abc import Iterator
from fractions import Fraction

from pbem.kernel.hexes import DIRECTIONS, Hex, direction, distance
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import estimates
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import FireOrder, HexAttack
from pbem.rulesets.tcs.estimates import Facing
from pbem.rulesets.tcs.rules.area_fire import AreaFirer, area_column, area_strength, weak_reasons
from pbem.rulesets.tcs.rules.at_rolls import attack_vehicle, is_at_target, may_make_at_rolls, reaches_by_at
from pbem.rulesets.tcs.rules.bearing import from_opposite_sides, from_the_flank, from_the_rear
from pbem.rulesets.tcs.rules.bunkers import as_target, column_inside, inside
from pbem.rulesets.tcs.rules.digging import DugPosition
from pbem.rulesets.tcs.rules.impulses import EXTRA
from pbem.rulesets.tcs.rules.point_fire import fire_at_point, is_point_target, known
from pbem.rulesets.tcs.rules.range_effects import reaches_by_area, reaches_by_point
from pbem.rulesets.tcs.rules.rolls import NEVER
from pbem.rulesets.tcs.rules.sight import HexsideCrossed, smoke_on_line, trigger_in_sight
from pbem.rulesets.tcs.rules.spotting import Spotted, is_near_enough, may_see, spotting_range
from pbem.rulesets.tcs.rules.suppressive import is_light, may_fire_at_all, may_observe_for_mortar, spares_friends
from pbem.rulesets.tcs.seeing import air, spotted
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.settling.no_fire import without_fire
from pbem.rulesets.tcs.shelters import level, walls, works
from pbem.rulesets.tcs.units import TacticalUnit, kind_of
from pbem.rulesets.tcs.view import TacticalForces

Events = tuple[e.Event, ...]
OUT_OF_SIGHT = phrase("its target is out of sight or out of range")
FRIENDS = phrase("own units are in the hex")
NOT_ABLE = phrase("it cannot fire now")
MORTAR = "mortar_section"
BUNKER = "bunker"
"""What point fire at a bunker is said to be at."""


@rule("TCSB-9-1")
def fire_goes_on(moment: Moment) -> Events:
    """The next atom of the first fire that is to be given."""
    order = moment.board.firing.orders[0]
    forces = moment.board.forces[order.side]
    if order.aim in ("smoke", "fallback"):
        return without_fire(moment, order)
    place = _place(moment, order)
    units = tuple(unit for unit in _firing(forces, order) if _is_able(forces, unit, order))
    if not units:
        return _none(order, NOT_ABLE) if not order.done else (e.FireTaken(None),)
    if place is None:
        return _none(order, OUT_OF_SIGHT)
    if not _is_close(order, forces) and not spares_friends(len(forces.at(place))):
        return _none(order, FRIENDS)
    order = replace(order, hex=place)
    if order.manner in ("overwatch", "return") and not moment.board.forces[moment.game.other(order.side)].at(place):
        return _none(order, OUT_OF_SIGHT)
    if order.aim == "area":
        return _area(moment, order, forces, units)
    if order.aim == "bunker":
        return _at_bunker(moment, order, forces, units)
    return (_point if order.aim == "point" else _antitank)(moment, order, forces, units)


@rule("TCSB-22-4")
def _firing(forces: TacticalForces, order: FireOrder) -> tuple[TacticalUnit, ...]:
    """Those that are to fire and are there; of fire that both sides give together all, as they stood when it began."""
    there = {**forces.units, **{unit.id: unit for unit in order.stood}}
    return tuple(there[name] for name in order.units if name in there)


def _none(order: FireOrder, why: str) -> Events:
    """Nobody fires: an order of the own letter says so; what overwatch had in mind is passed over."""
    told = (t.FireHeld(order.side, order.units, why),) if order.manner == "sfa" else ()
    return (*told, e.FireTaken(None))


def _is_close(order: FireOrder, forces: TacticalForces) -> bool:
    """Is it close combat, or overwatch at enemies who go into a hex of own units?"""
    return order.manner in ("assault", "overrun") or (order.manner == "overwatch" and bool(forces.at(order.hex)))


def _place(moment: Moment, order: FireOrder) -> Hex | None:
    """The hex that fire is at: of an enemy that is named, where it stands now, if it is shown."""
    shown = moment.board.shown[order.side]
    named = next((unit for unit, name in shown.items() if name == order.at), None)
    if named is None:
        return order.hex or None
    target = moment.board.forces[moment.game.other(order.side)].units.get(named)
    return target.hex if target and named in spotted(moment.game, moment.board, order.side) else None


@rule("TCSB-4-10", "TCSB-9-8", "TCSB-26-4", "TCSB-14-15")
def _is_able(forces: TacticalForces, unit: TacticalUnit, order: FireOrder) -> bool:
    if order.aim == "antitank":
        return may_make_at_rolls(unit)
    if order.manner == "sfa" and (unit.suppressed or unit.mode != "fire"):
        return False
    return may_fire_at_all(unit, forces.units[unit.rides] if unit.rides else None)


# ---------------------------------------------------------------- who sees


@rule("TCSB-7-4", "TCSB-13-7")
def sees(moment: Moment, forces: TacticalForces, unit: TacticalUnit, order: FireOrder) -> bool:
    """Does a unit see the hex that it fires at: by itself, a mortar by another's eyes; or saw it the enemy cross into it?"""
    return sees_place(moment, unit, order.hex, order.left) or (
        unit.counter.type == MORTAR and spotter(moment, forces, unit, order.hex, order.left) is not None
    )


@rule("TCS3-1-1")
def sees_place(moment: Moment, unit: TacticalUnit, place: Hex, left: Hex | None = None) -> bool:
    """Does a unit see a hex, or (left) the middle of the side over which it was entered?"""
    game, over = moment.game, air(moment.game, moment.board)
    if left is None:
        return may_see(game.book, game.sight, over, unit, place)
    near = is_near_enough(game.book, unit, place)
    return near and trigger_in_sight(game.book, game.sight, over, unit.hex, HexsideCrossed(left, place))


@rule("TCSB-13-7", "TCS3-1-10", "TCSARM-4.3a-2")
def spotter(
    moment: Moment, forces: TacticalForces, mortar: TacticalUnit, place: Hex, left: Hex | None = None
) -> TacticalUnit | None:
    """Through whose eyes a mortar fires: the nearest to the hex of its company or sheet that sees it and is not paralyzed."""
    sheet = forces.sheet_of(mortar)
    force = sheet.force if sheet else ()
    blind = moment.board.public.segment in EXTRA and moment.board.public.acting == forces.side
    able = (unit for unit in forces.units.values() if unit.id != mortar.id and not unit.paralyzed and not unit.rides)
    others = (unit for unit in able if not (blind and unit.counter.armor))
    eyes = (
        unit
        for unit in others
        if may_observe_for_mortar(mortar, unit, unit.id in force, sees_place(moment, unit, place, left))
    )  # fmt: skip
    return min(eyes, key=lambda unit: (distance(unit.hex, place), unit.id), default=None)


@rule("TCSB-7-3")
def spots(moment: Moment, unit: TacticalUnit, target: TacticalUnit, left: Hex | None = None) -> bool:
    """Does a unit spot another as it crosses into its hex, or where it stands?"""
    away = distance(unit.hex, target.hex)
    seen = Spotted(target, moment.game.ground.terrain[target.hex])
    return away <= 1 or (away <= spotting_range(moment.game.book, seen) and sees_place(moment, unit, target.hex, left))


# ---------------------------------------------------------------- area fire


@rule("TCSB-9-5", "TCS3-7-2", "TCSB-11-2", "TCSB-13-6")
def _area(moment: Moment, order: FireOrder, forces: TacticalForces, units: tuple[TacticalUnit, ...]) -> Events:
    book, place = moment.game.book, order.hex
    firing = [u for u in units if reaches_by_area(book, u.counter, distance(u.hex, place)) and sees(moment, forces, u, order)]
    if not firing:
        return _none(order, OUT_OF_SIGHT)
    enemies = moment.board.forces[moment.game.other(order.side)]
    found = spotted(moment.game, moment.board, order.side)
    unspotted = not order.movers and not any(enemy.id in found for enemy in enemies.at(place))
    firers = [AreaFirer(unit, distance(unit.hex, place), unspotted) for unit in firing]
    column = area_column(book, sum((area_strength(book, firer) for firer in firers), Fraction(0)))
    weak = tuple(dict.fromkeys(reason for firer in firers for reason in weak_reasons(book, firer)))
    names = tuple(unit.id for unit in firing)
    told = t.AreaFired(order.side, names, place, order.manner, column, weak, _marked(order, forces, firing))
    return (told, e.FireTaken(None), e.AttackBegan(_attack(moment, order, firing, column)))


@rule("TCS3-1-6", "TCS3-1-9")
def _marked(order: FireOrder, forces: TacticalForces, firing: list[TacticalUnit]) -> tuple[str, ...]:
    """Overwatch and return fire mark the whole stack."""
    if order.manner not in ("overwatch", "return"):
        return ()
    return tuple(unit.id for place in dict.fromkeys(u.hex for u in firing) for unit in forces.at(place) if not unit.overwatch)


@rule("TCS3-8-3", "TCSB-11-7", "TCS3-2.11-1")
def _attack(moment: Moment, order: FireOrder, firing: list[TacticalUnit], column: int) -> HexAttack:
    mortars = sum(unit.counter.type == MORTAR for unit in firing)
    direct = [unit for unit in firing if unit.counter.type != MORTAR]
    origins = tuple(dict.fromkeys(unit.hex for unit in direct))
    return HexAttack(
        _occasion(moment, firing[0], order.hex),
        order.hex,
        (moment.game.other(order.side),),
        by=order.side,
        firers=tuple(unit.id for unit in firing),
        origins=origins,
        column=column,
        direct=bool(direct),
        indirect=mortars > 0,
        smoke=min((smoke_on_line(moment.board.smoke, origin, order.hex) for origin in origins), default=0),
        opposite=from_opposite_sides(order.hex, origins),
        suppressive=order.manner == "sfa",
        sheafs=mortars,
        light=any(is_light(moment.game.book, unit.counter) for unit in firing),
        targets=order.movers if moment.board.forces[order.side].at(order.hex) else (),
    )


def _occasion(moment: Moment, unit: TacticalUnit, at: str) -> str:
    return f"fire/{unit.id}/T{moment.board.public.turn}/{moment.board.fires.get(unit.id, 0) + 1}/{at}"


# ---------------------------------------------------------------- point fire and AT rolls


@rule("TCSB-9-3", "TCSB-9-6")
def _targets(moment: Moment, order: FireOrder) -> Iterator[TacticalUnit]:
    """Enemies in the hex that fire may be aimed at, those who moved first, then as they lie in their stack: spotted, and of the
    class or name that was said."""
    enemies = moment.board.forces[moment.game.other(order.side)]
    shown, found = moment.board.shown[order.side], spotted(moment.game, moment.board, order.side)
    for unit in sorted(enemies.at(order.hex), key=lambda unit: unit.id not in order.movers):
        named = order.at in ("", "any", kind_of(unit.counter), shown.get(unit.id))
        seen = unit.id in found or unit.id in order.movers or bool(order.stood)
        if named and unit.id not in order.done and seen and not unit.rides:
            yield unit


def _called(moment: Moment, side: str, target: TacticalUnit) -> str:
    return moment.board.shown[side].get(target.id) or kind_of(target.counter)


@rule("TCSB-9-6", "TCSB-9-7", "TCSB-12-8")
def _point(moment: Moment, order: FireOrder, forces: TacticalForces, units: tuple[TacticalUnit, ...]) -> Events:
    """The next unit's shot at one target."""
    unit, rest = units[0], tuple(one.id for one in units[1:])
    left = e.FireTaken(replace(order, units=rest) if rest else None)
    found_there = (one for one in _targets(moment, order) if is_point_target(one.counter))
    target = next((one for one in found_there if order.manner != "sfa" or not _is_hull_down(moment, unit, one)), None)
    in_range = reaches_by_point(moment.game.book, unit.counter, distance(unit.hex, order.hex))
    if target is None or not in_range or not sees(moment, forces, unit, order):
        return (*_none(replace(order, units=(unit.id,)), OUT_OF_SIGHT)[:-1], left)
    enemies = moment.board.forces[target.side]
    dug, flank = how_deep(moment, enemies, target), _is_flank(moment, order, unit, target)
    at = Facing(
        unit, target.counter, target.hex, target.buttoned, target.suppressed, dug, flank, close=order.manner == "assault"
    )  # fmt: skip
    found = estimates.shot(moment.game, air(moment.game, moment.board), at)
    occasion, rolled, hit = _occasion(moment, unit, target.id), 0, False
    if found.needed not in NEVER:
        fell = fire_at_point(moment.game.book, moment.dice, occasion, found)
        rolled, hit = fell.rolled, fell.hit
    told = t.PointFired(
        order.side, unit.id, order.hex, order.manner, _called(moment, order.side, target), found.net, found.needed, rolled, hit,
        _marked(order, forces, [unit]), known(found.counting),
    )  # fmt: skip
    attack = HexAttack(
        occasion, order.hex, (target.side,), "point", order.side, (unit.id,), (unit.hex,), aim=target.id, hit=hit, net=found.net,
        suppressive=order.manner == "sfa", rolled=rolled, able=found.needed not in NEVER,
    )  # fmt: skip
    return (told, left, e.AttackBegan(attack))


@rule("TCSB-12-1", "TCSPD-11-1", "TCSB-27-9")
def how_deep(moment: Moment, enemies: TacticalForces, target: TacticalUnit) -> int:
    """How deep a gun is dug in: by its sheet, in a position, behind the walls of a bunker."""
    there = moment.board.works.get(target.hex)
    by_sheet = int(works(moment.game, enemies, target, moment.board.public.turn) == "dug_in")
    return max(by_sheet, level(moment.game, target, there), -walls(moment.game, enemies, target, there).cover)


@rule("TCSB-27-9", "TCSB-12-1")
def _at_bunker(moment: Moment, order: FireOrder, forces: TacticalForces, units: tuple[TacticalUnit, ...]) -> Events:
    """The next unit's shot at an enemy bunker: a hit opens it, and strikes those inside."""
    unit, rest, book = units[0], tuple(one.id for one in units[1:]), moment.game.book
    left = e.FireTaken(replace(order, units=rest) if rest else None)
    there = moment.board.works.get(order.hex)
    in_range = reaches_by_point(book, unit.counter, distance(unit.hex, order.hex))
    if there is None or not there.bunker or there.owner == order.side or not in_range or not sees(moment, forces, unit, order):
        return (*_none(replace(order, units=(unit.id,)), OUT_OF_SIGHT)[:-1], left)
    found = estimates.shot(moment.game, air(moment.game, moment.board), Facing(unit, as_target(book, there.bunker), order.hex))
    occasion, rolled, hit = _occasion(moment, unit, "bunker"), 0, False
    if found.needed not in NEVER:
        fell = fire_at_point(book, moment.dice, occasion, found)
        rolled, hit = fell.rolled, fell.hit
    told = t.PointFired(
        order.side, unit.id, order.hex, order.manner, BUNKER, found.net, found.needed, rolled, hit, counting=known(found.counting)
    )
    return (told, left, *(_opened(moment, order, unit, there, occasion) if hit else ()))


def _opened(moment: Moment, order: FireOrder, unit: TacticalUnit, there: DugPosition, occasion: str) -> Events:
    """It is no bunker any more, and who was inside is struck without its cover."""
    enemies, ruin = moment.board.forces[moment.game.other(order.side)], replace(there, bunker="")
    within = inside(moment.game.book, there, enemies.at(order.hex))
    gone = e.WorksChanged(order.hex, ruin if ruin.level else None)
    if not within:
        return (gone,)
    return (gone, e.AttackBegan(HexAttack(
        f"{occasion}/inside", order.hex, (enemies.side,), by=order.side, firers=(unit.id,), origins=(unit.hex,),
        column=column_inside(moment.game.book), ground="bare", targets=within, suppressive=order.manner == "sfa",
    )))  # fmt: skip


@rule("TCSARM-4.5-2")
def _is_hull_down(moment: Moment, unit: TacticalUnit, target: TacticalUnit) -> bool:
    """Is a vehicle in defilade, at which no suppressive fire can be made?"""
    return estimates.hull_down(moment.game, Facing(unit, target.counter, target.hex))


@rule("TCSB-12-8", "TCSARM-4.4-2")
def _is_flank(moment: Moment, order: FireOrder, unit: TacticalUnit, target: TacticalUnit) -> bool:
    """Overwatch at a vehicle on the move from its rear half; with the rules for armor at armor, but through the side it faces."""
    if order.left is None or target.id not in order.movers or not target.counter.vehicle:
        return False
    if moment.game.switches["armor"] is True:
        return target.counter.armor and from_the_flank(target.facing, order.hex, unit.hex)
    entered = direction(order.hex, order.left) or DIRECTIONS[0]
    return from_the_rear(entered, order.hex, unit.hex)


@rule("TCSB-15-1", "TCSB-15-8", "TCS3-9-1", "TCS3-9-3")
def _antitank(moment: Moment, order: FireOrder, forces: TacticalForces, units: tuple[TacticalUnit, ...]) -> Events:
    """The next unit's AT roll at the next vehicle or gun of the hex."""
    unit = units[0]
    near = reaches_by_at(moment.game.book, unit.hex, order.hex)
    target = next((one for one in _targets(moment, order) if is_at_target(one.counter)), None) if near else None
    if target is None:
        rest = tuple(one.id for one in units[1:])
        left = e.FireTaken(replace(order, units=rest, done=()) if rest else None)
        return (left,) if order.done else (*_none(replace(order, units=(unit.id,)), OUT_OF_SIGHT)[:-1], left)
    at = Facing(unit, target.counter, target.hex, target.buttoned, target.suppressed)
    chance = estimates.at_roll(moment.game, air(moment.game, moment.board), at)
    occasion = _occasion(moment, unit, f"at-{target.id}")
    fell = attack_vehicle(moment.game.book, moment.dice, occasion, chance)
    told = t.AtThrown(
        order.side, unit.id, order.hex, order.manner, _called(moment, order.side, target), chance.needed, fell.roll.faces,
        fell.total, fell.destroyed, _marked(order, forces, [unit]),
    )  # fmt: skip
    attack = HexAttack(
        occasion, order.hex, (target.side,), "antitank", order.side, (unit.id,), (unit.hex,), aim=target.id, hit=fell.destroyed,
        suppressive=order.manner == "sfa", able=estimates.at_percent(chance) > 0,
    )  # fmt: skip
    return (told, e.FireTaken(replace(order, done=(*order.done, target.id))), e.AttackBegan(attack))

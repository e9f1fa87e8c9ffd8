"""Assault and overrun, one atom at a time: morale before going in, the entry, overwatch against it, the fight, who holds the hex.

Entries are made as they are ordered; assaults are fought at the end of the action phase in that order, overruns at once.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from pbem.kernel.hexes import direction
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import Aim, Calls, Closing, FireOrder, Ground, HexAttack
from pbem.rulesets.tcs.rules import close_combat as rules
from pbem.rulesets.tcs.rules.area_fire import AreaFirer, area_column, area_strength
from pbem.rulesets.tcs.rules.at_rolls import is_at_target, may_make_at_rolls
from pbem.rulesets.tcs.rules.barriers import barred, shift_in_wire
from pbem.rulesets.tcs.rules.morale import effective_morale
from pbem.rulesets.tcs.rules.movement import Country, spent_in
from pbem.rulesets.tcs.rules.point_fire import is_point_target
from pbem.rulesets.tcs.rules.suppressive import is_light
from pbem.rulesets.tcs.settling.attacks import formation_sum, shelter_of
from pbem.rulesets.tcs.settling.barriers import flattened
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.standing_in import AssaultAsked
from pbem.rulesets.tcs.units import HALVES, TacticalUnit, shots
from pbem.rulesets.tcs.view import TacticalForces

Events = tuple[e.Event, ...]
EMPTY = phrase("the enemy is not there")
ARMOR_READY = phrase("enemy armor that can fire is there")
NOT_ABLE = phrase("none of them can go in")


def closing_goes_on(moment: Moment, closing: Closing) -> Events:
    """The next atom of units that go into an enemy's hex."""
    if not closing.tried:
        return _try_first(moment, closing)
    if not closing.entered:
        return _enter(moment, closing)
    if closing.what == "assault":
        return (e.ClosingChanged(None),)
    return _overrun(moment, closing)


def _left(moment: Moment, closing: Closing) -> tuple[TacticalUnit, ...]:
    """Those that are still there."""
    units = moment.board.forces[closing.side].units
    return tuple(units[name] for name in closing.units if name in units)


def _enemies(moment: Moment, side: str) -> TacticalForces:
    return moment.board.forces[moment.game.other(side)]


@rule("TCSB-22-2")
def _try_first(moment: Moment, closing: Closing) -> Events:
    """Attackers of bad morale try it before they go in: who does not stand stays where it is."""
    forces, book = moment.board.forces[closing.side], moment.game.book
    shaky = tuple(
        (unit.id,)
        for unit in _left(moment, closing)
        if closing.what == "assault" and rules.must_check_first(book, effective_morale(unit, formation_sum(moment, forces, unit)))
    )
    now = e.ClosingChanged(replace(closing, tried=True))
    if not shaky:
        return (now,)
    occasion = f"assault/{closing.hex}/{closing.units[0]}/T{moment.board.public.turn}"
    attack = HexAttack(occasion, closing.left, (closing.side,), groups=(), checks=shaky)
    return (now, e.AttackBegan(attack))


@rule("TCSB-22-2", "TCSB-23-1", "TCSB-23-2", "TCSB-21-3")
def _enter(moment: Moment, closing: Closing) -> Events:
    """They go in, each at its own cost, if the enemy is there and they are able."""
    enemies = _enemies(moment, closing.side).at(closing.hex)
    able = tuple(u for u in _left(moment, closing) if u.hex == closing.left and rules.may_enter_assault(u, closing.hex))
    if closing.what == "overrun":
        able = rules.who_overruns(moment.game.book, able)
    spent = _paid(moment, able, closing)
    names = tuple(unit.id for unit in able if unit.id in spent)
    why = _barred(moment, closing, enemies) or ("" if names else NOT_ABLE)
    if why:
        return (t.FireHeld(closing.side, closing.units, why), e.ClosingChanged(None))
    facing = direction(closing.left, closing.hex) or ""
    prices = tuple(spent[name] for name in names)
    return (
        t.ClosedIn(closing.side, names, closing.left, closing.hex, facing, prices, closing.what),
        *flattened(moment, closing.side, tuple(unit for unit in able if unit.id in names), closing.hex, prices),
        e.ClosingChanged(replace(closing, units=names, entered=True)),
    )


def _barred(moment: Moment, closing: Closing, enemies: tuple[TacticalUnit, ...]) -> str:
    """What keeps them from going in: nobody is there, or armor that can fire at an overrun."""
    if not enemies:
        return EMPTY
    terrain = moment.game.ground.terrain[closing.hex]
    barred = closing.what == "overrun" and not rules.may_overrun(moment.game.book, terrain, enemies)
    return ARMOR_READY if barred else ""


def _paid(moment: Moment, units: tuple[TacticalUnit, ...], closing: Closing) -> dict[str, int]:
    """What each that can pay has spent once it is in."""
    forces = moment.board.forces[closing.side]
    over = Country(moment.game.book, moment.game.ground, moment.board.smoke, forces.mined, barred(moment.game.book, forces))
    more = rules.overrun_cost(moment.game.book) * HALVES if closing.what == "overrun" else 0
    paid = {unit.id: spent_in(over, unit, closing.hex, more) for unit in units}
    return {name: now for name, now in paid.items() if now is not None}


@rule("TCSB-19-5")
def _smoke(moment: Moment, closing: Closing) -> int:
    """The markers of smoke in the hex that is fought for: they are in the way of area fire as they are of point fire."""
    return moment.board.smoke.get(closing.hex, 0)


# ---------------------------------------------------------------- overrun


@rule("TCSB-23-4", "TCSB-23-5", "TCSB-23-6", "TCS3-9-6")
def _overrun(moment: Moment, closing: Closing) -> Events:
    """AT rolls of the hex, then the vehicles' attack, then who holds it."""
    enemies = _enemies(moment, closing.side)
    inside = moment.board.forces[closing.side].at(closing.hex)
    units = tuple(unit for unit in inside if unit.id in closing.units)
    if closing.fought == 0:
        now = e.ClosingChanged(replace(closing, fought=1))
        return (now, *_at_rolls(enemies, units, closing, "overrun"))
    there = enemies.at(closing.hex)
    if closing.fought == 1 and units and there:
        column = area_column(moment.game.book, rules.overrun_strength(moment.game.book, units))
        names = tuple(unit.id for unit in units)
        attack = HexAttack(
            f"overrun/{closing.hex}/{names[0]}/T{moment.board.public.turn}", closing.hex, (enemies.side,), by=closing.side,
            firers=names, origins=(closing.left,), column=column, ground="overrun",
            without_at=rules.shift_without_at(moment.game.book),
            crushes=True, all_check=True, strain=rules.overrun_strain(moment.game.book), smoke=_smoke(moment, closing),
        )  # fmt: skip
        told = t.AreaFired(closing.side, names, closing.hex, "overrun", column)
        return (told, e.ClosingChanged(replace(closing, fought=2)), e.AttackBegan(attack))
    won = bool(units) and rules.may_go_on(there)
    names = tuple(unit.id for unit in inside)
    return (t.CloseOver(closing.side, names, closing.hex, closing.left, won, "overrun"), e.ClosingChanged(None))


def _at_rolls(
    firing: TacticalForces, targets: Iterable[TacticalUnit], closing: Closing, manner: t.FireManner
) -> tuple[e.FireOrdered, ...]:
    """AT rolls of those in a hex at vehicles and guns that came into it."""
    if not any(is_at_target(unit.counter) for unit in targets):
        return ()
    names = tuple(unit.id for unit in firing.at(closing.hex) if may_make_at_rolls(unit))
    return (e.FireOrdered(FireOrder(firing.side, names, closing.hex, "antitank", manner)),) if names else ()


# ---------------------------------------------------------------- assault


@rule("TCSB-22-4", "TCSB-22-10", "TCSB-22-11", "TCSB-2-13")
def assault_goes_on(moment: Moment, assault: Closing) -> Events:
    """The next part of the first assault: rounds, and the end of it."""
    attackers = moment.board.forces[assault.side].at(assault.hex)
    defenders = _enemies(moment, assault.side).at(assault.hex)
    stages = rules.stages(moment.game.book)
    most = max(stage.round for stage in stages)
    done = stages[assault.fought - 1].round if assault.fought else 0
    begins = assault.fought >= len(stages) or stages[assault.fought].round > done
    if begins or not attackers or not defenders:
        won = rules.winner(len(attackers), len(defenders), done, most) if done or not (attackers and defenders) else ""
        if won or (done and _leave(moment, assault, attackers, done)):
            return _assault_over(moment, attackers, won == "attacker")
    return _part(moment, assault, attackers, defenders)


def _leave(moment: Moment, assault: Closing, attackers: tuple[TacticalUnit, ...], done: int) -> bool:
    names = tuple(unit.id for unit in attackers)
    return moment.ask(assault.side, AssaultAsked(names, done))


def _assault_over(moment: Moment, attackers: tuple[TacticalUnit, ...], won: bool) -> Events:
    """All who went into the hex hold it, or each is back where it came from; who was carried in goes with the first."""
    assaults = moment.board.firing.assaults
    here = [assault for assault in assaults if assault.hex == assaults[0].hex]
    ordered = {name for assault in here for name in assault.units}
    strays = tuple(unit.id for unit in attackers if unit.id not in ordered)
    events = list[e.Event]()
    for number, assault in enumerate(here):
        names = tuple(unit.id for unit in attackers if unit.id in assault.units) + (() if number else strays)
        events += [t.CloseOver(assault.side, names, assault.hex, assault.left, won, "assault"), e.AssaultChanged(None)]
    return tuple(events)


def _part(moment: Moment, assault: Closing, attackers: tuple[TacticalUnit, ...], defenders: tuple[TacticalUnit, ...]) -> Events:
    stage = rules.stages(moment.game.book)[assault.fought]
    now = e.AssaultChanged(replace(assault, fought=assault.fought + 1))
    own, enemies = moment.board.forces[assault.side], _enemies(moment, assault.side)
    if stage.what == rules.AT_ROLLS:
        began = t.CloseRound(assault.side, assault.hex, stage.round)
        return (began, now, *_at_rolls(enemies, attackers, assault, "assault"), *_at_rolls(own, defenders, assault, "assault"))
    if stage.what != rules.FIRE:
        return (now,)
    if early := _early(moment, assault, attackers, defenders):
        firing = moment.board.forces[early.side].units
        names = tuple(name for name in early.units for _ in range(shots(firing[name])))
        order = FireOrder(early.side, names, assault.hex, _POINT, "assault")
        return (e.AssaultChanged(replace(assault, early=early.units)), e.FireOrdered(order))
    fires: Events = ()
    done, together = assault.early, stage.side == "both"
    if stage.side in ("defender", "both"):
        fires += _fire(moment, assault, stage.round, _Sides(_others(defenders, done), attackers, False, together))
    if stage.side in ("attacker", "both"):
        fires += _fire(moment, assault, stage.round, _Sides(_others(attackers, done), defenders, True, together))
        now = e.AssaultChanged(replace(assault, fought=assault.fought + 1, early=()))
    return (now, *fires)


def _others(units: tuple[TacticalUnit, ...], done: Calls) -> tuple[TacticalUnit, ...]:
    return tuple(unit for unit in units if unit.id not in done)


class _Early(NamedTuple):
    """American armor that fires before its turn."""

    side: str
    units: Calls


@rule("TCSARM-4.9a-1")
def _early(
    moment: Moment, assault: Closing, attackers: tuple[TacticalUnit, ...], defenders: tuple[TacticalUnit, ...]
) -> _Early | None:
    """American armor whose fire comes before German armor's in the part that begins; None where none does, or it is through."""
    stage = rules.stages(moment.game.book)[assault.fought]
    if moment.game.switches["armor"] is not True or assault.early or stage.side == "attacker":
        return None
    for own, others in ((attackers, defenders), (defenders, attackers)):
        nations = tuple(moment.game.staff(units[0].side).nation for units in (own, others) if units)
        before = nations == ("american", "german") and (own is attackers or stage.side == "both")
        if before and (names := rules.fires_early(own, others)):
            return _Early(own[0].side, names)
    return None


class _Sides(NamedTuple):
    """Who fires in a round, at whom; attacks: they are the attackers; together: the others fire at the same time."""

    firing: tuple[TacticalUnit, ...]
    targets: tuple[TacticalUnit, ...]
    attacks: bool
    together: bool


@rule("TCSB-22-4", "TCSB-22-5", "TCSB-26-5")
def _fire(moment: Moment, assault: Closing, round_: int, sides: _Sides) -> Events:
    """The fire of one side in a hex at the other: point fire at vehicles and guns by who has it, area fire by all others."""
    firing, targets, attacks, together = sides
    if not firing:
        return ()
    guns = _guns(sides, round_)
    stood = tuple(unit for unit in firing if unit.id in guns) if together else ()
    orders = (e.FireOrdered(FireOrder(firing[0].side, guns, assault.hex, _POINT, "assault", stood=stood)),) if guns else ()
    men = _men(sides, round_, guns)
    if not men:
        return orders
    column = _column(moment, men, round_, sides)
    ground: Ground = "assaulted" if attacks else "assaulting"
    names: Calls = tuple(unit.id for unit in men)
    attack = HexAttack(
        f"assault/{assault.hex}/{names[0]}/T{moment.board.public.turn}/{round_}", assault.hex, (targets[0].side,),
        by=firing[0].side, firers=names, column=column, ground=ground, moving=rules.moves_in_assault(round_, not attacks),
        light=any(is_light(moment.game.book, unit.counter) for unit in men), drm=_tangled(moment, assault, round_, attacks),
        smoke=_smoke(moment, assault),
    )  # fmt: skip
    return (t.AreaFired(firing[0].side, names, assault.hex, "assault", column), e.AttackBegan(attack), *orders)


@rule("TCSB-27-9")
def _tangled(moment: Moment, assault: Closing, round_: int, attacks: bool) -> int:
    """What the fire of defenders is the better for: men who come through their wire."""
    here = moment.board.barriers.get(assault.hex)
    return 0 if attacks else shift_in_wire(moment.game.book, here, assault.side, round_)


_POINT: Aim = "point"


def _able(sides: _Sides, round_: int) -> list[TacticalUnit]:
    afoot = (unit for unit in sides.firing if not unit.rides)
    return [unit for unit in afoot if sides.attacks or rules.fires_in_round(unit, round_)]


def _guns(sides: _Sides, round_: int) -> Calls:
    """Those that make point fires: they have one, and there is somebody to fire at."""
    hard = any(is_point_target(unit.counter) for unit in sides.targets)
    able = (unit for unit in _able(sides, round_) if hard and unit.counter.point and not unit.paralyzed)
    return tuple(unit.id for unit in able for _ in range(shots(unit)))


@rule("TCSARM-4.7-1")
def _men(sides: _Sides, round_: int, guns: Calls) -> list[TacticalUnit]:
    """Those that fire at the area: all others, if anybody is hurt by it."""
    soft = any(unit.counter.target != "P" or unit.counter.open_top for unit in sides.targets)
    return [unit for unit in _able(sides, round_) if soft and unit.id not in guns and unit.counter.area]


def _column(moment: Moment, men: list[TacticalUnit], round_: int, sides: _Sides) -> int:
    """The column: at no distance, weak for defenders who are shaken, with engineers' charges against works; by night less."""
    book = moment.game.book
    fresh = (replace(unit, suppressed=not sides.attacks and rules.is_weak_in_round(unit, round_), mode="fire") for unit in men)
    strength = sum((area_strength(book, AreaFirer(unit, 0)) for unit in fresh), Fraction(0))
    shelters = [
        shelter_of(moment, HexAttack("", target.hex, ()), moment.board.forces[target.side], target) for target in sides.targets
    ]
    against = next((shelter for shelter in shelters if shelter.is_dug_in), shelters[0])
    strength += sum(rules.charges(book, unit, against) for unit in men)
    if moment.game.switches["armor"] is True:
        strength += sum(rules.steps_in_assault(unit) for unit in men)
    return rules.column_at_night(book, area_column(book, strength), round_, moment.board.public.dark)

"""Aircraft: whether one comes, its runs one by one under anti-air fire, what a run strikes (TCSB-24, TCS3-6)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pbem.kernel.hexes import Hex, distance
from pbem.kernel.rulebook import rule
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.plots import AirRequest, Flown
from pbem.rulesets.tcs.rules import anti_air
from pbem.rulesets.tcs.rules.area_fire import area_column
from pbem.rulesets.tcs.rules.point_fire import CHART as POINT_FIRE
from pbem.rulesets.tcs.rules.point_fire import PointShot as Aimed
from pbem.rulesets.tcs.rules.point_fire import fire_at_point, is_point_target, needed_for
from pbem.rulesets.tcs.rules.scatter import Aimed as Laid
from pbem.rulesets.tcs.rules.scatter import sheaf_falls
from pbem.rulesets.tcs.rules.shifts import drms_of, shifts, total
from pbem.rulesets.tcs.rules.spotting import may_see, offered, protective
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.standing_orders.anti_air import WeaponsHeld
from pbem.rulesets.tcs.units import TacticalUnit

Events = tuple[e.Event, ...]
STRAY = 2
"""How near friends are whom a run may strike by mistake."""
SHOTS = {"rockets": 2, "strafe_cannon": 1}
"""Point fires of a run, of those that make any."""
TOP = 2
"""What armor is worth at most against cannon from above."""


@rule("TCSB-2-7", "TCSB-24-1", "TCSB-24-2")
def step(moment: Moment) -> Events | None:
    """The next atom of the aircraft of this turn: the first side's before the other's; None when none is left."""
    gunnery = moment.board.gunnery
    if gunnery.flown:
        return _run(moment, gunnery.flown)
    for side in (gunnery.first, moment.game.other(gunnery.first)):
        asked = moment.board.forces[side].sorties
        if asked:
            return _arrival(moment, side, asked[0])
    return None


@rule("TCSB-24-1", "TCSB-24-10")
def _arrival(moment: Moment, side: str, sortie: AirRequest) -> Events:
    public = moment.board.public
    needed = anti_air.arrival_needed(moment.game.book, public.weather, public.dark)
    came = anti_air.arrives(moment.game.book, moment.dice, f"sortie/{side}/{sortie.occasion}/arrival", needed)
    return (t.SortieCame(side, sortie, needed, came),)


@rule("TCSB-24-2", "TCSB-24-3", "TCS3-6-5")
def _run(moment: Moment, flown: Flown) -> Events:
    """A run: anti-air fire, the search for the target, the attack. An aborted one leaves those that follow."""
    side, sortie, run = flown.side, flown.sortie, flown.runs + 1
    place, occasion = sortie.targets[run - 1], f"sortie/{side}/{sortie.occasion}/run-{run}"
    fired = _anti_air(moment, side, place, f"{occasion}/aa")
    if fired and fired.aborted:
        return (fired, t.RunFlown(side, sortie, run, place, "aborted"))
    before = (fired,) if fired else ()
    search = anti_air.find_target(moment.game.book, moment.dice, f"{occasion}/search", _from_above(moment, side, place))
    if search.strays:
        place = _nearest_friends(moment, side, place)
        return (
            *before,
            t.RunFlown(side, sortie, run, sortie.targets[run - 1], "strays", place),
            *_attack(moment, sortie, place, occasion),
        )
    if not search.found:
        return (*before, t.RunFlown(side, sortie, run, place, "not found"))
    return (*before, t.RunFlown(side, sortie, run, place, "hit"), *_attack(moment, sortie, place, occasion))


@rule("TCSB-24-4", "TCSB-24-8", "TCS3-6-1", "TCS3-6-2", "TCS3-6-3", "TCS3-6-4")
def _anti_air(moment: Moment, side: str, place: Hex, occasion: str) -> t.AaFired | None:
    """The fire of the other side's weapons that reach and see the hex and are not held by their standing orders."""
    other, book = moment.game.other(side), moment.game.book
    over = air(moment.game, moment.board)
    able = tuple(
        unit for unit in moment.board.forces[other].units.values()
        if anti_air.may_fire_at_aircraft(book, unit, distance(unit.hex, place), may_see(book, moment.game.sight, over, unit, place))
    )  # fmt: skip
    held = moment.ask(other, WeaponsHeld(tuple(unit.id for unit in able))) if able else frozenset[str]()
    firing = tuple(unit for unit in able if unit.id not in held)
    column = anti_air.aa_column(book, Counter(unit.counter.aa for unit in firing), moment.board.public.dark)
    fell = anti_air.fire_at_run(book, moment.dice, occasion, column)
    if fell.roll is None:
        return None
    return t.AaFired(other, tuple(unit.id for unit in firing), place, fell.needed, fell.roll.faces, fell.aborted)


@rule("TCSB-24-3")
def _from_above(moment: Moment, side: str, place: Hex) -> anti_air.Overflown:
    """A target hex as it looks from the air: by its terrain, whoever is in it or nobody."""
    game, board = moment.game, moment.board
    near = any(distance(unit.hex, place) <= STRAY for unit in board.forces[side].units.values())
    return anti_air.Overflown(offered(game.book, game.ground.terrain[place]), bool(board.smoke.get(place)), near)


def _nearest_friends(moment: Moment, side: str, place: Hex) -> Hex:
    return min((distance(unit.hex, place), unit.hex) for unit in moment.board.forces[side].units.values())[1]


@rule("TCSB-24-9")
def _attack(moment: Moment, sortie: AirRequest, place: Hex, occasion: str) -> Iterator[e.AttackBegan]:
    """What a run does to a hex, by the ordinary tables with the values of its kind."""
    value = anti_air.air_value(moment.game.book, sortie.kind)
    if sortie.kind in SHOTS:
        yield from _shots(moment, sortie, place, occasion)
        return
    if sortie.kind.startswith("bomb"):
        fall = sheaf_falls(moment.game.book, moment.dice, f"{occasion}/bomb", Laid(place, "converged")).place
        if fall is None or fall not in moment.game.ground.terrain:
            return
        place = fall
    sides = tuple(side for side, forces in sorted(moment.board.forces.items()) if forces.at(place))
    if sides:
        bare = sortie.kind == "napalm"
        column = area_column(moment.game.book, Fraction(value))
        yield e.AttackBegan(
            HexAttack(f"{occasion}/{place}", place, sides, column=column, direct=False, heavy=True, ground="bare" if bare else "")
        )


@rule("TCSB-24-9", "TCSB-9-3")
def _shots(moment: Moment, sortie: AirRequest, place: Hex, occasion: str) -> Iterator[e.AttackBegan]:
    """Point fires of a run at targets of a hex, armor first; against cannon from above armor is worth little."""
    book, value = moment.game.book, anti_air.air_value(moment.game.book, sortie.kind)
    targets = _point_targets(forces.at(place) for forces in moment.board.forces.values())
    for number in range(1, SHOTS[sortie.kind] + 1 if targets else 1):
        unit = targets[(number - 1) % len(targets)]
        defense = min(unit.counter.defense, TOP) if sortie.kind == "strafe_cannon" else unit.counter.defense
        counting = shifts(drms_of(book.sheet(POINT_FIRE)), {"protective": int(protective(book, moment.game.ground.terrain[place]))})
        net = value - defense + total(counting)
        fell = fire_at_point(book, moment.dice, f"{occasion}/shot-{number}", Aimed(net, needed_for(book, net), counting))
        attack = HexAttack(
            f"{occasion}/shot-{number}/{unit.id}", place, (unit.side,), "point", aim=unit.id, hit=fell.hit, net=net, heavy=True
        )
        yield e.AttackBegan(attack)


def _point_targets(stacks: Iterable[tuple[TacticalUnit, ...]]) -> tuple[TacticalUnit, ...]:
    units = [unit for stack in stacks for unit in stack if is_point_target(unit.counter) and not unit.rides]
    return tuple(sorted(units, key=lambda unit: (unit.counter.target != "P", not unit.counter.gun)))

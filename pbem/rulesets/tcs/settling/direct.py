"""Direct fire of a battery's guns on the map, once it was ordered (TCS3-2.12)."""

from collections.abc import Iterator
from fractions import Fraction

from pbem.kernel.hexes import distance
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tcs import estimates
from pbem.rulesets.tcs import events as e
from pbem.rulesets.tcs import told_events as t
from pbem.rulesets.tcs.attacks import HexAttack
from pbem.rulesets.tcs.estimates import Facing
from pbem.rulesets.tcs.plots import Battery
from pbem.rulesets.tcs.rules.area_fire import area_column
from pbem.rulesets.tcs.rules.gun_fire import direct_point_value, direct_strength
from pbem.rulesets.tcs.rules.point_fire import fire_at_point, is_point_target
from pbem.rulesets.tcs.rules.rolls import NEVER
from pbem.rulesets.tcs.rules.sight import smoke_on_line
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.seeing import air, spotted
from pbem.rulesets.tcs.settling.fires import how_deep
from pbem.rulesets.tcs.settling.moment import Moment
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCS3-2.12-3", "TCS3-2.12-4", "TCS3-2.12-2")
def direct_goes_on(moment: Moment, fired: t.DirectFired) -> tuple[e.Event, ...]:
    """What the guns that see the hex do to it: one area attack of all, or a point fire of each and that attack at men alone."""
    forces = moment.board.forces[fired.side]
    battery = forces.battery(fired.battery)
    over = air(moment.game, moment.board)
    guns = [forces.units[name] for name in fired.units if name in forces.units]
    firing = [unit for unit in guns if may_see(moment.game.book, moment.game.sight, over, unit, fired.hex)]
    if battery is None or not firing:
        return (e.DirectTaken(),)
    shots = _shots(moment, fired, battery, firing) if fired.points else ()
    return (e.DirectTaken(), *shots, *_area(moment, fired, battery, firing))


def _area(moment: Moment, fired: t.DirectFired, battery: Battery, firing: list[TacticalUnit]) -> Iterator[e.AttackBegan]:
    enemies = moment.board.forces[moment.game.other(fired.side)]
    men = tuple(unit.id for unit in enemies.at(fired.hex) if unit.counter.target != "P")
    if fired.points and not men:
        return
    strength = sum((direct_strength(moment.game.book, battery, distance(unit.hex, fired.hex)) for unit in firing), Fraction(0))
    origins = tuple(dict.fromkeys(unit.hex for unit in firing))
    yield e.AttackBegan(HexAttack(
        f"direct/{fired.battery}/T{moment.board.public.turn}", fired.hex, (enemies.side,), by=fired.side, firers=fired.units,
        origins=origins, column=area_column(moment.game.book, strength), suppressive=True,
        smoke=min(smoke_on_line(moment.board.smoke, origin, fired.hex) for origin in origins),
        targets=men if fired.points else (),
    ))  # fmt: skip


def _shots(moment: Moment, fired: t.DirectFired, battery: Battery, firing: list[TacticalUnit]) -> Iterator[e.AttackBegan]:
    """A point fire of each gun, at targets that its side spots, one after another."""
    enemies, found = moment.board.forces[moment.game.other(fired.side)], spotted(moment.game, moment.board, fired.side)
    targets = [unit for unit in enemies.at(fired.hex) if unit.id in found and is_point_target(unit.counter) and not unit.rides]
    value = direct_point_value(moment.game.book, battery)
    for number, gun in enumerate(firing if targets else ()):
        unit = targets[number % len(targets)]
        away = max(distance(gun.hex, fired.hex), gun.counter.point_range)
        armed = replace(gun, counter=replace(gun.counter, point=value, point_class="point_low", point_range=away))
        shot = estimates.shot(
            moment.game,
            air(moment.game, moment.board),
            Facing(armed, unit.counter, unit.hex, unit.buttoned, unit.suppressed, how_deep(moment, enemies, unit)),
        )
        occasion = f"direct/{fired.battery}/T{moment.board.public.turn}/{gun.id}"
        fell = fire_at_point(moment.game.book, moment.dice, occasion, shot) if shot.needed not in NEVER else None
        yield e.AttackBegan(HexAttack(
            occasion, fired.hex, (enemies.side,), "point", fired.side, (gun.id,), (gun.hex,), aim=unit.id,
            hit=fell is not None and fell.hit, net=shot.net, suppressive=True, rolled=fell.rolled if fell else 0,
            able=fell is not None,
        ))  # fmt: skip

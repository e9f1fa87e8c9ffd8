"""DIRECT: guns of a battery on the map fire at what they see, and the battery has no missions in the next turn."""

from pbem.kernel.decisions import Refusal, illegal, illegal_now
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.plots import own_battery
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.plots import Battery
from pbem.rulesets.tcs.rules.gun_fire import may_fire_direct
from pbem.rulesets.tcs.rules.range_effects import area_factor
from pbem.rulesets.tcs.rules.spotting import may_see
from pbem.rulesets.tcs.seeing import air
from pbem.rulesets.tcs.told_events import DirectFired, OwnTold
from pbem.rulesets.tcs.units import TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    found = ((call, _against(game, picture, call, act)) for call in calls)
    return tuple((call, why) for call, why in found if why)


@rule("TCS3-2.12-1", "TCSB-26-7")
def _against(game: TacticalGame, picture: TacticalPicture, call: str, act: Act) -> Refusal | None:
    """Why a battery cannot fire direct."""
    battery = own_battery(picture, call)
    if isinstance(battery, Refusal):
        return battery
    if not battery.units:
        return illegal(say("{battery} has no guns on the map", battery=call), "TCSB-26-7")
    if battery.firing:
        return illegal(say("{battery} has fired direct in this turn", battery=call), "TCS3-2.12-1")
    if not may_fire_direct(battery):
        words = (
            say("{battery} has fired missions in this turn", battery=call)
            if battery.he
            else say("{battery} has no HE left", battery=call)
        )
        return illegal(words, "TCS3-2.12-1" if battery.he else "TCSB-18-21")
    return _target(game, picture, battery, act.hex())


@rule("TCSB-9-7", "TCSB-9-9", "TCSB-7-4")
def _target(game: TacticalGame, picture: TacticalPicture, battery: Battery, place: Hex | None) -> Refusal | None:
    if place is None or place not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=place or ""), "TCSB-1-6")
    if picture.forces.at(place):
        return illegal_now(say("own units are in {hex}", hex=place), "TCSB-9-9")
    tubes = [picture.forces.units[name] for name in battery.units if name in picture.forces.units]
    if not any(is_ready(unit) for unit in tubes):
        return illegal(say("no gun of {battery} can fire now", battery=battery.id), "TCSB-13-1")
    if not any(is_ready(unit) and _bears(game, picture, unit, place) for unit in tubes):
        return illegal_now(say("no gun of {battery} sees {hex} and reaches it", battery=battery.id, hex=place), "TCSB-7-4")
    return None


def is_ready(unit: TacticalUnit) -> bool:
    """Can a gun fire: in fire mode, undisturbed, its action not over?"""
    return unit.mode == "fire" and not (unit.suppressed or unit.paralyzed or unit.fired or unit.over or unit.rides)


def _bears(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, place: Hex) -> bool:
    over = air(game, picture)
    return area_factor(game.book, "area_gun", distance(unit.hex, place)) > 0 and may_see(game.book, game.sight, over, unit, place)


def _fired(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    place = act.hex() or Hex("")
    return tuple(_of(picture, call, place, act.says("point")) for call in calls)


def _of(picture: TacticalPicture, call: str, place: Hex, points: bool) -> DirectFired:
    battery = picture.forces.battery(call)
    units = battery.units if battery else ()
    ready = tuple(name for name in units if name in picture.forces.units and is_ready(picture.forces.units[name]))
    return DirectFired(picture.side, call, ready, place, points)


DIRECT = TacticalAction(
    ORDER_VERBS["direct"],
    phrase(
        "DIRECT lets the guns of a battery on the map fire at a hex that they see, one battery fire of HE for all\n"
        "of them. AREA adds half the value of each gun's sheaf, by its range (TCS3-2.12-3). POINT makes a point fire\n"
        "of each at a vehicle or gun, worth a tenth of the sheaf, and strikes the men in the hex besides\n"
        "(TCS3-2.12-4). It leaves no smoke (TCS3-2.12-2). A battery that fired direct has no missions in the next\n"
        "turn, and one that fired missions does not fire direct in the same turn (TCS3-2.12-1). In modules that have\n"
        "a Direct Fire Segment a line that begins with DIRECT is for it, as FIRE is.\n\n"
        "    BTY: DIRECT 14.12 AREA"
    ),
    "B",
    _check,
    _fired,
    _fired,
)

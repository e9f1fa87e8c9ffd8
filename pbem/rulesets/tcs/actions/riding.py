"""MOUNT and DISMOUNT: carriers and tank riders (TCSB-26)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tcs.actions.absent import absent
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.move import country, points
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.rules.riding import RidingLoad, has_room
from pbem.rulesets.tcs.told_events import Mounted, OwnTold
from pbem.rulesets.tcs.units import TacticalUnit


@rule("TCSB-26-2")
def _price(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, row: str) -> int:
    return country(game, picture).cost(row, unit.counter.move) or 0


def _room(picture: TacticalPicture, unit: TacticalUnit, carrier: TacticalUnit) -> bool:
    aboard = [other for other in picture.forces.units.values() if other.rides == carrier.id]
    return has_room(carrier.counter, [RidingLoad(one.counter, one.steps) for one in (*aboard, unit)])


def _no_mount(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, carrier: TacticalUnit) -> Refusal | None:
    """Why a unit cannot mount now."""
    if unit.rides or unit.counter.vehicle:
        return illegal(say("{unit} cannot mount", unit=unit.id), "TCSB-26-1")
    if unit.hex != carrier.hex:
        return illegal(say("{unit} and {carrier} are not in one hex", unit=unit.id, carrier=carrier.id), "TCSB-26-2")
    if unit.mode != "move" or carrier.mode != "move":
        return illegal(say("{unit} and {carrier} must be in move mode", unit=unit.id, carrier=carrier.id), "TCSB-26-2")
    if not _room(picture, unit, carrier):
        return illegal(say("{carrier} has no room for {unit}", unit=unit.id, carrier=carrier.id), "TCSB-26-1")
    return _unpaid(game, picture, unit, carrier, "mount")


def _unpaid(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit, carrier: TacticalUnit, row: str) -> Refusal | None:
    for one in (unit, carrier):
        price = _price(game, picture, one, row)
        if one.allowance - one.spent < price or one.fired or one.over or one.paralyzed:
            return illegal(say("{unit} has not the {price} MP for it", unit=one.id, price=points(price)), "TCSB-26-2")
    return None


def _mount_check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    units, carrier = picture.forces.units, picture.forces.units.get(act.text("UNIT") or "")
    if carrier is None:
        return tuple((call, absent(picture, act.text("UNIT") or "")) for call in calls)
    found = ((call, _no_mount(game, picture, units[call], carrier)) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


def _mount(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    units, carrier = picture.forces.units, picture.forces.units[act.text("UNIT") or ""]
    spent = carrier.spent + _price(game, picture, carrier, "mount")
    prices = ((call, units[call].spent + _price(game, picture, units[call], "mount")) for call in calls)
    return tuple(Mounted(picture.side, call, carrier.id, now, spent) for call, now in prices)


def _dismount_check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    units, found = picture.forces.units, list[tuple[str, Refusal]]()
    for call in calls:
        unit = units[call]
        if not unit.rides:
            found.append((call, illegal(say("{unit} does not ride", unit=call), "TCSB-26-2")))
        elif refusal := _unpaid(game, picture, unit, units[unit.rides], "dismount"):
            found.append((call, refusal))
    return tuple(found)


def _dismount(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    events = list[OwnTold]()
    for unit in (picture.forces.units[call] for call in calls):
        carrier = picture.forces.units[unit.rides]
        now = carrier.spent + _price(game, picture, carrier, "dismount")
        events.append(Mounted(picture.side, unit.id, carrier.id, unit.spent + _price(game, picture, unit, "dismount"), now, True))
    return tuple(events)


MOUNT = TacticalAction(
    Verb("mount", ("mount UNIT",), "unit", phrase("mount a carrier or a tank in the hex")),
    phrase(
        "MOUNT puts a unit on a carrier or a tank in its hex, both in move mode; each pays 3 MP (TCSB-26-2). A\n"
        "carrier takes a platoon, two sections or a gun, a tank two steps of infantry (TCSB-26-1).\n\n    A-MG: mount H-1"
    ),
    "B",
    _mount_check,
    _mount,
    _mount,
)
DISMOUNT = TacticalAction(
    Verb("dismount", ("dismount",), "unit", phrase("come down from what carries the unit")),
    phrase("DISMOUNT costs foot units 2 MP and the carrier 3 (TCSB-26-2).\n\n    A-MG: dismount"),
    "B",
    _dismount_check,
    _dismount,
    _dismount,
)

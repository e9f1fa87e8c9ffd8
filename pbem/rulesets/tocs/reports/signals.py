"""Communications in words: who is cut off and by what, which headquarters are awake, what orders and morale checks came to."""

from typing import Any

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.procedures.communications import by_land, by_wireless, loc
from pbem.rulesets.tocs.reports import stores
from pbem.rulesets.tocs.reports.wording import call, condition, dice, place
from pbem.rulesets.tocs.view import STATES, Unit


def lines(game: Game, picture: Picture) -> tuple[str, ...]:
    """Who is out of communication, since when and by what; and what is left of the HQs and assets that are awake."""
    camp = picture.camp
    units = sorted(camp.on_map(), key=lambda u: camp.counter(u).call)
    cut = [f" {call(camp, u.id)} {_cut(game, picture, u)}" for u in units if not loc(picture.view(game), u).ok]
    awake = sorted(f"{call(camp, i)} {hand.ap} AP" for i, hand in camp.staffs.items())
    staffs = [f" HQs awake, to the end of the impulse: {', '.join(awake)}"] if awake else []
    woken = [f" assets awake, without an OP: {', '.join(sorted(call(camp, i) for i in camp.woken))}"] if camp.woken else []
    return (*cut, *staffs, *woken)


def _cut(game: Game, picture: Picture, unit: Unit) -> str:
    """`cut off from its HQ since T3.2: EZOC at 12.07`."""
    since = picture.camp.silent.get(unit.id)
    found = loc(picture.view(game), unit)
    return f"cut off from its HQ {f'since {since}' if since else 'now'}: {found.why}"


def why_cut(game: Game, picture: Picture, unit: str) -> tuple[str, ...]:
    """Where an own unit's supply comes from and whether it is in communication, or what cuts it off from either."""
    found = picture.camp.unit_called(unit)
    supply = stores.why_cut(game, picture, unit)
    if found is None or found.status != "map":
        return supply
    if loc(picture.view(game), found).ok:
        return (*supply, f"{unit} is in communication")
    return (*supply, f"{unit} is {_cut(game, picture, found)}: one AP fewer, no orders, no guns (TOCS-W7.0-4, TOCS-W7.0-5)",)


@rule("TOCS-W7.1-1", "TOCS-W7.2-1")
def joined(game: Game, picture: Picture, ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Is any staff of these formations within reach of one of those, by land or wireless? The side's own staff reaches all."""
    view = picture.view(game)
    one, other = (_staffs(picture, names) for names in (ours, theirs))
    if not ours or not theirs:
        return True
    return any(by_wireless(view, a, b) or by_land(view, a, b) for a in one for b in other)


def _staffs(picture: Picture, formations: tuple[str, ...]) -> list[Unit]:
    camp = picture.camp
    return [u for u in camp.on_map() if camp.counter(u).formation and camp.counter(u).formation in formations]


def told(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What an observation says of orders and morale, a line."""
    camp = picture.camp
    match seen:
        case o.OwnStaff(hand, "woken", _):
            return (f"{call(camp, hand.unit)} is woken for 1 OP and gives the order: {hand.ap} AP left",)
        case o.OwnStaff(hand, "ordered", _):
            return (f"{call(camp, hand.unit)} gives the order: {hand.ap} AP left",)
        case o.OwnAssetsWoken(hand, units):
            names = ", ".join(sorted(call(camp, i) for i in units))
            return (f"{call(camp, hand.unit)} wakes {names}: {hand.ap} AP left",)
        case o.OwnMorale():
            return (_morale(picture, seen),)
        case o.OwnUnit(unit, "rallied"):
            return (f"{call(camp, unit.id)} rallies: {STATES[unit.state]}",)
        case o.OwnUnit(unit, "withdrew"):
            return (f"{call(camp, unit.id)} {condition(camp, unit)}, withdrew to {place(game, unit.hex)}",)
    return ()


def _morale(picture: Picture, seen: o.OwnMorale) -> str:
    """`A/504 withdrawal: 2d6 3+4 = 7 [withdraw/…], night -1: 6, ML 8 or less: passed`."""
    why = f", {', '.join(seen.reasons)}: {seen.throw.total + seen.drm}" if seen.reasons else ""
    outcome = "passed" if seen.passed else "failed"
    return f"{call(picture.camp, seen.unit.id)}, {seen.what}: {dice(seen.throw)}{why}, needs {seen.needed} or less: {outcome}"

"""EXIT: units leave the map for good, where the module lets them."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act
from pbem.rulesets.tcs.actions.form import Calls, TacticalAction
from pbem.rulesets.tcs.actions.move import points, stands_still
from pbem.rulesets.tcs.arrivals import Exit
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.picture import TacticalPicture
from pbem.rulesets.tcs.told_events import OwnTold, UnitsLeft
from pbem.rulesets.tcs.units import HALVES, TacticalUnit
from pbem.rulesets.tcs.words import ORDER_VERBS

PRICE = HALVES
"""Halves of MP that the step off the map takes (ours)."""


def _check(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[tuple[str, Refusal], ...]:
    found = ((call, _against(game, picture, picture.forces.units[call])) for call in calls)
    return tuple((call, refusal) for call, refusal in found if refusal)


@rule("TCSB-1-6")
def _against(game: TacticalGame, picture: TacticalPicture, unit: TacticalUnit) -> Refusal | None:
    """Why a unit may not leave the map here and now."""
    exits = tuple(way for way in game.exits if way.side == picture.side)
    here = tuple(way for way in exits if unit.hex in way.hexes)
    if not here:
        known = ", ".join(hex_ for way in exits for hex_ in way.hexes) or say("none")
        words = say("{unit} is in {hex}; your side leaves the map at {hexes}", unit=unit.id, hex=unit.hex, hexes=known)
        return illegal(words, "TCSB-1-6")
    if barred := stands_still(unit):
        return barred
    if unit.allowance - unit.spent < PRICE:
        return illegal(say("{unit} has not the {price} MP for it", unit=unit.id, price=points(PRICE)), "TCSB-20-1")
    return None if any(_is_open(picture, way) for way in here) else _shut(picture, here[0])


def _is_open(picture: TacticalPicture, way: Exit) -> bool:
    return all(picture.held.get(hex_) == picture.side for hex_ in way.held)


def _shut(picture: TacticalPicture, way: Exit) -> Refusal:
    missing = ", ".join(hex_ for hex_ in way.held if picture.held.get(hex_) != picture.side)
    return illegal(say("that way is open once your side holds {hexes} as well", hexes=missing), "TCSB-1-6")


def _left(game: TacticalGame, picture: TacticalPicture, calls: Calls, act: Act) -> tuple[OwnTold, ...]:
    """Each with who rides on it."""
    units = picture.forces.units
    return tuple(
        UnitsLeft(picture.side, (call, *(rider.id for rider in units.values() if rider.rides == call)), units[call].hex)
        for call in calls
    )


EXIT = TacticalAction(
    ORDER_VERBS["exit"],
    phrase(
        "EXIT takes a unit off the map for good, with who rides on it, from a hex that your brief names. It costs 1 MP.\n"
        "If your side must hold something first, the refusal names it (TCSB-1-6).\n\n    T-1: EXIT"
    ),
    "B",
    _check,
    _left,
    _left,
)

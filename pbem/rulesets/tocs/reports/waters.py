"""Rivers in words: wading, fords, ferries, the bank a defender takes."""

from typing import Any

from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call, dice, place

WADED = {
    "F": "gets over at a ford",
    "S": "gets over slowly, with all its AP",
    "N": "does not get over",
}
BANKS = {"near": "the near bank", "far": "the far bank", "both": "both banks"}


def line(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What a desk learnt of the water, a line; () for what needs no saying."""
    match seen:
        case o.OwnWade(unit, hex_, throw, drms, result):
            counted = "".join(f", {name.replace('_', ' ')} {value:+d}" for name, value in drms)
            return (f"{call(picture.camp, unit)} tries the river in {place(game, hex_)}: {dice(throw)}{counted}: {WADED[result]}",)
        case o.OwnWater(hex_, True, _, _):
            return (f"there is a ford in {place(game, hex_)}; the enemy does not know that we know",)
        case o.OwnFerry(unit, _, by, _):
            return (f"{call(picture.camp, unit.id)} is taken over the water in {place(game, unit.hex)} by {by}",)
        case o.BankSeen(hex=hex_):
            return (f"{place(game, hex_)}: {bank_held(picture.side, seen)}",)
        case o.OwnUnit(unit, "other bank"):
            return (f"{call(picture.camp, unit.id)} goes to the other bank of {place(game, unit.hex)} before the battle",)
    return ()


def bank_held(side: str, seen: o.BankSeen) -> str:
    """`the enemy defends the far bank`, near and far as the attacker has it."""
    return f"{'we defend' if seen.side == side else 'the enemy defends'} {BANKS[seen.bank]}"

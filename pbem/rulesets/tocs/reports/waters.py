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
BANKS = {"near": "on the near bank", "far": "on the far bank", "both": "on both banks"}


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
        case o.BankSeen(hex_, side, bank):
            who = "we stand" if side == picture.side else "the enemy stands"
            return (f"{place(game, hex_)}: {who} {BANKS[bank]}",)
    return ()

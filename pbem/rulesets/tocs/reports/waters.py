"""Rivers in words: wading, fords, ferries, the bank a defender takes."""

from typing import Any

from pbem.kernel.i18n import phrase, say, worded
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call, dice, place, spot

WADED = {
    "F": phrase("gets over at a ford"),
    "S": phrase("gets over slowly, with all its AP"),
    "N": phrase("does not get over"),
}
BANKS = {
    "near": (phrase("we defend the near bank"), phrase("the enemy defends the near bank")),
    "far": (phrase("we defend the far bank"), phrase("the enemy defends the far bank")),
    "both": (phrase("we defend both banks"), phrase("the enemy defends both banks")),
}


def line(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What a desk learnt of the water, a line; () for what needs no saying."""
    match seen:
        case o.OwnWade(unit, hex_, throw, drms, result):
            counted = "".join(f", {worded(name)} {value:+d}" for name, value in drms)
            return (
                say(
                    "{call} tries the river in {place}: {dice}{counted}: {waded}",
                    call=call(picture.camp, unit),
                    place=place(game, hex_),
                    dice=dice(throw),
                    counted=counted,
                    waded=say(WADED[result]),
                ),
            )
        case o.OwnWater(hex_, True, _, _):
            return (say("there is a ford in {place}; the enemy does not know that we know", place=place(game, hex_)),)
        case o.OwnFerry(unit, _, by, _):
            return (
                say(
                    "{call} crossed the water by {by}: {place}",
                    call=call(picture.camp, unit.id),
                    place=spot(game, unit),
                    by=by,
                ),
            )
        case o.BankSeen(hex=hex_):
            return (f"{place(game, hex_)}: {bank_held(picture.side, seen)}",)
        case o.OwnUnit(unit, "other bank"):
            return (
                say(
                    "{call} changed banks before the battle: {place}",
                    call=call(picture.camp, unit.id),
                    place=spot(game, unit),
                ),
            )
    return ()


def bank_held(side: str, seen: o.BankSeen) -> str:
    """`the enemy defends the far bank`, near and far as the attacker has it."""
    return say(BANKS[seen.bank][seen.side != side])

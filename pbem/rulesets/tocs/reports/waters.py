"""Rivers in words: wading, fords, ferries, the bank a defender takes."""

from typing import Any

from pbem.kernel.i18n import phrase, say, worded
from pbem.rulesets.tocs import told_events as t
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.reports.wording import call, dice, place, spot

WADED = {
    "F": phrase("gets over at a ford"),
    "S": phrase("gets over slowly, with all its AP"),
    "N": phrase("does not get over"),
}
BANKS = {
    "near": (phrase("you defend the near bank"), phrase("the enemy defends the near bank")),
    "far": (phrase("you defend the far bank"), phrase("the enemy defends the far bank")),
    "both": (phrase("you defend both banks"), phrase("the enemy defends both banks")),
}


def line(game: Game, picture: Picture, seen: Any) -> tuple[str, ...]:
    """What a desk learnt of the water, a line; () for what needs no saying."""
    match seen:
        case t.WaterTried(_, unit, hex_, throw, drms, result):
            counted = "".join(f", {worded(name)} {value:+d}" for name, value in drms)
            return (
                say(
                    "{call} tries the river in {place}: {dice}{counted}: {waded}",
                    call=call(picture.forces, unit),
                    place=place(game, hex_),
                    dice=dice(throw),
                    counted=counted,
                    waded=say(WADED[result]),
                ),
            )
        case t.WaterKnown(_, hex_, True, _, _):
            return (say("there is a ford in {place}; the enemy does not know that you know", place=place(game, hex_)),)
        case t.UnitFerried(_, unit, _, by, _):
            return (
                say(
                    "{call} crossed the water by {by}: {place}",
                    call=call(picture.forces, unit.id),
                    place=spot(game, unit),
                    by=by,
                ),
            )
        case t.BankTaken(hex=hex_):
            return (f"{place(game, hex_)}: {bank_held(picture.side, seen)}",)
        case t.UnitChanged(_, unit, "other bank"):
            return (
                say(
                    "{call} changed banks before the battle: {place}",
                    call=call(picture.forces, unit.id),
                    place=spot(game, unit),
                ),
            )
    return ()


def bank_held(side: str, seen: t.BankTaken) -> str:
    """`the enemy defends the far bank`, near and far as the attacker has it."""
    return say(BANKS[seen.bank][seen.side != side])

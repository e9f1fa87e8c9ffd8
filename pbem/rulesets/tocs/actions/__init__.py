"""The order verbs, one file each: words, order, options, check, expect, execute."""

from collections.abc import Mapping

from pbem.engine.ruleset import Action, Maneuver
from pbem.rulesets.tocs.actions import (
    attack,
    bombard,
    cross,
    follow,
    harass,
    infiltrate,
    interdict,
    march,
    move,
    observe,
    order,
    probe,
    rally,
    recon,
    reserve,
    strike,
    support,
    take,
    wake,
    withdraw,
)

ACTIONS: Mapping[str, Action] = {
    "move": move.ACTION,
    "follow": follow.ACTION,
    "cross": cross.ACTION,
    "recon": recon.ACTION,
    "probe": probe.ACTION,
    "observe": observe.ACTION,
    "attack": attack.ACTION,
    "infiltrate": infiltrate.ACTION,
    "reserve": reserve.ACTION,
    "wake": wake.ACTION,
    "rally": rally.ACTION,
    "withdraw": withdraw.ACTION,
    "order": order.ACTION,
    "strike": strike.ACTION,
    "harass": harass.ACTION,
    "bombard": bombard.ACTION,
    "interdict": interdict.ACTION,
    "support": support.ACTION,
}

MANEUVERS: Mapping[str, Maneuver] = {
    "march": march.MANEUVER,
    "take": take.MANEUVER,
}

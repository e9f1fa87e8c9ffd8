"""The order verbs, one file each: words, order, options, check, expect, execute."""

from collections.abc import Mapping

from pbem.engine.ruleset import Action, Maneuver
from pbem.rulesets.tocs.actions import (
    assign,
    attack,
    bombard,
    build,
    cease,
    cross,
    demolish,
    depot,
    destroy,
    disband,
    dismantle,
    enter,
    follow,
    harass,
    infiltrate,
    interdict,
    join,
    march,
    move,
    observe,
    order,
    probe,
    rally,
    recon,
    recover,
    refit,
    repair,
    reserve,
    setup,
    split,
    strike,
    support,
    take,
    trucks,
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
    "build": build.ACTION,
    "repair": repair.ACTION,
    "dismantle": dismantle.ACTION,
    "destroy": destroy.ACTION,
    "demolish": demolish.ACTION,
}

MANEUVERS: Mapping[str, Maneuver] = {
    "march": march.MANEUVER,
    "take": take.MANEUVER,
}

# Orders of the side's own staff: no unit carries them out.
DEEDS: Mapping[str, Action] = {
    "assign": assign.ACTION,
    "trucks": trucks.ACTION,
    "depot": depot.ACTION,
    "cease": cease.ACTION,
    "disband": disband.ACTION,
    "enter": enter.ACTION,
    "join": join.ACTION,
    "recover": recover.ACTION,
    "refit": refit.ACTION,
    "setup": setup.ACTION,
    "split": split.ACTION,
}

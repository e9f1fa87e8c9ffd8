"""The order verbs, one file each: words, order, options, check, expect, execute."""

from collections.abc import Mapping

from pbem.engine.ruleset import Action, Maneuver
from pbem.rulesets.tocs.actions import attack, follow, march, move, probe, recon, reserve, take

ACTIONS: Mapping[str, Action] = {
    "move": move.ACTION,
    "follow": follow.ACTION,
    "recon": recon.ACTION,
    "probe": probe.ACTION,
    "attack": attack.ACTION,
    "reserve": reserve.ACTION,
}

MANEUVERS: Mapping[str, Maneuver] = {
    "march": march.MANEUVER,
    "take": take.MANEUVER,
}

"""The order verbs, one file each: words, order, options, check, expect, execute."""

from collections.abc import Mapping

from pbem.engine.ruleset import Action
from pbem.rulesets.tocs.actions import attack, move, probe, recon

ACTIONS: Mapping[str, Action] = {
    "move": move.ACTION,
    "recon": recon.ACTION,
    "probe": probe.ACTION,
    "attack": attack.ACTION,
}

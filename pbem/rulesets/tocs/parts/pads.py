"""Pads: what an order pad holds of TOCS."""

from collections.abc import Mapping

from pbem.documents.pad_sheet import PLAIN, PadManner
from pbem.kernel.values import replace
from pbem.orders.tree import Verb
from pbem.rulesets.tocs import units
from pbem.rulesets.tocs.actions import ACTIONS, MANEUVERS
from pbem.rulesets.tocs.actions.vocabulary import AT_SEA, VERBS
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.parts import standing_orders
from pbem.rulesets.tocs.parts.actions import WORDS
from pbem.rulesets.tocs.reports.pad import sheet

__all__ = ["MANNERS", "STATES", "sheet", "verbs"]

_OWN: Mapping[str, PadManner] = {
    "move": PadManner(walks=True),
    "attack": PadManner(aims="arrow"),
    "infiltrate": PadManner(aims="arrow"),
    "take": PadManner(aims="arrow"),
    **dict.fromkeys(("recon", "probe", "observe"), PadManner(asks=True, aims="dots")),
    **dict.fromkeys(("strike", "harass", "bombard", "interdict", "support"), PadManner(aims="dots")),
}
STATES: tuple[str, ...] = units.STATES
MANNERS: Mapping[str, PadManner] = {
    **{name: replace(_OWN.get(name, PLAIN), free=not action.pays) for name, action in ACTIONS.items()},
    **{name: replace(_OWN.get(name, PLAIN), each=True) for name in MANEUVERS},
}


def verbs(game: Game) -> tuple[Verb, ...]:
    """Those of ships only where there is a sea."""
    unused = set() if game.ground.zones else {verb.name for verb in AT_SEA} - {verb.name for verb in VERBS}
    said = (*(word.verb for word in WORDS.values()), *(word.verb for word in standing_orders.WORDS.values()))
    return tuple(verb for verb in said if verb.name not in unused)

"""Pads: what an order pad holds of TOCS."""

from collections.abc import Mapping

from pbem.documents.pad_sheet import PLAIN, PadManner
from pbem.kernel.values import replace
from pbem.rulesets.tocs import units
from pbem.rulesets.tocs.actions import ACTIONS, MANEUVERS
from pbem.rulesets.tocs.reports.pad import sheet

__all__ = ["MANNERS", "STATES", "sheet"]

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

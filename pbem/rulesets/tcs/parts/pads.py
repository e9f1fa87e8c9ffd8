"""Pads: what an order pad holds of TCS."""

from collections.abc import Mapping

from pbem.documents.pad_sheet import PadManner
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.reports import map_view
from pbem.rulesets.tcs.reports.pad import sheet

__all__ = ["MANNERS", "STATES", "sheet"]

_OWN: Mapping[str, PadManner] = {
    "move": PadManner(free=True, walks=True),
    **dict.fromkeys(("assault", "overrun"), PadManner(free=True, aims="arrow")),
    **dict.fromkeys(("fire", "direct", "antitank", "plot", "sortie"), PadManner(free=True, aims="dots")),
}
STATES: tuple[str, ...] = tuple(state.replace("_", " ") for state in map_view.STATES)
MANNERS: Mapping[str, PadManner] = {name: _OWN.get(name, PadManner(free=True)) for name in ACTIONS}

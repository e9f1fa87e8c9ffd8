"""Pads: what an order pad holds of TCS."""

from collections.abc import Mapping

from pbem.documents.pad_sheet import PadManner
from pbem.orders.tree import Verb
from pbem.rulesets.tcs.actions import ACTIONS
from pbem.rulesets.tcs.game import TacticalGame
from pbem.rulesets.tcs.parts import standing_orders
from pbem.rulesets.tcs.parts.actions import WORDS
from pbem.rulesets.tcs.reports import map_view
from pbem.rulesets.tcs.reports.pad import sheet
from pbem.rulesets.tcs.words.sheet import FIELDS, SHEET

__all__ = ["MANNERS", "STATES", "sheet", "verbs"]

_OWN: Mapping[str, PadManner] = {
    "move": PadManner(free=True, walks=True),
    **dict.fromkeys(("assault", "overrun"), PadManner(free=True, aims="arrow")),
    **dict.fromkeys(("fire", "direct", "antitank", "plot", "sortie"), PadManner(free=True, aims="dots")),
}
STATES: tuple[str, ...] = tuple(state.replace("_", " ") for state in map_view.STATES)
MANNERS: Mapping[str, PadManner] = {name: _OWN.get(name, PadManner(free=True)) for name in ACTIONS}


def verbs(game: TacticalGame) -> tuple[Verb, ...]:
    """All of them, and op sheets with the lines that they hold."""
    said = (*(word.verb for word in WORDS.values()), *(word.verb for word in standing_orders.WORDS.values()))
    return (*said, SHEET, *FIELDS)

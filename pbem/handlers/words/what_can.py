"""WHAT CAN: what a unit could do now."""

from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("what can", ("what can UNIT [do]", "how far can UNIT go", "unit UNIT"), "question", phrase("what a unit could do now")),
    phrase(
        "WHAT CAN lists what a unit could be told now, over what your side knows, the hexes beside it\n"
        "first, below what the unit is: its strength and how fast it moves. UNIT is short for it. COST tells what the way to\n"
        "a hex farther off takes.\n\n    WHAT CAN {a_unit}\n    UNIT {a_unit}\n    How far can {a_unit} go?"
    ),
    by=OBSERVERS,
    answer=ask_ruleset,
)

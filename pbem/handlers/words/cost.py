"""COST: what a move would cost."""

from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("cost", ("cost UNIT to HEX",), "question", phrase("what a move would cost")),
    phrase("COST prints the way of the fewest AP to a hex, hex by hex.\n\n    COST A/504 to 12.09"),
    by=OBSERVERS,
    answer=ask_ruleset,
)

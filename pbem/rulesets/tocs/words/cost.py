"""COST: what a move would cost."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("cost", ("cost UNIT to HEX",), "question", phrase("what a move would cost")),
    phrase("COST prints the way of the fewest AP to a hex, hex by hex.\n\n    COST A/504 to 12.09"),
    does="ask",
)

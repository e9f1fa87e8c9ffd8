"""COST: what a move would cost."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("cost", ("cost UNIT to HEX", "cost UNIT"), "question", phrase("what a move would cost")),
    phrase(
        "COST prints the way of the fewest AP to a hex, hex by hex. Of a flight, or of aircraft in flight, it prints the way\n"
        "that is filed, with what you know along it: guns and patrols of the enemy's that you know of. Of a ship or a fleet it\n"
        "says what its acts cost, and what it must roll to sail to each zone beside its own.\n\n"
        "    COST A/504 to 12.09"
    ),
    does="ask",
)

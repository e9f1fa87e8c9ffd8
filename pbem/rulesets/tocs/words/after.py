"""AFTER: what reserves do after the battles."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("after", ("after PATH (won|lost)", "after battles"), "script", phrase("what reserves do after the battles"), ("runs",)),
    phrase(
        "AFTER leaves orders for units in reserve, for after the battles of this impulse (TOCS-3.10-1): WON when\n"
        "all the hexes named were fought for and are yours, LOST when they are not, BATTLES whatever came of them.\n"
        "Such a unit acts without an OP and may do anything but launch a ground attack; before a hex the enemy\n"
        "holds it stops (TOCS-3.10-3). Write it above END IMPULSE; several lines may stand between AFTER BATTLES\n"
        "and END. END IMPULSE closes such a block too, and EXTEND, HELP and the like inside it do what they do anywhere.\n"
        "What does not come to pass lapses with the impulse.\n\n    AFTER 14.12 WON: A/504 move 14.11\n"
        "    AFTER BATTLES\n    B/504: move 14.12; recon around\n    END"
    ),
    beside=(
        Verb("after battles", ("after battles",), "block", phrase("orders for reserves after the battles, up to END"), ("runs",)),
    ),
)

"""COUNTERMAND: take orders off file."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("countermand", ("countermand UNITS", "countermand SEAT"), "letter", phrase("take orders off file"), ("does", "files")),
    phrase(
        "COUNTERMAND takes off file what was ordered for units of yours, by whomever; with a seat, all that seat\n"
        "has on file, which is for itself and for the commander of the side. What has run has run.\n\n"
        "    COUNTERMAND D/505\n    COUNTERMAND allied.505"
    ),
)

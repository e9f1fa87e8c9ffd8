"""EXTEND: take an extension."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("extend", ("extend",), "letter", phrase("take an extension"), ("does", "arranges")),
    phrase(
        "EXTEND gives the running impulse, if it is yours, another day, without asking anybody: twice in a campaign. The\n"
        "other side is told nothing.\n\n    EXTEND"
    ),
)

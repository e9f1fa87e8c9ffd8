"""AGAIN: do orders once more."""

from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("again", ("again", "again LINES", "again all [but LINES]"), "letter", phrase("do orders once more"), ("bare",)),
    phrase(
        "AGAIN alone lets a letter act that says the same as one before; without it a letter that comes twice acts\n"
        "once. With line numbers it stands for those lines of your last orders, as their receipt numbered them. On\n"
        "a unit's own line it stands for the last orders of that unit.\n"
        "\n    AGAIN 4-9\n    AGAIN ALL BUT 7\n    {a_unit}: again"
    ),
    beside=(Verb("again", ("again",), "unit", phrase("the unit's last orders once more")),),
    by=ALL,
)

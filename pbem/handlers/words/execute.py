"""EXECUTE: let run what lies on file."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("execute", ("execute [SEAT...]",), "letter", phrase("let run what lies on file"), ("does", "files")),
    phrase(
        "EXECUTE lets the orders on file run, of all seats or of those named in that order; each seat is told how\n"
        "its own went. It is for the commander of the side to say, as often as he likes.\n\n    EXECUTE\n"
        "    EXECUTE 504, 505"
    ),
)

"""DONE: all your orders for this impulse are in."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("done", ("done",), "letter", phrase("all your orders for this impulse are in"), ("does", "files")),
    phrase(
        "DONE says that your orders are all in, in a team whose orders lie on file (HELP TEMPO). When every seat\n"
        "is done everything runs, and the impulse ends unless something came back. New orders make you not done.\n\n"
        "    DONE"
    ),
)

"""ADD ADDRESS: write from a second address too."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("add address", ("add address TEXT",), "letter", phrase("write from a second address too"), ("does", "files")),
    phrase(
        "ADD ADDRESS lets you write from another address too, with the same token; up to four. The referee's\n"
        "letters go on to your first, and a YES is asked from there before.\n\n    ADD ADDRESS second@example.org"
    ),
)

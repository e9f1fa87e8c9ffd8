"""FORMAT: letters of text alone, or with a page and pictures."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "format", ("format (text|html)",), "letter", phrase("letters of text alone, or with a page and pictures"), ("does", "files")
    ),
    phrase(
        "FORMAT TEXT asks for letters of text alone, which hold everything that is said; FORMAT HTML for letters\n"
        "that have a page and pictures too, as they are at first.\n\n    FORMAT TEXT\n    FORMAT HTML"
    ),
)

"""CANCEL: drop the draft that waits."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("cancel", ("cancel",), "letter", phrase("drop the draft that waits"), ("bare", "leans", "files")),
    phrase(
        "CANCEL drops the orders that wait to be mended. What was carried out stays carried out (TOCS-1.14-1): it has\n"
        "been seen by others, and thrown for.\n\n    CANCEL"
    ),
)

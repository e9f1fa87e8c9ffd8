"""TAKE BACK: end a delegation."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("take back", ("take back FORMATION",), "letter", phrase("end a delegation"), ("does", "files")),
    phrase("TAKE BACK ends a delegation: who gave the formation may, who has it, and the side's commander.\n\n    TAKE BACK 1/504"),
)

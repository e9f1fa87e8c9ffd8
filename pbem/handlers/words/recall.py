"""RECALL: take back the letters that wait."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("recall", ("recall",), "letter", phrase("take back the letters that wait"), ("does", "arranges")),
    phrase("RECALL takes back what waits by HOLD MY LETTERS. What is carried out stays so (TOCS-1.14-1).\n\n    RECALL"),
)

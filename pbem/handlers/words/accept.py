"""ACCEPT: take your seat."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("accept", ("accept",), "letter", phrase("take your seat"), ("bare", "leans")),
    phrase(
        "ACCEPT takes your seat. The referee stirs the dice with the words of your letter, so that nobody can know\n"
        "beforehand how they fall.\n\n    ACCEPT"
    ),
)

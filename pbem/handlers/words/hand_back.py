"""HAND BACK: pass a battle on to another field commander."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("hand back", ("hand back N",), "letter", phrase("pass a battle on to another field commander"), ("does", "files")),
    phrase(
        "HAND BACK passes a battle that was given to you as a field commander to the next of your side, in the end to\n"
        "its commander (HELP FIELD).\n\n    HAND BACK 5"
    ),
)

"""RESIGN: give up your seat."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("resign", ("resign [SEAT]",), "letter", phrase("give up your seat"), ("does", "files")),
    phrase(
        "RESIGN gives your seat up: your letters count for nothing any more. The referee asks first, and a YES in\n"
        "answer to that letter does it. Your superior orders its units until the host has found somebody else.\n\n    RESIGN"
    ),
)

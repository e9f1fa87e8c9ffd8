"""DELEGATE: let another seat of your side order a formation."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "delegate",
        ("delegate FORMATION to SEAT",),
        "letter",
        phrase("let another seat of your side order a formation"),
        ("does", "files"),
    ),
    phrase(
        "DELEGATE lets another seat of your side order a formation of yours; you may order it as before. TAKE BACK\n"
        "ends it. What you delegate over the head of its own commander he cannot order meanwhile (MASL-2.1-3).\n"
        "\n    DELEGATE 1/504 TO allied.505"
    ),
)

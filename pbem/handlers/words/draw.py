"""DRAW: end it as a draw, if both will."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "draw",
        ("offer draw", "accept draw", "decline draw"),
        "letter",
        phrase("end it as a draw, if both will"),
        ("does", "arranges"),
    ),
    phrase(
        "OFFER DRAW is told to the other side; ACCEPT DRAW ends the campaign, DECLINE DRAW does not. An offer stands\n"
        "until it is answered. All is opened to both as after the last turn, with the result to date. The referee asks you\n"
        "for a YES before he tells an offer, and before he ends the campaign by one.\n\n    OFFER DRAW\n"
        "    ACCEPT DRAW\n    DECLINE DRAW"
    ),
)

"""NEW TOKEN: turn your reply token."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("new token", ("new token",), "letter", phrase("turn your reply token"), ("bare", "files")),
    phrase(
        "NEW TOKEN turns your reply token: the next letter brings a new one, and older letters of the referee no\n"
        "longer prove that you are you. Write it when one of your letters fell into other hands. The referee asks your\n"
        "first address for a YES before, so that nobody else can lock you out.\n\n    NEW TOKEN"
    ),
)

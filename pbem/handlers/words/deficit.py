"""DEFICIT: spend up to three OPs you have not got."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("deficit", ("deficit N", "deficit no"), "letter", phrase("spend up to three OPs you have not got"), ("manner",)),
    phrase("DEFICIT allows up to three OPs beyond your bank this impulse; each is handed to the enemy.\n\n    DEFICIT 2"),
)

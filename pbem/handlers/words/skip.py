"""SKIP: go past the boot camp's lesson."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("skip", ("skip [lesson]",), "letter", phrase("go past the boot camp's lesson"), ("does", "arranges")),
    phrase("SKIP goes past the lesson of a boot camp; LESSON with its number comes back to it.\n\n    SKIP"),
)

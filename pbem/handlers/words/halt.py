"""HALT: drop a march on file."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("halt", ("halt FORMATION",), "letter", phrase("drop a march on file"), ("does", "files", "plays")),
    phrase("HALT takes a march off file; the units stay where they are.\n\n    HALT 504"),
)

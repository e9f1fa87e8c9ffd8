"""CONTINUE: go on with a march on file."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("continue", ("continue [FORMATION]",), "letter", phrase("go on with a march on file"), ("runs",)),
    phrase("CONTINUE resumes the marches on file, or one of them (HELP MARCH).\n\n    CONTINUE\n    {formation}: continue"),
    beside=(Verb("continue", ("continue",), "unit", phrase("go on with the march on file")),),
)

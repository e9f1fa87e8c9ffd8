"""STATUS: where the campaign stands."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("status", ("status",), "question", phrase("where the campaign stands")),
    phrase("STATUS says whose impulse it is, until when, and what lies on file.\n\n    STATUS"),
    by=OBSERVERS,
)

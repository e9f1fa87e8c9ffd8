"""ORDERS: what lies on file."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("orders", ("orders", "standing orders"), "question", phrase("what lies on file")),
    phrase("ORDERS prints what lies on file: the draft that waits, and your standing orders.\n\n    ORDERS"),
    by=OBSERVERS,
)

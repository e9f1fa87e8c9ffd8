"""RULINGS: the host's rulings so far."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("rulings", ("rulings",), "question", phrase("the host's rulings so far")),
    phrase(
        "RULINGS lists the host's rulings by rule id, which bind later cases, and what he has patched of the module, as far\n"
        "as your side was told.\n\n    RULINGS"
    ),
    by=OBSERVERS,
)

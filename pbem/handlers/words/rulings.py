"""RULINGS: the host's rulings so far."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.letters.on_file import patches, rulings
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    return (*block("RULINGS", rulings(desk.admin) or (say("no rulings yet"),)), *block("PATCHES", patches(desk)))


WORD = Word(
    Verb("rulings", ("rulings",), "question", phrase("the host's rulings so far")),
    phrase(
        "RULINGS lists the host's rulings by rule id, which bind later cases, and what was patched of the module, as far\n"
        "as your side was told.\n\n    RULINGS"
    ),
    by=OBSERVERS,
    answer=_told,
)

"""ORDERS: what lies on file."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.letters.desk import Desk
from pbem.letters.on_file import on_file
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    return block("ON FILE", on_file(desk))


WORD = Word(
    Verb("orders", ("orders", "standing orders"), "question", phrase("what lies on file")),
    phrase("ORDERS prints what lies on file: the draft that waits, and your standing orders.\n\n    ORDERS"),
    by=OBSERVERS,
    answer=_told,
)

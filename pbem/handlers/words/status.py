"""STATUS: where the campaign stands."""

from pbem.documents.document import Block, block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.letters.desk import Desk
from pbem.letters.on_file import status
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    return block("STATUS", status(desk))


WORD = Word(
    Verb("status", ("status",), "question", phrase("where the campaign stands")),
    phrase("STATUS says whose {moment} it is, until when, and what lies on file.\n\n    STATUS"),
    by=OBSERVERS,
    answer=_told,
)

"""INTSUM: what is known of the enemy, in one place."""

from pbem.documents.document import Block
from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.letters.stations import summary
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    if desk.admin.stage == "inviting":
        return ()
    head = say("INTSUM as of {name}", name=desk.moment)
    return (Block(head, (say(" From your own reports alone; contacts are named as on your map."),)), *summary(desk))


WORD = Word(
    Verb("intsum", ("intsum",), "question", phrase("what is known of the enemy, in one place")),
    phrase(
        "INTSUM gathers what your side knows of the enemy, in one place.{summary} A team is sent it at every turn{by_summary}.\n"
        "\n"
        "    INTSUM"
    ),
    by=OBSERVERS,
    answer=_told,
)

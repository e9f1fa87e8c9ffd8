"""SEATS: who sits on your side, and what each commands."""

from pbem.documents.document import Block, block
from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.desk import Desk
from pbem.letters.on_file import team
from pbem.orders.tree import Act, Verb


def _told(desk: Desk, act: Act) -> tuple[Block, ...]:
    return team(desk) or block("YOUR SIDE", (say("you command your side alone"),))


WORD = Word(
    Verb("seats", ("seats",), "question", phrase("who sits on your side, and what each commands")),
    phrase(
        "SEATS lists the seats of your own side: who commands which formations, what is delegated, who has the last\n"
        "word (HELP TEAMS).\n\n    SEATS"
    ),
    by=ALL,
    answer=_told,
)

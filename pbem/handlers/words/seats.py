"""SEATS: who sits on your side, and what each commands."""

from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("seats", ("seats",), "question", phrase("who sits on your side, and what each commands")),
    phrase(
        "SEATS lists the seats of your own side: who commands which formations, what is delegated, who has the last\n"
        "word (HELP TEAMS).\n\n    SEATS"
    ),
    by=ALL,
)

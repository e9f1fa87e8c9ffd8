"""INTSUM: what is known of the enemy, in one place."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("intsum", ("intsum",), "question", phrase("what is known of the enemy, in one place")),
    phrase(
        "INTSUM gathers what your side knows of the enemy: new and older contacts with source and age, what\n"
        "claimed zones betray, what captives said, what nobody has looked at, the reports of your field\n"
        "commanders, your commander's words for the turn (INTENT TURN). A team is sent it at every turn\n"
        "(MASL-5.1-1).\n\n    INTSUM"
    ),
    by=OBSERVERS,
)

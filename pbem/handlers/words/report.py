"""REPORT: the situation as your staff knows it."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("report", ("report [TURN]",), "question", phrase("the situation as your staff knows it")),
    phrase(
        "REPORT sends your situation report as of now; with a turn, the last report you were sent in it once more.\n"
        "\n    REPORT\n    REPORT 2"
    ),
    by=OBSERVERS,
)

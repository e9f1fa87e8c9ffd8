"""REPORT: the situation as your staff knows it."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("report", ("report FORMATION", "report [TURN]"), "question", phrase("the situation as your staff knows it")),
    phrase(
        "REPORT sends your situation report as of now, none of it left out; with a turn, the last report you were sent in it once"
        " more. With a formation it opens that one where your report sums it up in a line, as it does on a large side.\n"
        "\n    REPORT\n    REPORT 2\n    REPORT 504"
    ),
    by=OBSERVERS,
)

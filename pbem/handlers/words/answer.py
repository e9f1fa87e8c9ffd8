"""ANSWER: answer a decision that play waits for."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "answer",
        ("answer N (stand|retreat|yield|commit|hold)",),
        "letter",
        phrase("answer a decision that play waits for"),
        ("does", "files", "plays", "leans"),
    ),
    phrase(
        "ANSWER answers a decision by its number when the referee pauses play for it; in a team it is for the side's\n"
        "commander. A decision is made once.\n\n    ANSWER 1 STAND"
    ),
)

"""CARRY OUT WHAT YOU CAN: do not wait for faulty lines."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "carry out what you can",
        ("carry out what you can",),
        "letter",
        phrase("do not wait for faulty lines"),
        ("bare", "manner", "fixes", "carries", "leans"),
    ),
    phrase(
        "CARRY OUT WHAT YOU CAN runs every line that can be run and gives the others back. Without it nothing is\n"
        "executed while any line is faulty, and a line that fails ends the run. A line that only some of its units\n"
        "cannot follow is for the others. What closes your {moment} waits for your YES while a line has a slip that the\n"
        "referee has one hint for.\n\n    CARRY OUT WHAT YOU CAN"
    ),
)

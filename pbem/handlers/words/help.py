"""HELP: help on a topic."""

from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "help",
        ("help [TOPIC]", "what (is|are|does) TOPIC", "how do i TOPIC", "explain TOPIC"),
        "question",
        phrase("help on a topic"),
    ),
    phrase(
        "HELP lists the topics; HELP with a topic, or several, explains it. A word that has no topic of its own is\n"
        "looked for in all of them. WHAT IS and HOW DO I ask the same.\n\n    HELP\n    HELP ATTACK\n    HELP GUNS, BATTLE\n"
        "    What is EZOC?\n    How do I attack?"
    ),
    by=ALL,
)

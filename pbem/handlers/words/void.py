"""VOID: a guard of a plan."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("void", ("void if attacked", "void if lost HEX"), "letter", phrase("a guard of a plan"), ("manner",)),
    phrase(
        "VOID IF is a guard in a plan: see HELP PLAN FOR NEXT.\n"
        "\n    FOR NEXT IMPULSE\n    VOID IF LOST 12.11\n    A/504: move 12.10"
    ),
)

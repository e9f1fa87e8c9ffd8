"""VOID: a guard of a plan."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("void", ("void if attacked", "void if lost HEX"), "letter", phrase("a guard of a plan"), ("manner", "guards")),
    phrase(
        "VOID IF is a guard in a plan: see HELP PLAN FOR NEXT.\n"
        "\n    FOR NEXT IMPULSE\n    VOID IF LOST 12.11\n    A/504: move 12.10"
    ),
)

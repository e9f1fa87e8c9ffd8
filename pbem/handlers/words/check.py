"""CHECK: a dry run against your own map."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("check", ("check",), "letter", phrase("a dry run against your own map"), ("bare", "apart")),
    phrase(
        "CHECK runs the letter dry: every line is checked against what you know, nothing happens, no die is thrown.\n"
        "\n    CHECK\n    A/504: move 12.10"
    ),
)

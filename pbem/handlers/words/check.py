"""CHECK: a dry run against your own map."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("check", ("check",), "letter", phrase("a dry run against your own map"), ("bare", "apart")),
    phrase(
        "CHECK tests the letter: every line is checked against what you know. Nothing happens, nothing is rolled.\n"
        "\n    CHECK\n    {order}"
    ),
)

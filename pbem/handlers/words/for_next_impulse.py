"""FOR NEXT IMPULSE: keep these orders for your next impulse."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "for next impulse",
        ("for next impulse",),
        "letter",
        phrase("keep these orders for your next impulse"),
        ("bare", "apart", "files"),
    ),
    phrase(
        "FOR NEXT IMPULSE keeps the orders of the letter on file. They run in your next impulse, between two hours\n"
        "and two and a half after it began; orders you write before that take their place. Your enemy cannot tell.\n"
        "Orders above it in the same letter are for now.\n"
        "\n    FOR NEXT IMPULSE\n    A/504: move 12.10\n    end impulse"
    ),
)

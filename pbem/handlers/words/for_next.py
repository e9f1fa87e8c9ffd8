"""FOR NEXT: keep these orders for your next part of play, by the noun that the ruleset has for it."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "for next {moment}",
        ("for next {moment}",),
        "letter",
        phrase("keep these orders for your next {moment}"),
        ("bare", "apart", "files", "next"),
    ),
    phrase(
        "FOR NEXT {MOMENT} keeps the orders of the letter on file. They run in your next {moment}, between two hours\n"
        "and two and a half after it began; orders you write before that take their place. Your enemy cannot tell.\n"
        "Orders above it in the same letter are for now.\n"
        "\n    FOR NEXT {MOMENT}\n    {order}\n    {closing}"
    ),
)

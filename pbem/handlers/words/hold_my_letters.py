"""HOLD MY LETTERS: let your letters wait, so that you can recall them."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "hold my letters",
        ("hold my letters (N|off)",),
        "letter",
        phrase("let your letters wait, so that you can recall them"),
        ("does", "arranges"),
    ),
    phrase(
        "HOLD MY LETTERS lets every letter of yours that acts wait so many minutes, 60 at the most, before it is carried out.\n"
        "RECALL within that time takes it back as if it had never come. OFF ends it. No deadline runs out over a letter that"
        " waits.\n"
        "\n    HOLD MY LETTERS 10\n    HOLD MY LETTERS OFF"
    ),
)

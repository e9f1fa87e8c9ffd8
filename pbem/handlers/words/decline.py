"""DECLINE: decline an invitation."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("decline", ("decline",), "letter", phrase("decline an invitation"), ("does", "files")),
    phrase(
        "DECLINE answers an invitation you do not take. The seat stays empty until the host gives it to somebody else.\n"
        "\n    DECLINE"
    ),
)

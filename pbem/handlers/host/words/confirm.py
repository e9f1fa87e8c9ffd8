"""CONFIRM: carry out a word that waits for its code. It is part of how words are said (`letter.py`)."""

from pbem.handlers.host.word import ANY, HostWord
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = HostWord(
    Verb("confirm", ("confirm WORD",), "question", phrase("carry out a word that waits for its code")),
    phrase(
        "CONFIRM executes the word whose code you were sent. It counts for a day, once, and only while play\n"
        "stands where it stood.\n"
        "\n"
        "    CONFIRM abcd-efgh"
    ),
    210,
    changes=False,
    stages=ANY,
)

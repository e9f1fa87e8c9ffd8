"""CONCEDE: give the campaign up."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("concede", ("concede [yes]",), "letter", phrase("give the campaign up"), ("does", "arranges")),
    phrase(
        "CONCEDE gives the campaign to the other side. Since it cannot be undone the referee asks first, and only a YES in\n"
        "answer to that letter does it. All is opened to both as after the last turn, with the result to date.\n"
        "\n    CONCEDE"
    ),
)

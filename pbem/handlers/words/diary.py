"""DIARY: what happened to one of your units."""

from pbem.handlers.word import OBSERVERS, Word, ask_ruleset
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("diary", ("diary UNIT",), "question", phrase("what happened to one of your units")),
    phrase(
        "DIARY tells what happened to one of your units, {moment} by {moment}, as your side learned it: its moves, its recon,\n"
        "its battles, what its field commanders wrote. The last letter of a campaign tells the stories of all your units. It\n"
        "adds what your side's LOGs say of each by its call, and which enemy units were in its battles.\n"
        "\n"
        "    DIARY {a_unit}"
    ),
    by=OBSERVERS,
    answer=ask_ruleset,
)

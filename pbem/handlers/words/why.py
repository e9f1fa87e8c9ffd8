"""WHY: the figures behind a battle, or what cuts a unit off."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "why",
        ("why [battle] N", "why out of supply UNIT", "why out of communication UNIT"),
        "question",
        phrase("the figures behind a battle, or what cuts a unit off"),
    ),
    phrase(
        "WHY prints your side's own part of a battle: strengths, modifiers, shifts, dice, rules. WHY OUT OF SUPPLY\n"
        "says where a unit's line of supply runs, or what cuts it, and so does WHY OUT OF COMMUNICATION of its HQs.\n"
        "\n    WHY 3\n    Why battle 3?\n    WHY OUT OF SUPPLY A/504"
    ),
    by=OBSERVERS,
)

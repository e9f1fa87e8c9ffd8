"""ABSENT: say that you will be away."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "absent",
        ("absent MOMENT to MOMENT_END [proxy SEAT]", "absent no"),
        "letter",
        phrase("say that you will be away"),
        ("does", "arranges"),
    ),
    phrase(
        "ABSENT says from when to when you are away. With a PROXY, a seat of your own side, he commands meanwhile and\n"
        "your clock runs on; without one an impulse of yours that would end in that time ends on the first evening after\n"
        "it (up to two weeks). ABSENT NO takes it back. The other side is told nothing.\n\n"
        "    ABSENT 2026-12-20 to 2026-12-27\n    ABSENT 20 Dec 18:00 to 27 Dec proxy allied.504\n    ABSENT NO"
    ),
)

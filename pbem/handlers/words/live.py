"""LIVE: offer the other side an evening at the table together."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "live",
        ("live MOMENT [to CLOCK]", "live no", "accept live [N]", "decline live [N]"),
        "letter",
        phrase("offer the other side an evening at the table together"),
        ("does", "arranges"),
    ),
    phrase(
        "LIVE offers the other side an evening in which impulses last minutes: on your own clocks, from then until then.\n"
        "ACCEPT LIVE or DECLINE LIVE answers an offer. LIVE NO takes yours back, calls off what is agreed, or ends the\n"
        "evening that runs.\n\n    LIVE 20:00-22:30\n    LIVE 27 Nov 20:00 to 22:30\n    ACCEPT LIVE 1\n    DECLINE LIVE\n"
        "    LIVE NO"
    ),
)

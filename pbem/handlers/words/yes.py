"""YES: take the hints, or confirm."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("yes", ("yes", "yes end [{moment}]"), "letter", phrase("take the hints, or confirm"), ("bare", "fixes", "leans")),
    phrase(
        "YES answers a receipt. Every hint is taken where a line has just one, faulty lines without one are left out,\n"
        "and the others run. Where the receipt asked a question, YES confirms it. YES END takes no hint: what is ready\n"
        "runs, and the {moment} is closed.\n"
        "\n"
        "    YES\n"
        "    YES END"
    ),
)

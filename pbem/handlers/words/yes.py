"""YES: take the hints, or confirm."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("yes", ("yes", "yes end [{moment}]"), "letter", phrase("take the hints, or confirm"), ("bare", "fixes", "leans")),
    phrase(
        "YES answers a receipt: every hint is taken (where a line has just one), lines that have none are left out, as\n"
        "the receipt said, and the others run; or the thing asked about is confirmed. YES END takes no hint: what is\n"
        "ready runs, and the {moment} is closed.\n\n    YES\n    YES END"
    ),
)

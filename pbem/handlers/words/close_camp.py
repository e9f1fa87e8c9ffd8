"""CLOSE CAMP: end the boot camp."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("close camp", ("close camp",), "letter", phrase("end the boot camp"), ("does", "arranges")),
    phrase(
        "CLOSE CAMP ends a boot camp at any time. All is opened to you as after the last turn of any campaign, and your\n"
        "certificate says what you have done.\n\n    CLOSE CAMP"
    ),
)

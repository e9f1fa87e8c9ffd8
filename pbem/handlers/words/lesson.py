"""LESSON: the boot camp's lesson once more."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("lesson", ("lesson [N]",), "letter", phrase("the boot camp's lesson once more"), ("does", "arranges")),
    phrase(
        "LESSON shows the lesson you are at in a boot camp once more; with a number it goes to that one, done already or not\n"
        "(HELP BOOT CAMP).\n\n    LESSON\n    LESSON 3"
    ),
)

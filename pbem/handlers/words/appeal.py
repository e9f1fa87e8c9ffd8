"""APPEAL: appeal to the host."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("appeal", ("appeal line LINE [TEXT]", "appeal TEXT"), "letter", phrase("appeal to the host"), ("does", "arranges")),
    phrase(
        "APPEAL puts a question of the rules to the host: about a line of your last orders, or in your own words. Nobody\n"
        "else reads it; where he commands a side himself, none is made. What he rules for both is a RULING,\n"
        "and binds; RULINGS lists them.\n\n"
        "    APPEAL LINE 3 the bridge is whole\n    APPEAL May a half company claim EZOC?"
    ),
)

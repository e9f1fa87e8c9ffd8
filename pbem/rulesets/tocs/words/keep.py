"""KEEP: leave so many OPs in the bank."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("keep", ("keep N",), "letter", phrase("leave so many OPs in the bank"), ("manner",)),
    phrase("KEEP runs the lines in order as long as so many OPs stay in the bank; the rest comes back.\n\n    KEEP 2"),
)

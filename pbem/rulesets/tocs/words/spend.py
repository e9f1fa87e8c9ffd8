"""SPEND: spend at most so many OPs on this letter."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("spend", ("spend N",), "letter", phrase("spend at most so many OPs on this letter"), ("manner",)),
    phrase("SPEND runs the lines in order until so many OPs are spent; the rest comes back.\n\n    SPEND 4"),
)

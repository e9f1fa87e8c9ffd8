"""KEEP: leave so many OPs in the bank."""

from pbem.handlers.word import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("keep", ("keep N",), "letter", phrase("leave so many OPs in the bank"), ("manner",)),
    phrase("KEEP runs the lines in order as long as so many OPs stay in the bank; the rest comes back.\n\n    KEEP 2"),
)

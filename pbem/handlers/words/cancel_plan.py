"""CANCEL PLAN: take your plan off file."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("cancel plan", ("cancel plan",), "letter", phrase("take your plan off file"), ("bare", "files")),
    phrase("CANCEL PLAN takes the plan for your next impulse off file.\n\n    CANCEL PLAN"),
)

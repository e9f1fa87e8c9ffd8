"""RESEND: have a letter sent again."""

from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("resend", ("resend LETTER",), "question", phrase("have a letter sent again")),
    phrase("RESEND sends one of your letters again, the same to the last byte.\n\n    RESEND A-3"),
    by=ALL,
)

"""VOLUNTEER: stand ready to take a seat that falls empty."""

from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("volunteer", ("volunteer",), "letter", phrase("stand ready to take a seat that falls empty"), ("does", "files")),
    phrase(
        "VOLUNTEER is for reserve officers whom the host has asked: it puts you on the list of those who may be\n"
        "given a seat that falls empty.\n\n    VOLUNTEER"
    ),
    by=FIELD,
)

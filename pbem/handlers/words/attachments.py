"""ATTACHMENTS: the report for machines, attached or not."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("attachments", ("attachments (on|off)",), "letter", phrase("the report for machines, attached or not"), ("does", "files")),
    phrase(
        "ATTACHMENTS OFF leaves picture.json out of your reports: all that is on your map, for programs (HELP\n"
        "PICTURE).\n\n    ATTACHMENTS OFF\n    ATTACHMENTS ON"
    ),
)

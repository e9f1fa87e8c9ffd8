"""ZONE: read the clock in your own zone."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("zone", ("zone TEXT",), "letter", phrase("read the clock in your own zone"), ("does", "arranges")),
    phrase(
        "ZONE has every hour in your letters told in your own time zone. The campaign's own stays what it was.\n"
        "\n    ZONE Europe/London\n    ZONE America/New_York"
    ),
)

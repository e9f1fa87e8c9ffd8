"""H-HOUR: let what lies on file run at an hour."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "h-hour",
        ("h-hour [tomorrow] CLOCK", "h-hour off"),
        "letter",
        phrase("let what lies on file run at an hour"),
        ("does", "files"),
    ),
    phrase(
        "H-HOUR lets everything on file run at that hour of your own clock, within the impulse. H-HOUR OFF takes\n"
        "it back.\n\n    H-HOUR 20:00\n    H-HOUR TOMORROW 7:30\n    H-HOUR OFF"
    ),
)

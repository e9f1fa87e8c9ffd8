"""DIGEST: one letter a day for what is not urgent."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb(
        "digest",
        ("digest (on|off)", "digest CLOCK"),
        "letter",
        phrase("one letter a day for what is not urgent"),
        ("does", "files"),
    ),
    phrase(
        "DIGEST ON gathers what asks nothing of you (reports of the enemy's impulses, summaries, messages, words\n"
        "on who commands what) into one letter a day, at 7:00 or at the hour you name, on your own clock (ZONE).\n"
        "Answers, your impulse, decisions, reminders, offers and the host's words come at once, and what was held\n"
        "comes just before your impulse. Nothing is held on a live evening. DIGEST OFF brings each letter by\n"
        "itself again.\n\n    DIGEST ON\n    DIGEST 18:00\n    DIGEST OFF"
    ),
)

"""MUTE: take no more messages of somebody's."""

from pbem.handlers.words.form import Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("mute", ("mute SEAT", "unmute SEAT"), "letter", phrase("take no more messages of somebody's"), ("does", "arranges")),
    phrase(
        "MUTE lets no more MESSAGEs of a seat's, a side's or ENEMY's come to you; UNMUTE does again. A seat of your own\n"
        "side that writes to you alone is told so; the enemy gets the same answer as if you read him.\n\n    MUTE enemy\n"
        "    UNMUTE enemy"
    ),
)

"""MAP: the ground as your staff knows it, in letters."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("map", ("map [HEX [N]]",), "question", phrase("the ground as your staff knows it, in letters")),
    phrase(
        "MAP draws the whole map, a sign for each hex. With a hex it draws the hexes around it (two of them each\n"
        "way, or as many as you say, four at the most), each with its number and what is known of it.\n\n    MAP\n"
        "    MAP 14.12\n    MAP 14.12 3"
    ),
    by=OBSERVERS,
)

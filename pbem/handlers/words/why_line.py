"""WHY LINE: what came of a line of your last orders, and by which rules."""

from pbem.handlers.word import OBSERVERS, Word
from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb

WORD = Word(
    Verb("why line", ("why line N",), "question", phrase("what came of a line of your last orders, and by which rules")),
    phrase(
        "WHY LINE tells what came of a line of your last orders, as its receipt numbered it, and the rules that it\n"
        "came to grief over.\n\n    WHY LINE 2"
    ),
    by=OBSERVERS,
)

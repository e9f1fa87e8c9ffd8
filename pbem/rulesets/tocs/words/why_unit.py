"""WHY and a unit: which questions tell of it."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("why unit", ("why UNIT",), "question", phrase("which questions tell of a unit")),
    phrase(
        "WHY and a unit names the questions that tell of it: what it is and may do, what it did, what cuts it off.\n\n    WHY A/504"
    ),
    does="ask",
)

"""WHY AT SEA: the figures behind a battle of ships."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("why at sea", ("why at sea [battle] N",), "question", phrase("the figures behind a battle at sea")),
    phrase(
        "WHY AT SEA prints what your side was told of a battle at sea, exchange by exchange: who fired, rolls, what modified\n"
        "them, hits, what sank, with the rules. Reports number these battles S1, S2, …\n\n    WHY AT SEA 2"
    ),
    does="ask",
)

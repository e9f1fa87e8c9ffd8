"""TCS's own words of a letter: questions that its reports answer at once."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

COST = OwnWord(
    Verb("cost", ("cost UNIT to HEX",), "question", phrase("what a move would cost")),
    phrase(
        "COST prints the cheapest way to a hex that the unit's op sheet allows, hex by hex, with its MP.\n\n"
        "    COST A-1 to 05.03"
    ),
    does="ask",
)  # fmt: skip
SEE_FROM = OwnWord(
    Verb("see from", ("see from HEX",), "question", phrase("which hexes are in sight of a hex")),
    phrase(
        "SEE FROM lists the hexes that a unit there would see this turn, by the map, smoke that you know of and the\n"
        "visibility. An enemy in one of them is spotted only within the range for what it is and does (HELP SIGHT).\n\n"
        "    SEE FROM 05.04"
    ),
    does="ask",
)
WORDS = (COST, SEE_FROM)

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
CHANCE = OwnWord(
    Verb("chance", ("chance UNIT at TARGET", "chance UNIT at HEX"), "question", phrase("the odds of a shot")),
    phrase(
        "CHANCE prints what a unit's fire would come to now: the column of area fire, the net value of a point fire\n"
        "with the number needed on 3d6 read in order, an AT roll, each with its chance. It knows what you know.\n\n"
        "    CHANCE A-MG at 05.04"
    ),
    does="ask",
)  # fmt: skip
ASK = OwnWord(
    Verb("ask", ("ask HEX",), "question", phrase("the classes of a stack that is seen")),
    phrase(
        "ASK says which classes of targets are seen in a hex of the enemy's: men and guns, soft vehicles, armor. Of a\n"
        "stack only the top is shown; its classes are told truly (TCS3-10-1).\n\n    ASK 05.04"
    ),
    does="ask",
)  # fmt: skip
WORDS = (COST, SEE_FROM, CHANCE, ASK)

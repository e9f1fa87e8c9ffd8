"""TCS's own words of a letter: questions that its reports answer at once."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

COST = OwnWord(
    Verb("cost", ("cost UNIT to HEX",), "question", phrase("what a move would cost")),
    phrase(
        "COST prints the cheapest way to a hex that the unit's op sheet allows, hex by hex, with its MP. It says what MOVE\n"
        "MODE costs before it, and how many turns it takes.\n\n"
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
    Verb(
        "chance", ("chance UNIT [from HEX_FROM] at TARGET...", "chance UNIT [from HEX_FROM] at PATH"), "question",
        phrase("the odds of a shot"),
    ),
    phrase(
        "CHANCE prints what a unit's fire would come to now: the column of area fire, the net value of a point fire\n"
        "with the number needed on 3d6 read in order, an AT roll, each with its chance. It knows what you know.\n"
        "Several hexes, or several enemies by name, are answered one after another. FROM asks what it would come to\n"
        "from another hex, in fire mode.\n\n"
        "    CHANCE A-MG at 05.04\n    CHANCE A-MG at foot-1, foot-3\n    CHANCE T-1 at 05.04, 05.05\n"
        "    CHANCE T-1 FROM 06.02 at 05.04"
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
WHY_OF = OwnWord(
    Verb("why of", ("why UNIT", "why TARGET", "why SHEET"), "question", phrase("the figures behind a unit's fire, or a sheet")),
    phrase(
        "WHY of a unit gives the figures of the last turn in which anything happened to it: columns, rolls, modifiers\n"
        "and chances of its fire, and of the fire that struck it as far as your side knows them. It says why the unit\n"
        "fired no overwatch at an enemy that it saw move. Of a battery it gives the adjustment of its missions and\n"
        "what their sheafs were worth. DIARY tells all turns.\n"
        "WHY of a sheet gives its size, why it gains what it gains, and for the next roll its weighted turns, their\n"
        "column and the number needed. Of an enemy it has no figures, and says where it was\n"
        "seen.\n\n    WHY A-1\n    WHY BTY\n    WHY US-2"
    ),
    does="ask",
)
CHANCE_SHEET = OwnWord(
    Verb("chance sheet", ("chance SHEET",), "question", phrase("when a sheet may be in force")),
    phrase(
        "CHANCE of a sheet says how likely it is in force by each of the next turns, as its force stands now.\n\n    CHANCE US-2"
    ),
    does="ask",
)
COST_SHEET = OwnWord(
    Verb("cost sheet", ("cost SHEET",), "question", phrase("what changes to a sheet cost")),
    phrase("COST of a sheet says how many of its weighted turns a change would leave.\n\n    COST US-2"),
    does="ask",
)
CAN_SHEET = OwnWord(
    Verb("what can sheet", ("what can SHEET",), "question", phrase("what may be said of a sheet now")),
    phrase("WHAT CAN of a sheet lists the lines of letter A that would run for it.\n\n    WHAT CAN US-2"),
    does="ask",
)
WORDS = (COST, SEE_FROM, CHANCE, ASK, WHY_OF, CHANCE_SHEET, COST_SHEET, CAN_SHEET)

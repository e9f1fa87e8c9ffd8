"""WHY OUT OF SUPPLY, WHY OUT OF COMMUNICATION: what cuts a unit off."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb(
        "why out of supply",
        ("why out of supply UNIT", "why out of communication UNIT"),
        "question",
        phrase("what cuts a unit off"),
    ),
    phrase(
        "WHY OUT OF SUPPLY says where a unit's line of supply runs, or what cuts it, and so does WHY OUT OF\n"
        "COMMUNICATION of its headquarters.\n"
        "\n"
        "    WHY OUT OF SUPPLY A/504"
    ),
    does="ask",
)

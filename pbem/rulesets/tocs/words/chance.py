"""CHANCE: what can be told of a battle before it is fought."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("chance", ("chance [UNIT] at HEX",), "question", phrase("what is known of the enemy in a hex before an attack")),
    phrase(
        "No odds are told before a battle. CHANCE tells what your side knows of the enemy in the hex, and since when, and\n"
        "the strength of the unit. RECON tells what is there, HELP BATTLE what counts, and WHY the odds of a battle that\n"
        "is over.\n\n    CHANCE A/504 at 14.12"
    ),
    does="ask",
)

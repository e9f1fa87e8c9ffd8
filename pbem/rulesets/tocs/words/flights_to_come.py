"""FLIGHTS alone: the flights that are to come. With IN ORDER it is an order, of `actions/flights.py`."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("flights to come", ("flights [to come]",), "question", phrase("the scheduled flights to come, and who is aboard")),
    phrase(
        "FLIGHTS alone tells the flights of your side that are to come: when, who is aboard, and where they come down.\n\n"
        "    FLIGHTS"
    ),
    does="ask",
)

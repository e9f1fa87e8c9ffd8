"""PASS: give up the impulse without activating anybody."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("pass", ("pass",), "letter", phrase("give up the impulse without activating anybody"), ("runs", "closes", "final")),
    phrase(
        "PASS gives up your impulse before any unit was activated. It banks the OPs and brings the end of the turn\n"
        "nearer. Since it cannot be taken back the referee asks for a YES.\n\n    PASS"
    ),
)

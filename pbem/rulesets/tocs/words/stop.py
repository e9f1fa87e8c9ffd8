"""STOP: stop the run, always or when the enemy is met."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("stop", ("stop on contact", "stop"), "letter", phrase("stop the run, always or when the enemy is met"), ("runs",)),
    phrase(
        "STOP ends the run where it stands; STOP ON CONTACT ends it when the enemy is met (an occupied hex, an ambush,\n"
        "ground it holds in its fire). As the first line it covers the whole letter. The rest comes back, ready to be sent again.\n"
        "\n    STOP ON CONTACT\n    A/504: recon 13.10; stop"
    ),
    beside=(Verb("stop", ("stop [on contact]",), "unit", phrase("end the run here")),),
)

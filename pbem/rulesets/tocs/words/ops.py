"""OPS: allot the impulse's OPs to seats."""

from pbem.kernel.i18n import phrase
from pbem.orders.tree import Verb
from pbem.rulesets.form import OwnWord

WORD = OwnWord(
    Verb("ops", ("ops SHARE...",), "letter", phrase("allot the impulse's OPs to seats"), ("does", "files")),
    phrase(
        "OPS gives each seat so many OPs of this impulse, REST what the others leave. Their orders spend no more,\n"
        "and run in this order.\n\n    OPS 504 5, REST 505"
    ),
    does="share points",
)

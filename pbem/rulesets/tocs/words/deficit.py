"""DEFICIT: spend up to three OPs you have not got."""

from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.orders.tree import Act, Verb
from pbem.rulesets.form import OwnWord

MOST = 3


@rule("TOCS-3.5-2")
def _overdrawn(act: Act) -> str:
    """DEFICIT beyond what the rules allow is not passed over."""
    asked = act.number("N") or 0
    told = phrase("DEFICIT {number}: three OPs are the most (TOCS-3.5-2), and three count here")
    return say(told, number=asked) if asked > MOST else ""


WORD = OwnWord(
    Verb("deficit", ("deficit N", "deficit no"), "letter", phrase("spend up to three OPs you have not got"), ("manner",)),
    phrase("DEFICIT allows up to three OPs beyond your bank this impulse; each is handed to the enemy.\n\n    DEFICIT 2"),
    remark=_overdrawn,
)

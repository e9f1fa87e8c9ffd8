"""SEA INTERCEPT: what your ships and aircraft go for when somebody moves in a zone of theirs (TOCS-W16.3-3)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.ships import AIRCRAFT, NAVAL_UNITS
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SeaInterceptPolicy(Value):
    """at: what is gone for: naval units, aircraft, or both."""

    at: tuple[str, ...] = (NAVAL_UNITS, AIRCRAFT)


@rule("TOCS-W16.3-3", "TOCS-W16.5-1")
def wanted(policy: SeaInterceptPolicy, what: str) -> bool:
    """Does it want a battle with what was announced?"""
    return what in policy.at


def policy(acts: tuple[Act, ...], default: SeaInterceptPolicy) -> SeaInterceptPolicy:
    """The policy of the last line on file."""
    if not acts or acts[-1].says("all"):
        return default
    kinds = {"ships": NAVAL_UNITS, "aircraft": AIRCRAFT}
    return SeaInterceptPolicy(tuple(kind for word, kind in kinds.items() if acts[-1].says(word)))


REACTION = Reaction(
    verb=Verb("sea intercept", ("sea intercept (all|ships|aircraft|never)",), "standing",
        phrase("what your ships and aircraft at sea go for")),
    help=phrase(
        """SEA INTERCEPT says when your ships and aircraft in a sea zone attack who comes into it or leaves it, or whom a search of
theirs finds (TOCS-W16.3). Both sides roll each time, in secret, even where nobody is; the order decides whether a success
is used. Of a try that fails or is not wanted nobody reads a word.

    SEA INTERCEPT ALL      # what counts without a line
    SEA INTERCEPT SHIPS
    SEA INTERCEPT NEVER"""
    ),
    defaults=(),
    part=lambda act: "sea intercept",
    check=lambda game, picture, act: None,
)  # fmt: skip

"""COAST GUNS: what your batteries on the coast fire at (ruling N5)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.ships import CRAFT
from pbem.rulesets.tocs.standing_orders.form import Reaction

ALL, FIRST, HOLD = "all", "craft", "hold"


class CoastGunsPolicy(Value):
    """at: ALL, FIRST (at craft alone, as long as they come), or HOLD."""

    at: str = ALL


@rule("TOCS-W16.7-1")
def fires(policy: CoastGunsPolicy, ship: str) -> bool:
    """Do coast guns fire at a ship of a class?"""
    return policy.at == ALL or (policy.at == FIRST and ship == CRAFT)


def policy(acts: tuple[Act, ...], default: CoastGunsPolicy) -> CoastGunsPolicy:
    """The policy of the last line on file."""
    if not acts:
        return default
    return CoastGunsPolicy(next(word for word in (HOLD, FIRST, ALL) if acts[-1].says(word)))


REACTION = Reaction(
    verb=Verb("coast guns", ("coast guns (all|craft first|hold)",), "standing",
        phrase("what your batteries on the coast fire at")),
    help=phrase(
        """COAST GUNS says whether batteries that can fire at ships answer those that shell, lay or lift mines, or bring landing
craft within their range: once a ship an impulse, at its strength against the ship's own. CRAFT FIRST saves them for landing
craft. Guns that hold are noticed by nobody.

    COAST GUNS ALL      # what counts without a line
    COAST GUNS CRAFT FIRST
    COAST GUNS HOLD"""
    ),
    defaults=(),
    part=lambda act: "coast guns",
    check=lambda game, picture, act: None,
)  # fmt: skip

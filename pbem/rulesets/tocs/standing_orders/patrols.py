"""PATROLS: what your patrols go for (TOCS-W15.7)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.flak import CLASSES
from pbem.rulesets.tocs.standing_orders.form import Reaction


class PatrolsPolicy(Value):
    """at: the classes of aircraft that patrols go for, None for any."""

    at: tuple[str, ...] | None = None


@rule("TOCS-W15.7-2")
def engages(policy: PatrolsPolicy, what: str) -> bool:
    """Does a patrol go for aircraft of a class?"""
    return policy.at is None or what in policy.at


def policy(acts: tuple[Act, ...], default: PatrolsPolicy) -> PatrolsPolicy:
    """The policy of the last PATROLS line on file."""
    if not acts:
        return default
    classes = tuple(name for name in CLASSES if acts[-1].says(name))
    return PatrolsPolicy(() if acts[-1].says("never") else classes or None)


REACTION = Reaction(
    verb=Verb("patrols", (
        "patrols [engage] (all|never)", "patrols [engage] at [transports] [fighters] [bombers] [light planes]",
    ), "standing", phrase("what your patrols of aircraft go for")),
    help=phrase(
        """PATROLS says what your patrols on station go for as it enters their zone (their hex and two rings around it), or is there
when they come (TOCS-W15.7). The class is all they see before they try. A try that fails, or is not made, is noticed by nobody.

    PATROLS ENGAGE ALL      # what counts without a line
    PATROLS AT TRANSPORTS BOMBERS
    PATROLS NEVER"""
    ),
    defaults=(),
    part=lambda act: "patrols",
    check=lambda game, picture, act: None,
)  # fmt: skip

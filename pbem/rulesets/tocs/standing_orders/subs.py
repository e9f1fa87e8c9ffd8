"""SUBS: whether your submarines attack at the end of a turn (TOCS-W16.8-4)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SubsPolicy(Value):
    """attack: they do; first: the class they go for before any other, "" for the order of SEA TARGETS."""

    attack: bool = True
    first: str = ""


@rule("TOCS-W16.8-4")
def attacks(policy: SubsPolicy) -> bool:
    """Do submarines attack?"""
    return policy.attack


def policy(acts: tuple[Act, ...], default: SubsPolicy) -> SubsPolicy:
    """The policy of the last line on file."""
    if not acts:
        return default
    return SubsPolicy(not acts[-1].says("hold"), "transport" if acts[-1].says("transports") else "")


REACTION = Reaction(
    verb=Verb("subs", ("subs attack [transports first]", "subs hold"), "standing", phrase("whether your submarines attack")),
    help=phrase(
        """SUBS says whether your submarines attack as a turn ends: each that rolls its box or less attacks one ship in its box,
and drops a box (TOCS-W16.8-4). They go for ships in the order of SEA TARGETS.

    SUBS ATTACK      # what counts without a line
    SUBS ATTACK TRANSPORTS FIRST
    SUBS HOLD"""
    ),
    defaults=(),
    part=lambda act: "subs",
    check=lambda game, picture, act: None,
)  # fmt: skip

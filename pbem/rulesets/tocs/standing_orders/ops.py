"""OPS: how many operation points every letter leaves in the bank, and whether it may overspend (TOCS-1.5-2, 3.5)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.activation import DEFICIT_MOST
from pbem.rulesets.tocs.standing_orders.form import Reaction


class OpsPolicy(Value):
    """keep: OPs that stay in the bank; deficit: points beyond it that a letter may spend."""

    keep: int = 0
    deficit: int = 0


def budget(policy: OpsPolicy) -> tuple[int, int]:
    """What a letter keeps and how far it may overspend when it says nothing of it."""
    return policy.keep, policy.deficit


def policy(acts: tuple[Act, ...], default: OpsPolicy) -> OpsPolicy:
    """The policy of the OPS lines on file, one for what is kept and one for the deficit."""
    keep, deficit = default.keep, default.deficit
    for act in acts:
        if act.says("keep"):
            keep = act.number("N") or 0
        else:
            deficit = act.number("N") or 0
    return OpsPolicy(keep, deficit)


@rule("TOCS-1.5-2", "TOCS-3.5-2")
def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    if act.says("deficit") and (act.number("N") or 0) > DEFICIT_MOST:
        return illegal(say("a deficit is three points at the most"), "TOCS-1.5-2", "OPS DEFICIT 3")
    return None


REACTION = Reaction(
    verb=Verb("ops", ("ops keep N", "ops deficit (N|no)"), "standing", phrase("what your letters leave in the bank")),
    help=phrase(
        """OPS says how many operation points each of your letters leaves in the bank, and how many it may spend beyond it.
Each of those goes to the enemy, three at the most (TOCS-3.5-2). KEEP, DEFICIT and SPEND in a letter override
it.

    OPS KEEP 0
    OPS DEFICIT NO         # the defaults
    OPS KEEP 4"""
    ),
    defaults=("OPS KEEP 0", "OPS DEFICIT NO"),
    part=lambda act: "ops keep" if act.says("keep") else "ops deficit",
    check=_check,
)  # fmt: skip

"""SPOTTED AT: what is aimed at under a spotter of your own, where the order names nothing (TOCS-W15.3-2)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.rules.perimeter import KINDS
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SpottedPolicy(Value):
    """kinds: of target in order of wish, () to hit at random."""

    kinds: tuple[str, ...] = ()


@rule("TOCS-W15.3-2")
def aim(policy: SpottedPolicy, there: tuple[str, ...]) -> str:
    """The first kind of the wish among those that are there, "" for none."""
    return next((kind for kind in policy.kinds if kind in there), "")


def policy(acts: tuple[Act, ...], default: SpottedPolicy) -> SpottedPolicy:
    """The policy of the last SPOTTED AT line on file."""
    return SpottedPolicy(tuple(word for word in acts[-1].words if word in KINDS)) if acts else default


_KIND = f"({'|'.join(KINDS)})"
REACTION = Reaction(
    verb=Verb("spotted at", ("spotted at any", f"spotted at {_KIND} [or {_KIND}]"), "standing",
              phrase("what is aimed at where your spotter is over the target")),
    help=phrase(
        """SPOTTED AT says what your guns and aircraft aim at under your aerial spotter, when their order names no kind of
target (TOCS-W15.3-2): the enemy must say what is there, and the first kind you name that is there is fired at. A kind that the
order names counts before it.

    SPOTTED AT ANY    # what counts without a line: random hits
    SPOTTED AT GUNS OR VEHICLES"""
    ),
    defaults=(),
    part=lambda act: "spotted at",
    check=lambda game, picture, act: None,
)  # fmt: skip

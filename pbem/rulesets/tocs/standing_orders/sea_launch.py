"""SEA LAUNCH: whether a carrier sends up what is ready when an interception opens (TOCS-W16.3-5)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SeaLaunchPolicy(Value):
    """all: a carrier launches all that is ready."""

    all: bool = False


@rule("TOCS-W16.3-5")
def launches(policy: SeaLaunchPolicy) -> bool:
    """Does a carrier launch when an interception opens?"""
    return policy.all


def policy(acts: tuple[Act, ...], default: SeaLaunchPolicy) -> SeaLaunchPolicy:
    """The policy of the last line on file."""
    return SeaLaunchPolicy(acts[-1].says("all")) if acts else default


REACTION = Reaction(
    verb=Verb("sea launch", ("sea launch (all|none)",), "standing",
        phrase("whether carriers launch when an interception opens")),
    help=phrase(
        """SEA LAUNCH says whether your carriers in a zone send up all aircraft that are ready when an interception opens
there, into box 3. It costs a carrier a box, as any launch (TOCS-W16.3-5).

    SEA LAUNCH NONE      # what counts without a line
    SEA LAUNCH ALL"""
    ),
    defaults=(),
    part=lambda act: "sea launch",
    check=lambda game, picture, act: None,
)  # fmt: skip

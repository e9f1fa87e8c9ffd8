"""SEA SCREEN: how many of your aircraft in a battle at sea screen, and how many attack (TOCS-W16.6-1)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction

HALF = "half"


class SeaScreenPolicy(Value):
    """air: "half", "all", "none", or how many screen."""

    air: str = HALF


@rule("TOCS-W16.6-1")
def screening(policy: SeaScreenPolicy, aircraft: int) -> int:
    """How many of so many aircraft screen: of an odd number the smaller half."""
    if policy.air.isdigit():
        return min(int(policy.air), aircraft)
    return {HALF: aircraft // 2, "all": aircraft, "none": 0}[policy.air]


def policy(acts: tuple[Act, ...], default: SeaScreenPolicy) -> SeaScreenPolicy:
    """The policy of the last line on file."""
    if not acts:
        return default
    number = acts[-1].number("N")
    if number is not None:
        return SeaScreenPolicy(str(number))
    return SeaScreenPolicy(next(word for word in (HALF, "all", "none") if acts[-1].says(word)))


REACTION = Reaction(
    verb=Verb("sea screen", ("sea screen [air] (half|all|none)", "sea screen [air] N"), "standing",
        phrase("how many of your aircraft screen in a battle at sea")),
    help=phrase(
        """SEA SCREEN says how many of your aircraft that are in a battle at sea stay with your ships and screen them; the others
attack (TOCS-W16.6-1). Both sides choose blind. Aircraft that attack must first fight all that screen; only those over and
above them reach the ships.

    SEA SCREEN AIR HALF      # what counts without a line
    SEA SCREEN AIR 2
    SEA SCREEN AIR NONE"""
    ),
    defaults=(),
    part=lambda act: "sea screen",
    check=lambda game, picture, act: None,
)  # fmt: skip

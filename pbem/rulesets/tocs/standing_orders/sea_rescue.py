"""SEA RESCUE: where men of a damaged ship and homeless aircraft go (TOCS-W16.5-4, W17.10-1)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SeaRescuePolicy(Value):
    """to: ships by call, the one preferred first; after them any with room, by call."""

    to: tuple[str, ...] = ()


@rule("TOCS-W17.10-1", "TOCS-W16.5-4")
def preferred(policy: SeaRescuePolicy, able: tuple[str, ...]) -> tuple[str, ...]:
    """Ships that have room, in the order in which they are filled."""
    named = [call for call in policy.to if call in able]
    return (*named, *(call for call in able if call not in named))


def policy(acts: tuple[Act, ...], default: SeaRescuePolicy) -> SeaRescuePolicy:
    """The policy of the last line on file."""
    return SeaRescuePolicy(acts[-1].texts("UNITS")) if acts else default


REACTION = Reaction(
    verb=Verb("sea rescue", ("sea rescue to UNITS", "sea rescue nearest"), "standing",
        phrase("where men of a damaged ship and homeless aircraft go")),
    help=phrase(
        """SEA RESCUE says which ships take the men of a ship that is disabled, and aircraft whose carrier is gone (TOCS-W17.10,
W16.5-4). Men and mortars are taken off as long as there is room; vehicles and guns stay. Without a line any ship with room
takes them.

    SEA RESCUE NEAREST      # what counts without a line
    SEA RESCUE TO LST4, LST5"""
    ),
    defaults=(),
    part=lambda act: "sea rescue",
    check=lambda game, picture, act: None,
)  # fmt: skip

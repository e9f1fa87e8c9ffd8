"""SEA GROUP: which ships screen which against aircraft (TOCS-W16.6-2)."""

from collections.abc import Mapping

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, field
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SeaGroupPolicy(Value):
    """groups: the ships that screen, by the ship they screen."""

    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@rule("TOCS-W16.6-2")
def grouped(policy: SeaGroupPolicy) -> Mapping[str, tuple[str, ...]]:
    """The groups as ordered."""
    return policy.groups


def policy(acts: tuple[Act, ...], default: SeaGroupPolicy) -> SeaGroupPolicy:
    """The groups of all lines on file."""
    groups = {act.text("UNIT") or "": act.texts("UNITS") for act in acts}
    return SeaGroupPolicy({lead: calls for lead, calls in groups.items() if lead}) if groups else default


REACTION = Reaction(
    verb=Verb("sea group", ("sea group UNIT with UNITS",), "standing", phrase("which ships screen which")),
    help=phrase(
        """SEA GROUP puts ships about another: hits of aircraft on a group fall on its ships at random, whichever was aimed at
(TOCS-W16.6-3). Ships of which nothing is said are shared out: destroyers, escorts and boats in turn to carriers,
transports, battleships, cruisers.

    SEA GROUP ERE WITH DD1, DD2"""
    ),
    defaults=(),
    part=lambda act: f"sea group {act.text('UNIT')}",
    check=lambda game, picture, act: None,
)  # fmt: skip

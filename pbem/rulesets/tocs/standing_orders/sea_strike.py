"""SEA STRIKE: which boxes of the enemy's an interception falls on (TOCS-W16.3-4)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.ships import SPENT, TOP
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SeaStrikePolicy(Value):
    """boxes: those that are attacked."""

    boxes: tuple[int, ...] = tuple(range(SPENT, TOP + 1))


@rule("TOCS-W16.3-4")
def struck(policy: SeaStrikePolicy) -> tuple[int, ...]:
    """The boxes that an interception falls on."""
    return policy.boxes


def policy(acts: tuple[Act, ...], default: SeaStrikePolicy) -> SeaStrikePolicy:
    """The policy of the last line on file."""
    if not acts or acts[-1].says("all"):
        return default
    return SeaStrikePolicy(tuple(sorted(n for n in acts[-1].numbers("LINES") if n <= TOP)))


REACTION = Reaction(
    verb=Verb("sea strike", ("sea strike [boxes] LINES", "sea strike all"), "standing",
        phrase("which boxes of the enemy an interception falls on")),
    help=phrase(
        """SEA STRIKE says which boxes of the enemy in the zone your interception falls on (TOCS-W16.3-4). Who looks in the wrong
box finds nobody; an attack on all of them meets all that is there.

    SEA STRIKE ALL      # what counts without a line
    SEA STRIKE BOXES 2, 3"""
    ),
    defaults=(),
    part=lambda act: "sea strike",
    check=lambda game, picture, act: None,
)  # fmt: skip

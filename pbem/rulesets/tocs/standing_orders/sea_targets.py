"""SEA TARGETS: the order in which your aircraft, ships and submarines go for the enemy's ships (TOCS-W16.6-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction

CLASSES = {
    "carriers": "carrier", "transports": "transport", "battleships": "battleship", "monitors": "monitor", "cruisers": "cruiser",
    "destroyers": "destroyer", "craft": "landing_craft",
}  # fmt: skip


class SeaTargetsPolicy(Value):
    """order: classes of ships, the one most wanted first."""

    order: tuple[str, ...] = ()


@rule("TOCS-W16.6-2")
def wished(policy: SeaTargetsPolicy) -> tuple[str, ...]:
    """The classes in order of wish; the rule's own order follows."""
    return policy.order


def policy(acts: tuple[Act, ...], default: SeaTargetsPolicy) -> SeaTargetsPolicy:
    """The policy of the last line on file."""
    return SeaTargetsPolicy(tuple(CLASSES[word] for word in acts[-1].texts("WORD") if word in CLASSES)) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    strange = [word for word in act.texts("WORD") if word not in CLASSES]
    if not strange:
        return None
    words = say("{word} is no class of ship: it takes {classes}", word=strange[0], classes=", ".join(CLASSES))
    return illegal(words, "TOCS-W16.6-2")


REACTION = Reaction(
    verb=Verb("sea targets", ("sea targets WORD...",), "standing", phrase("which ships of the enemy you go for first")),
    help=phrase(
        """SEA TARGETS says which class of ship your aircraft, ships and submarines go for first, and which next (TOCS-W16.6-2).
Without a line, and after what you name: carriers, transports, battleships, monitors, cruisers, destroyers, the rest.

    SEA TARGETS TRANSPORTS, CARRIERS"""
    ),
    defaults=(),
    part=lambda act: "sea targets",
    check=_check,
)  # fmt: skip

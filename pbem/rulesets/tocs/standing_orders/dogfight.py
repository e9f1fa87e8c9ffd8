"""DOGFIGHT: after what losses your aircraft leave a fight in the air (TOCS-W14.6-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class DogfightPolicy(Value):
    """at: losses and aborts of a mission in one fight after which it breaks off, None: it fights on."""

    at: int | None = 1


@rule("TOCS-W14.6-2")
def limit(policy: DogfightPolicy) -> int | None:
    """After how many losses and aborts a mission breaks off, None for never."""
    return policy.at


def policy(acts: tuple[Act, ...], default: DogfightPolicy) -> DogfightPolicy:
    """The policy of the last DOGFIGHT line on file."""
    return DogfightPolicy(acts[-1].number("N")) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    if act.number("N") == 0:
        return illegal(say("a mission that loses nothing does not break off"), "TOCS-W14.6-2", "DOGFIGHT BREAK OFF AT 1")
    return None


REACTION = Reaction(
    verb=Verb("dogfight", ("dogfight break off at N", "dogfight fight on"), "standing",
              phrase("when your aircraft leave a fight in the air")),
    help=phrase(
        """DOGFIGHT says after how many aircraft lost and driven off your mission leaves a fight in the air (TOCS-W14.6). It
goes home, and what it was to do is not done. Escorts are lost and driven off first (TOCS-W15.8). A fight lasts six rounds at
most. Flights by a filed plan never turn back for a fight.

    DOGFIGHT BREAK OFF AT 1   # what counts without a line
    DOGFIGHT FIGHT ON"""
    ),
    defaults=(),
    part=lambda act: "dogfight",
    check=_check,
)  # fmt: skip

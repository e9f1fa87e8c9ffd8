"""QUESTIONS: what captives are asked about, where they may be asked about one hex (TOCS-W20.1-1)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class QuestionsPolicy(Value):
    """about: hexes in the order of the owner's curiosity; after them those never looked at."""

    about: tuple[Hex, ...] = ()


@rule("TOCS-W20.1-1")
def answer(policy: QuestionsPolicy, picture: Picture, near: tuple[Hex, ...]) -> Hex | None:
    """The hex to ask about, of those beside the battle; None when none of them is the enemy's."""
    wished = [h for h in policy.about if h in near]
    unseen = sorted(near, key=lambda h: (h in picture.held_by_enemy(), h in picture.looks, h))
    return next(iter((*wished, *unseen)), None)


def policy(acts: tuple[Act, ...], default: QuestionsPolicy) -> QuestionsPolicy:
    """The policy of the last QUESTIONS line."""
    return QuestionsPolicy(acts[-1].hexes("PATH")) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    off = [h for h in act.hexes("PATH") if h not in game.ground.terrain]
    return illegal(say("{hexes} is not on the map", hexes=", ".join(map(str, off))), "TOCS-W1.2-4") if off else None


REACTION = Reaction(
    verb=Verb("questions", ("questions about PATH", "questions about anything"), "standing",
        phrase("what captives are asked about")),
    help=phrase(
        """QUESTIONS says which hex PW are asked about, when one of them may be asked what holds a hex adjacent to the battle
(TOCS-W20.1-1). It is the first on your list that is adjacent and the enemy's, else one not yet reconnoitred. Each
enemy step lost gives one roll, and so does driving the enemy out of a city, suburb, town or village, whose civilians
are then asked (TOCS-W20.2-1). The roll decides what is answered; the answer is true, and the enemy is not told of it.

    QUESTIONS ABOUT ANYTHING     # the default
    QUESTIONS ABOUT 14.10 15.12"""
    ),
    defaults=("QUESTIONS ABOUT ANYTHING",),
    part=lambda act: "questions",
    check=_check,
)  # fmt: skip

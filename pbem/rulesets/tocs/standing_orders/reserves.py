"""RESERVES: what units in reserve do, when battles are announced, that have no script of their own (TOCS-3.8-1)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value, replace
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.victory import named
from pbem.rulesets.tocs.standing_orders.form import Reaction
from pbem.rulesets.tocs.view import View


class ReservesPolicy(Value):
    """Does a reserve without a script go into a battle for one of its side's objectives, or into any?"""

    objectives: bool = True
    anywhere: bool = False


@rule("TOCS-3.8-1")
def answer(policy: ReservesPolicy, view: View, announced: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """The battles that a reserve without a script is to go to."""
    goals = named(view.forces.objectives, view.game.ground)
    return tuple(h for h in announced if (policy.objectives if h in goals else policy.anywhere))


def policy(acts: tuple[Act, ...], default: ReservesPolicy) -> ReservesPolicy:
    """The policy of the RESERVES lines on file, one for named objectives and one for the rest."""
    found = default
    for act in acts:
        commit = act.says("commit")
        found = replace(found, objectives=commit) if act.says("named objectives") else replace(found, anywhere=commit)
    return found


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


REACTION = Reaction(
    verb=Verb("reserves", ("reserves (hold|commit)", "reserves at named objectives (commit|hold)"), "standing",
              phrase("what reserves without a script do when battles are announced")),
    help=phrase(
        """RESERVES says what your units in reserve do when the enemy has announced battles and they have no script of their own
(TOCS-3.8-1): AT NAMED OBJECTIVES is for battles over hexes that your brief gives points for, the other line for the
rest. COMMIT sends those that can reach it into the battle; HOLD leaves them where they are. HELP WHEN tells of scripts,
HELP RESERVE of putting units into reserve.

    RESERVES HOLD                           # the default
    RESERVES AT NAMED OBJECTIVES COMMIT     # the default"""
    ),
    defaults=("RESERVES HOLD", "RESERVES AT NAMED OBJECTIVES COMMIT"),
    part=lambda act: "reserves objectives" if act.says("named objectives") else "reserves",
    check=_check,
)  # fmt: skip

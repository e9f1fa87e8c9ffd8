"""WINDOWS: does play pause for a side's word where it might be asked, or do its standing orders answer? (TOCS-2.6-2)"""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction

MOST = 3  # pauses a turn that one side may wish for: a campaign dies of them


class WindowsPolicy(Value):
    """most: how often a turn play may pause for this side by its own wish."""

    most: int = 0


def policy(acts: tuple[Act, ...], default: WindowsPolicy) -> WindowsPolicy:
    """The policy of the last WINDOWS line."""
    if not acts:
        return default
    act = acts[-1]
    return WindowsPolicy() if act.says("file answers") else WindowsPolicy(min(act.number("N") or MOST, MOST))


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    if (act.number("N") or 0) > MOST:
        return illegal(say("play pauses for a side at most {most} times a turn by its own wish", most=MOST), "TOCS-2.6-2")
    return None


def _warning(act: Act) -> str:
    """Settings that ruin the game (campaign.md)."""
    return say("every pause may cost half a day: scripts and RETREAT lines answer at once") if act.says("ask me") else ""


REACTION = Reaction(
    verb=Verb("windows", ("windows file answers", "windows ask me [N]"), "standing", phrase("whether play pauses for your word")),
    help=phrase(
        """WINDOWS says what happens when you might be asked in the middle of play: about your reserves when the enemy has announced
battles (TOCS-3.8-1), and when one of your retreats could be paid for in steps (TOCS-2.6-2). FILE ANSWERS: your standing
orders answer and play goes on. ASK ME: play pauses for your ANSWER, at most three times a turn and twelve hours each;
then your standing orders answer. The enemy is told that play pauses for you, and not why.

    WINDOWS FILE ANSWERS     # the default
    WINDOWS ASK ME 2"""
    ),
    defaults=("WINDOWS FILE ANSWERS",),
    part=lambda act: "windows",
    check=_check,
    warning=_warning,
)  # fmt: skip

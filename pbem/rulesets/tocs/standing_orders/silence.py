"""IF SILENT: what an impulse does when its commander writes nothing until the grace is over (TOCS-3.4-1)."""

from pbem.kernel.decisions import Refusal
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class SilencePolicy(Value):
    """Whether silence is a written pass; never an attack."""

    passes: bool = False


def policy(acts: tuple[Act, ...], default: SilencePolicy) -> SilencePolicy:
    """The policy of the last IF SILENT line."""
    return SilencePolicy(acts[-1].says("pass")) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    return None


def _warning(act: Act) -> str:
    """Settings that ruin the game (campaign.md)."""
    return say("a pass you did not mean brings the turn nearer to its end: two in a row end it") if act.says("pass") else ""


REACTION = Reaction(
    verb=Verb("if silent", ("if silent idle", "if silent pass"), "standing",
        phrase("what happens when you do not write in time")),
    help=phrase(
        """IF SILENT says what becomes of your impulse when the deadline and its grace go by without END IMPULSE.
IDLE closes it as it stands: no activations, an ordinary turn-end roll, one box on the track. PASS has the effect of
a written pass, which brings the end of the turn nearer (TOCS-3.11-3). Never an attack.

    IF SILENT IDLE         # the default"""
    ),
    defaults=("IF SILENT IDLE",),
    part=lambda act: "if silent",
    check=_check,
    closes=True,
    warning=_warning,
)  # fmt: skip

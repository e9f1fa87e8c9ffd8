"""CAPTURES: are enemy supplies that fall into your hands kept or burnt? (TOCS-W8.1-4, TOCS-W8.2-3)"""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class CapturesPolicy(Value):
    """keep: what is captured is kept, but for these hexes, where the opposite is done."""

    keep: bool = True
    but: tuple[Hex, ...] = ()


@rule("TOCS-W8.1-4", "TOCS-W8.2-3")
def kept(policy: CapturesPolicy, hex_: Hex) -> bool:
    """Does the captor keep what he found in a hex?"""
    return policy.keep != (hex_ in policy.but)


def policy(acts: tuple[Act, ...], default: CapturesPolicy) -> CapturesPolicy:
    """The policy of the last CAPTURES line on file."""
    return CapturesPolicy(acts[-1].says("keep"), acts[-1].hexes("PATH")) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    off = [h for h in act.hexes("PATH") if h not in game.ground.terrain]
    return illegal(say("{hexes} is not on the map", hexes=", ".join(map(str, off))), "TOCS-W1.2-4") if off else None


REACTION = Reaction(
    verb=Verb("captures", ("captures keep [except PATH]", "captures destroy [except PATH]"), "standing",
              phrase("whether captured supplies are kept or destroyed")),
    help=phrase(
        """CAPTURES says what your troops do with enemy bases, dumps, depots and trucks they come upon: keep them, points and
all, or destroy them (TOCS-W8.1-4, TOCS-W8.2-3). What lies in an engagement is nobody's prize yet.

    CAPTURES KEEP                   # the default
    CAPTURES DESTROY EXCEPT 15.08   # all but this hex"""
    ),
    defaults=("CAPTURES KEEP",),
    part=lambda act: "captures",
    check=_check,
)  # fmt: skip

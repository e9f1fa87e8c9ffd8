"""EZOC: does a company claim its zone when the enemy enters or scouts a hex beside it? (TOCS-W6.0-1)"""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex, distance
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class EzocPolicy(Value):
    """claim: "always", "never", "only" in these hexes, "within" n of a hex."""

    claim: str = "always"
    hexes: tuple[Hex, ...] = ()
    reach: int = 0


@rule("TOCS-W6.0-1", "TOCS-W6.0-9")
def answer(policy: EzocPolicy, asked: Hex) -> bool:
    """Is EZOC to be claimed in `asked`, if a company can? The owner sees only the hex that was named.

    By mail he chooses by standing order, which any letter of his may change in any phase; it speaks whenever a zone would
    matter to the enemy. A claim stands in his picture alone once it has been announced.
    """
    if policy.claim == "only":
        return asked in policy.hexes
    if policy.claim == "within":
        return distance(asked, policy.hexes[0]) <= policy.reach
    return policy.claim == "always"


def policy(acts: tuple[Act, ...], default: EzocPolicy) -> EzocPolicy:
    """The policy of the last EZOC line on file."""
    if not acts:
        return default
    act = acts[-1]
    if act.says("only"):
        return EzocPolicy("only", act.hexes("PATH"))
    if act.says("within"):
        return EzocPolicy("within", (_hex(act),), act.number("N") or 0)
    return EzocPolicy("never" if act.says("never") else "always")


def _hex(act: Act) -> Hex:
    found = act.hex("HEX")
    if found is None:
        raise ValueError("EZOC WITHIN names no hex")
    return found


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    named = (*act.hexes("PATH"), *((act.hex("HEX"),) if act.hex("HEX") else ()))
    off = [h for h in named if h not in game.ground.terrain]
    return illegal(say("{hexes} is not on the map", hexes=", ".join(map(str, off))), "TOCS-W1.2-4") if off else None


def _warning(act: Act) -> str:
    """Settings that ruin the game (campaign.md)."""
    if act.says("never"):
        return say("with EZOC NEVER enemy patrols eat your map: every hex they find empty becomes theirs")
    return say("a list of hexes grows stale as your companies move: look at it every turn") if act.says("only") else ""


REACTION = Reaction(
    verb=Verb("ezoc", ("ezoc always", "ezoc never", "ezoc only PATH", "ezoc within N of HEX"), "standing",
              phrase("whether your companies claim their zone of control")),
    help=phrase(
        """EZOC says whether your companies claim their zone when the enemy enters or scouts a hex beside them
(TOCS-W6.0-1). The claim is made only if a company really could (TOCS-W6.0-10), it is told to both sides, and it
stands until it is disproved. EZOC NEVER lets patrols eat your map.

    EZOC ALWAYS            # the default
    EZOC ONLY 13.11 13.12
    EZOC WITHIN 2 OF 14.12"""
    ),
    defaults=("EZOC ALWAYS",),
    part=lambda act: "ezoc",
    check=_check,
    warning=_warning,
)  # fmt: skip

"""BANK: which bank of a river hex your units defend (TOCS-W1.10-3, TOCS-W11.9-2)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import is_divided
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction

AS_SET_UP, NEAR, FAR, BOTH = "as set up", "near", "far", "both"


class BankPolicy(Value):
    """everywhere: the word for every river hex; named: for hexes that have one of their own."""

    everywhere: str = AS_SET_UP
    named: tuple[tuple[Hex, str], ...] = ()


@rule("TOCS-W1.10-3")
def answer(policy: BankPolicy, hex_: Hex) -> str:
    """The word for a hex. Near and far are said from the attacker, whose side is not known before; as set up: where they stand."""
    return dict(policy.named).get(hex_, policy.everywhere)


def policy(acts: tuple[Act, ...], default: BankPolicy) -> BankPolicy:
    """The policy of the BANK lines on file: one for everywhere, and one for each hex that has its own."""
    everywhere, named = default.everywhere, dict(default.named)
    for act in acts:
        word = AS_SET_UP if act.says(AS_SET_UP) else next(w for w in (NEAR, FAR, BOTH) if act.says(w))
        hex_ = act.hex("HEX")
        if hex_ is None:
            everywhere = word
        else:
            named[hex_] = word
    return BankPolicy(everywhere, tuple(sorted(named.items())))


def part(act: Act) -> str:
    """The part of the file a line replaces: what was said for everywhere, or for this hex."""
    hex_ = act.hex("HEX")
    return f"bank {hex_}" if hex_ else "bank"


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    hex_ = act.hex("HEX")
    if hex_ is None:
        return None
    if hex_ not in game.ground.terrain:
        return illegal(say("{hex} is not on the map", hex=hex_), "TOCS-W1.2-4")
    return None if is_divided(game.ground, hex_) else illegal(say("no water divides {hex}", hex=hex_), "TOCS-W1.10-3")


REACTION = Reaction(
    verb=Verb("bank", ("bank as set up [in HEX]", "bank (near|far|both) [in HEX]"), "standing",
              phrase("which bank of a river hex your units defend")),
    help=phrase(
        """BANK says which bank your units defend when a river hex of theirs is attacked (TOCS-W1.10-3): the one that each stands
on, the one near the attacker, the far one, or both. Near is the bank that the attack reaches across more hexsides;
when both are alike, near and far mean as set up. Just before the battle is rolled, both sides are told which bank is
defended; until then nobody but you knows the order. Units change banks for it only over a bridge, ice or a ford that
you know, or where the ferry or engineers' boats have room for them; the rest stay. In an engagement nobody changes,
and a side that declared both banks stays with it. All of them on the far bank, and half of the attack or more on
another, makes the roll harder for the attacker; with BOTH you do without that (TOCS-W11.10-2).

    BANK AS SET UP      # the default
    BANK FAR IN 14.12   # for this hex; another line for each other
    BANK BOTH"""
    ),
    defaults=("BANK AS SET UP",),
    part=part,
    check=_check,
)  # fmt: skip

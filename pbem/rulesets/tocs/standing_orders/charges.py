"""CHARGES: are bridges blown as a battle for them is lost? (MASL-16.7-1, MASL-16.7-2)"""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.ground import bridge_named
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class ChargesPolicy(Value):
    """blow: bridges are tried as they are lost, but for those in these hexes, where the opposite is done."""

    blow: bool = True
    but: tuple[Hex, ...] = ()


@rule("MASL-16.7-1", "MASL-16.7-2")
def fired(policy: ChargesPolicy, hex_: Hex) -> bool:
    """Is the bridge in a hex blown as it is lost, if the scenario and a die let it?"""
    return policy.blow != (hex_ in policy.but)


def policy(acts: tuple[Act, ...], default: ChargesPolicy) -> ChargesPolicy:
    """The policy of the last CHARGES line on file."""
    return ChargesPolicy(acts[-1].says("blow"), acts[-1].hexes("PATH")) if acts else default


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    """The scenario lets the side blow bridges in battle, those that are named among them."""
    rigged = picture.forces.rigged
    if not rigged:
        return illegal(say("the scenario lets you blow no bridge in battle"), "MASL-16.7-1")
    known = {bridge.hex for charge in rigged if (bridge := bridge_named(game.ground, charge.bridge))}
    wrong = [h for h in act.hexes("PATH") if h not in known]
    words = say("no bridge at {wrong} is yours to blow", wrong=", ".join(map(str, wrong)))
    return illegal(words, "MASL-16.7-1") if wrong else None


REACTION = Reaction(
    verb=Verb("charges", ("charges blow [except PATH]", "charges spare [except PATH]"), "standing",
              phrase("whether bridges are blown as they are lost")),
    help=phrase(
        """CHARGES says whether your troops try to blow a bridge as they lose the battle for it, where the scenario lets them
(MASL-16.7-1). BLOW tries each, SPARE none; EXCEPT names the hexes of bridges with which the opposite is done.

    CHARGES BLOW                    # what counts without a line
    CHARGES SPARE                   # all are to be won back
    CHARGES BLOW EXCEPT 14.12       # all but this one"""
    ),
    defaults=(),
    part=lambda act: "charges",
    check=_check,
)  # fmt: skip

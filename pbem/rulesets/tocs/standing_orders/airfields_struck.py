"""AIRFIELDS STRUCK: what ready aircraft do whose field is attacked (TOCS-W14.7)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.air import UNUSABLE
from pbem.rulesets.tocs.standing_orders.form import Reaction


class AirfieldsPolicy(Value):
    """how: "patrol", "rebase" or "stay"; to: the field's hex, None for the nearest with room."""

    how: str = "rebase"
    to: Hex | None = None


@rule("TOCS-W14.7-3", "TOCS-W14.7-4")
def policy(acts: tuple[Act, ...], default: AirfieldsPolicy) -> AirfieldsPolicy:
    """The policy of the last AIRFIELDS STRUCK line on file."""
    if not acts:
        return default
    how = next(word for word in ("patrol", "rebase", "stay") if acts[-1].says(word))
    return AirfieldsPolicy(how, acts[-1].hex("HEX"))


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    to = act.hex("HEX")
    if to and not any(site.hex == to and site.kind in UNUSABLE for site in picture.forces.sites):
        return illegal(say("you know of no airfield in {hex}", hex=to), "TOCS-W15.5-1")
    return None


REACTION = Reaction(
    verb=Verb("airfields struck", ("airfields struck (patrol|stay)", "airfields struck rebase [to HEX]"), "standing",
              phrase("what ready aircraft do whose field is attacked")),
    help=phrase(
        """AIRFIELDS STRUCK says what your ready aircraft do when their field on the map has been attacked (TOCS-W14.7). Aircraft
on the ground are hit with the field, those that landed last first. REBASE: those left and ready go to the field you name, or to
the nearest with room, and have landed there; without any they stay. PATROL: those that can take off and fight the attackers,
and patrol the field; guns cannot be fought so. STAY: nothing is done.

    AIRFIELDS STRUCK REBASE          # what counts without a line
    AIRFIELDS STRUCK REBASE TO 15.08
    AIRFIELDS STRUCK PATROL"""
    ),
    defaults=(),
    part=lambda act: "airfields struck",
    check=_check,
)  # fmt: skip

"""WHEN: the script of a unit in reserve, for the Reserve Commitment Phase (TOCS-3.8-1, TOCS-W10.21-3)."""

from collections.abc import Mapping

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Step, Verb
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.standing_orders.form import Reaction


class ReserveScript(Value):
    """The hexes whose attack calls the unit, in the order of its owner's care, and what it does then."""

    hexes: tuple[Hex, ...]
    steps: tuple[Step, ...]


def scripts(acts: tuple[Act, ...]) -> Mapping[str, ReserveScript]:
    """The scripts on file, by the call of the unit."""
    return {act.texts("UNITS")[0]: ReserveScript(act.hexes("PATH"), act.script("STEPS")) for act in acts}


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    units = act.texts("UNITS")
    if len(units) != 1:
        return illegal(say("a script is one unit's: write a line for each"), "TOCS-W10.21-3")
    off = [h for h in act.hexes("PATH") if h not in game.ground.terrain]
    if off:
        return illegal(say("{off} is not on this map", off=", ".join(off)), "TOCS-W1.2-4")
    unit = picture.forces.unit_called(units[0])
    if unit is None or unit.status != "map":
        return illegal(say("{units} is not yours, not there or not seen", units=units[0]), "TOCS-W9.0-1")
    return None


REACTION = Reaction(
    verb=Verb("when", ("when PATH attacked", "hold"), "script",
        phrase("what a unit in reserve does when your hexes are attacked")),
    help=phrase(
        """WHEN gives a unit in reserve its script (TOCS-3.8-1). When the enemy has announced battles and one of the hexes you name
is among them, the unit acts at once and without an OP. It may do all it could do in your own impulse. An attack at the
hex that was named, or a move into it, joins the battle there. Without a hex a verb means the attacked hex. The first act
must be possible, else the unit holds and stays in reserve; when a later one fails it stops where it is. The script stays
on file until you write another; HOLD takes it back. ELSE HOLD may be written and changes nothing.

    A/504: when 14.12, 13.11 attacked move 13.12; attack hasty
    A/504: when 14.12 attacked move
    A/504: hold"""
    ),
    defaults=(),
    part=lambda act: f"when {' '.join(act.texts('UNITS'))}",
    check=_check,
)  # fmt: skip

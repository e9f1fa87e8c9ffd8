"""BATTLES: which battles go to field commanders, and which are settled on the CRT (MASL-1.1-3, MASL-2.1-6)."""

from pbem.kernel.decisions import Refusal, illegal
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import Value
from pbem.orders.tree import Act, Verb
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.victory import named
from pbem.rulesets.tocs.standing_orders.form import Reaction


class BattlesPolicy(Value):
    """field: battles may go to field commanders; steps: from so many own steps on (0: however few); objective: where one of
    the side's own objectives is fought for, too."""

    field: bool = False
    steps: int = 0
    objective: bool = False


@rule("MASL-2.1-6")
def wished(policy: BattlesPolicy, game: Game, forces: Forces, hex_: Hex, steps: int) -> bool:
    """Does this side wish the battle in a hex, to which it brings so many steps, to go to field commanders?"""
    if not policy.field:
        return False
    large = steps >= policy.steps if policy.steps or not policy.objective else False
    return large or (policy.objective and hex_ in named(forces.objectives, game.ground))


def policy(acts: tuple[Act, ...], default: BattlesPolicy) -> BattlesPolicy:
    """The policy of the last BATTLES line."""
    if not acts:
        return default
    act = acts[-1]
    return BattlesPolicy("field" in act.words, act.number("N") or 0, "objective" in act.words)


def _check(game: Game, picture: Picture, act: Act) -> Refusal | None:
    if "field" in act.words and game.switches["field_battle"] == "crt":
        return illegal(say("this module settles every battle on the CRT"), "MASL-1.1-3", "BATTLES CRT")
    return None


REACTION = Reaction(
    verb=Verb("battles",
              ("battles crt", "battles field", "battles field if N own steps [or a named objective]",
               "battles field if a named objective"),
              "standing", phrase("which of your battles go to field commanders")),
    help=phrase(
        """BATTLES says which of your battles you would give to a field commander (MASL-1.1-3): none, all, or only those
you bring enough steps to and those for one of your objectives. Steps of headquarters and guns count too. A battle
goes there when both sides wish it and no more than two are out; else the Combat Results Table decides. `field` at the
end of an ATTACK or TAKE offers that one battle. The enemy is told no more than that a battle went to field commanders.
HELP FIELD says what happens then.

    BATTLES CRT                                     # the default
    BATTLES FIELD IF 6 OWN STEPS OR A NAMED OBJECTIVE"""
    ),
    defaults=("BATTLES CRT",),
    part=lambda act: "battles",
    check=_check,
)  # fmt: skip

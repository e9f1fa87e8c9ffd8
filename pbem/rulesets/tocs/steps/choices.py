"""The window on a retreat: where the module says so, play pauses for its owner's word (TOCS-2.6-2, W19.5-3).

Whether play pauses follows from the cell of the CRT and from who is in the hex, which both sides know; never from what
is left of the units.
"""

from pbem.engine.ruleset import Moment
from pbem.engine.situation import DecisionMade, DecisionOwed
from pbem.kernel.decisions import Decision
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.view import Camp

STAND, RETREAT = "stand", "retreat"
Events = tuple[e.Event | DecisionOwed | DecisionMade, ...]


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def question(moment: Moment, fight: e.Fight) -> Events:
    """The decision to be asked before this stage goes on, () if none is."""
    hexes = {"defender": fight.d_retreat, "attacker": fight.a_retreat}.get(fight.stage, 0)
    side = fight.defender if fight.stage == "defender" else fight.attacker
    inside = fight.stage == "defender" or fight.carried
    if not hexes or not inside or moment.game.switches["retreat_window"] != "always" or side in dict(fight.chosen):
        return ()
    camp: Camp = moment.board.camps[side]
    decision = Decision(camp.asked + 1, side, "retreat", _words(fight, hexes), (STAND, RETREAT))
    return (e.ChoiceAsked(decision), DecisionOwed(decision))


def _words(fight: e.Fight, hexes: int) -> str:
    losses = fight.d_loss if fight.stage == "defender" else fight.a_loss
    way = "a hex" if hexes == 1 else f"{hexes} hexes"
    price = "one step" if hexes == 1 else f"{hexes} steps"
    return f"battle {fight.number}, {fight.hex}: you lose {losses} and must fall back {way}, or pay {price} more and stand"


def answered(moment: Moment, side: str, choice: str) -> Events:
    """The owner has said "stand" or "retreat"; "" leaves it to his standing orders."""
    fight: e.Fight | None = moment.board.fight
    owed: Decision | None = moment.board.camps[side].owes
    if fight is None or owed is None:
        return ()
    chosen = (*fight.chosen, (side, choice or "standing orders"))
    return (e.ChoiceMade(side, replace(fight, chosen=chosen)), DecisionMade(owed.number, side))

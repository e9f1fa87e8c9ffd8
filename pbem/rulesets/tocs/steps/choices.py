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

STAND, RETREAT, YIELD = "stand", "retreat", "yield"
Events = tuple[e.Event | DecisionOwed | DecisionMade, ...]


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def question(moment: Moment, fight: e.Fight) -> Events:
    """The decision to be asked before this stage goes on, () if none is."""
    side = fight.defender if fight.stage == "defender" else fight.attacker
    options = _options(fight)
    if len(options) < 2 or moment.game.switches["retreat_window"] != "always" or side in dict(fight.chosen):
        return ()
    camp: Camp = moment.board.camps[side]
    decision = Decision(camp.asked + 1, side, "retreat", _words(fight, options), options)
    return (e.ChoiceAsked(decision), DecisionOwed(decision))


def _result(fight: e.Fight) -> tuple[int, int]:
    """Steps to lose and hexes to fall back in this stage."""
    results = {"defender": (fight.d_loss, fight.d_retreat), "attacker": (fight.a_loss, fight.a_retreat)}
    return results.get(fight.stage, (0, 0))


def _options(fight: e.Fight) -> tuple[str, ...]:
    """What the owner may say: who is in the hex may pay for each hex with a step; what is lost beyond the first step may
    be paid for with hexes."""
    losses, hexes = _result(fight)
    inside = fight.stage == "defender" or fight.carried
    stand = (STAND,) if inside or not hexes else ()
    return (*stand, *((RETREAT,) if hexes else ()), *((YIELD,) if losses > 1 else ()))


def _words(fight: e.Fight, options: tuple[str, ...]) -> str:
    losses, hexes = _result(fight)
    said = f"you lose {losses} and must fall back {_count(hexes, 'hex', 'hexes')}" if hexes else f"you lose {losses}"
    if hexes and STAND in options:
        said += f", or pay {_count(hexes, 'step', 'steps')} more and stand"
    if YIELD in options:
        said += f", or lose 1 and yield {_count(hexes + losses - 1, 'hex', 'hexes')}"
    return f"battle {fight.number}, {fight.hex}: {said}"


def _count(number: int, one: str, many: str) -> str:
    return f"one {one}" if number == 1 else f"{number} {many}"


def answered(moment: Moment, side: str, choice: str) -> Events:
    """The owner has said "stand" or "retreat"; "" leaves it to his standing orders."""
    fight: e.Fight | None = moment.board.fight
    owed: Decision | None = moment.board.camps[side].owes
    if fight is None or owed is None:
        return ()
    chosen = (*fight.chosen, (side, choice or "standing orders"))
    return (e.ChoiceMade(side, replace(fight, chosen=chosen)), DecisionMade(owed.number, side))

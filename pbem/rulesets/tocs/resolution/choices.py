"""The windows: play pauses for a side's word on a retreat (TOCS-2.6-2, W19.5-3) or its reserves (TOCS-3.8-1).

Whether play pauses follows from what both sides know (the cell of the CRT and who is in the hex; that battles were
announced), the module's setting and the side's own standing wish; never from what is left of its units, nor from what
it has in reserve.
"""

from pbem.engine.situation import DecisionMade, DecisionOwed
from pbem.kernel.decisions import Decision
from pbem.kernel.i18n import counted, phrase, phrases, say
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.forces import Forces
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.standing_orders.asked import MostPauses

STAND, RETREAT, YIELD = "stand", "retreat", "yield"
COMMIT, HOLD = "commit", "hold"
Events = tuple[e.Event | DecisionOwed | DecisionMade, ...]


@rule("TOCS-2.6-2", "TOCS-W19.5-3")
def question(moment: Moment, fight: e.Fight) -> Events:
    """The decision to be asked before this stage goes on, () if none is."""
    side = fight.defender if fight.stage == "defender" else fight.attacker
    options = _options(fight)
    if len(options) < 2 or not _opens(moment, side, "retreat_window") or side in dict(fight.chosen):
        return ()
    return _asked(moment, side, "retreat", _words(fight, options), options)


@rule("TOCS-3.8-1")
def commitment(moment: Moment, side: str) -> Events:
    """Where the side is to be asked about its reserves once battles are announced; whether it has any plays no part."""
    if not _opens(moment, side, "reserve_window"):
        return ()
    hexes = ", ".join(moment.board.public.announced)
    words = say(
        "battles are announced: {hexes}. COMMIT lets your scripts run as they stand now; file others first if you like", hexes=hexes
    )
    return _asked(moment, side, "reserves", words, (COMMIT, HOLD))


def _opens(moment: Moment, side: str, window: str) -> bool:
    """Does play pause? By the module, or by the owner's standing wish while he has some left (campaign.md)."""
    setting = moment.game.switches[window]
    if setting != "asked":
        return bool(setting == "always")
    return moment.board.forces[side].windows < moment.ask(side, MostPauses())


def _asked(moment: Moment, side: str, kind: str, words: str, options: tuple[str, ...]) -> Events:
    forces: Forces = moment.board.forces[side]
    decision = Decision(forces.asked + 1, side, kind, words, options)
    return (e.ChoiceAsked(decision), DecisionOwed(decision))


def _result(fight: e.Fight) -> tuple[int, int]:
    """Steps to lose and hexes to fall back in this stage."""
    results = {"defender": (fight.d_loss, fight.d_retreat), "attacker": (fight.a_loss, fight.a_retreat)}
    return results.get(fight.stage, (0, 0))


def _options(fight: e.Fight) -> tuple[str, ...]:
    """What the owner may say: either side may pay for each hex with a step, and an attacker goes into the hex then; what is
    lost beyond the first step may be paid for with hexes."""
    losses, hexes = _result(fight)
    return (STAND, *((RETREAT,) if hexes else ()), *((YIELD,) if losses > 1 else ()))


WITHDRAWS = phrases("withdraw {number} hex", "withdraw {number} hexes")
LOSES = phrases("lose {number} step", "lose {number} steps")


def _words(fight: e.Fight, options: tuple[str, ...]) -> str:
    """What each answer costs: `battle 1, 13.11: STAND: lose 2 steps and stay; RETREAT: lose 1 step and withdraw 1 hex`."""
    losses, hexes = _result(fight)
    stays = phrase("fight on in the hex") if hexes and fight.stage == "attacker" and not fight.carried else phrase("stay")
    costs = {STAND: (losses + hexes, say(stays)), RETREAT: (losses, counted(hexes, *WITHDRAWS)),
             YIELD: (1, counted(hexes + losses - 1, *WITHDRAWS))}  # fmt: skip
    said = "; ".join(f"{option.upper()}: {_cost(*costs[option])}" for option in options)
    return say("battle {fight}, {hex}: {said}", fight=fight.number, hex=fight.hex, said=said)


def _cost(lost: int, then: str) -> str:
    """What an answer takes, and what the troops do then."""
    return say("{loss} and {then}", loss=counted(lost, *LOSES), then=then) if lost else then


def answered(moment: Moment, side: str, choice: str) -> Events:
    """The owner has decided ("stand" or "retreat", "commit" or "hold"); "" leaves it to his standing orders."""
    fight: e.Fight | None = moment.board.fight
    owed: Decision | None = moment.board.forces[side].owes
    if owed is None:
        return ()
    if fight is None or owed.kind == "reserves":
        return (e.ChoiceMade(side, fight, choice), DecisionMade(owed.number, side))
    chosen = (*fight.chosen, (side, choice or say("standing orders")))
    return (e.ChoiceMade(side, replace(fight, chosen=chosen)), DecisionMade(owed.number, side))

"""A reconnaissance unit that runs into the enemy may see him first (TOCS-W2.6.3-1)."""

from pbem.kernel.decisions import failed
from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import say
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, fixed
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.moment import Moment, Outcome
from pbem.rulesets.tocs.resolution import discovery
from pbem.rulesets.tocs.rules.movement import halted
from pbem.rulesets.tocs.units import Activation, Unit


@rule("TOCS-W2.6.3-1")
def draws_back(moment: Moment, side: str, paid: Activation, to: Hex) -> bool:
    """Does the unit see the enemy before it is ambushed? Reconnaissance units alone, on the chart `ambush`, in secret."""
    game: Game = moment.game
    unit: Unit = moment.board.forces[side].units[paid.unit]
    if not moment.board.forces[side].counter(unit).recon or game.switches["recon_ambush"] == "always":
        return False
    trial = game.check("ambush").trial
    call = moment.board.forces[side].counter(unit).call
    name = f"ambush/{side}/{call}/{moment.board.public.impulse_name}/{unit.hex}-{to}/{paid.ap}"
    return moment.dice.throw(name, trial.roll).total < int(trial.target)


def drawn_back(moment: Moment, side: str, paid: Activation, to: Hex, news: tuple[e.Event, ...]) -> Outcome:
    """It stays where it came from, its points spent, and has seen what a scout would have: that the hex is occupied."""
    board: Board = moment.board
    call = board.forces[side].counters[paid.unit].call
    works = board.works.get(to, ("", ""))[0]
    seen = e.HexScouted(side, paid.unit, call, to, False, True, False, (), works, fixed(board, to))
    spent = e.ActivationChanged(side, halted(paid))
    first = failed(say("{to} is occupied: {call} saw it in time and did not go in", to=to, call=call), "TOCS-W2.6.3-1")
    return Outcome((*news, spent, seen, *discovery.learnt(moment, side, to, call)), first, True)

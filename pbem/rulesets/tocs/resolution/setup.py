"""What comes before the first turn: the set-up of either side, then the scenario's special sequence (TOCS-2.1, 2.2)."""

from pbem.engine.situation import Control
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment, after
from pbem.rulesets.tocs.resolution import airborne
from pbem.rulesets.tocs.resolution.arrivals import came
from pbem.rulesets.tocs.rules.setup import free_bases


@rule("TOCS-2.1-1", "TOCS-2.0-1", "MASL-6.2-1")
def place(moment: Moment) -> tuple[e.Event, ...] | None:
    """One side after the other, the one that the scenario names before the rest, as far as it leaves them something to place."""
    board: Board = moment.board
    order = sorted((s.id for s in moment.game.sides), key=lambda side: side != moment.game.sets_up_first)
    waiting = [side for side in order if board.forces[side].freedom or airborne.may_file(board.forces[side])]
    now = board.public.phasing
    if now and not board.public.ended:
        return ()
    rest = waiting[waiting.index(now) + 1 :] if now else waiting
    return (e.SetupBegan(board.public.impulse + 1, rest[0]),) if rest else None


@rule("TOCS-2.2-1")
def special(moment: Moment) -> tuple[e.Event | Control, ...] | None:
    """Once, before the first turn: bases that were placed are known to both from now on; and what the scenario schedules
    ahead of it (drops, stores from the air)."""
    if moment.taken:
        return airborne.fought(moment)
    board: Board = moment.board
    placed = (e.BaseMarked(base.hex, side) for side, forces in sorted(board.forces.items()) for base in free_bases(forces))
    found = (event for side in sorted(board.forces) for event in came(board.view(moment.game, side), 0))
    told = (*placed, *found)
    return (*told, *airborne.before_play(after(moment, told))) or None

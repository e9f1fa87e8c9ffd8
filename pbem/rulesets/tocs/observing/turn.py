"""The sequence of play: ends of impulses and turns, pauses, the end of the game."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, of, public, sides, to


@of(e.ImpulseClosed)
@rule("MASL-10.1-2")
def _closed(game: Game, _: Board, event: e.ImpulseClosed) -> Learnt:
    side, how = event.side, event.how
    balance: Learnt = ((side, o.OwnBalance(event.pools)),) if event.pools else ()
    seen_so = "pass" if how == "pass" else "end"  # whether he was silent is his own affair; a pass shows on the track
    return (*balance, (side, o.ImpulseClosedSeen(side, how)), (game.other(side), o.ImpulseClosedSeen(side, seen_so)))


@of(e.ImpulseOver)
def _impulse_over(_: Game, __: Board, event: e.ImpulseOver) -> Learnt:
    mine: Learnt = ((event.side, o.OwnImpulseOver(event.pools, event.credit)),)
    return (*mine, (event.credit_to, o.EnemyCredit(event.credit))) if event.credit else mine


@of(e.TurnEnded)
def _turn_ended(game: Game, before: Board, event: e.TurnEnded) -> Learnt:
    lapsed: Learnt = tuple((s, o.CreditLapsed(c.credit)) for s, c in before.forces.items() if c.credit)
    return (*lapsed, *public(game, before, event))


@of(e.ChoiceAsked)
def _asked(game: Game, _: Board, event: e.ChoiceAsked) -> Learnt:
    side = event.decision.side
    return (*to(sides(game), o.PauseSeen(side)), (side, o.OwnChoice(event.decision)))


@of(e.ChoiceMade)
def _chosen(game: Game, _: Board, event: e.ChoiceMade) -> Learnt:
    return (*to(sides(game), o.PauseSeen("")), (event.side, o.OwnChoice(None, event.word)))


@of(e.GameOver)
def _game_over(game: Game, _: Board, event: e.GameOver) -> Learnt:
    opened = tuple((s, tuple((line.what, line.points) for line in lines), n) for s, lines, n in event.tallies)
    return to(sides(game), o.GameOverSeen(opened, event.winner, event.how))

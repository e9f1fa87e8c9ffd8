"""Movement, looks into hexes, losses."""

from pbem.kernel.hexes import Hex
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, in_parts, of


@of(e.ActivationEnded)
def _activation_ended(_: Game, __: Board, event: e.ActivationEnded) -> Learnt:
    return in_parts(event)


@of(e.MoveHalted)
def _halted(_: Game, __: Board, event: e.MoveHalted) -> Learnt:
    return (*in_parts(event), (event.side, o.OwnHalt(event.unit, event.hex, event.barred)))


@of(e.MoveStopped)
def _stopped(game: Game, _: Board, event: e.MoveStopped) -> Learnt:
    return ((event.side, o.OwnEvent(event)), (game.other(event.side), o.EnemyStopped(event.into)))


@of(e.InfiltrationModified)
def _modified(_: Game, __: Board, ___: e.InfiltrationModified) -> Learnt:
    return ()


@of(e.UnitDestroyed)
def _destroyed(game: Game, before: Board, event: e.UnitDestroyed) -> Learnt:
    """The owner sees his unit die; the enemy learns what it was (TOCS-1.2-1)."""
    told = o.EnemyDestroyed(event.call, event.name, event.kind, event.level, _grave(game, before, event))
    return (*in_parts(event), (game.other(event.side), told))


def _grave(game: Game, before: Board, event: e.UnitDestroyed) -> Hex | None:
    """Where the enemy saw it die: in his arms, or in the battle. An attacker dies outside the hex he attacks, and where from
    he came is withheld (TOCS-3.7-3); a stack cut down behind the lines dies unseen."""
    if before.occupants(event.unit.hex, game.other(event.side)):
        return event.unit.hex
    return before.fight.hex if before.fight else None


@of(e.HexObserved)
def _sighted(game: Game, _: Board, event: e.HexObserved) -> Learnt:
    told = o.EnemyLooked(event.hex, False, event.occupied, False, sighted=True)
    return ((event.side, o.OwnEvent(event)), (game.other(event.side), told))


@of(e.HexScouted)
def _scouted(game: Game, before: Board, event: e.HexScouted) -> Learnt:
    """The scout gets the answer; the owner of the ground hears that it was looked at (TOCS-1.2-4)."""
    found = (o.SourceSeen(event.hex, kind) for kind in _stores(game, before, event))
    mine: Learnt = ((event.side, o.OwnEvent(event)), *((event.side, seen) for seen in found))
    if before.public.owner[event.hex] == event.side:
        return mine
    return (*mine, (game.other(event.side), o.EnemyLooked(event.hex, event.probe, event.occupied, event.ezoc)))


@rule("TOCS-W8.1-2", "TOCS-W8.1-3", "MASL-16.3-3")
def _stores(game: Game, before: Board, event: e.HexScouted) -> tuple[str, ...]:
    """Stores stay secret until somebody looks into their hex: then he sees what they are, and not what is in them."""
    theirs = before.forces[game.other(event.side)].sources.values()
    return tuple(sorted({s.kind for s in theirs if s.hex == event.hex and s.kind != "edge"}))


@of(e.HexEntered)
def _entered(_: Game, __: Board, ___: e.HexEntered) -> Learnt:
    return ()

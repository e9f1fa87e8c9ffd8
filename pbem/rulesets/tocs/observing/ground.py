"""Supply, bridges, facilities, trains, mines."""

from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, of, to


@of(e.SourceLost)
def _source_lost(game: Game, _: Board, event: e.SourceLost) -> Learnt:
    """Who lost it is not told whether it was kept."""
    why = "lost" if event.why in ("captured", "destroyed", "burnt") else event.why
    mine: Learnt = ((event.side, o.OwnSourceLost(event.source, why)),)
    burnt = (game.other(event.side), o.SourceBurnt(event.source.hex, event.source.kind))
    return (*mine, burnt) if event.why == "burnt" else mine


@of(e.BridgeChanged)
def _bridge(_: Game, __: Board, event: e.BridgeChanged) -> Learnt:
    return to(event.knows, o.BridgeSeen(event.bridge, event.why))


@of(e.BridgeKnown)
def _bridge_known(_: Game, __: Board, event: e.BridgeKnown) -> Learnt:
    return ((event.side, o.BridgeSeen(event.bridge, event.how)),)


@of(e.FacilityChanged)
def _facility(_: Game, __: Board, event: e.FacilityChanged) -> Learnt:
    outrage = ((side, o.OwnOutrage(points)) for side, points in event.outrage)
    return (*to(event.knows, o.FacilitySeen(event.facility, event.why)), *outrage)


@of(e.FacilityKnown)
def _facility_known(_: Game, __: Board, event: e.FacilityKnown) -> Learnt:
    return ((event.side, o.FacilitySeen(event.facility, event.how)),)


@of(e.TrainPassed)
def _train(game: Game, _: Board, event: e.TrainPassed) -> Learnt:
    return ((game.other(event.side), o.TrainSeen(event.hex)),)


@of(e.ClearingBarred)
def _barred(_: Game, __: Board, event: e.ClearingBarred) -> Learnt:
    return ((event.side, o.ClearingBarredSeen(event.call, event.hex)),)

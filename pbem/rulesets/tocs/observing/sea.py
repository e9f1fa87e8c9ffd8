"""The sea: what is told in part of searches, attacks on ships, naval guns and coast guns."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, of


@of(e.SeaSearched)
@rule("TOCS-W16.3-2")
def _searched(game: Game, _: Board, event: e.SeaSearched) -> Learnt:
    """The searcher has the kinds; the other side knows what it had to name, and nothing of a search that found nothing."""
    own = (event.side, o.OwnEvent(event))
    return (own, (game.other(event.side), o.ZoneSearched(event.zone, event.found))) if event.found else (own,)


@of(e.ShipsBombed)
@rule("TOCS-W16.6-3")
def _bombed(game: Game, _: Board, event: e.ShipsBombed) -> Learnt:
    """The crews know hits on the group; the owner, which ships."""
    crew = o.OwnBombing(event.number, event.zone, event.aircraft, event.target, event.throw, event.drms, event.hits)
    return ((event.side, crew), (game.other(event.side), o.ShipsAttacked(event.number, event.zone, event.ships)))


@of(e.Torpedoed)
def _torpedoed(game: Game, _: Board, event: e.Torpedoed) -> Learnt:
    """The boat knows what it attacked; the victim that it was hit: a miss runs by unseen."""
    boat = o.OwnTorpedoes(event.call, event.zone, event.target, event.throw, event.drms, event.result)
    hit = event.result != "-"
    return ((event.side, boat), *(((game.other(event.side), o.ShipTorpedoed(event.victim, event.result)),) if hit else ()))


@of(e.ShipsShelled)
@rule("TOCS-W17.5-1", "TOCS-W10.24-5")
def _shelled(game: Game, before: Board, event: e.ShipsShelled) -> Learnt:
    """The firer knows his throw, and what an observer sees of it; who is in the hex, and its owner, that naval guns fired."""
    other = game.other(event.side)
    own = o.OwnShelling(event.ships, event.hex, event.bore, event.aim, event.strength, event.throw, event.known)
    seen = ((event.side, o.FallOfShot(event.hex, event.kinds, event.effects)),) if event.seen else ()
    fell = before.public.owner[event.hex] == other or before.occupants(event.hex, other)
    return ((event.side, own), *seen, *(((other, o.NavalShellsFell(event.hex)),) if fell else ()))


@of(e.CoastGunsFired)
def _coast(game: Game, _: Board, event: e.CoastGunsFired) -> Learnt:
    """The gunners see the class of a ship in range, its crew the shells."""
    guns = o.OwnCoastGuns(event.unit, event.target, event.throw, event.drms, event.result)
    return ((event.side, guns), (game.other(event.side), o.CoastGunsSeen(event.ship, event.result)))


@of(e.InterceptionTried)
def _tried(_: Game, __: Board, ___: e.InterceptionTried) -> Learnt:
    """Nobody is told that anybody tried (ruling N1)."""
    return ()


@of(e.MinesLifted)
def _lifted(_: Game, __: Board, ___: e.MinesLifted) -> Learnt:
    """Who laid the mines does not know that they are gone."""
    return ()

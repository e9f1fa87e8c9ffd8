"""Aircraft: what their crews see, and what is noticed of them on the ground."""

from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs import observations as o
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.observing.table import Learnt, of


@of(e.HexesFlownOver)
@rule("TOCS-W15.2-3")
def _flown_over(game: Game, before: Board, event: e.HexesFlownOver) -> Learnt:
    """The crew has the answers; the other side hears which hexes of its perimeter were looked at, whoever stands there."""
    other = game.other(event.side)
    theirs = tuple(look.hex for look in event.looks if before.public.owner[look.hex] == other)
    return ((event.side, o.OwnEvent(event)), *(((other, o.EnemyFlewOver(theirs)),) if theirs else ()))


@of(e.MovementSeen)
@rule("TOCS-W15.3-4")
def _seen(game: Game, _: Board, event: e.MovementSeen) -> Learnt:
    return ((event.side, o.OwnEvent(event)), (game.other(event.side), o.SeenFromAir(event.hex)))


@of(e.LeafletsDropped)
def _leaflets(game: Game, before: Board, event: e.LeafletsDropped) -> Learnt:
    """Troops in the hex find them, and its owner."""
    other = game.other(event.side)
    found = before.public.owner[event.hex] == other or before.occupants(event.hex, other)
    return ((event.side, o.OwnEvent(event)), *(((other, o.LeafletsFell(event.hex)),) if found else ()))


@of(e.AirStruck)
@rule("TOCS-W15.11-2")
def _struck(game: Game, before: Board, event: e.AirStruck) -> Learnt:
    """The crews know what they attacked and whom they hit; those in the hex, and its owner, that they were struck."""
    crew = o.AirStrikeFlown(
        event.sortie, event.hex, event.aircraft, event.attacked, event.throw, event.known, event.effects, event.kinds
    )
    other = game.other(event.side)
    noticed = event.attacked and (before.public.owner[event.hex] == other or before.occupants(event.hex, other))
    return ((event.side, crew), *(((other, o.AircraftStruck(event.hex)),) if noticed else ()))


@of(e.BombsFell)
@rule("TOCS-W15.13-2")
def _bombed(game: Game, before: Board, event: e.BombsFell) -> Learnt:
    """The crews know where they bombed, and no more; those in the hex, and its owner, that bombs fell."""
    crew = o.BombsDropped(event.flight, event.hex, event.aircraft, event.throw, event.known)
    other = game.other(event.side)
    noticed = before.public.owner[event.hex] == other or before.occupants(event.hex, other)
    return ((event.side, crew), *(((other, o.Bombed(event.hex)),) if noticed else ()))

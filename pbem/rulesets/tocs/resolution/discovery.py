"""Who learns of bridges and facilities, and that they are not as he believed: scouts, who comes there, who owns the hex
(TOCS-W10.4-5, W11.3, W12.0)."""

from collections.abc import Mapping

from pbem.kernel.hexes import Hex
from pbem.kernel.i18n import phrase
from pbem.kernel.memo import kept
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.game import Facility
from pbem.rulesets.tocs.ground import Bridge
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.resolution.straying import Leg
from pbem.rulesets.tocs.rules.bridges import altered
from pbem.rulesets.tocs.rules.crossings import bridges_over

HERE = phrase("our own ground")


@rule("TOCS-W10.4-5", "TOCS-1.9-3", "MASL-16.8-2")
def learnt(moment: Moment, side: str, hex_: Hex, how: str) -> tuple[e.Event, ...]:
    """What a side finds of bridges and facilities in a hex: those that are not as it held them to be. how: who found it."""
    board: Board = moment.board
    news = altered(moment.game.ground, board.forces[side].spans, board.spans, hex_)
    there = sorted((site for site in board.sites.values() if site.hex == hex_), key=lambda site: site.id)
    sites = (seen for site in there if (seen := told(board, side, site)) not in board.forces[side].sites)
    return (*(e.BridgeKnown(side, bridge, how) for bridge in news), *(e.FacilityKnown(side, site, how) for site in sites))


def told(board: Board, side: str, site: Facility) -> Facility:
    """A facility as a side can see it: who is held there is for its owner to count."""
    return site if board.public.owner[site.hex] == side else replace(site, held=0, captor="")


@rule("TOCS-W11.3-2")
def gone(moment: Moment, side: str, leg: Leg) -> bool:
    """Does a leg count on a bridge that the unit, having come there, does not find?"""
    view = moment.board.ground_view(moment.game, side)
    unit = view.forces.units[leg.active.unit]
    return leg.way.means == "bridge" and not bridges_over(view, view.forces.counter(unit), unit.hex, leg.way.to.hex)


def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """Who owns a hex, or stands in it, knows bridges and facilities there at once; None when that is no news."""
    board: Board = moment.board
    places = _places(board.spans, board.sites)
    sees = ((side, h) for side in sorted(board.forces) for h in places if _sees(board, side, h))
    return tuple(event for side, h in sees for event in learnt(moment, side, h, HERE)) or None


@kept(4)
def _places(spans: tuple[Bridge, ...], sites: Mapping[str, Facility]) -> tuple[Hex, ...]:
    """Where there is something to know: hexes with a bridge that is not as printed, or with a facility."""
    return tuple(sorted({*(bridge.hex for bridge in spans), *(site.hex for site in sites.values())}))


def _sees(board: Board, side: str, hex_: Hex) -> bool:
    return board.public.owner[hex_] == side or bool(board.occupants(hex_, side))

"""Claims that lapse of themselves: those of companies in extended deployment (TOCS-W6.0-16, W6.0-17, W10.15-3)."""

from pbem.engine.ruleset import Moment
from pbem.kernel.rulebook import rule
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.procedures.zoc import cut_off, zone


@rule("TOCS-W6.0-17", "TOCS-W10.15-2")
def follow(moment: Moment) -> tuple[e.Event, ...] | None:
    """Where somebody has come between a company and the outer hexes of its front, its claims there are gone at once; None
    when there are none such."""
    board: Board = moment.board
    lapsed = []
    for viewer, claims in sorted(board.public.claims.items()):
        side = moment.game.other(viewer)
        foe = board.view(moment.game, side) if claims and board.camps[side].muster().wide else None
        lapsed += [e.EzocAnswered(viewer, hex_, False) for hex_ in claims if foe and cut_off(foe, hex_)]
    return tuple(lapsed) or None


@rule("TOCS-W6.0-16", "TOCS-W10.15-3")
def lapsed(moment: Moment, side: str) -> tuple[e.Event, ...]:
    """At the end of a side's impulse: claims in hexes it holds now are gone where only companies in extended deployment could
    stand by them, and it is held by them no more."""
    board: Board = moment.board
    foe = board.view(moment.game, moment.game.other(side))
    held = (hex_ for hex_ in board.public.claims[side] if board.occupants(hex_, side))
    return tuple(e.EzocAnswered(side, hex_, False) for hex_ in held if zone(foe, hex_) == "extended")

"""What becomes of a train whose hex the enemy takes (TOCS-W12.3), and of one that may fall back (MASL-16.9-3)."""

from pbem.kernel.i18n import phrase
from pbem.kernel.paths import cheapest
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.rules import railways
from pbem.rulesets.tocs.rules.crossings import Position
from pbem.rulesets.tocs.units import Train

Events = tuple[e.Event, ...]


def follow(moment: Moment) -> Events | None:
    """A train whose hex the enemy has taken falls back where the module lets it, or is lost, with the points on it; None when
    there is none."""
    board: Board = moment.board
    taken = (
        (side, train)
        for side in sorted(board.forces)
        if board.forces[side].trains
        for _, train in sorted(board.forces[side].trains.items())
        if train.status == "on" and board.public.owner[train.hex] != side and train.hex not in board.public.engaged
    )
    return tuple(_left_behind(moment, side, train) for side, train in taken) or None


def _left_behind(moment: Moment, side: str, train: Train) -> e.Event:
    back = _refuge(moment, side, train)
    if back is None:
        return e.TrainChanged(side, replace(train, status="lost", sp=0), (), phrase("lost to the enemy"))
    board: Board = moment.board
    riding = tuple(replace(u, hex=back.hex, bank=back.bank) for u in board.forces[side].aboard(train.id))
    return e.TrainChanged(side, replace(train, hex=back.hex, bank=back.bank), riding, phrase("went back along the line"))


@rule("MASL-16.9-3")
def _refuge(moment: Moment, side: str, train: Train) -> Position | None:
    """The nearest place along the line that is the side's own and not fought over; None where the module has no such retreat, the
    train is immobile, or the line is barred."""
    board: Board = moment.board
    view = board.ground_view(moment.game, side)
    if moment.game.switches["train_in_engagement"] != "passes" or railways.immobile(view, train):
        return None

    def safe(at: Position) -> bool:
        return board.public.owner[at.hex] == side and at.hex not in board.public.engaged

    def edges(at: Position) -> dict[Position, int]:
        there = (railways.onward(view, at, to) for to in moment.game.ground.neighbours[at.hex] if not railways.shut(view, to))
        return {to: 1 for to in there if to is not None and not board.occupants(to.hex, moment.game.other(side))}

    reach = cheapest([Position(train.hex, train.bank)], edges, goal=safe)
    return min((at for at in reach.cost if safe(at)), key=lambda at: (reach.cost[at], at), default=None)

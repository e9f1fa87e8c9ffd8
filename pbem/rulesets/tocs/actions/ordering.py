"""What an action does that needs an HQ's order: the AP it takes of the HQ, and the HQ woken for it (TOCS-W2.1, W10.0)."""

from collections import defaultdict
from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from pbem.engine.situation import CONTROL, Control
from pbem.kernel.rulebook import rule
from pbem.kernel.values import replace
from pbem.orders.tree import Act
from pbem.rulesets.tocs import events as e
from pbem.rulesets.tocs.board import Board, apply
from pbem.rulesets.tocs.game import Game
from pbem.rulesets.tocs.learning import learn
from pbem.rulesets.tocs.moment import Moment
from pbem.rulesets.tocs.observations import Seen
from pbem.rulesets.tocs.observe import observe
from pbem.rulesets.tocs.picture import Picture
from pbem.rulesets.tocs.rules.chain import is_headquarters
from pbem.rulesets.tocs.rules.command import order_given
from pbem.rulesets.tocs.units import Unit

SLOT = "CALL_HQ"
"""The slot for the HQ in a syntax line: `[by CALL_HQ]`; the order of an HQ that names itself fills it too."""


class Afterwards(NamedTuple):
    """The moment after some events that have not happened yet for anybody else, and the picture of whoever acts."""

    moment: Moment
    picture: Picture


def afterwards(moment: Moment, picture: Picture, events: Iterable[e.Event | Control]) -> Afterwards:
    """The board after some events, and what each desk learnt. picture: of the side that acts."""
    board, learnt = moment.board, defaultdict[str, list[Seen]](list)
    for event in events:
        if isinstance(event, CONTROL):
            continue
        for desk, seen in observe(moment.game, board, event):
            learnt[desk].append(seen)
        board = apply(board, event)
    now = replace(moment, board=board, ask=moment.ask.taught(learnt, learn))
    return Afterwards(now, reduce(learn, learnt[picture.side], picture))


def by(act: Act) -> str:
    """The call of the HQ that an act names, "" when it leaves that to the referee."""
    return act.text(SLOT) or ""


@rule("TOCS-W2.1-6", "TOCS-W10.0-3")
def order_paid(moment: Moment, side: str, hq: Unit, ap: int = 1) -> tuple[e.Event, ...]:
    """An HQ gives an order: its AP are spent, and the OP that wakes it if it is not awake. hq: as `orderer` found it."""
    board: Board = moment.board
    if not is_headquarters(board.forces[side].counter(hq)):
        return ()  # an independent unit needs no order
    pool, active = order_given(board.view(moment.game, side), hq, ap)
    return (e.StaffWoken(side, hq.id, pool, active),) if pool else (e.StaffChanged(side, active),)


def expect_ordered(game: Game, picture: Picture, hq: Unit, ap: int = 1) -> Picture:
    """The picture after an HQ's order."""
    forces = picture.forces
    if not is_headquarters(forces.counter(hq)):
        return picture
    pool, active = order_given(picture.view(game), hq, ap)
    if pool:
        forces = replace(forces.with_pool(pool), activated=tuple(sorted({*forces.activated, hq.id})))
    return replace(picture, forces=forces.with_staff(active))

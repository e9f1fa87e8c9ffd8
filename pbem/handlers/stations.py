"""Stations: public moments, of which every seat of both sides hears in one letter each."""

from pbem.campaign.admin_events import DraftDropped, FiguresKept, PlayEnded, Reported, SeatJoined, StaffworkEnded
from pbem.campaign.staffwork import NOTHING
from pbem.campaign.state import Seat
from pbem.documents.document import Block
from pbem.documents.plot import TurnFigures
from pbem.engine.idiom import stands_on
from pbem.handlers import digests, plans
from pbem.handlers.messages import arrive
from pbem.handlers.on_file import lapsed
from pbem.handlers.telling import tell_host
from pbem.handlers.timing import set_clocks
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.letters.field_briefs import end_of_battle
from pbem.letters.invitations import hand_over
from pbem.letters.on_file import lapsed_draft
from pbem.letters.opened import dice_opened
from pbem.letters.stations import intsum, station


def stations(work: UnitOfWork) -> None:
    """If this record holds a public moment, set the clock and write to every seat of both sides."""
    kind = work.table.ruleset.reports.station(tuple(o for _, o in work.seen))
    if not kind:
        return
    if kind == "end":
        work.put(PlayEnded())
    else:
        set_clocks(work)
    if kind == "began":
        _staffwork_ended(work)
        plans.opened(work)
    battle = work.state.admin.battle
    extra = () if kind != "end" else end_of_battle(battle) if battle else _opened(work)
    arrive(work)
    late = _joined(work)
    fresh = _figures_kept(work) if kind == "began" else frozenset()
    for seat in work.seats:
        _report(work, seat, late, fresh, extra)
    if work.table.ruleset.reports.turn_began(tuple(o for _, o in work.seen)):
        _summaries(work)
    if kind == "end" and not battle:
        last_letters(work)


def _figures_kept(work: UnitOfWork) -> frozenset[str]:
    """Each side's own figures are kept once a turn, as it begins; the sides whose were."""
    ruleset, fresh = work.table.ruleset, set[str]()
    for side, picture in sorted(work.state.pictures.items()) if ruleset.figures else ():
        turn, before = ruleset.sequence.turn(picture), work.state.admin.figures.get(side, ())
        if turn and ruleset.figures and not (before and before[-1].turn == turn):
            work.put(FiguresKept(side, TurnFigures(turn, ruleset.figures.now(work.table.game, picture))))
            fresh.add(side)
    return frozenset(fresh)


def _report(work: UnitOfWork, seat: Seat, late: frozenset[str], fresh: frozenset[str], extra: tuple[Block, ...]) -> None:
    """A seat is told of the moment, after what was held for it. late: seats that join at it, and are handed over what there is;
    fresh: sides whose turn begins."""
    lapsed_orders = lapsed_draft(work.desk(seat))
    if lapsed_orders:
        work.put(DraftDropped(seat.id))
    turn = work.table.ruleset.sequence.turn(work.state.pictures[seat.side])
    if work.held_until(seat) is None:
        digests.tell(work, seat, before=turn)
    desk = work.desk(seat)
    if work.send(hand_over(desk) if seat.id in late else station(desk, (*lapsed_orders, *extra), seat.side in fresh)):
        work.put(Reported(seat.id, turn, work.state.admin.sent[seat.id]))


def last_letters(work: UnitOfWork) -> None:
    """Everything is opened to both sides, and the host hears that it is."""
    for out in work.reveal():
        work.send(out)
    title = work.state.admin.title
    over = say("{title} is over. Both sides have their last letters, in which everything is opened.", title=title)
    tell_host(work, say("the campaign is over"), (over,))


def _staffwork_ended(work: UnitOfWork) -> None:
    """What a team had arranged for the part of play that is over is gone; whose orders were not let run hears of it."""
    for side, staff in sorted(work.state.admin.staffwork.items()):
        if staff != NOTHING:
            lapsed(work, side)
            work.put(StaffworkEnded(side))


@stands_on("summary")
def _summaries(work: UnitOfWork) -> None:
    """The turn's intelligence summary goes to every seat of a team; who commands alone asks for it."""
    for side in sorted(work.state.pictures):
        seats = work.state.admin.reached(side)
        for seat in seats if sum(s.role == "commander" for s in seats) > 1 else ():
            work.send(intsum(work.desk(seat)))


def _joined(work: UnitOfWork) -> frozenset[str]:
    """The seats that join at this moment: their time has come. Who has not accepted by then takes over when he does."""
    due = [
        seat.id for seat in work.state.admin.seats.values()
        if seat.joins and seat.side in work.state.pictures
        and work.table.ruleset.scenario.reached(work.table.game, work.state.pictures[seat.side], seat.joins)
    ]  # fmt: skip
    for seat in sorted(due):
        work.put(SeatJoined(seat))
    return frozenset(due)


def _opened(work: UnitOfWork) -> tuple[Block, ...]:
    admin = work.state.admin
    throws = tuple(f"{t.spec} {'+'.join(map(str, t.faces))} [{t.occasion}]" for t in (*work.state.throws, *work.throws))
    return dice_opened(work.state.seed, tuple(sorted(admin.nonces.items())), throws)

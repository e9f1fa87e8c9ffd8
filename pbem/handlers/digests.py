"""Digests: what asks nothing of a seat comes to it once a day, where it wants that; before anything that does."""

from datetime import datetime

from pbem.campaign.admin_events import Reported
from pbem.campaign.records import Cause, DigestLetter, Holding, Record, State, held_after
from pbem.campaign.state import Seat
from pbem.handlers.finishing import finish
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.letters.digest import digest


def daily(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """The hour of one or several seats' digests has come."""
    work = UnitOfWork(table, state, cause)
    for seat, held in sorted(state.held.items()):
        if held[0].until <= cause.at:
            tell(work, work.state.admin.seats[seat])
    return finish(work)


def due(state: State) -> datetime | None:
    """When the next digest is."""
    return min((held[0].until for held in state.held.values()), default=None)


def tell(work: UnitOfWork, seat: Seat, before: int = 0) -> None:
    """All that waits for a seat's digest is told now. before: the turn of a report that follows at once, so that one of the same
    turn need not say how things stood."""
    held = _waiting(work, seat)
    if not held:
        return
    turns = [letter.turn for letter in held if letter.kind == "sitrep"]
    stands = bool(turns) and turns[-1] != before
    work.held.append(Holding(seat.id, None))
    work.send(digest(work.desk(seat), held, stands))
    for turn in turns if stands else ():
        work.put(Reported(seat.id, turn, work.state.admin.sent[seat.id]))


def forget(work: UnitOfWork, seat: Seat) -> None:
    """What waited for the holder of a seat who holds it no more is nobody's."""
    if _waiting(work, seat):
        work.held.append(Holding(seat.id, None))


def _waiting(work: UnitOfWork, seat: Seat) -> tuple[DigestLetter, ...]:
    return held_after(work.state.held, work.held).get(seat.id, ())

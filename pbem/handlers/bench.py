"""The bench: officers who stand ready to take a seat that falls empty. They are told nothing of any side."""

from pbem.campaign.admin_events import SeatAccepted, SeatLeft
from pbem.campaign.receiving import receive
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import Seat
from pbem.handlers import hearing
from pbem.handlers.finishing import finish
from pbem.handlers.hearing import bench_words
from pbem.handlers.telling import tell_host
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import short

ANSWERS = {
    "volunteer": (
        phrase("you are on the reserve list"),
        phrase("You are on the reserve list and may be called to an empty seat. Reply DECLINE to be taken off it."),
    ),
    "decline": (phrase("you are off the list"), phrase("You are off the list. Nothing more is sent to you.")),
    "": (
        phrase("you are a reserve officer"),
        phrase("Reply VOLUNTEER or DECLINE. A reserve officer can do nothing else."),
    ),
}


def reserve(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A letter of an officer on the bench: VOLUNTEER, or DECLINE."""
    work = UnitOfWork(table, state, cause)
    seat = state.admin.seats[cause.seat]
    request = receive(state.admin, seat.id, cause.answers, cause.lines, bench_words(table))
    remarks = hearing.came(work, hearing.sense(table, state, cause))
    said = next((act.verb for act in request.of(*ANSWERS)), "volunteer" if "accept" in request.said else "")
    _answered(work, seat, said)
    head, line = ANSWERS[said]
    work.send(short(work.desk(work.state.admin.seats[seat.id]), "bench", say(head), (say(line), *remarks)))
    return finish(work)


def _answered(work: UnitOfWork, seat: Seat, said: str) -> None:
    if said == "volunteer" and not seat.accepted:
        work.put(SeatAccepted(seat.id, ""))
        tell_host(work, say("reserve officer"), (say("{address} is on the reserve list.", address=seat.address),))
    if said == "decline":
        work.put(SeatLeft(seat.id, "declined"))
        tell_host(work, say("reserve officer"), (say("{address} has left the reserve list.", address=seat.address),))

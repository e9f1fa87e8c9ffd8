"""Leaving a seat: DECLINE an invitation, RESIGN a seat. The seat's tokens die at once; its units are its superior's to order."""

from pbem.campaign.admin_events import PlayEnded, SeatLeft
from pbem.campaign.state import Seat
from pbem.handlers import digests
from pbem.handlers.joining import begin
from pbem.handlers.stations import stations
from pbem.handlers.telling import tell_host, tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.letters.short_letters import short


def leave(work: UnitOfWork, seat: Seat, why: str, head: str) -> str:
    """The seat is empty, and everybody concerned is told. why: "declined", "resigned"; the number of the answer."""
    digests.tell(work, seat)
    work.put(SeatLeft(seat.id, why))
    lines = (
        say(
            "{done}: {seat} is empty. No letter of yours counts for it any more; this is the last to you.",
            done=head[0].upper() + head[1:],
            seat=seat.id,
        ),
        say("Thank you for letting everybody know."),
    )
    number = work.send(short(work.desk(work.state.admin.seats[seat.id]), "farewell", head, lines))
    why = {"declined": say("declined"), "resigned": say("resigned")}[why]
    tell_team(
        work,
        seat,
        say("your side"),
        (say("{seat} is empty: its holder has {why}. Its superior orders its units.", seat=seat.id, why=why),),
    )
    ways = say("REPLACE {seat} BY <address> gives it to another", seat=seat.id)
    empty = say("{seat} is empty: its holder has {why}.", seat=seat.id, why=why)
    tell_host(work, say("a seat is empty"), (empty, f"{ways}{_ready(work)}."))
    begin(work)
    return number


def _ready(work: UnitOfWork) -> str:
    able = [officer.address for officer in work.state.admin.bench if officer.accepted]
    return say("; ready are {able}", able=", ".join(able)) if able else ""


def camp_over(work: UnitOfWork, seat: Seat) -> None:
    """A boot camp whose pupil is gone is over."""
    admin = work.state.admin
    if admin.camp is None or admin.camp.pupil != seat.id:
        return
    if admin.stage == "playing":
        work.conclude("", say("the boot camp was left by its pupil"))
        stations(work)
    else:
        work.put(PlayEnded())

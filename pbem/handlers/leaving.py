"""Leaving a seat: DECLINE an invitation, RESIGN a seat. The seat's tokens die at once; its units are its superior's to order."""

from pbem.campaign.admin_events import PlayEnded, SeatLeft
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers import digests
from pbem.handlers.joining import begin
from pbem.handlers.stations import stations
from pbem.handlers.telling import tell_host, tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.letters.short_letters import short
from pbem.orders.tree import Act


def left(work: UnitOfWork, seat: Seat, request: Request) -> str:
    """DECLINE or RESIGN, whichever the letter says and the seat can: the number of the answer, "" when nobody leaves."""
    acts = {act.verb: act for act in request.of("decline", "resign")}
    if "decline" in acts and not seat.accepted:
        return _gone(work, seat, "declined", say("you have declined"))
    if "resign" in acts and seat.accepted and _is_meant(seat, acts["resign"]):
        return _gone(work, seat, "resigned", say("you have resigned"))
    return ""


def notes(seat: Seat, request: Request) -> list[str]:
    """What is said of a DECLINE or RESIGN that was not carried out."""
    found = []
    for act in request.of("decline", "resign"):
        if act.verb == "decline":
            found.append(say("you have accepted; RESIGN {seat} gives your seat up", seat=seat.id.upper()))
        if act.verb == "resign":
            found.append(say("nothing was given up: write RESIGN {seat}, and your seat is empty at once", seat=seat.id.upper()))
    return found


def _is_meant(seat: Seat, act: Act) -> bool:
    """A seat is given up by its name, so that no slip of a word empties it."""
    return (act.text("SEAT") or "").lower() == seat.id


def _gone(work: UnitOfWork, seat: Seat, why: str, head: str) -> str:
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
    number = work.send(short(work.desk(work.state.affairs.seats[seat.id]), "farewell", head, lines))
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
    able = [officer.address for officer in work.state.affairs.bench if officer.accepted]
    return say("; ready are {able}", able=", ".join(able)) if able else ""


def camp_over(work: UnitOfWork, seat: Seat) -> None:
    """A boot camp whose pupil is gone is over."""
    affairs = work.state.affairs
    if affairs.camp is None or affairs.camp.pupil != seat.id:
        return
    if affairs.stage == "playing":
        work.conclude("", say("the boot camp was left by its pupil"))
        stations(work)
    else:
        work.put(PlayEnded())

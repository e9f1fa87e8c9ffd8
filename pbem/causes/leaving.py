"""Leaving a seat: DECLINE an invitation, RESIGN a seat. The seat's tokens die at once; its units are its superior's to order."""

from pbem.causes import digests
from pbem.causes.joining import begin
from pbem.causes.stations import stations
from pbem.causes.telling import tell_host, tell_team
from pbem.causes.work import Work
from pbem.command.affairs import Seat
from pbem.command.papers import PlayEnded, SeatLeft
from pbem.dispatch.words import short
from pbem.kernel.tongue import say
from pbem.orders.sheet import Act
from pbem.receive import Request


def left(work: Work, seat: Seat, request: Request) -> str:
    """DECLINE or RESIGN, whichever the letter says and the seat can: the number of the answer, "" when nobody leaves."""
    acts = {act.verb: act for act in request.desk}
    if "decline" in acts and not seat.accepted:
        return _gone(work, seat, "declined", say("you have declined"))
    if "resign" in acts and seat.accepted and _is_meant(seat, acts["resign"]):
        return _gone(work, seat, "resigned", say("you have resigned"))
    return ""


def notes(seat: Seat, request: Request) -> list[str]:
    """What is said of a DECLINE or RESIGN that was not carried out."""
    found = []
    for act in request.desk:
        if act.verb == "decline":
            found.append(say("you have accepted; RESIGN {seat} gives your seat up", seat=seat.id.upper()))
        if act.verb == "resign":
            found.append(say("nothing was given up: write RESIGN {seat}, and your seat is empty at once", seat=seat.id.upper()))
    return found


def _is_meant(seat: Seat, act: Act) -> bool:
    """A seat is given up by its name, so that no slip of a word empties it."""
    return (act.text("SEAT") or "").lower() == seat.id


def _gone(work: Work, seat: Seat, why: str, head: str) -> str:
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


def _ready(work: Work) -> str:
    able = [officer.address for officer in work.state.affairs.bench if officer.accepted]
    return say("; ready are {able}", able=", ".join(able)) if able else ""


def camp_over(work: Work, seat: Seat) -> None:
    """A boot camp whose pupil is gone is over."""
    affairs = work.state.affairs
    if affairs.camp is None or affairs.camp.pupil != seat.id:
        return
    if affairs.stage == "playing":
        work.conclude("", say("the boot camp was left by its pupil"))
        stations(work)
    else:
        work.put(PlayEnded())

"""Leaving a seat: DECLINE an invitation, RESIGN a seat. Its units are its superior's to order.

The seat's tokens die at once; but who declined may still ACCEPT, until the host has given the seat to somebody else.
"""

from typing import Literal, TypeAlias

from pbem.campaign.admin_events import PlayEnded, SeatLeft
from pbem.campaign.state import Seat
from pbem.handlers import digests
from pbem.handlers.joining import begin
from pbem.handlers.stations import stations
from pbem.handlers.telling import tell_host, tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import short

Why: TypeAlias = Literal["declined", "resigned"]


def leave(work: UnitOfWork, seat: Seat, why: Why) -> str:
    """The seat is empty, and everybody concerned is told; the number of the answer."""
    digests.tell(work, seat)
    work.put(SeatLeft(seat.id, why))
    declined, seat = why == "declined", work.state.admin.seats[seat.id]
    head, lines = _declined(work) if declined else _resigned(work, seat)
    number = work.send(short(work.desk(seat), "farewell", head, lines))
    tell_team(
        work,
        seat,
        say("{seat} is vacant", seat=work.called(seat)),
        (_empty(work, seat, why), say("Until it is filled, the next in command orders its units.")),
    )
    ways = say("REPLACE {seat} BY <address> gives it to somebody else", seat=seat.id)
    subject = say("{seat} declined", seat=work.called(seat)) if declined else say("{seat} resigned", seat=work.called(seat))
    tell_host(work, subject, (_empty(work, seat, why), f"{ways}{_ready(work)}."))
    begin(work)
    return number


def _declined(work: UnitOfWork) -> tuple[str, tuple[str, ...]]:
    """The one letter to who declines: its subject and its line, and how a change of mind is told while the seat is empty."""
    thanks = say("Thank you for letting us know; you have declined, and nothing more is sent to you.")
    back = say("If you change your mind: ACCEPT takes the seat while nobody else has it.")
    over = work.state.admin.camp is not None
    return say("you have declined, thank you"), (thanks,) if over else (thanks, back)


def _resigned(work: UnitOfWork, seat: Seat) -> tuple[str, tuple[str, ...]]:
    """The last letter to who resigns."""
    return say("you have resigned"), (
        say("You have resigned: {seat} is vacant.", seat=work.called(seat)),
        say("Further letters from you have no effect. This is your last letter."),
        say("Thank you for letting everybody know."),
    )


def _empty(work: UnitOfWork, seat: Seat, why: Why) -> str:
    told = {
        "declined": phrase("{seat} is vacant: the invitation was declined."),
        "resigned": phrase("{seat} is vacant: its holder has resigned."),
    }
    return say(told[why], seat=work.called(seat))


def _ready(work: UnitOfWork) -> str:
    able = [officer.address for officer in work.state.admin.bench if officer.accepted]
    return say("; on the reserve list: {able}", able=", ".join(able)) if able else ""


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

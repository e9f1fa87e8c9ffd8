"""Taking a seat: who is invited accepts, and when all who command are there, play begins. Seats whose time has come join."""

import hashlib

from pbem.causes.stations import stations
from pbem.causes.telling import tell_team
from pbem.causes.work import Work
from pbem.command.affairs import Affairs, PlayBegan, Seat, SeatAccepted
from pbem.enrolling import hand_over, stand_by, welcome


def accept(work: Work, seat: Seat) -> str:
    """The seat is taken; the bytes of the letter are its nonce, before play. When all who command are there, play begins."""
    inviting = work.state.affairs.stage == "inviting"
    nonce = work.cause.sha256 or hashlib.sha256(work.cause.id.encode()).hexdigest()
    work.put(SeatAccepted(seat.id, nonce if inviting else ""))
    desk = work.desk(work.state.affairs.seats[seat.id])
    number = work.send(welcome(desk) if inviting else stand_by(desk) if seat.joins else hand_over(desk))
    if seat.earlier or not inviting:
        tell_team(work, seat, "YOUR SIDE", (f"{seat.id} is held again: its new holder has accepted.",))
    begin(work)
    return number


def begin(work: Work) -> None:
    """Play begins once everybody who commands from the first turn on has answered, and each side has its commander."""
    if work.state.affairs.stage == "inviting" and _all_there(work.state.affairs):
        work.put(PlayBegan())
        work.settle()
        stations(work)


def _all_there(affairs: Affairs) -> bool:
    awaited = [s for s in affairs.seats.values() if s.role == "commander" and not s.joins]
    sides = {s.side for s in awaited}
    led = {s.side for s in awaited if s.commands and not s.formations}
    return led == sides and all(s.accepted for s in awaited if not s.left)

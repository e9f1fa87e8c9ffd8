"""Taking a seat: who is invited accepts, and when all who command are there, play begins."""

import hashlib

from pbem.causes.stations import stations
from pbem.causes.work import Work
from pbem.command.affairs import PlayBegan, Seat, SeatAccepted
from pbem.dispatch import welcome


def accept(work: Work, seat: Seat) -> str:
    """The seat is taken; the bytes of the letter are its nonce, before play. When all who command are there, play begins."""
    nonce = work.cause.sha256 or hashlib.sha256(work.cause.id.encode()).hexdigest()
    work.put(SeatAccepted(seat.id, nonce if work.state.affairs.stage == "inviting" else ""))
    number = work.send(welcome(work.desk(work.state.affairs.seats[seat.id])))
    awaited = (s for s in work.state.affairs.seats.values() if s.role == "commander" and not s.joins and not s.left)
    if work.state.affairs.stage == "inviting" and all(s.accepted for s in awaited):
        work.put(PlayBegan())
        work.settle()
        stations(work)
    return number

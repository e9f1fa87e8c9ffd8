"""A few lines to the seats of one side, or to the host: what has changed in who commands what."""

from pbem.causes.work import Work
from pbem.command.affairs import Seat
from pbem.dispatch.words import word


def tell_team(work: Work, seat: Seat, subject: str, lines: tuple[str, ...]) -> None:
    """Every other seat of the side that is written to."""
    for other in work.state.affairs.reached(seat.side):
        if other.id != seat.id:
            work.send(word(work.desk(other), subject.upper(), subject, lines))


def tell_host(work: Work, subject: str, lines: tuple[str, ...]) -> None:
    """The host and his co-hosts, where they have seats."""
    for _, seat in sorted(work.state.affairs.seats.items()):
        if seat.role == "host" and not seat.left:
            work.send(word(work.desk(seat), subject.upper(), subject, lines))


def is_blind(work: Work) -> bool:
    """Does a host command a side himself? Equal addresses are one person."""
    hosts = {a for seat in work.hosts for a in (seat.address, *seat.also)}
    return any(a in hosts for seat in work.seats for a in (seat.address, *seat.also))

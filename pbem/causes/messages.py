"""Messages between seats and sides, word for word; what is kept in a log."""

from pbem.causes.work import Work
from pbem.command.affairs import LogKept, Seat
from pbem.dispatch import message
from pbem.intel.run import MessageHeard
from pbem.receive import Request


def messages(work: Work, seat: Seat, request: Request) -> list[str]:
    """Relay messages word for word to a seat, a side or "enemy"."""
    notes: list[str] = []
    affairs = work.state.affairs
    for item in request.messages:
        if item.to == "log":
            work.put(LogKept(seat.id, work.impulse(seat), item.lines))
            notes.append("kept in your log; it is opened to all when the campaign is over")
            continue
        to = [s for s in affairs.seats.values() if s.side and _addressed(seat, s, item.to)]
        if not to:
            notes.append(f"no message sent: {item.to} is nobody here; write a side, a seat, or ENEMY")
            continue
        for other in sorted(to, key=lambda s: s.id):
            sender = work.table.game.staff(seat.side).name
            work.seen.append((other.side, MessageHeard(sender, item.lines)))
            work.send(message(work.desk(other), sender, item.lines))
        notes.append(f"message sent to {', '.join(sorted(s.id for s in to))}")
    return notes


def _addressed(seat: Seat, other: Seat, to: str) -> bool:
    if to == "enemy":
        return other.side != seat.side
    return other.id != seat.id and to in (other.id, other.side)

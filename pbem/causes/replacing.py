"""Another holder for a seat, by the host's word. He is invited, and told everything once he has accepted, not before."""

from pbem.causes import digests
from pbem.causes.telling import tell_team
from pbem.causes.work import Work
from pbem.command.affairs import Affairs, Seat
from pbem.command.papers import SeatGiven, SeatLeft
from pbem.enrolling import invitation
from pbem.kernel.dice import commitment
from pbem.kernel.tongue import say


def unfit(affairs: Affairs, seat: str, address: str) -> str:
    """Why somebody cannot be given a seat, for the host; "" when he can. Who has ever seen the other side's mail is no choice."""
    held = affairs.seats.get(seat)
    if held is None or not held.side:
        return say("there is no such seat: {seats}", seats=", ".join(s for s in sorted(affairs.seats) if affairs.seats[s].side))
    if affairs.stage == "over":
        return say("the campaign is over")
    if address == held.address and not held.left:
        return say("he holds it already")
    for other in affairs.seats.values():
        if other.side not in ("", held.side) and address in _knew(other):
            return say("{address} holds or held {other}, on the other side", address=address, other=other.id)
    return ""


def _knew(seat: Seat) -> tuple[str, ...]:
    """Every address that a seat's letters may have gone to."""
    return (seat.address, *seat.also, *(address for address, _ in seat.earlier))


def hand(work: Work, seat: Seat, address: str) -> tuple[str, ...]:
    """The seat is another's to accept; the letters that his predecessor was sent stay his predecessor's. In words, for the host."""
    digests.forget(work, seat)
    work.put(SeatGiven(seat.id, address))
    for officer in work.state.affairs.bench:
        if officer.address == address:
            work.put(SeatLeft(officer.id, "called"))
    now = work.state.affairs.seats[seat.id]
    work.send(invitation(work.desk(now), commitment(bytes.fromhex(work.state.seed))))
    tell_team(
        work,
        now,
        say("your side"),
        (say("{seat} has been given to somebody else, who is invited; his superior stands in.", seat=seat.id),),
    )
    return (
        say(
            "{seat} is given to {address}, who has been invited; his superior stands in until he accepts",
            seat=seat.id,
            address=address,
        ),
    )

"""Another holder for a seat, by the host's word. He is invited, and told everything once he has accepted, not before."""

from pbem.campaign.admin_events import SeatGiven, SeatLeft
from pbem.campaign.state import Seat
from pbem.handlers import digests, fields
from pbem.handlers.joining import prospect
from pbem.handlers.telling import hosts_eyes, tell_team
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.dice import commitment
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.desk import Out
from pbem.letters.invitations import Underway, host_plays, invitation
from pbem.letters.short_letters import notice, short
from pbem.mail.addresses import nobodys


def unfit(work: UnitOfWork, seat: str, address: str) -> str:
    """Why somebody cannot be given a seat, for the host; "" when he can. Who has ever seen the other side's mail is no choice.
    own: the referee's own address."""
    admin = work.state.admin
    held = admin.seats.get(seat)
    if held is None or not held.side:
        return say("there is no such seat: {seats}", seats=", ".join(s for s in sorted(admin.seats) if admin.seats[s].side))
    if admin.stage == "over":
        return say("the campaign is over")
    if address == held.address and not held.left:
        return say("this address holds it already")
    if nobody := nobodys(address, work.cause.own):
        return nobody
    for other in admin.seats.values():
        if other.side not in ("", held.side) and address in _knew(other):
            return say("{address} holds or held {other}, on the other side", address=address, other=work.called(other))
    return ""


def _knew(seat: Seat) -> tuple[str, ...]:
    """Every address that a seat's letters may have gone to."""
    return (seat.address, *seat.also, *(address for address, _ in seat.earlier))


def hand(work: UnitOfWork, seat: Seat, address: str) -> tuple[str, ...]:
    """The seat is another's to accept; the letters that his predecessor was sent stay his predecessor's, who is told in a last one.
    In words, for the host."""
    admin, played = work.state.admin, hosts_eyes(work).led
    digests.forget(work, seat)
    tells = bool(seat.address) and not seat.left
    if tells:
        work.send(_farewell(work, seat))
    work.put(SeatGiven(seat.id, address, tells))
    for officer in admin.bench:
        if officer.address == address:
            work.put(SeatLeft(officer.id, "called"))
    now = work.state.admin.seats[seat.id]
    bound = commitment(bytes.fromhex(work.state.seed))
    work.send(invitation(work.desk(now), bound, prospect(work, now), _underway(work)))
    tell_team(
        work,
        now,
        say("{seat}: a new holder is invited", seat=work.called(now)),
        (say("The host has given {seat} to a new holder, who is invited. The next in command stands in.", seat=work.called(now)),),
    )
    _tell_the_enemy(work, now)
    if hosts_eyes(work).led != played:
        _tell_that_the_host_plays(work)
    return (
        say(
            "{address} is invited to take over {seat}. Until then the next in command stands in, if there is one,"
            " and the clock runs on.",
            seat=work.called(now),
            address=address,
        ),
    )


def _farewell(work: UnitOfWork, seat: Seat) -> Out:
    """The last letter to who held the seat, or was invited to it."""
    lines = (
        say("You are relieved: the host has given {seat} to somebody else.", seat=work.called(seat)) if seat.accepted
        else say("The host has invited somebody else in your place."),
        say("Further letters from you have no effect and are not answered. This is your last letter."),
        say("Thank you for playing.") if seat.accepted else say("Thank you all the same."),
    )  # fmt: skip
    return replace(short(work.desk(seat), "farewell", say("you are relieved of your command"), lines), answer=False)


def _underway(work: UnitOfWork) -> Underway | None:
    """Where play stands, as both sides know it; None before it has begun."""
    if work.state.admin.stage != "playing":
        return None
    sequence, side = work.table.ruleset.sequence, min(work.state.pictures)
    named = (sequence.named(state.pictures[side]) for state, _ in work.table.past() if state.admin.stage == "playing")
    played = {name for name in named if "." in name and not name.startswith("T0.")} - {work.phase}
    return Underway(sequence.turn(work.state.situation.board), sequence.turns(work.table.game), len(played))


def _tell_the_enemy(work: UnitOfWork, seat: Seat) -> None:
    """Both sides know when the command of one changes hands; how seats below it are held is its own affair."""
    if seat.role != "commander" or seat.formations or work.state.admin.stage != "playing":
        return
    lines = (
        say("The {side} has a new holder, by the host's word.", side=work.speaker(seat.side)),
        say("Nothing else changes: its clock, its standing orders and what it knows stay as they are."),
    )
    for other in work.seats:
        if other.side != seat.side and other.role != fields.ROLE:
            work.send(notice(work.desk(other), say("THE ENEMY'S COMMAND"), say("the enemy's command has changed hands"), lines))


def _tell_that_the_host_plays(work: UnitOfWork) -> None:
    """A host has taken a seat: everybody must know who reads what is written to him."""
    for other in work.seats:
        lines = host_plays(work.desk(other))
        if lines:
            work.send(notice(work.desk(other), say("THE HOST PLAYS"), say("the host plays"), lines))

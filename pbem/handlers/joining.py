"""Taking a seat: who is invited accepts, and when all who command are there, play begins. Seats whose time has come join."""

import hashlib

from pbem.campaign.admin_events import PlayBegan, SeatAccepted
from pbem.campaign.request import Request
from pbem.campaign.state import AdminState, Seat
from pbem.handlers import fields
from pbem.handlers.stations import stations
from pbem.handlers.telling import tell_host, tell_team
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import say
from pbem.kernel.values import replace
from pbem.letters.desk import Answered, Desk, Out
from pbem.letters.invitations import Prospect, hand_over, stand_by, wait_for_battle, welcome


def prospect(work: UnitOfWork, seat: Seat) -> Prospect:
    """What the campaign is about, and what the seat is likely to cost its holder."""
    table, vocabulary = work.table, words(work.table, work.state, seat.side)
    own = {call for formation in seat.formations for call in vocabulary.formations.get(formation, ())}
    module = table.editions
    return Prospect(
        module.about if module else "", module.moments if module else 0, table.pace.hours, len(own or {*vocabulary.calls.values()}),
        work.idiom.together,
    )  # fmt: skip


def accept(work: UnitOfWork, seat: Seat) -> str:
    """The seat is taken; the bytes of the letter are its nonce, before play. When all who command are there, play begins."""
    inviting, declined = work.state.admin.stage == "inviting", seat.may_come_back
    nonce = work.cause.sha256 or hashlib.sha256(work.cause.id.encode()).hexdigest()
    work.put(SeatAccepted(seat.id, nonce if inviting else ""))
    desk = work.desk(work.state.admin.seats[seat.id])
    number = work.send(_answer(desk, inviting))
    who = work.called(seat)
    if seat.earlier or declined or not inviting:
        tell_team(work, seat, say("{seat} is filled", seat=who), (say("{seat} is filled: the invitation was accepted.", seat=who),))
    if declined:
        taken = say("{seat} is filled after all: {address} had declined, and has accepted.", seat=who, address=seat.address)
        tell_host(work, say("{seat} is filled after all", seat=who), (taken,))
    begin(work)
    return number


def _answer(desk: Desk, inviting: bool) -> Out:
    """What an ACCEPT is answered with, by the seat and the time."""
    if desk.seat.role == fields.ROLE:
        return wait_for_battle(desk)
    if inviting:
        return welcome(desk)
    return stand_by(desk) if desk.seat.joins else hand_over(desk)


def invited(work: UnitOfWork, seat: Seat, request: Request, answered: Answered) -> Answered:
    """Who has not taken the seat is told at the head of each answer how to."""
    held = work.state.admin.seats[seat.id]
    if held.accepted or held.left or answered.wanted or work.state.admin.stage == "over":
        return answered
    doubt = (
        (say("whether you accept is not clear: write ACCEPT or DECLINE on a line of its own"),)
        if request.accepting == "unclear"
        else ()
    )
    wanted = (say("REPLY  ACCEPT (take your seat) | DECLINE"),)
    return replace(answered, wanted=wanted, notes=(*doubt, *answered.notes))


def begin(work: UnitOfWork) -> None:
    """Play begins once everybody who commands from the first turn on has answered, and each side has its commander."""
    if work.state.admin.stage == "inviting" and _all_there(work.state.admin):
        work.put(PlayBegan())
        work.settle()
        stations(work)
        fields.follow(work)


def _all_there(admin: AdminState) -> bool:
    awaited = [s for s in admin.seats.values() if s.role == "commander" and not s.joins]
    sides = {s.side for s in awaited}
    led = {s.side for s in awaited if s.commands and not s.formations}
    return led == sides and all(s.accepted for s in awaited if not s.left)

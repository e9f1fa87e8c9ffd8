"""CO-HOST: let somebody host beside you."""

from pbem.campaign.admin_events.event import AdminEvent
from pbem.campaign.state import AdminState, Seat, host_seat
from pbem.handlers.host.word import ANY, HostWord, SaidWord
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import phrase, say
from pbem.kernel.values import replace
from pbem.letters.host import host_welcome
from pbem.mail.addresses import nobodys
from pbem.mail.sender import canonical_address
from pbem.orders.tree import Verb


class SeatAdded(AdminEvent):
    """Somebody takes a place at the table."""

    seat: Seat

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return replace(admin, seats={**admin.seats, self.seat.id: self.seat})


def _an_address(work: UnitOfWork, asked: SaidWord) -> str:
    address = canonical_address(asked.text("TEXT"))
    if address is None:
        return say("{text!r} is not a mail address", text=asked.text("TEXT"))
    known = any(address in (s.address, *s.also) for s in work.state.admin.seats.values())
    return say("{address} holds a seat already", address=address) if known else nobodys(address, work.cause.own)


def _co_host(work: UnitOfWork, asked: SaidWord) -> tuple[str, ...]:
    seat = host_seat(canonical_address(asked.text("TEXT")) or "", len(work.hosts) + 1)
    work.put(SeatAdded(seat))
    work.send(host_welcome(work.desk(seat)))
    return (say("{address} hosts beside you and has been written to", address=seat.address),)


WORD = HostWord(
    Verb("co-host", ("co-host TEXT",), "letter", phrase("let somebody host beside you")),
    phrase("CO-HOST lets an address say every word that you may; it gets the digest too.\n\n    CO-HOST deputy@club.example"),
    200,
    refuse=_an_address,
    do=_co_host,
    stages=ANY,
    events=(SeatAdded,),
)

"""ADD ADDRESS: write from a second address too."""

from pbem.campaign.admin_events.event import AdminEvent, with_seat
from pbem.campaign.state import AdminState, Seat
from pbem.handlers.telling import tell_host
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Final, Word
from pbem.kernel.i18n import phrase, say
from pbem.mail.addresses import nobodys
from pbem.mail.sender import canonical_address
from pbem.orders.tree import Act, Verb


class AddressAdded(AdminEvent):
    """The seat may write from one more address."""

    seat: str
    address: str

    def apply(self, admin: AdminState) -> AdminState:
        """The admin state after it."""
        return with_seat(admin, self.seat, also=(*admin.seats[self.seat].also, self.address))


MOST_ADDRESSES = 4  # beside the first  # beside the first


def _added(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [_note(work, seat, act.text() or "")]


def _note(work: UnitOfWork, seat: Seat, text: str) -> str:
    words = text.split()
    address = canonical_address(words[0].strip("<>,.;")) if words else None
    now = work.state.admin.seats[seat.id]
    if address is None:
        return say("no address added: {text!r} is not a mail address", text=text)
    if address in (now.address, *now.also):
        return say("{address} was yours before", address=address)
    if nobody := nobodys(address, work.cause.own):
        return say("no address added: {why}", why=nobody)
    if len(now.also) >= MOST_ADDRESSES:
        return say("no address added: you have {most} beside your first already", most=MOST_ADDRESSES)
    work.put(AddressAdded(seat.id, address))
    others = (s for s in work.state.admin.seats.values() if s.side not in ("", seat.side))
    if any(address in (s.address, *s.also) for s in others):  # the writer gets the same answer: whose it is, is no word for him
        tell_host(
            work,
            say("one address, two sides"),
            (
                say(
                    "{seat} writes from {address}, which is an address of the other side's.", seat=work.called(now), address=address
                ),
            ),
        )
    return say("address added: you may write from {address} too, with the same token", address=address)


def _final(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    address = canonical_address(next(iter((act.text() or "").split()), "").strip("<>,.;"))
    if not address or address in (seat.address, *seat.also) or nobodys(address, work.cause.own):
        return None
    cost = phrase("A letter from that address with your token then counts as yours.")
    return Final(act, f"ADD ADDRESS {address}", cost)


WORD = Word(
    Verb("add address", ("add address TEXT",), "letter", phrase("write from a second address too"), ("does", "files")),
    phrase(
        "ADD ADDRESS lets you write from another address too, with the same token; up to four. The referee's\n"
        "letters go on to your first, and a YES is asked from there before.\n\n    ADD ADDRESS second@example.org"
    ),
    acts={"address": _added},
    by=ALL,
    final=_final,
    events=(AddressAdded,),
)

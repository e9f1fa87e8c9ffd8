"""What a seat changes about itself: its reply token, the addresses it writes from, how it wants its letters."""

from pbem.causes.telling import tell_host
from pbem.causes.work import Work
from pbem.command.affairs import Seat
from pbem.command.papers import AddressAdded, TokenTurned, WishKept
from pbem.mail.sender import canonical_address
from pbem.receive import Request

MOST_ADDRESSES = 4  # beside the first


def changed(work: Work, seat: Seat, request: Request) -> list[str]:
    """NEW TOKEN, ADD ADDRESS, FORMAT and ATTACHMENTS done; a note for the receipt on each."""
    notes = []
    if "new token" in request.said:
        work.put(TokenTurned(seat.id, seat.generation + 1))
        notes.append("your reply token is turned: this letter brings the new one, older letters prove nothing any more")
    return notes + [_added(work, seat, text) for text in request.addresses] + _wished(work, seat, request)


def _wished(work: Work, seat: Seat, request: Request) -> list[str]:
    """FORMAT and ATTACHMENTS: kept for every letter from this answer on."""
    notes = []
    for act in request.desk:
        now = work.state.affairs.seats[seat.id]
        if act.verb == "format":
            plain = "text" in act.words
            work.put(WishKept(seat.id, plain, now.bare))
            notes.append("your letters are text alone now" if plain else "your letters come with a page and pictures now")
        if act.verb == "attachments":
            work.put(WishKept(seat.id, now.plain, "off" in act.words))
            notes.append(f"attachments are {'off' if 'off' in act.words else 'on'}")
    return notes


def _added(work: Work, seat: Seat, text: str) -> str:
    words = text.split()
    address = canonical_address(words[0].strip("<>,.;")) if words else None
    now = work.state.affairs.seats[seat.id]
    if address is None:
        return f"no address added: {text!r} is not a mail address"
    if address in (now.address, *now.also):
        return f"{address} was yours before"
    if len(now.also) >= MOST_ADDRESSES:
        return f"no address added: you have {MOST_ADDRESSES} beside your first already"
    work.put(AddressAdded(seat.id, address))
    others = (s for s in work.state.affairs.seats.values() if s.side not in ("", seat.side))
    if any(address in (s.address, *s.also) for s in others):  # the writer gets the same answer: whose it is, is no word for him
        tell_host(work, "ONE ADDRESS, TWO SIDES", (f"{seat.id} writes from {address}, which is an address of the other side's.",))
    return f"address added: you may write from {address} too, with the same token"

"""What a seat changes about itself: its reply token, the addresses it writes from, how it wants its letters."""

from pbem.campaign.admin_events import AddressAdded, TokenTurned, WishKept
from pbem.campaign.digests import MORNING
from pbem.campaign.request import Request
from pbem.campaign.state import Seat
from pbem.handlers.telling import tell_host
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.kernel.i18n import say
from pbem.mail.addresses import nobodys
from pbem.mail.sender import canonical_address
from pbem.orders.tree import Act

MOST_ADDRESSES = 4  # beside the first


def changed(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """NEW TOKEN, ADD ADDRESS, FORMAT, ATTACHMENTS and DIGEST done; a note for the receipt on each."""
    notes = []
    if "new token" in request.said:
        work.put(TokenTurned(seat.id, seat.generation + 1))
        notes.append(say("your reply token is turned: this letter brings the new one, older letters prove nothing any more"))
    return notes + [_added(work, seat, act.text() or "") for act in request.of("add address")] + _wished(work, seat, request)


def _wished(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """FORMAT, ATTACHMENTS and DIGEST: kept for every letter from this answer on."""
    notes = []
    for act in request.of("format", "attachments", "digest"):
        now = work.state.affairs.seats[seat.id]
        if act.verb == "format":
            plain = "text" in act.words
            work.put(WishKept(seat.id, plain, now.bare, now.digest))
            notes.append(say("your letters are text alone now") if plain else say("your letters come with a page and pictures now"))
        if act.verb == "attachments":
            work.put(WishKept(seat.id, now.plain, "off" in act.words, now.digest))
            notes.append(say("attachments are off") if "off" in act.words else say("attachments are on"))
        if act.verb == "digest":
            notes.append(_digested(work, now, act))
    return notes


def _digested(work: UnitOfWork, now: Seat, act: Act) -> str:
    """DIGEST: what is not urgent once a day from here on, or (OFF) each letter by itself."""
    reading = "" if "off" in act.words else act.text("CLOCK") or MORNING
    work.put(WishKept(now.id, now.plain, now.bare, reading))
    if not reading:
        return say("each letter comes by itself now")
    return say(
        "what asks nothing of you comes once a day now, at {reading} on your own clock; DIGEST OFF undoes it", reading=reading
    )


def _added(work: UnitOfWork, seat: Seat, text: str) -> str:
    words = text.split()
    address = canonical_address(words[0].strip("<>,.;")) if words else None
    now = work.state.affairs.seats[seat.id]
    if address is None:
        return say("no address added: {text!r} is not a mail address", text=text)
    if address in (now.address, *now.also):
        return say("{address} was yours before", address=address)
    if nobody := nobodys(address, work.cause.own):
        return say("no address added: {why}", why=nobody)
    if len(now.also) >= MOST_ADDRESSES:
        return say("no address added: you have {most} beside your first already", most=MOST_ADDRESSES)
    work.put(AddressAdded(seat.id, address))
    others = (s for s in work.state.affairs.seats.values() if s.side not in ("", seat.side))
    if any(address in (s.address, *s.also) for s in others):  # the writer gets the same answer: whose it is, is no word for him
        tell_host(
            work,
            say("one address, two sides"),
            (say("{seat} writes from {address}, which is an address of the other side's.", seat=seat.id, address=address),),
        )
    return say("address added: you may write from {address} too, with the same token", address=address)

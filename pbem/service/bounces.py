"""Letters that came back, or were refused at once: whose they were, which address is left alone for now, what goes to the next one.

A report of a bounce is a machine's mail: it is filed, never answered and never read as orders. All it does is to note a
fact, with which the post goes on: to the seat's next address at once, and after three in a row not to that one at all,
until a letter comes from there or the host says that it works again.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from pbem.campaign.state import AdminState, Seat
from pbem.mail.compose import parse_message_id
from pbem.mail.letter import Machine
from pbem.mail.sender import return_mark
from pbem.store.mailroom import Bounced, Mailroom

MOST_IN_A_ROW = 3


def bounced(mail: Machine, all_admin: Iterable[AdminState], key: bytes, spool: str, at: datetime) -> Bounced | None:
    """What a report says of a letter of ours, by its Message-ID or else by its return address; None when it is about none of
    ours."""
    named = next((found for found in (parse_message_id(key, text) for text in mail.about) if found), None)
    for admin, seat in ((each, seat) for each in all_admin for seat in each.seats.values()):
        marked = _marked(mail, admin, seat, key)
        is_about = bool(marked) if named is None else (named.campaign, named.seat) == (admin.campaign, seat.id)
        if is_about:
            number = named.number if named else ""
            return Bounced(admin.campaign, seat.id, number, marked or seat.address_of(counted(number)), mail.status, at, spool)
    return None


def _marked(mail: Machine, admin: AdminState, seat: Seat, key: bytes) -> str:
    """The address of the seat whose return mark the report came to, "" if none."""
    if not mail.token:
        return ""
    return next((a for a in addresses(seat) if return_mark(key, admin.campaign, seat.id, a) == mail.token), "")


def counted(number: str) -> int:
    """15 for "A-15", 0 for no number."""
    return int(number.rpartition("-")[2] or 0)


def addresses(seat: Seat) -> tuple[str, ...]:
    """Where a seat can be written to, the first first."""
    return (seat.address, *seat.also)


def address_for(book: Mailroom, campaign: str, seat: Seat) -> str:
    """The first address of a seat that is not left alone; "" when all are."""
    back = [b.address for b in book.bounced(campaign, seat.id)]
    return next((a for a in addresses(seat) if back.count(a) < MOST_IN_A_ROW), "")


def once_more(book: Mailroom, campaign: str, seat: Seat) -> Iterator[tuple[str, str, str]]:
    """(key, number, address) of every letter that came back and has another address to go to."""
    for back in book.bounced(campaign, seat.id):
        others = [a for a in addresses(seat) if a not in {b.address for b in book.bounced(campaign, seat.id)}]
        if counted(back.number) > seat.first and others:  # an earlier holder's letters are nobody's now
            yield f"{back.number} back from {back.address}", back.number, others[0]


def told(book: Mailroom, all_admin: Iterable[AdminState]) -> tuple[list[str], list[str]]:
    """What the host should know of letters that came back, and to which seats letters wait. No word of what stands in them."""
    came, waiting = [], []
    for admin in all_admin:
        for seat in sorted(admin.seats.values(), key=lambda s: s.id):
            back, name = book.bounced(admin.campaign, seat.id), f"{admin.campaign} {seat.id}"
            if back:
                came.append(f"{name}: {len(back)} · {back[-1].address} ({back[-1].status})")
            if back and not address_for(book, admin.campaign, seat):
                waiting.append(name)
    return came, waiting

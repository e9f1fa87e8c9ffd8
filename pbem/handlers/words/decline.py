"""DECLINE: decline an invitation."""

from pbem.campaign.state import Seat
from pbem.handlers.leaving import leave
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _left(work: UnitOfWork, seat: Seat, act: Act) -> str:
    return "" if seat.accepted else leave(work, seat, "declined")


def _not_left(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [say("you have accepted already. RESIGN {seat} gives up your seat", seat=seat.id.upper())]


WORD = Word(
    Verb("decline", ("decline",), "letter", phrase("decline an invitation"), ("does", "files")),
    phrase(
        "DECLINE answers an invitation that you do not take. The host is told, and the seat stays open for somebody else.\n"
        "You get one line of thanks and nothing more. Until the seat is given away, ACCEPT still takes it.\n\n    DECLINE"
    ),
    acts={"leaving": _not_left},
    by=ALL,
    seat=_left,
)

"""DECLINE: decline an invitation."""

from pbem.campaign.state import Seat
from pbem.handlers.leaving import leave
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _left(work: UnitOfWork, seat: Seat, act: Act) -> str:
    return "" if seat.accepted else leave(work, seat, "declined", say("you have declined"))


def _not_left(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [say("you have accepted; RESIGN {seat} gives your seat up", seat=seat.id.upper())]


WORD = Word(
    Verb("decline", ("decline",), "letter", phrase("decline an invitation"), ("does", "files")),
    phrase(
        "DECLINE answers an invitation you do not take. The seat stays empty until the host gives it to somebody else.\n"
        "\n    DECLINE"
    ),
    acts={"leaving": _not_left},
    by=ALL,
    seat=_left,
)

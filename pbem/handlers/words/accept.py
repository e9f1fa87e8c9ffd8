"""ACCEPT: take your seat."""

from pbem.campaign.state import Seat
from pbem.handlers.joining import accept
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _taken(work: UnitOfWork, seat: Seat, act: Act) -> str:
    return "" if seat.accepted or work.state.admin.stage == "over" else accept(work, seat)


def _not_taken(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    before = say("you have already accepted; nothing changes")
    return [before if seat.accepted else say("the campaign is over: there is no seat to take")]


WORD = Word(
    Verb("accept", ("accept",), "letter", phrase("take your seat"), ("bare", "leans")),
    phrase(
        "ACCEPT takes your seat. Your letter is mixed into the random seed, so that nobody can predict the rolls.\n\n    ACCEPT"
    ),
    acts={"seat": _not_taken},
    by=ALL,
    seat=_taken,
)

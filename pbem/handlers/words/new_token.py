"""NEW TOKEN: turn your reply token."""

from pbem.campaign.admin_events import TokenTurned
from pbem.campaign.state import Seat
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Final, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _turned(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    work.put(TokenTurned(seat.id, seat.generation + 1))
    return [say("your reply token is turned: this letter brings the new one, older letters prove nothing any more")]


def _final(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    cost = phrase("You get a new reply token: replies to the letters you have now would be held unread.")
    return Final(act, "NEW TOKEN", cost) if seat.accepted else None


WORD = Word(
    Verb("new token", ("new token",), "letter", phrase("turn your reply token"), ("bare", "files")),
    phrase(
        "NEW TOKEN turns your reply token: the next letter brings a new one, and older letters of the referee no\n"
        "longer prove that you are you. Write it when one of your letters fell into other hands. The referee asks your\n"
        "first address for a YES before, so that nobody else can lock you out.\n\n    NEW TOKEN"
    ),
    acts={"token": _turned},
    by=ALL,
    final=_final,
)

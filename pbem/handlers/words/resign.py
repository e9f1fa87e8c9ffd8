"""RESIGN: give up your seat."""

from pbem.campaign.state import Seat
from pbem.handlers.leaving import leave
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import ALL, Final, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _is_meant(seat: Seat, act: Act) -> bool:
    """A seat is given up by its name, so that no slip of a word empties it."""
    return (act.text("SEAT") or "").lower() == seat.id


def _left(work: UnitOfWork, seat: Seat, act: Act) -> str:
    return leave(work, seat, "resigned") if seat.accepted and _is_meant(seat, act) else ""


def _not_left(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    return [say("nothing was given up: write RESIGN {seat}, and your seat is empty at once", seat=seat.id.upper())]


def _final(work: UnitOfWork, seat: Seat, act: Act) -> Final | None:
    if not seat.accepted or (act.text("SEAT") or seat.id).lower() != seat.id:
        return None
    cost = phrase("Your seat is vacant at once, and your letters no longer count for it.")
    return Final(act, f"RESIGN {seat.id}", cost)


WORD = Word(
    Verb("resign", ("resign [SEAT]",), "letter", phrase("give up your seat"), ("does", "files")),
    phrase(
        "RESIGN gives your seat up: your letters count for nothing any more. The referee asks first, and a YES in\n"
        "answer to that letter does it. Your superior orders its units until the host has found somebody else.\n\n    RESIGN"
    ),
    acts={"leaving": _not_left},
    by=ALL,
    seat=_left,
    final=_final,
)

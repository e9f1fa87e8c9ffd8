"""EXECUTE: let run what lies on file."""

from pbem.campaign.admin_events import SeatDone
from pbem.campaign.seats import named
from pbem.campaign.state import Seat
from pbem.handlers.on_file import IN_TOGETHER
from pbem.handlers.on_file_run import execute, unless_senior
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.orders.tree import Act, Verb


def _not_yet(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    return ()


def _execute(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """EXECUTE, or EXECUTE 504, 505 in that order; where several sides write at once, all of the side are done."""
    if work.state.admin.together:
        return _all_done(work, seat.side)
    names = act.texts("SEAT")
    held = [named(work.state.admin, seat.side, name) for name in names]
    unknown = [name for name, other in zip(names, held, strict=True) if other is None]
    if unknown:
        return [say("nothing executed: your side has no seat {unknown}", unknown=", ".join(unknown))]
    chosen = tuple(other.id for other in held if other)
    empty = [name for name in chosen if name not in work.state.admin.staff(seat.side).files]
    return [*(say("{name} has nothing on file", name=work.officer(name)) for name in empty), *execute(work, seat.side, chosen)]


def _all_done(work: UnitOfWork, side: str) -> list[str]:
    for seat in work.state.admin.seats_of(side):
        if seat.commands and seat.id not in work.state.admin.staff(side).done:
            work.put(SeatDone(side, seat.id, True))
    return [say(IN_TOGETHER)]


WORD = Word(
    Verb("execute", ("execute [SEAT...]",), "letter", phrase("let run what lies on file"), ("does", "files")),
    phrase(
        "EXECUTE lets the orders on file run, of all seats or of those named in that order; each seat is told how\n"
        "its own went. It is for the commander of the side to say, as often as needed.\n\n    EXECUTE\n"
        "    EXECUTE {officer}, {other_officer}"
    ),
    acts={"staffwork": _not_yet, "running": _execute},
    by=FIELD,
    refuse=unless_senior,
)

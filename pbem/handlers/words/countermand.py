"""COUNTERMAND: take orders off file."""

from collections.abc import Iterable

from pbem.campaign.admin_events import OrdersFiled
from pbem.campaign.seats import named, speaks_for_its_side
from pbem.campaign.state import Seat
from pbem.documents.document import theirs
from pbem.handlers.on_file import over, strike
from pbem.handlers.on_file_run import unless_on_file
from pbem.handlers.unit_of_work import UnitOfWork
from pbem.handlers.word import FIELD, Word
from pbem.kernel.i18n import phrase, say
from pbem.letters.short_letters import word
from pbem.orders.tree import Act, Verb


def _countermanded(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """COUNTERMAND: what lies on file for units, or all that a seat has on file; notes on it."""
    admin, units, idiom = work.state.admin, set(act.texts("UNITS")), work.idiom
    other = named(admin, seat.side, act.text("SEAT") or "")
    if other is not None:
        return _dropped(work, seat, other)
    if not units:
        return (say("nothing countermanded: your side has no seat {seat}", seat=act.text("SEAT")),)
    wrong = [call for call in sorted(units) if seat.id not in (s.id for s in over(work, seat.side, call))]
    if wrong:
        return (say("nothing countermanded: {wrong} not yours to order", wrong=", ".join(wrong)) + idiom.behind("command"),)
    gone = [text for name in sorted(admin.staff(seat.side).files) for text in strike(work, seat, name, units)]
    return _taken_off(gone) if gone else (say("nothing countermanded: no orders for them were on file"),)


def _taken_off(lines: Iterable[str]) -> tuple[str, ...]:
    """What is off file now, in the words of whoever wrote it."""
    return (say("countermanded:"), *theirs(lines, "  "))


def _dropped(work: UnitOfWork, seat: Seat, other: Seat) -> tuple[str, ...]:
    orders = work.state.admin.staff(seat.side).files.get(other.id)
    if orders is None:
        return (say("nothing countermanded: {other} had nothing on file", other=work.officer(other)),)
    if other.id != seat.id and not speaks_for_its_side(work.state.admin, seat, work.cause.at):
        said = say("nothing countermanded: name the units of {other} that are yours to order", other=work.officer(other))
        return (said + work.idiom.behind("last word"),)
    work.put(OrdersFiled(seat.side, other.id, None))
    if other.id != seat.id and other.in_office:
        lines = (
            say("{seat} has countermanded your orders. Off file:", seat=work.officer(seat)),
            *(f"  {text}" for text in orders.lines),
        )
        work.send(word(work.desk(other), say("COUNTERMANDED"), say("countermanded"), lines))
    return _taken_off(orders.lines)


WORD = Word(
    Verb("countermand", ("countermand UNITS", "countermand SEAT"), "letter", phrase("take orders off file"), ("does", "files")),
    phrase(
        "COUNTERMAND takes off file what any seat ordered for your units. With a seat it takes off all that\n"
        "seat has on file; only the seat itself and the commander of the side may do that. What has run has\n"
        "run.\n"
        "\n"
        "    COUNTERMAND {a_unit}\n"
        "    COUNTERMAND {other_officer_seat}"
    ),
    acts={"staffwork": _countermanded},
    by=FIELD,
    refuse=unless_on_file,
)

"""Two seats of a side that order one unit, where orders run as they arrive: each of them hears of the other's.

A superior has the last word. So who orders a unit that a superior has ordered in the same part of play is asked first, and whoever
has ordered such a unit, or has it in a draft that waits, is told in a letter as soon as the other's orders run.
"""

from collections.abc import Iterable, Iterator

from pbem.campaign.request import Request
from pbem.campaign.seats import commanders
from pbem.campaign.state import Seat
from pbem.campaign.units_ordered import ordered
from pbem.engine.idiom import stands_on
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import phrase, say
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import Value
from pbem.letters.desk import Out
from pbem.letters.short_letters import word
from pbem.orders.parser import read_orders
from pbem.orders.tree import SheetLine


class OtherOrder(Value):
    """What another seat has for a unit in this part of play. said: what the unit was told ("dig"); "" where it waits in a draft."""

    call: str
    seat: str
    said: str


def others(work: UnitOfWork, seat: Seat, lines: Iterable[SheetLine]) -> tuple[OtherOrder, ...]:
    """What other people on the writer's side have ordered, or have in a draft, for units that these lines order."""
    if not in_a_team(work, seat):
        return ()
    formations = words(work.table, work.state, seat.side).formations
    mine = frozenset(call for line in lines for call in ordered(line.command, formations))
    admin = work.state.admin
    if not mine:
        return ()
    found = (*_executed(work, seat, mine), *_in_drafts(work, seat, mine))
    return tuple(o for o in found if admin.seats[o.seat].address != admin.seats[seat.id].address)


def in_a_team(work: UnitOfWork, seat: Seat) -> bool:
    """Do several command on a side where orders run as they arrive?"""
    admin = work.state.admin
    return not admin.files(seat.side) and sum(other.commands for other in admin.seats_of(seat.side)) > 1


def _executed(work: UnitOfWork, seat: Seat, mine: frozenset[str]) -> Iterator[OtherOrder]:
    """Orders that other seats have had executed in this part of play."""
    by, said = work.state.admin.staff(seat.side).ordered, work.state.admin.last_told.get(seat.side, {})
    for call in sorted(mine):
        if by.get(call, seat.id) != seat.id:
            yield OtherOrder(call, by[call], said[call])


def _in_drafts(work: UnitOfWork, seat: Seat, mine: frozenset[str]) -> Iterator[OtherOrder]:
    """Orders that wait in other seats' drafts."""
    admin = work.state.admin
    vocabulary = words(work.table, work.state, seat.side)
    for other in admin.seats_of(seat.side):
        draft = admin.drafts.get(other.id)
        if draft is None or other.id == seat.id:
            continue
        lines = read_orders(tuple(numbered(draft.lines, 1)), vocabulary).lines
        calls = dict.fromkeys(call for line in lines for call in ordered(line.command, vocabulary.formations))
        yield from (OtherOrder(call, other.id, "") for call in calls if call in mine)


def told_of_it(work: UnitOfWork, found: Iterable[OtherOrder]) -> tuple[str, ...]:
    """The same for who orders these units now, a sentence each."""
    return tuple(_sentence(work, other) for other in found)


def _sentence(work: UnitOfWork, other: OtherOrder) -> str:
    seat = _capital(work.officer(other.seat))
    if not other.said:
        return say("{seat} has orders for {call} in a draft that waits", seat=seat, call=other.call)
    ordered_before = phrase("{seat} ordered {call} before you in this {moment}: {said}")
    return say(ordered_before, seat=seat, call=other.call, moment=work.idiom.moment, said=other.said)


@stands_on("last word")
def asked_first(work: UnitOfWork, seat: Seat, request: Request, lines: Iterable[SheetLine]) -> tuple[str, ...]:
    """What a letter must say YES to before it orders units that a superior has ordered in this part of play: a sentence each."""
    if work.cause.kind != "letter" or request.costs is None:
        return ()
    found = tuple(other for other in others(work, seat, lines) if other.said and _outranks(work, other, seat))
    asked = told_of_it(work, found)
    return () if set(asked) <= set(request.costs) else asked


def _outranks(work: UnitOfWork, other: OtherOrder, seat: Seat) -> bool:
    """Did a seat above the writer's give that order?"""
    rank = [s.id for s in commanders(work.state.admin, seat.side, work.chain(seat.side, other.call))]
    return other.seat in rank and (seat.id not in rank or rank.index(other.seat) > rank.index(seat.id))


def tell_others(work: UnitOfWork, seat: Seat, found: Iterable[OtherOrder]) -> None:
    """Whoever has ordered units that the writer has just ordered, or has them in a draft, is told what the writer ordered."""
    admin = work.state.admin
    by_seat: dict[str, list[OtherOrder]] = {}
    for other in found:
        if admin.staff(seat.side).ordered.get(other.call) == seat.id:
            by_seat.setdefault(other.seat, []).append(other)
    for name, theirs in by_seat.items():
        if admin.seats[name].in_office:
            work.send(_ordered_too(work, seat, name, theirs))


def _ordered_too(work: UnitOfWork, seat: Seat, name: str, theirs: list[OtherOrder]) -> Out:
    """The letter to a seat of that name about units of its own orders that the writer's orders have activated."""
    admin = work.state.admin
    told = admin.last_told.get(seat.side, {})
    lines = [say("{seat} has ordered units that you ordered too, and it was executed:", seat=_capital(work.officer(seat)))]
    lines += [f"  {call}: {told[call]}" for call in dict.fromkeys(other.call for other in theirs)]
    waiting = [other.call for other in theirs if not other.said]
    if waiting:
        lines.append(say("Your draft still waits, with orders for {calls} in it. CANCEL drops it.", calls=", ".join(waiting)))
    subject = say("{calls} ordered by another seat too", calls=", ".join(dict.fromkeys(other.call for other in theirs)))
    return word(work.desk(admin.seats[name]), say("ORDERED BY TWO SEATS"), subject, tuple(lines))


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"

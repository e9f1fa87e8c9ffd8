"""Tempo on-end: a seat's orders lie on file, in the place of those before, until its side lets them run.

The last valid order for a unit stands; a superior's is valid over a subordinate's, never the other way round.
"""

from collections.abc import Iterable

from pbem.campaign.admin_events import DraftKept, OrdersFiled, SeatDone
from pbem.campaign.drafting import is_closing
from pbem.campaign.request import Request
from pbem.campaign.seats import commanders
from pbem.campaign.staffwork import OnFile
from pbem.campaign.state import Draft, Seat
from pbem.campaign.units_ordered import ordered
from pbem.engine.idiom import stands_on
from pbem.handlers.orders import carried_out, checked_orders, kept_open, out_of_turn
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import Answered
from pbem.letters.short_letters import word
from pbem.orders.parser import read_line
from pbem.orders.tree import LetterWord, SheetLine

IN_TOGETHER = phrase("they are executed together with the other side's; until then a new letter of orders replaces them")
NOTHING_IN = phrase(
    "you are done, with no orders on file: play goes on once the other side is done too, or its time is up; until then a letter of "
    "orders still counts"
)
IN_ALONE = phrase("until they are executed a new letter of orders replaces them")


def in_together(work: UnitOfWork, seat: Seat, filed: bool = False) -> str:
    """What who is done is told: when what they have on file runs. filed: the letter says already that it is on file."""
    if len(work.state.admin.clocks) > 1 and seat.id not in work.state.admin.staff(seat.side).files:
        return say(NOTHING_IN)
    when = say(IN_TOGETHER if len(work.state.admin.clocks) > 1 else IN_ALONE)
    return when if filed else say("your orders are on file: {when}", when=when)


def filed(work: UnitOfWork, seat: Seat, request: Request) -> Answered:
    """The order lines of a letter, checked and put on file; what ends the part of play is left to `closed`."""
    checked = checked_orders(work, seat, _without_end(work, request) if work.state.admin.together else request)
    if isinstance(checked, Answered):
        return replace(checked, notes=(*checked.notes, *_stands(work, seat))) if checked.waits else checked
    lines = tuple(v.line for v in checked.verdicts if v.ok and not is_closing(v.line, work.table.words.verbs))
    if not lines:
        return Answered(request, checked.verdicts)
    stands = _overruled(work, seat, lines)
    if stands:
        return Answered(request, refused=stands)
    before = work.state.admin.staff(seat.side).files.get(seat.id)
    notes = [say("in place of what was on file: {text}", text=text) for text in before.lines] if before else []
    work.put(OrdersFiled(seat.side, seat.id, OnFile(tuple(ln.canonical for ln in lines), manner_of(request))))
    _set_done(work, seat)
    _supersede(work, seat, lines)
    wanted = (kept_open(work, seat, checked, checked.verdicts),) if checked.slips else ()
    return Answered(request, checked.verdicts, notes=(*notes, *checked.notes), wanted=wanted, filed=True)


def _stands(work: UnitOfWork, seat: Seat) -> tuple[str, ...]:
    """Of a letter that waits to be fixed: what lies on file of an earlier one is executed as long as it does."""
    before = work.state.admin.staff(seat.side).files.get(seat.id)
    if before is None:
        return ()
    lines = counted(len(before.lines), "{number} line", "{number} lines")
    return (say("what you have on file stands until then, and is executed if its time comes first: {lines} (ORDERS)", lines=lines),)


def _without_end(work: UnitOfWork, request: Request) -> Request:
    """Where several sides write at once who says END is done, and nothing else comes of that word."""
    return replace(request, lines=tuple(line for line in request.lines if not is_closing(line, work.table.words.verbs)))


def _set_done(work: UnitOfWork, seat: Seat) -> None:
    """Who has filed afresh is not DONE, until they say so; where several sides write at once and nobody says so, they are."""
    admin = work.state.admin
    done = admin.together and admin.tempo.get(seat.side) != "on-end"
    if (seat.id in admin.staff(seat.side).done) != done:
        work.put(SeatDone(seat.side, seat.id, done))


def manner_of(request: Request) -> tuple[str, ...]:
    """The words of a letter that say how its orders are to run."""
    lines = (ln for ln in request.written.lines if isinstance(ln.command, LetterWord) and not ln.block)
    manner = request.verbs("manner")
    return tuple(ln.canonical for ln in lines if isinstance(ln.command, LetterWord) and ln.command.act.verb in manner)


@stands_on("last word")
def _overruled(work: UnitOfWork, seat: Seat, lines: Iterable[SheetLine]) -> tuple[str, ...]:
    """Why the orders cannot be filed: a superior's for the same unit lie there, and stand."""
    found = []
    for other, call in _meeting(work, seat, lines):
        rank = [s.id for s in over(work, seat.side, call)]
        if other in rank and (seat.id not in rank or rank.index(other) > rank.index(seat.id)):
            found.append(say("{other} has orders for {call} on file, which stand", other=work.officer(other), call=call))
    behind = work.idiom.behind("last word")
    return tuple(f"{why}{behind}" for why in dict.fromkeys(found))


def _meeting(work: UnitOfWork, seat: Seat, lines: Iterable[SheetLine]) -> list[tuple[str, str]]:
    """Seats that have orders on file for units these lines order too: (seat, call)."""
    vocabulary = words(work.table, work.state, seat.side)
    mine = {call for line in lines for call in ordered(line.command, vocabulary.formations)}
    return [
        (other, call)
        for other, orders in sorted(work.state.admin.staff(seat.side).files.items()) if other != seat.id
        for text in orders.lines
        for call in ordered(read_line(text, vocabulary).command, vocabulary.formations) if call in mine
    ]  # fmt: skip


def over(work: UnitOfWork, side: str, call: str) -> tuple[Seat, ...]:
    return commanders(work.state.admin, side, work.chain(side, call))


def _supersede(work: UnitOfWork, seat: Seat, lines: Iterable[SheetLine]) -> None:
    """Orders of others for the same units are off file: the last valid ones stand."""
    calls: dict[str, set[str]] = {}
    for other, call in _meeting(work, seat, lines):
        calls.setdefault(other, set()).add(call)
    for other, units in calls.items():
        strike(work, seat, other, units)


def strike(work: UnitOfWork, by: Seat, other: str, units: set[str]) -> list[str]:
    """Take the lines for these units out of a seat's orders; the seat is told. The lines."""
    vocabulary = words(work.table, work.state, by.side)
    orders = work.state.admin.staff(by.side).files.get(other)
    if orders is None:
        return []
    gone = [t for t in orders.lines if units & set(ordered(read_line(t, vocabulary).command, vocabulary.formations))]
    kept = tuple(t for t in orders.lines if t not in gone)
    work.put(OrdersFiled(by.side, other, replace(orders, lines=kept) if kept else None))
    held = work.state.admin.seats[other]
    lines = (say("{seat} has ordered otherwise. Off file:", seat=work.officer(by)), *(f"  {text}" for text in gone))
    if other != by.id and held.in_office:
        work.send(word(work.desk(held), say("COUNTERMANDED"), say("countermanded"), lines))
    return gone


def closed(work: UnitOfWork, seat: Seat, request: Request, answered: Answered) -> Answered:
    """END IMPULSE and PASS, once everything else in the letter is done; while orders lie on file it asks for a YES. Where several
    sides write at once it ends nothing, and says that the seat is done."""
    if work.state.admin.together:
        return _done_together(work, seat, request, answered)
    lines = tuple(v.line for v in answered.verdicts if v.ok and is_closing(v.line, work.table.words.verbs))
    if not lines or "check" in request.said or answered.wanted or seat.id in work.state.admin.drafts:
        return answered
    files = work.state.admin.staff(seat.side).files
    anyway = any(isinstance(ln.command, LetterWord) and ln.command.act.says("anyway") for ln in lines)
    if files and not (request.sure or anyway):
        costs = work.table.ruleset.actions.costs_of_closing(work.table.game, work.state.pictures[seat.side])
        work.put(DraftKept(seat.id, Draft(tuple(ln.canonical for ln in lines), True, costs)))
        wanted = (say("REPLY  YES (end the {moment}; what is on file lapses) | EXECUTE | CANCEL", moment=work.idiom.moment),)
        return replace(
            answered,
            wanted=wanted,
            notes=(
                *answered.notes,
                *costs,
                say("on file, not executed: {files}", files=", ".join(map(work.officer, sorted(files)))),
            ),
        )
    if out_of_turn(work, seat):
        return answered
    checked = checked_orders(work, seat, replace(request, lines=lines, sure=True))
    if isinstance(checked, Answered):
        return checked
    ended = carried_out(work, seat, replace(request, lines=lines), checked)
    return replace(ended, notes=(*answered.notes, *ended.notes))


def _done_together(work: UnitOfWork, seat: Seat, request: Request, answered: Answered) -> Answered:
    if "check" in request.said or answered.refused or seat.id in work.state.admin.drafts:
        return answered
    ends = any(is_closing(line, work.table.words.verbs) for line in request.lines)
    if ends and seat.id not in work.state.admin.staff(seat.side).done:
        work.put(SeatDone(seat.side, seat.id, True))
    said = request.of("done", "execute")  # and is answered there
    is_in = seat.id in work.state.admin.staff(seat.side).done and (ends or answered.filed)
    return replace(answered, notes=(*answered.notes, in_together(work, seat, answered.filed))) if is_in and not said else answered


def lapsed(work: UnitOfWork, side: str) -> None:
    """The part of play is over: what was not let run is off file, and its writers are told."""
    for name, orders in sorted(work.state.admin.staff(side).files.items()):
        held = work.state.admin.seats[name]
        lines = (
            say("The {moment} is over. What you had on file was not let run:", moment=work.idiom.moment),
            *(f"  {text}" for text in orders.lines),
        )
        if held.in_office:
            work.send(word(work.desk(held), say("NOT EXECUTED"), say("orders not executed"), lines))

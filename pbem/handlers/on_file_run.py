"""Tempo on-end: OPS, DONE, H-HOUR and EXECUTE let what lies on file run, seat by seat."""

from pbem.campaign.admin_events import HourSet, OrdersFiled, SeatDone
from pbem.campaign.drafting import closing_word, is_closing
from pbem.campaign.receiving import receive
from pbem.campaign.request import Request
from pbem.campaign.seats import senior, speaks_for_its_side
from pbem.campaign.staffwork import OnFile
from pbem.campaign.state import Seat
from pbem.handlers.on_file import in_together, manner_of
from pbem.handlers.orders import carried_out, checked_orders, out_of_turn
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.numbered_lines import numbered
from pbem.kernel.values import replace
from pbem.letters.desk import Answered
from pbem.letters.receipts import ran_by_itself
from pbem.letters.short_letters import word
from pbem.orders.tree import Act


def unless_on_file(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """A word on what lies on file is refused where orders run as they arrive, and out of turn."""
    if not work.state.admin.files(seat.side) and work.state.admin.stage == "playing":
        arrive = say("your side's orders run as they arrive (HELP TEMPO)")
        return f"{act.verb.upper()}: {arrive}"
    why = " ".join(out_of_turn(work, seat))
    return f"{act.verb.upper()}: {why}" if why else ""


def unless_senior(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """One that is for the side's commander to say."""
    why = unless_on_file(work, seat, act)
    if why or speaks_for_its_side(work.state.admin, seat, work.cause.at):
        return why
    first = senior(work.state.admin, seat.side)
    return say("{verb} is for {senior} to say", verb=act.verb.upper(), senior=work.officer(first)) + work.idiom.behind("last word")


def unless_in_turns(work: UnitOfWork, seat: Seat, act: Act) -> str:
    """One that is for where sides write in turns."""
    why = unless_senior(work, seat, act)
    if why or not work.state.admin.together:
        return why
    none = phrase("{verb}: both sides write at once, and what lies on file runs when nobody is waited for any more")
    return say(none, verb=act.verb.upper())


def be_done(work: UnitOfWork, seat: Seat) -> list[str]:
    """DONE; when all who command have said so, everything runs, and the part of play ends unless something came back."""
    work.put(SeatDone(seat.side, seat.id, True))
    waited = [s.id for s in work.state.admin.seats_of(seat.side) if s.commands]
    missing = [work.officer(name) for name in waited if name not in work.state.admin.staff(seat.side).done]
    if missing:
        first = senior(work.state.admin, seat.side)
        if first and first.id != seat.id:
            line = say("{seat} has all orders in. Not DONE yet: {missing}.", seat=work.officer(seat), missing=", ".join(missing))
            work.send(word(work.desk(first), say("DONE"), say("a seat is done"), (line,)))
        return [say("you are DONE; still missing: {missing}", missing=", ".join(missing))]
    if work.state.admin.together:
        return [in_together(work, seat)]
    return [say("all are DONE"), *execute(work, seat.side), *_end(work, seat.side)]


def _end(work: UnitOfWork, side: str) -> list[str]:
    """END IMPULSE follows when all are DONE and nothing came back."""
    first, staff = senior(work.state.admin, side), work.state.admin.staff(side)
    if first is None or staff.files or len(staff.done) < len([s for s in work.state.admin.seats_of(side) if s.commands]):
        return []
    idiom = work.idiom
    costs = work.table.ruleset.actions.costs_of_closing(work.table.game, work.state.pictures[side])
    if costs:
        return [
            *costs,
            say(
                "the {moment} stays open: {seat} ends it with {closing} ANYWAY",
                moment=idiom.moment,
                seat=work.officer(first),
                closing=idiom.closing.upper(),
            ),
        ]
    request = replace(read_again(work, first, OnFile((closing_word(work.table.words.verbs),))), sure=True)
    checked = checked_orders(work, first, request)
    if isinstance(checked, Answered):
        return []
    carried_out(work, first, request, checked)
    return [say("the {moment} is over", moment=idiom.moment)]


def execute(work: UnitOfWork, side: str, chosen: tuple[str, ...] = ()) -> list[str]:
    """Run what is on file, of all seats or of those chosen, in that order; each is told how his went. Notes for the commander."""
    staff = work.state.admin.staff(side)
    if not staff.files:
        return [] if chosen else [say("nothing is on file")]
    notes = []
    for name in chosen or in_order(work, side):
        orders, held = work.state.admin.staff(side).files.get(name), work.state.admin.seats[name]
        if orders is None:
            continue
        if out_of_turn(work, held):
            notes.append(
                say("{name}: still on file; {out_of_turn}", name=work.officer(held), out_of_turn=" ".join(out_of_turn(work, held)))
            )
            break
        notes.append(f"{work.officer(held)}: {_run(work, held, orders)}")
    return notes


def in_order(work: UnitOfWork, side: str) -> tuple[str, ...]:
    """The order in which seats run: as OPs were allotted, then by name, the commander last."""
    staff, first = work.state.admin.staff(side), senior(work.state.admin, side)
    last = [name for name in sorted(staff.files) if first and name == first.id]
    return tuple(dict.fromkeys((*staff.turn, *(n for n in sorted(staff.files) if n not in last), *last)))


def _run(work: UnitOfWork, seat: Seat, orders: OnFile) -> str:
    work.put(OrdersFiled(seat.side, seat.id, None))
    request = read_again(work, seat, orders)
    checked = checked_orders(work, seat, request)
    answered = checked if isinstance(checked, Answered) else carried_out(work, seat, request, checked)
    if seat.in_office:
        work.send(ran_by_itself(work.desk(work.state.admin.seats[seat.id]), answered, say("your orders on file have run")))
    back = len(answered.ran.rest) if answered.ran else len(orders.lines)
    if back:
        work.put(SeatDone(seat.side, seat.id, False))
        return say(
            "{number} of {lines} executed, the rest was sent back",
            number=len(orders.lines) - back,
            lines=counted(len(orders.lines), "{number} line", "{number} lines"),
        )
    return say("executed")


def read_again(work: UnitOfWork, seat: Seat, orders: OnFile) -> Request:
    """What is on file, read again as its writer's letter would be."""
    lines = tuple(numbered((*orders.manner, *orders.lines), 1))
    request = receive(work.state.admin, seat.id, "", lines, words(work.table, work.state, seat.side))
    return replace(request.saying("yes"), sure=True)


def is_h_hour(work: UnitOfWork, side: str) -> bool:
    """Has the side's H-hour come?"""
    hour = work.state.admin.staff(side).hour
    return hour is not None and hour <= work.cause.at


def run_at_hour(work: UnitOfWork, side: str) -> None:
    """Run what is on file at the H-hour, and tell the side's senior."""
    work.put(HourSet(side, None))
    first, notes = senior(work.state.admin, side), execute(work, side)
    if first:
        work.send(word(work.desk(first), say("H-HOUR"), say("the H-hour"), tuple(notes)))


def last_call(work: UnitOfWork, side: str) -> bool:
    """The part of play runs out: what those seats have on file that are DONE runs first. Does play pause for a decision by that?"""
    staff = work.state.admin.staff(side)
    if work.state.admin.together:
        return False
    ready = tuple(name for name in in_order(work, side) if name in staff.done and name in staff.files)
    if not ready or work.pauses:
        return False
    execute(work, side, ready)
    return work.pauses


def by_plan(work: UnitOfWork, seat: Seat, request: Request) -> Answered | None:
    """A plan whose hour has come, where orders lie on file: it is filed, and its seat is DONE. None: it runs by itself."""
    if not work.state.admin.files(seat.side) or all(is_closing(line, work.table.words.verbs) for line in request.lines):
        return None
    lines = tuple(line.canonical or line.text for line in request.lines)
    work.put(OrdersFiled(seat.side, seat.id, OnFile(lines, manner_of(request))))
    return Answered(request, notes=(*(say("on file: {text}", text=text) for text in lines), *be_done(work, seat)))

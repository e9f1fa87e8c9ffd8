"""Tempo on-end: OPS, DONE, H-HOUR and EXECUTE let what lies on file run, seat by seat (MASL-2.1-3)."""

from datetime import datetime, time
from zoneinfo import ZoneInfo

from pbem.campaign.admin_events import HourSet, OpsAllotted, OrdersFiled, SeatDone
from pbem.campaign.drafting import is_closing
from pbem.campaign.receiving import receive
from pbem.campaign.request import Request
from pbem.campaign.seats import named, senior, speaks_for_its_side
from pbem.campaign.staffwork import OnFile
from pbem.campaign.state import Seat
from pbem.handlers.on_file import IN_TOGETHER, countermanded, manner_of
from pbem.handlers.orders import carried_out, checked_orders, out_of_turn
from pbem.handlers.telling import tell_team
from pbem.handlers.unit_of_work import UnitOfWork, words
from pbem.kernel.calendar import clock, next_clock_time
from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import replace
from pbem.letters.desk import Answered
from pbem.letters.receipts import ran_by_itself
from pbem.letters.short_letters import word
from pbem.orders.tree import Act

SENIOR_ONLY = ("execute", "h-hour", "ops")
WORDS = ("countermand", "ops", "h-hour", "done", "execute")


def prepared(work: UnitOfWork, seat: Seat, request: Request) -> list[str]:
    """COUNTERMAND, OPS and H-HOUR, before the orders of the letter are filed; a note on each."""
    acts = list(request.of(*WORDS))
    if not acts:
        return []
    refused = _refused(work, seat)
    if refused:
        return [f"{act.verb.upper()}: {refused}" for act in acts]
    notes = [
        say("{verb} is for {senior} to say (MASL-2.1-3)", verb=a.verb.upper(), senior=_senior(work, seat))
        for a in acts
        if not _may(work, seat, a)
    ]
    done = {"countermand": countermanded, "ops": _allotted, "h-hour": _hour}
    if work.state.affairs.together:
        done |= dict.fromkeys(("ops", "h-hour"), _not_together)
    return [*notes, *(n for act in acts if act.verb in done and _may(work, seat, act) for n in done[act.verb](work, seat, act))]


def _not_together(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:  # noqa: ARG001 - as all of them
    none = phrase("{verb}: both sides write at once, and what lies on file runs when nobody is waited for any more")
    return (say(none, verb=act.verb.upper()),)


def let_run(work: UnitOfWork, seat: Seat, request: Request, answered: Answered) -> list[str]:
    """DONE and EXECUTE, once the orders of the letter are on file; a note on each."""
    acts = [act for act in request.of("done", "execute") if _may(work, seat, act)]
    if not acts or _refused(work, seat):
        return []
    if answered.refused or seat.id in work.state.affairs.drafts:
        return [say("{verb} does not count yet: your letter waits to be mended", verb=act.verb.upper()) for act in acts]
    return [note for act in acts for note in (_done(work, seat) if act.verb == "done" else _execute(work, seat, act))]


def _refused(work: UnitOfWork, seat: Seat) -> str:
    if not work.state.affairs.files(seat.side):
        return say("your side's orders run as they arrive (HELP TEMPO)")
    return " ".join(out_of_turn(work, seat))


def _may(work: UnitOfWork, seat: Seat, act: Act) -> bool:
    return act.verb not in SENIOR_ONLY or speaks_for_its_side(work.state.affairs, seat, work.cause.at)


def _senior(work: UnitOfWork, seat: Seat) -> str:
    first = senior(work.state.affairs, seat.side)
    return first.id if first else say("your commander")


def _allotted(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """OPS 504 5, 508 3, REST 505: each seat's orders spend no more; the order of the seats is the order they run in."""
    pairs = [text.rsplit(" ", 1) for text in act.texts("SHARE") if not text.startswith("rest ")]
    rest = next((text.removeprefix("rest ") for text in act.texts("SHARE") if text.startswith("rest ")), "")
    held = {name: named(work.state.affairs, seat.side, name) for name in (*(p[0] for p in pairs), *([rest] if rest else ()))}
    unknown = [name for name, other in held.items() if other is None]
    if unknown:
        return (say("nothing allotted: your side has no seat {unknown}", unknown=", ".join(unknown)),)
    ids = {name: other.id for name, other in held.items() if other}
    shares, points = {ids[name]: int(n) for name, n in pairs}, work.points_left(seat.side)
    turn = tuple(dict.fromkeys(ids.values()))
    if sum(shares.values()) > points:
        spent = sum(shares.values())
        return (say("nothing allotted: {values} OP are more than the {points} in the bank", values=spent, points=points),)
    work.put(OpsAllotted(seat.side, shares, ids.get(rest, ""), turn))
    told = ", ".join([*(f"{name} {n}" for name, n in shares.items()), *([say("the rest {ids}", ids=ids[rest])] if rest else [])])
    tell_team(work, seat, say("ops"), (say("{seat} has allotted the OPs of this impulse: {told}.", seat=seat.id, told=told),))
    return (say("OPs allotted: {told}", told=told),)


def _hour(work: UnitOfWork, seat: Seat, act: Act) -> tuple[str, ...]:
    """H-HOUR: the next time the clock of the writer's zone shows it, today unless he says tomorrow, within the impulse."""
    said = act.text("CLOCK")
    if said is None:
        work.put(HourSet(seat.side, None))
        return (say("there is no H-hour"),)
    zone, now = work.desk(seat).zone, work.cause.at
    at = _moment(said, now, zone, act.says("tomorrow"))
    running = work.state.affairs.clock(seat.side)
    if not act.says("tomorrow") and at.astimezone(ZoneInfo(zone)).date() != now.astimezone(ZoneInfo(zone)).date():
        words = phrase("no H-hour set: {said} is past, it is {now} now; H-HOUR TOMORROW {said} is {tomorrow}")
        return (say(words, said=said, now=clock(now, zone), tomorrow=clock(at, zone)),)
    if running and at >= running.last:
        ends = clock(running.last, zone)
        return (say("no H-hour set: {hour} is after the impulse ends, {end}", hour=clock(at, zone), end=ends),)
    work.put(HourSet(seat.side, at))
    tell_team(
        work,
        seat,
        say("h-hour"),
        (say("{seat} has set the H-hour: what is on file runs at {clock}.", seat=seat.id, clock=clock(at, "UTC")),),
    )
    return (say("H-hour is {clock}: what is on file then runs", clock=clock(at, zone)),)


def _moment(said: str, now: datetime, zone: str, tomorrow: bool) -> datetime:
    reading = time.fromisoformat(said)
    at = next_clock_time(now, reading, zone).at
    same_day = at.astimezone(ZoneInfo(zone)).date() == now.astimezone(ZoneInfo(zone)).date()
    return next_clock_time(at, reading, zone).at if tomorrow and same_day else at


def _done(work: UnitOfWork, seat: Seat) -> list[str]:
    """DONE; when all who command have said so, everything runs, and the impulse ends unless something came back."""
    work.put(SeatDone(seat.side, seat.id, True))
    waited = [s.id for s in work.state.affairs.seats_of(seat.side) if s.commands]
    missing = [name for name in waited if name not in work.state.affairs.staff(seat.side).done]
    if missing:
        first = senior(work.state.affairs, seat.side)
        if first and first.id != seat.id:
            line = say("{seat} has all orders in. Not DONE yet: {missing}.", seat=seat.id, missing=", ".join(missing))
            work.send(word(work.desk(first), say("DONE"), say("a seat is done"), (line,)))
        return [say("you are DONE; still missing: {missing}", missing=", ".join(missing))]
    if work.state.affairs.together:
        return [say(IN_TOGETHER)]
    return [say("all are DONE"), *execute(work, seat.side), *_end(work, seat.side)]


def _end(work: UnitOfWork, side: str) -> list[str]:
    """END IMPULSE follows when all are DONE and nothing came back."""
    first, staff = senior(work.state.affairs, side), work.state.affairs.staff(side)
    if first is None or staff.files or len(staff.done) < len([s for s in work.state.affairs.seats_of(side) if s.commands]):
        return []
    rues = work.table.ruleset.actions.costs_of_closing(work.table.game, work.state.pictures[side])
    if rues:
        return [*rues, say("the impulse goes on: {seat} ends it with END IMPULSE ANYWAY", seat=first.id)]
    request = read_again(work, first, OnFile(("end impulse",)))
    checked = checked_orders(work, first, request)
    if isinstance(checked, Answered):
        return []
    carried_out(work, first, request, checked)
    return [say("the impulse is over")]


def _execute(work: UnitOfWork, seat: Seat, act: Act) -> list[str]:
    """EXECUTE, or EXECUTE 504, 505 in that order; where several sides write at once, all of the side are done."""
    if work.state.affairs.together:
        return _all_done(work, seat.side)
    names = act.texts("SEAT")
    held = [named(work.state.affairs, seat.side, name) for name in names]
    unknown = [name for name, other in zip(names, held, strict=True) if other is None]
    if unknown:
        return [say("nothing executed: your side has no seat {unknown}", unknown=", ".join(unknown))]
    chosen = tuple(one.id for one in held if one)
    empty = [name for name in chosen if name not in work.state.affairs.staff(seat.side).files]
    return [*(say("{name} has nothing on file", name=name) for name in empty), *execute(work, seat.side, chosen)]


def _all_done(work: UnitOfWork, side: str) -> list[str]:
    for seat in work.state.affairs.seats_of(side):
        if seat.commands and seat.id not in work.state.affairs.staff(side).done:
            work.put(SeatDone(side, seat.id, True))
    return [say(IN_TOGETHER)]


def execute(work: UnitOfWork, side: str, chosen: tuple[str, ...] = ()) -> list[str]:
    """Run what is on file, of all seats or of those chosen, in that order; each is told how his went. Notes for the commander."""
    staff = work.state.affairs.staff(side)
    if not staff.files:
        return [] if chosen else [say("nothing is on file")]
    notes = []
    for name in chosen or in_order(work, side):
        orders, held = work.state.affairs.staff(side).files.get(name), work.state.affairs.seats[name]
        if orders is None:
            continue
        if out_of_turn(work, held):
            notes.append(say("{name}: still on file; {out_of_turn}", name=name, out_of_turn=" ".join(out_of_turn(work, held))))
            break
        notes.append(f"{name}: {_run(work, held, orders)}")
    return notes


def in_order(work: UnitOfWork, side: str) -> tuple[str, ...]:
    """The order in which seats run: as OPs were allotted, then by name, the commander last."""
    staff, first = work.state.affairs.staff(side), senior(work.state.affairs, side)
    last = [name for name in sorted(staff.files) if first and name == first.id]
    return tuple(dict.fromkeys((*staff.turn, *(n for n in sorted(staff.files) if n not in last), *last)))


def _run(work: UnitOfWork, seat: Seat, orders: OnFile) -> str:
    work.put(OrdersFiled(seat.side, seat.id, None))
    request = read_again(work, seat, orders)
    checked = checked_orders(work, seat, request)
    answered = checked if isinstance(checked, Answered) else carried_out(work, seat, request, checked)
    if seat.in_office:
        work.send(ran_by_itself(work.desk(work.state.affairs.seats[seat.id]), answered, say("your orders on file")))
    back = len(answered.ran.rest) if answered.ran else len(orders.lines)
    if back:
        work.put(SeatDone(seat.side, seat.id, False))
        return say(
            "{number} of {lines} carried out, the rest has come back to him",
            number=len(orders.lines) - back,
            lines=counted(len(orders.lines), "{number} line", "{number} lines"),
        )
    return say("carried out")


def read_again(work: UnitOfWork, seat: Seat, orders: OnFile) -> Request:
    """What is on file, read again as its writer's letter would be."""
    lines = tuple(enumerate((*orders.manner, *orders.lines), 1))
    request = receive(work.state.affairs, seat.id, "", lines, words(work.table, work.state, seat.side))
    return replace(request.saying("yes"), sure=True)


def is_h_hour(work: UnitOfWork, side: str) -> bool:
    """Has the side's H-hour come?"""
    hour = work.state.affairs.staff(side).hour
    return hour is not None and hour <= work.cause.at


def run_at_hour(work: UnitOfWork, side: str) -> None:
    """Run what is on file at the H-hour, and tell the side's senior."""
    work.put(HourSet(side, None))
    first, notes = senior(work.state.affairs, side), execute(work, side)
    if first:
        work.send(word(work.desk(first), say("H-HOUR"), say("the H-hour"), tuple(notes)))


def last_call(work: UnitOfWork, side: str) -> bool:
    """The impulse runs out: what those seats have on file that are DONE runs first. Does play pause for a decision by that?"""
    staff = work.state.affairs.staff(side)
    if work.state.affairs.together:
        return False
    ready = tuple(name for name in in_order(work, side) if name in staff.done and name in staff.files)
    if not ready or work.pauses:
        return False
    execute(work, side, ready)
    return work.pauses


def by_plan(work: UnitOfWork, seat: Seat, request: Request) -> Answered | None:
    """A plan whose hour has come, where orders lie on file: it is filed, and its seat is DONE. None: it runs by itself."""
    if not work.state.affairs.files(seat.side) or all(is_closing(line) for line in request.lines):
        return None
    lines = tuple(line.canonical or line.text for line in request.lines)
    work.put(OrdersFiled(seat.side, seat.id, OnFile(lines, manner_of(request))))
    return Answered(request, notes=(*(say("on file: {text}", text=text) for text in lines), *_done(work, seat)))

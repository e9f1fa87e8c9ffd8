"""Clocks: when the next one is due, what is done when it runs out, and what that ends. TABLE is all of it, the first row first."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from pbem.campaign.admin_events import Reminded, WaitOver
from pbem.campaign.deadlines import Pace
from pbem.campaign.hosting import Waiting
from pbem.campaign.records import Cause, Record, State
from pbem.campaign.state import AdminState, Clock
from pbem.handlers import digests, drill, evenings, fields, pausing, plans, silence, together
from pbem.handlers.finishing import finish
from pbem.handlers.letters import taken
from pbem.handlers.nightly import last_night, next_night
from pbem.handlers.on_file_run import is_h_hour, last_call, run_at_hour
from pbem.handlers.stations import stations
from pbem.handlers.timing import silent_at
from pbem.handlers.unit_of_work import CampaignContext, UnitOfWork
from pbem.kernel.i18n import say
from pbem.kernel.values import Value, replace
from pbem.letters.stations import reminder


class DueTime(NamedTuple):
    """When a clock runs out, and what kind of cause it is then: deadline, run, digest (the host's) or daily."""

    at: datetime
    kind: str


class DueMoment(NamedTuple):
    """When something is due, and of which side; "" for all."""

    at: datetime
    side: str = ""


class TimedDeed(Value):
    """A row of the table. due(state) -> when it is; do(work, side): what is done then, and what that ends; always: in an outage
    too, while no deadline counts; kind: of the cause it is."""

    due: Callable[[State], Iterable[DueMoment]]
    do: Callable[[UnitOfWork, str], None]
    always: bool = False
    kind: str = "deadline"


def deadline(table: CampaignContext, state: State, cause: Cause) -> tuple[Record, State]:
    """A clock has run out: the first row of the table of which something is due is done. A pause stops all of them."""
    work, until = UnitOfWork(table, state, cause), state.admin.hosting.until
    if state.admin.paused:
        if until and until <= cause.at:
            pausing.resume(work)
        return finish(work)
    for row in _counting(state, cause.kind):
        due = min((moment for moment in row.due(state) if moment.at <= cause.at), default=None)
        if due:
            row.do(work, due.side)
            break
    return finish(work)


def _counting(state: State, kind: str) -> Iterable[TimedDeed]:
    """The rows that count now."""
    return (row for row in TABLE if row.kind == kind and (row.always or not state.admin.hosting.outage))


# ---------------------------------------------------------------- letters that could be recalled


def _waiting(state: State) -> Iterable[DueMoment]:
    return (DueMoment(_until(state.admin, letter)) for letter in state.admin.hosting.waiting)


def _until(admin: AdminState, letter: Waiting) -> datetime:
    """When a letter that waits is carried out: at the latest when a clock would run out over it, its own side's first of all."""
    own = admin.clock(admin.seats[letter.seat].side)
    return min(letter.until, *(clock.last for clock in ([own] if own else admin.clocks.values())))


def _carry_out(work: UnitOfWork, _: str) -> None:
    """Letters that could be recalled until now are carried out."""
    admin = work.state.admin
    for letter in [letter for letter in admin.hosting.waiting if _until(admin, letter) <= work.cause.at]:
        seat = admin.seats[letter.seat]
        cause = replace(
            work.cause, kind="letter", id=letter.id, seat=seat.id, lines=letter.lines, answers=letter.answers,
            message_id=letter.message_id, left_out=letter.left_out,
        )  # fmt: skip
        taken(work, seat, cause)
        work.put(WaitOver(letter.id))


# ---------------------------------------------------------------- evenings, battles in the field


def _evening(state: State) -> Iterable[DueMoment]:
    return map(DueMoment, evenings.moments(state.admin))


def _in_the_field(state: State) -> Iterable[DueMoment]:
    at = fields.due(state.admin)
    return (DueMoment(at),) if at else ()


def _out_of_time(work: UnitOfWork, _: str) -> None:
    """A battle of field commanders is reminded of, put to the host, or left to the CRT."""
    fields.expired(work)
    stations(work)
    fields.follow(work)


# ---------------------------------------------------------------- the clocks of who is awaited


def _scripted(state: State) -> Iterable[DueMoment]:
    return (moment for moment in _ends(state) if state.admin.is_scripted(moment.side))


def _write_for(work: UnitOfWork, side: str) -> None:
    """The referee's own commander writes his letter."""
    drill.act(work, side)
    fields.follow(work)


def _arranged(state: State) -> Iterable[DueMoment]:
    """Plans and H-hours, while anybody is awaited."""
    admin = state.admin
    if admin.clocks and admin.plans:
        seats = (admin.plans.get(seat.id) for seat in admin.reached())
        yield from (DueMoment(plan.due) for plan in seats if plan and plan.due)
    yield from (DueMoment(hour, side) for side in admin.clocks if (hour := admin.staff(side).hour))


def _run_arranged(work: UnitOfWork, _: str) -> None:
    """Run everything whose hour has come, plans and what lies on file."""
    sides = sorted(work.state.admin.clocks)
    while seat := plans.next_planned(work):
        plans.carry_out(work, seat)
    for side in sides:
        if is_h_hour(work, side):
            run_at_hour(work, side)
    stations(work)
    fields.follow(work)


def _spent(state: State) -> Iterable[DueMoment]:
    return (DueMoment(clock.spent, side) for side, clock in state.admin.clocks.items() if clock.spent)


def _close(work: UnitOfWork, side: str) -> None:
    """Nothing is left to spend: the part of play ends."""
    work.close(side)
    stations(work)
    fields.follow(work)


def _ends(state: State) -> Iterable[DueMoment]:
    """The reminder of each clock, and after it the end."""
    for side, running in state.admin.clocks.items():
        if not running.over:
            yield DueMoment(silent_at(state, running) if running.reminded else running.due, side)


def _run_out(work: UnitOfWork, side: str) -> None:
    """The clock of a side: it is reminded once, in time; then what it was awaited for goes on without it."""
    running, admin = work.state.admin.clocks[side], work.state.admin
    done = admin.together and admin.is_ready(side)
    if not running.reminded and work.cause.at < running.last:
        work.put(Reminded(side))
        for seat in () if done else admin.reached(side):
            work.send(reminder(work.desk(seat), running))
    elif last_call(work, side):
        stations(work)
    elif admin.camp and running.kind == "orders" and not done:
        work.conclude("", say("the boot camp was left by its pupil"))
        stations(work)
    elif running.kind == "orders" and not done and evenings.is_deserted(admin, running):
        evenings.break_up(work, side)
    elif admin.together:
        together.clock_over(work, side)
    else:
        _let_go_by(work, running)
    fields.follow(work)


def _run_together(work: UnitOfWork, _: str) -> None:
    """What several sides have on file runs."""
    together.carry_out(work)
    stations(work)
    fields.follow(work)


def _run(state: State) -> Iterable[DueMoment]:
    return (DueMoment(state.admin.run_at),) if state.admin.run_at else ()


def _let_go_by(work: UnitOfWork, running: Clock) -> None:
    """Nobody has closed the part of play or the decision."""
    counts = running.kind == "orders"
    if counts and running.live:
        evenings.note_silence(work, running.side)
    work.fall_silent(running.side)
    if counts and not running.live:
        silence.count(work, running.side)
    stations(work)


TABLE = (
    TimedDeed(_waiting, _carry_out, always=True),
    TimedDeed(_evening, lambda work, _: evenings.turn(work)),
    TimedDeed(_in_the_field, _out_of_time),
    TimedDeed(_scripted, _write_for),
    TimedDeed(_arranged, _run_arranged),
    TimedDeed(_spent, _close),
    TimedDeed(_ends, _run_out),
    TimedDeed(_run, _run_together, kind="run"),
)
"""What is due when, what is done then and what it ends: letters that waited are carried out; an evening begins, ends or lapses; a
battle in the field falls to the dice; the referee's own commander writes; plans and H-hours run; what has no point left to spend
ends; a side is reminded, and then its standing orders speak; what several sides have on file runs in one."""


# ---------------------------------------------------------------- what is due


def due(pace: Pace, admin: AdminState, now: datetime, runs_out: DueTime | None) -> DueTime | None:
    """When the next cause of the clock is due, and its kind: deadline, digest (the host's), daily; None if none is up to `now`.

    runs_out: what `running_out` says of the state.
    """
    night = last_night(pace, admin, now)
    found = [clock for clock in (runs_out, DueTime(night, "digest") if night else None) if clock]
    first = min(found, default=None)
    return first if first and first.at <= now else None


def next_due(pace: Pace, admin: AdminState, now: datetime, runs_out: DueTime | None) -> datetime | None:
    """When the next cause of the clock is due, be it in time to come; None if none will be unless a letter comes.

    runs_out: what `running_out` says of the state.
    """
    night = last_night(pace, admin, now) or next_night(pace, admin, now)
    return min((at for at in (runs_out.at if runs_out else None, night) if at), default=None)


def running_out(state: State) -> DueTime | None:
    """When the next clock of this state runs out, and its kind: deadline, run or daily; None if none is running. A record changes
    it."""
    clocks = *((_due(state, kind), kind) for kind in ("deadline", "run")), (digests.due(state), "daily")
    return min((DueTime(at, kind) for at, kind in clocks if at), default=None)


def _due(state: State, kind: str) -> datetime | None:
    if state.admin.stage != "playing":
        return None
    if state.admin.paused:
        return state.admin.hosting.until if kind == "deadline" else None
    return min((moment.at for row in _counting(state, kind) for moment in row.due(state)), default=None)

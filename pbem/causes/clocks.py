"""Clocks: when the next one is due, and what happens when it runs out."""

from datetime import datetime

from pbem.causes import plans
from pbem.causes.executing import at_hour, last_call
from pbem.causes.stations import stations
from pbem.causes.work import Table, Work
from pbem.chronicle import Cause, Record, State
from pbem.command.affairs import (
    Reminded,
)
from pbem.dispatch import (
    reminder,
)


def deadline(table: Table, state: State, cause: Cause) -> tuple[Record, State]:
    """A clock has run out: first the reminder, then, after grace, silence closes the impulse."""
    work = Work(table, state, cause)
    running = state.affairs.clock
    if running is None:
        return work.record()
    if _arranged(work, running.side):
        stations(work)
        return work.record()
    if not running.reminded and cause.at < running.last:
        work.put(Reminded())
        for seat in state.affairs.reached(running.side):
            work.send(reminder(work.desk(seat), running))
        return work.record()
    if not last_call(work, running.side):
        work.fall_silent(running.side)
    stations(work)
    return work.record()


def _arranged(work: Work, side: str) -> bool:
    """Everything runs whose hour has come, plans and what lies on file; was there anything?"""
    ran = False
    while plans.carry_out(work):
        ran = True
    return at_hour(work, side) or ran

def due(state: State, now: datetime) -> datetime | None:
    """When the next deadline cause is due, None if none runs: the reminder at `due`, silence at `last`."""
    running = state.affairs.clock
    if running is None or state.affairs.paused or state.affairs.stage != "playing":
        return None
    hours = (plan.due for plan in state.affairs.plans.values() if plan.due)
    hour = state.affairs.staff(running.side).hour
    at = min((running.last if running.reminded else running.due, *hours, *((hour,) if hour else ())))
    return at if at <= now else None

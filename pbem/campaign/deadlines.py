"""Deadlines of a part of play: 48 hours, then the next evening hour in the campaign's zone, then grace (campaign.md)."""

from datetime import datetime, time, timedelta

from pbem.campaign.state import AdminState, Clock
from pbem.engine.awaited import Wanted
from pbem.kernel.calendar import ZonedMoment, next_clock_time
from pbem.kernel.values import Value, replace

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Pace(Value):
    """hours: how long a part of play is at the least; evening, minute: the local time at which it then ends; grace: hours
    after it; zone: its name; window: hours for a decision that play pauses for; weekdays: the days it may end on ("" = all, or
    such as "mon wed fri"); after: hours after a letter that leaves nothing to spend, when it ends by itself (0 = never); extension:
    hours a seat may take by itself, `extensions` times a campaign; leave: the most days of an absence without a proxy;
    missed: days after which a silent host is missed. On a live evening, in minutes: live, how long a part of play is; live_grace,
    after it, and when it ends by itself; live_window, for a decision; live_length, of an evening whose end nobody names.
    """

    hours: int = 48
    evening: int = 20
    grace: int = 12
    zone: str = "Europe/Amsterdam"
    window: int = 12
    minute: int = 0
    weekdays: str = ""
    after: int = 12
    extension: int = 24
    extensions: int = 2
    leave: int = 14
    missed: int = 14
    live: int = 20
    live_grace: int = 10
    live_window: int = 10
    live_length: int = 150

    @property
    def reading(self) -> time:
        """What the clocks read when a part of play ends."""
        return time(self.evening, self.minute)


def clock(pace: Pace, side: str, moment: str, opened: datetime) -> Clock:
    """The clock of a part of play whose opening letter went out at `opened` (UTC)."""
    due = _evening(pace, opened + timedelta(hours=pace.hours))
    return Clock(side, moment, due.at, due.at + timedelta(hours=pace.grace), note=due.note)


def in_minutes(pace: Pace, side: str, moment: str, opened: datetime, until: datetime) -> Clock | None:
    """The clock of a part of play on a live evening; None when it would outlast the evening."""
    due = opened + timedelta(minutes=pace.live)
    last = due + timedelta(minutes=pace.live_grace)
    return Clock(side, moment, due, last, live=True) if last <= until else None


def _evening(pace: Pace, least: datetime) -> ZonedMoment:
    """The first moment not before `least` at which a part of play may end."""
    # letters of one second are told apart by microseconds: no part of play is a day longer by that
    least = least.replace(microsecond=0)
    days = frozenset(WEEKDAYS.index(day) for day in pace.weekdays.split() or WEEKDAYS)
    return next_clock_time(least - timedelta(seconds=1), pace.reading, pace.zone, days)


RUN_MINUTES = 5  # of a live evening


def run_after(pace: Pace, at: datetime, live: bool) -> datetime:
    """When what several sides have on file runs, once all are done: the next evening hour, on a live evening the next full five
    minutes; so that the moment does not say who was the last to write."""
    if not live:
        return _evening(pace, at).at
    return at.replace(second=0, microsecond=0) + timedelta(minutes=RUN_MINUTES - at.minute % RUN_MINUTES)


def not_before(pace: Pace, running: Clock, at: datetime) -> Clock:
    """The same clock, its end put off to the first evening after `at`, when it would come sooner; it is reminded of afresh."""
    if running.due > at:
        return running
    due = _evening(pace, at)
    return replace(
        running, due=due.at, last=due.at + timedelta(hours=pace.grace), reminded=False, note=due.note, live=False, over=False
    )


def put_off(running: Clock, hours: int, now: datetime) -> Clock:
    """The same clock with so many hours more; it is reminded of afresh where the new end lies ahead, but for a decision, of which
    nobody is reminded."""
    more = timedelta(hours=hours)
    due = running.due + more
    reminded = running.reminded and (running.kind == "decision" or due <= now)
    return replace(
        running, due=due, last=running.last + more, reminded=reminded, spent=None, note="", live=False, over=False
    )  # fmt: skip


def overdue(admin: AdminState, now: datetime) -> tuple[Clock, ...]:
    """The clocks of those who are late, in order of side; none while the campaign is paused or not played."""
    if admin.stage != "playing" or admin.paused:
        return ()
    late = (clock for _, clock in sorted(admin.clocks.items()) if clock.due <= now)
    return tuple(clock for clock in late if not (admin.together and admin.is_ready(clock.side)))


def at_once(side: str, name: str, at: datetime, kind: Wanted) -> Clock:
    """The clock of the referee's own commander, who keeps nobody waiting."""
    return Clock(side, name, at, at, True, kind=kind)


def decision_clock(pace: Pace, side: str, name: str, opened: datetime) -> Clock:
    """The clock of a decision: no reminder, no grace; then standing orders answer."""
    due = opened + timedelta(hours=pace.window)
    return Clock(side, name, due, due, True, kind="decision")


def decision_in_minutes(pace: Pace, side: str, name: str, opened: datetime, until: datetime) -> Clock | None:
    """The same on a live evening; None when it would outlast the evening."""
    due = opened + timedelta(minutes=pace.live_window)
    return Clock(side, name, due, due, True, live=True, kind="decision") if due <= until else None

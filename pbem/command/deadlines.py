"""Deadlines of an impulse: 48 hours, then the next evening hour in the campaign's zone, then grace (campaign.md)."""

from datetime import datetime, timedelta

from pbem.command.affairs import Clock
from pbem.kernel.calendar import next_clock_time
from pbem.kernel.values import Value


class Pace(Value):
    """hours: an impulse's length; evening: the local hour it never ends before; grace: hours after it; zone: its name; window:
    hours for a decision that play pauses for."""

    hours: int = 48
    evening: int = 20
    grace: int = 12
    zone: str = "Europe/Amsterdam"
    window: int = 12


def clock(pace: Pace, side: str, impulse: str, opened: datetime) -> Clock:
    """The clock of an impulse whose opening letter went out at `opened` (UTC)."""
    least = opened + timedelta(hours=pace.hours)
    due = next_clock_time(least - timedelta(seconds=1), pace.evening, 0, pace.zone)
    return Clock(side, impulse, due, due + timedelta(hours=pace.grace))


def anew(pace: Pace, running: Clock, at: datetime) -> Clock:
    """The same clock with its whole time again, from `at` (after a pause)."""
    decision = running.reminded and running.due == running.last
    return (decision_clock if decision else clock)(pace, running.side, running.impulse, at)


def decision_clock(pace: Pace, side: str, name: str, opened: datetime) -> Clock:
    """The clock of a decision: no reminder, no grace; then standing orders answer."""
    due = opened + timedelta(hours=pace.window)
    return Clock(side, name, due, due, True)

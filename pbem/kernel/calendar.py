"""Two clocks: the turns of the game, and the real one by which letters are due.

Real moments are timezone-aware datetimes in UTC; zones are IANA names such as "Europe/Amsterdam".
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pbem.kernel.tongue import say
from pbem.kernel.values import Value

Light = Literal["day", "dawn", "dusk", "night"]

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class Turn(Value):
    """One turn of the track: id "17-1500" (day and hour), light, moon ("" by day) and its turn ending track."""

    number: int
    id: str
    label: str
    day: int
    hour: str
    light: Light
    moon: str
    track: str


def dtg(turn: Turn, month: str, zone: str, year: int) -> str:
    """The date-time group of a turn: "171500A SEP 44", for zone letter "A" and a month such as "September"."""
    return f"{turn.day:02d}{turn.hour}{zone} {month[:3].upper()} {year % 100:02d}"


def clock(at: datetime, zone: str) -> str:
    """A moment in the reader's zone: "Thu 26 Nov 20:00 CET"."""
    local = _aware(at).astimezone(ZoneInfo(zone))
    name = local.tzname() or ""
    shown = name if name[:1].isalpha() else f"UTC{name}"
    return f"{_DAYS[local.weekday()]} {local.day} {_MONTHS[local.month - 1]} {local:%H:%M} {shown}"


def hour(now: datetime, at: datetime, zone: str) -> str:
    """A moment as short as it is clear: "Thu 20:00 CET" within six days, else with its date."""
    said = clock(at, zone)
    weekday, _, _, rest = said.split(" ", 3)
    return f"{weekday} {rest}" if at - now < timedelta(days=6) else said


def time_left(now: datetime, at: datetime) -> str:
    """How long until a moment: "in 1 day 22 h", "in 3 h 5 min", "now" within the last minute and after."""
    minutes = (_aware(at) - _aware(now)) // timedelta(minutes=1)
    if minutes < 1:
        return "now"
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = ((days, "day" if days == 1 else "days"), (hours, "h"), (0 if days else minutes, "min"))
    return say("in ") + " ".join(f"{count} {unit}" for count, unit in parts if count)


class Moment(Value):
    """at: a moment in UTC; note: what is odd about its reading on a zone's clocks, "" for nothing."""

    at: datetime
    note: str = ""


def on_clock(day: date, reading: time, zone: str) -> Moment:
    """The moment at which a zone's clocks read so on a day: there is exactly one.

    Of a reading that comes twice as clocks go back the first counts; one that is skipped as they go forward is counted on
    from before the change, so 02:30 falls at what then reads 03:30. Both are named.
    """
    local = datetime.combine(day, reading, ZoneInfo(zone))
    at = local.astimezone(UTC)
    back = at.astimezone(ZoneInfo(zone))
    shown = f"{reading:%H:%M}"
    if back.replace(tzinfo=None) != local.replace(tzinfo=None):
        return Moment(at, say("there is no {shown} that day, the clocks go forward: {back:%H:%M} is meant", shown=shown, back=back))
    if local.replace(fold=1).utcoffset() != local.utcoffset():
        return Moment(at, say("{shown} comes twice that day, the clocks go back: the first is meant", shown=shown))
    return Moment(at)


def next_clock_time(after: datetime, reading: time, zone: str, weekdays: frozenset[int] = frozenset(range(7))) -> Moment:
    """The first moment later than `after` at which a zone's clocks should read so, on one of these days (0 = Monday)."""
    day = _aware(after).astimezone(ZoneInfo(zone)).date() - timedelta(days=1)
    while True:
        found = on_clock(day, reading, zone)
        if found.at > after and day.weekday() in weekdays:
            return found
        day += timedelta(days=1)


def _aware(at: datetime) -> datetime:
    if at.tzinfo is None:
        raise ValueError(f"a moment without a zone: {at}")
    return at

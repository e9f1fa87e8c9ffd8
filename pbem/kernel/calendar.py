"""Two clocks: the turns of the game, and the real one by which letters are due.

Real moments are timezone-aware datetimes in UTC; zones are IANA names such as "Europe/Amsterdam".
"""

from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from pbem.kernel.i18n import counted, phrase, say
from pbem.kernel.values import Value, replace

Light = Literal["day", "dawn", "dusk", "night"]

_DAYS = (phrase("Mon"), phrase("Tue"), phrase("Wed"), phrase("Thu"), phrase("Fri"), phrase("Sat"), phrase("Sun"))
_MONTHS = (
    *(phrase("Jan"), phrase("Feb"), phrase("Mar"), phrase("Apr"), phrase("May"), phrase("Jun")),
    *(phrase("Jul"), phrase("Aug"), phrase("Sep"), phrase("Oct"), phrase("Nov"), phrase("Dec")),
)


class Turn(Value):
    """One turn of the track: id "17-1500" (day and hour), light, moon ("" by day) and its turn ending track; rest: so many days of
    rest go by before it."""

    number: int
    id: str
    label: str
    day: int
    hour: str
    light: Light
    moon: str
    track: str
    rest: int = 0


def dtg(turn: Turn, month: str, zone: str, year: int) -> str:
    """The date-time group of a turn: "171500A SEP 44", for zone letter "A" and a month such as "September"."""
    return f"{turn.day:02d}{turn.hour}{zone} {month[:3].upper()} {year % 100:02d}"


def within(turn: Turn, following: Turn | None, moment: int) -> Turn:
    """The turn by the hour of one of its parts of play: a quarter of an hour later for each, short of the next turn's own. Nobody
    knows how many there will be; both sides know how many there were."""
    start = int(turn.hour[:2]) * 60 + int(turn.hour[2:])
    then = int(following.hour[:2]) * 60 + int(following.hour[2:]) if following else start + 180
    length = (then - start) % 1440 or 1440
    minute = start + min(15 * max(moment - 1, 0), length - 1)
    day = following.day if following and minute >= 1440 else turn.day
    return replace(turn, day=day, hour=f"{minute % 1440 // 60:02d}{minute % 60:02d}")


def clock(at: datetime, zone: str) -> str:
    """A moment in the reader's zone: "Thu 26 Nov 20:00 CET"."""
    local = _local(at, zone)
    day, month = say(_DAYS[local.weekday()]), say(_MONTHS[local.month - 1])
    return say("{day} {number} {month} {hour} {zone}", day=day, number=local.day, month=month, hour=_hour(local), zone=_zone(local))


def weekday(on: date) -> str:
    """A day by name: "Tue 24 Nov"."""
    return f"{say(_DAYS[on.weekday()])} {on.day} {say(_MONTHS[on.month - 1])}"


def hour(now: datetime, at: datetime, zone: str) -> str:
    """A moment as short as it is clear: "Thu 20:00 CET" within six days, else with its date."""
    if at - now >= timedelta(days=6):
        return clock(at, zone)
    local = _local(at, zone)
    return say("{day} {hour} {zone}", day=say(_DAYS[local.weekday()]), hour=_hour(local), zone=_zone(local))


def reading(at: datetime, zone: str) -> str:
    """What a zone's clocks read at a moment: "20:00 CET"."""
    local = _local(at, zone)
    return f"{_hour(local)} {_zone(local)}"


def _local(at: datetime, zone: str) -> datetime:
    return _aware(at).astimezone(ZoneInfo(zone))


def _hour(local: datetime) -> str:
    return f"{local:%H:%M}"


def _zone(local: datetime) -> str:
    """`CET`; of a zone whose clocks have no name, `UTC+05`."""
    name = local.tzname() or ""
    return name if name[:1].isalpha() else f"UTC{name}"


def time_left(now: datetime, at: datetime) -> str:
    """How long until a moment: "in 1 day 22 h", "in 3 h 5 min", "now" within the last minute and after."""
    span = _span(now, at)
    return say("in {time}", time=span) if span else say("now")


def time_since(then: datetime, now: datetime) -> str:
    """How long since a moment: "1 day 22 h ago", "now" within the first minute and before."""
    span = _span(then, now)
    return say("{time} ago", time=span) if span else say("now")


def _span(first: datetime, last: datetime) -> str:
    """The time between two moments, as it is written; "" when it is less than a minute, or runs backwards."""
    minutes = (_second(last) - _second(first)) // timedelta(minutes=1)
    if minutes < 1:
        return ""
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    parts = [counted(days, "{number} day", "{number} days")] if days else []
    parts += [say("{hours} h", hours=hours)] if hours else []
    parts += [say("{minutes} min", minutes=minutes)] if minutes and not days else []
    return " ".join(parts)


def _second(moment: datetime) -> datetime:
    """Its second: letters of one second are told apart by microseconds of ours, of which no reader's clock knows."""
    return _aware(moment).replace(microsecond=0)


class ZonedMoment(Value):
    """at: a moment in UTC; note: what is odd about its reading on a zone's clocks, "" for nothing."""

    at: datetime
    note: str = ""


def on_clock(day: date, reading: time, zone: str) -> ZonedMoment:
    """The moment at which a zone's clocks read so on a day: there is exactly one.

    Of a reading that comes twice as clocks go back the first counts; one that is skipped as they go forward is counted on
    from before the change, so 02:30 falls at what then reads 03:30. Both are named.
    """
    local = datetime.combine(day, reading, ZoneInfo(zone))
    at = local.astimezone(UTC)
    back = at.astimezone(ZoneInfo(zone))
    shown = f"{reading:%H:%M}"
    if back.replace(tzinfo=None) != local.replace(tzinfo=None):
        return ZonedMoment(
            at, say("there is no {shown} that day, the clocks go forward: {back:%H:%M} is meant", shown=shown, back=back)
        )
    if local.replace(fold=1).utcoffset() != local.utcoffset():
        return ZonedMoment(at, say("{shown} comes twice that day, the clocks go back: the first is meant", shown=shown))
    return ZonedMoment(at)


def next_clock_time(after: datetime, reading: time, zone: str, weekdays: frozenset[int] = frozenset(range(7))) -> ZonedMoment:
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

"""Time zones by name, and moments as people write them."""

import contextlib
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from pbem.kernel.calendar import ZonedMoment, on_clock
from pbem.kernel.edit_distance import slips
from pbem.orders.moments import MONTHS

MOST_HINTS = 3
LEAP_YEARS = 8  # from one to the next at the most: 2096 to 2104
LIFETIME = timedelta(days=36525)


@cache
def _zones() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones()) if "/" in name or name == "UTC"}


def zone_named(text: str) -> tuple[str, tuple[str, ...]]:
    """(the zone's exact name, ()), or ("", at most three names that may be meant)."""
    wanted = text.strip().replace(" ", "_").casefold()
    if wanted in _zones():
        return _zones()[wanted], ()
    city = wanted.rpartition("/")[2]
    ranked = sorted((slips(city, name.rpartition("/")[2]), name) for name in _zones())
    return "", tuple(_zones()[name] for far, name in ranked if far <= 2)[:MOST_HINTS]


def moment(text: str, now: datetime, zone: str, clock: str = "20:00") -> ZonedMoment | None:
    """The moment that a form of `orders.moments` says, read on the clocks of a zone; None when there is no such date, or when
    nobody will see it.

    Without a year the next such date counts, without a date the next such hour, without an hour `clock`.
    """
    words = text.split()
    reading = words.pop() if ":" in text else clock
    hour, _, minute = reading.partition(":")
    at = time(int(hour), int(minute))
    if not words:
        today = now.astimezone(ZoneInfo(zone)).date()
        return next(m for m in (on_clock(today + timedelta(days=d), at, zone) for d in (0, 1, 2)) if m.at > now)
    try:
        found = _dated(words, at, now, zone)
    except (ValueError, OverflowError):  # the calendar ends with the year 9999
        return None
    return found if found.at - now < LIFETIME else None


def _dated(words: list[str], at: time, now: datetime, zone: str) -> ZonedMoment:
    if len(words) == 1:
        return on_clock(date.fromisoformat(words[0]), at, zone)
    day, month = int(words[0]), MONTHS.index(words[1].lower()) + 1
    if len(words) > 2:
        return on_clock(date(int(words[2]), month, day), at, zone)
    year = now.astimezone(ZoneInfo(zone)).year
    for next_year in range(year, year + LEAP_YEARS + 1):
        with contextlib.suppress(ValueError):  # the 29th of February, in most years
            found = on_clock(date(next_year, month, day), at, zone)
            if found.at > now:
                return found
    raise ValueError(f"never: {day} {month}")
